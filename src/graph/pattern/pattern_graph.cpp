// SPDX-License-Identifier: Apache-2.0
//
// From words to a graph, by the compiler that recorded regions go through: a station stands in for an address. There
// is one way to a graph, by way of the encoding, so what is kept in a file is what has been executed.
#include "graph/pattern/pattern_graph.hpp"

#include <new>

#include "graph/compile/compile.hpp"
#include "graph/pattern/pattern_stream.hpp"
#include "graph/pattern/station_numbers.hpp"

namespace rondo::graph {

using base::PodVector;
using depend::Dependence;
using depend::Kind;

namespace {

uintptr_t address_of(uint32_t station) { return uintptr_t{station} + 1; }

// What compiling will take, estimated from the words alone, so that no file can make it take too long: a few hundred
// bytes can ask for as many edges as there are pairs of tasks.
class Estimate {
 public:
  explicit Estimate(const PatternCounts& counts) { stations_.resize(counts.n_stations, Station{}); }

  bool is_too_much(const uint32_t* words) {
    for (; *words != word::kEnd && n_edges_ <= kMaxEdges && n_swept_ <= kMaxSwept;) {
      uint32_t n = word::n_dependences_of(*words);
      bool is_join = word::act_of(*words) != Act::Task;
      bool is_all_memory = false;
      n_edges_ += 2;  // the last wait, the last omp_all_memory
      for (uint32_t i = 1; i <= n; i++) {
        if (words[i] == word::kAllMemory) is_all_memory = true;
        if ((words[i] & word::kSpecial) == 0) n_edges_ += enter(words[i]);
      }
      if (is_all_memory || (is_join && n == 0)) sweep();
      words += n + size_t{1};
    }
    return n_edges_ > kMaxEdges || n_swept_ > kMaxSwept;
  }

 private:
  static constexpr uint64_t kMaxSwept = uint64_t{1} << 26;
  struct Station {
    uint32_t epoch;
    uint32_t n_last, n_previous;  // as in depend/access.hpp
    Kind kind;
  };

  uint64_t enter(uint32_t word) {
    Station& station = stations_[word::station_of(word)];
    auto kind = static_cast<Kind>(word & word::kKind);
    if (kind == Kind::MutexInOutSet) kind = Kind::Out;  // as the compiler takes them
    n_named_ += (word & word::kFirst) != 0 ? 1 : 0;
    if (station.epoch != epoch_) station = Station{epoch_, 0, 0, kind};
    n_accesses_++;
    if (station.n_last != 0 && depend::joins_set(station.kind, kind)) {
      station.n_last++;
      return station.n_previous;
    }
    uint32_t n_before = station.n_last;
    station = Station{epoch_, 1, depend::can_join(kind) ? n_before : 0, kind};
    return n_before;
  }

  // A wait for everything, or omp_all_memory: every address is looked at and forgotten.
  void sweep() {
    n_swept_ += n_named_ + 16;
    n_edges_ += n_accesses_;
    n_accesses_ = 0;
    epoch_++;
  }

  PodVector<Station> stations_;
  uint32_t epoch_ = 1;
  uint64_t n_named_ = 0;     // stations so far
  uint64_t n_accesses_ = 0;  // since the last sweep
  uint64_t n_edges_ = 0;
  uint64_t n_swept_ = 0;
};

// The recording that the words stand for.
void write_recording(const uint32_t* words, Recorder& recorder) {
  PodVector<Dependence> list;
  while (*words != word::kEnd) {
    uint32_t n = word::n_dependences_of(*words);
    list.clear();
    for (uint32_t i = 1; i <= n; i++) {
      uint32_t word = words[i];
      auto kind = static_cast<Kind>(word & word::kKind);
      if (word == word::kReadOnly) continue;
      list.push_back({word == word::kAllMemory ? depend::kAllMemory : address_of(word::station_of(word)), kind});
    }
    switch (word::act_of(*words)) {
      case Act::Task:
        recorder.add_task(task::TaskSpec{}, nullptr, {list.data(), list.size()});
        break;
      case Act::JoinChildren:
        recorder.add_join({list.data(), list.size()}, task::Depth::Children);
        break;
      case Act::JoinDescendants:
        recorder.add_join({list.data(), list.size()}, task::Depth::Descendants);
        break;
    }
    words += n + size_t{1};
  }
}

}  // namespace

Graph* make_pattern_graph(const PatternCounts& counts, const char* stream, size_t stream_bytes, const char** reason) {
  PodVector<uint32_t> words;
  *reason = decode(counts, stream, stream_bytes, words);
  if (*reason != nullptr) return nullptr;
  if (Estimate(counts).is_too_much(words.data())) {
    *reason = "its tasks have too many predecessors";
    return nullptr;
  }
  Recorder recorder(false);
  write_recording(words.data(), recorder);
  static_assert(!is_too_dense(kMaxEdges, 0) && !is_too_dense(kMaxDependences, 0));  // hence compile() makes a graph
  Graph* graph = compile(recorder);
  graph->has_dependences = counts.n_dependences != 0;  // also those that were dropped
  auto* pattern = static_cast<Pattern*>(std::malloc(sizeof(Pattern)));
  if (pattern == nullptr) base::fatal("out of memory for a pattern; set RONDO_GRAPH=0");
  PodVector<char> copy;
  char* bytes = copy.append(stream_bytes + 1);
  if (stream_bytes != 0) std::memcpy(bytes, stream, stream_bytes);
  graph->pattern = new (pattern) Pattern{counts, words.release(), copy.release(), static_cast<uint32_t>(stream_bytes)};
  return graph;
}

Graph* make_pattern_graph(Recorder& recorder, const char** reason) {
  PatternCounts counts;
  PodVector<uint32_t> words;
  if (!number_stations(recorder, {kMaxActs, kMaxDependences}, counts, words)) {
    *reason = "it creates more tasks than a pattern may have";
    return nullptr;
  }
  PodVector<char> stream;
  encode(words.data(), stream);
  return make_pattern_graph(counts, stream.data(), stream.size(), reason);
}

}  // namespace rondo::graph
