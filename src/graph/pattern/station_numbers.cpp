// SPDX-License-Identifier: Apache-2.0
#include "graph/pattern/station_numbers.hpp"

#include "depend/address_map.hpp"
#include "depend/heap_memory.hpp"
#include "graph/pattern/pattern_graph.hpp"

namespace rondo::graph {

using base::PodVector;
using depend::Dependence;
using depend::Kind;

namespace {

class StationNumbers {
 public:
  explicit StationNumbers(Recorder& recorder) : recorder_(recorder), map_(memory_) {}

  bool run(WordLimits limits, PatternCounts& counts, PodVector<uint32_t>& words) {
    const Notes& notes = recorder_.notes;
    if (notes.size() > limits.n_acts || notes.n_dependences() > limits.n_dependences) return false;
    find_what_must_stay();
    for (const RecordedNode& node : recorder_.notes) rename(node, counts, words);
    words.push_back(word::kEnd);
    counts.n_acts = static_cast<uint32_t>(recorder_.notes.size());
    counts.n_dependences = static_cast<uint32_t>(recorder_.notes.n_dependences());
    counts.n_stations = n_stations_;
    return true;
  }

 private:
  enum class State : uint32_t { Droppable, Stays, Numbered };
  struct Station {
    uintptr_t address;
    State state;
    uint32_t number;
  };

  Station& station_of(uintptr_t address) {
    return map_.find_or_add(address, [](Station&) { return false; });
  }

  // A station that tasks only read orders nothing, unless there is omp_all_memory, which orders readers too. The
  // stations that a wait names stay as well: a wait without dependences would be a wait for everything.
  void find_what_must_stay() {
    for (const RecordedNode& node : recorder_.notes) {
      for (uint32_t i = 0; i < node.dependences.size(); i++) {
        Dependence d = node.dependences[i];
        if (d.address == depend::kAllMemory) {
          keeps_all_ = true;
        } else if (d.kind != Kind::In || node.shape.kind == NodeKind::Join) {
          station_of(d.address).state = State::Stays;
        } else {
          station_of(d.address);
        }
      }
    }
  }

  void rename(const RecordedNode& node, PatternCounts& counts, PodVector<uint32_t>& words) {
    Act act = node.shape.kind == NodeKind::Task              ? Act::Task
              : node.shape.depth == task::Depth::Descendants ? Act::JoinDescendants
                                                             : Act::JoinChildren;
    words.push_back(static_cast<uint32_t>(word::head(act, node.dependences.size())));
    for (uint32_t i = 0; i < node.dependences.size(); i++) {
      Dependence d = node.dependences[i];
      if (d.address == depend::kAllMemory) {
        words.push_back(word::kAllMemory);
        continue;
      }
      Station& station = station_of(d.address);
      if (station.state == State::Droppable && !keeps_all_) {
        words.push_back(word::kReadOnly);
        counts.n_read_only++;
        continue;
      }
      bool is_first = station.state != State::Numbered;
      if (is_first) {
        station.state = State::Numbered;
        station.number = n_stations_++;
      }
      words.push_back(station.number << word::kStationShift | (is_first ? word::kFirst : 0) |
                      static_cast<uint32_t>(d.kind));
    }
  }

  Recorder& recorder_;
  depend::HeapMemory memory_{"a pattern", "set RONDO_GRAPH=0"};
  depend::AddressMap<Station, depend::HeapMemory> map_;
  bool keeps_all_ = false;
  uint32_t n_stations_ = 0;
};

}  // namespace

bool number_stations(Recorder& recorder, WordLimits limits, PatternCounts& counts, PodVector<uint32_t>& words) {
  return StationNumbers(recorder).run(limits, counts, words);
}

}  // namespace rondo::graph
