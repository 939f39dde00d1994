// SPDX-License-Identifier: Apache-2.0
#include "graph/pattern/pattern_stream.hpp"

#include <cstring>

#include "graph/pattern/pattern_graph.hpp"

namespace rondo::graph {

using base::PodVector;

// ---- Numbers ---------------------------------------------------------------------------------------------------

namespace {

// An act is headed by what it is: a repetition of the one before, a kind of wait, or a task with n dependences.
constexpr uint32_t kRepeat = 0, kJoinChildren = 1, kJoinDescendants = 2, kTask = 3;

// A dependence is a reference, and below it the kind: a new station, something special, or a known station by its
// distance from the one named at the same position of the act before.
constexpr uint32_t kNewStation = 0, kNoStation = 1, kDistance = 2;

constexpr uint32_t zigzag(int32_t value) {
  return static_cast<uint32_t>(value) << 1 ^ static_cast<uint32_t>(value >> 31);
}
constexpr int32_t unzigzag(uint32_t value) { return static_cast<int32_t>(value >> 1 ^ (0 - (value & 1))); }

// The station that each position of an act's list named last. Loops move all of them by constant steps.
class Positions {
 public:
  uint32_t base(size_t position) const { return position < stations_.size() ? stations_[position] : newest_; }
  void name(size_t position, uint32_t station) {
    while (stations_.size() <= position) stations_.push_back(newest_);
    stations_[position] = newest_ = station;
  }

 private:
  base::PodVector<uint32_t> stations_;
  uint32_t newest_ = 0;  // for places that no list has reached
};

class Writer {
 public:
  explicit Writer(PodVector<char>& stream) : stream_(stream) {}

  void put(uint32_t value) {
    do {
      uint32_t nibble = value & 7;
      value >>= 3;
      put_nibble(nibble | (value != 0 ? 8 : 0));
    } while (value != 0);
  }

 private:
  void put_nibble(uint32_t nibble) {
    if (is_half_) {
      stream_.back() = static_cast<char>(static_cast<uint8_t>(stream_.back()) | nibble << 4);
    } else {
      stream_.push_back(static_cast<char>(nibble));
    }
    is_half_ = !is_half_;
  }

  PodVector<char>& stream_;
  bool is_half_ = false;
};

// Says of each number whether there was one; after the first that was not, there is none.
class Reader {
 public:
  Reader(const char* stream, size_t bytes) : stream_(stream), n_nibbles_(uint64_t{bytes} * 2) {}

  bool get(uint32_t* value) {
    uint64_t result = 0;
    for (uint32_t shift = 0; position_ != n_nibbles_; shift += 3) {
      uint32_t nibble = nibble_at(position_++);
      if (shift > 30) return false;
      result |= uint64_t{nibble & 7} << shift;
      if ((nibble & 8) != 0) continue;
      *value = static_cast<uint32_t>(result);
      return result <= ~uint32_t{0};
    }
    return false;
  }

  // At most the unused half of the last byte is left, and it is empty.
  bool is_at_end() const {
    return position_ == n_nibbles_ || (position_ + 1 == n_nibbles_ && nibble_at(position_) == 0);
  }

 private:
  uint32_t nibble_at(uint64_t position) const {
    return static_cast<uint8_t>(stream_[position / 2]) >> (position % 2 * 4) & 15;
  }

  const char* stream_;
  uint64_t n_nibbles_;
  uint64_t position_ = 0;
};

}  // namespace

// ---- Encoding --------------------------------------------------------------------------------------------------

namespace {

class Encoder {
 public:
  explicit Encoder(PodVector<char>& stream) : writer_(stream) {}

  void run(const uint32_t* words) {
    while (*words != word::kEnd) {
      uint32_t n = word::n_dependences_of(*words);
      put_act(words, n);
      words += n + size_t{1};
    }
    put_repetitions();
  }

 private:
  void put_act(const uint32_t* words, uint32_t n) {
    act_.clear();
    switch (word::act_of(*words)) {
      case Act::Task:
        act_.push_back(kTask + n);
        break;
      case Act::JoinChildren:
      case Act::JoinDescendants:
        act_.push_back(word::act_of(*words) == Act::JoinChildren ? kJoinChildren : kJoinDescendants);
        act_.push_back(n);
        break;
    }
    for (uint32_t i = 0; i < n; i++) {
      uint32_t word = words[i + 1];
      act_.push_back(reference_to(word, i) << 2 | (word & word::kKind));
    }
    if (act_.size() == before_.size() &&
        std::memcmp(act_.data(), before_.data(), act_.size() * sizeof(uint32_t)) == 0) {
      n_repetitions_++;
      return;
    }
    put_repetitions();
    for (uint32_t value : act_) writer_.put(value);
    before_.clear();
    std::memcpy(before_.append(act_.size()), act_.data(), act_.size() * sizeof(uint32_t));
  }

  uint32_t reference_to(uint32_t word, uint32_t position) {
    if ((word & word::kSpecial) != 0) return kNoStation;
    uint32_t station = word::station_of(word);
    auto distance = static_cast<int32_t>(station - positions_.base(position));
    positions_.name(position, station);
    return (word & word::kFirst) != 0 ? kNewStation : kDistance + zigzag(distance);
  }

  void put_repetitions() {
    if (n_repetitions_ == 0) return;
    writer_.put(kRepeat);
    writer_.put(n_repetitions_ - 1);
    n_repetitions_ = 0;
  }

  Writer writer_;
  PodVector<uint32_t> act_;     // its numbers,
  PodVector<uint32_t> before_;  // those of the last one that was written out,
  uint32_t n_repetitions_ = 0;  // and how often that has come again
  Positions positions_;
};

}  // namespace

void encode(const uint32_t* words, PodVector<char>& stream) { Encoder(stream).run(words); }

// ---- Decoding --------------------------------------------------------------------------------------------------

namespace {

class Decoder {
 public:
  Decoder(const PatternCounts& counts, const char* stream, size_t bytes, PodVector<uint32_t>& words)
      : counts_(counts), reader_(stream, bytes), words_(words) {}

  const char* run() {
    if (counts_.n_acts > kMaxActs || counts_.n_dependences > kMaxDependences) return "it is larger than any pattern";
    while (seen_.n_acts != counts_.n_acts) {
      const char* reason = get_act();
      if (reason != nullptr) return reason;
    }
    if (seen_ != counts_ || !reader_.is_at_end()) return "its counts do not agree with its stream";
    if (has_all_memory_ && seen_.n_read_only != 0) return "it drops readers in spite of omp_all_memory";
    words_.push_back(word::kEnd);
    return nullptr;
  }

 private:
  static constexpr const char* kTruncated = "its stream breaks off";

  const char* get_act() {
    uint32_t head = 0;
    if (!reader_.get(&head)) return kTruncated;
    if (head == kRepeat) {
      uint32_t more = 0;
      if (!reader_.get(&more)) return kTruncated;
      if (act_.is_empty() || more >= counts_.n_acts - seen_.n_acts) return "it repeats what is not there";
      for (uint32_t i = 0; i <= more; i++) {
        const char* reason = emit();
        if (reason != nullptr) return reason;
      }
      return nullptr;
    }
    act_.clear();
    uint32_t n = head - kTask;
    is_ = head >= kTask ? Act::Task : head == kJoinChildren ? Act::JoinChildren : Act::JoinDescendants;
    if (is_ != Act::Task && !reader_.get(&n)) return kTruncated;
    if (n > counts_.n_dependences - seen_.n_dependences) return "it has more dependences than it says";
    for (uint32_t i = 0; i < n; i++) {
      uint32_t value = 0;
      if (!reader_.get(&value)) return kTruncated;
      act_.push_back(value);
    }
    act_.push_back(0);  // so that an act without dependences can be repeated
    return emit();
  }

  // One act from its numbers, which may come from a repetition.
  const char* emit() {
    size_t n = act_.size() - 1;
    if (n > counts_.n_dependences - seen_.n_dependences) return "it has more dependences than it says";
    words_.push_back(static_cast<uint32_t>(word::head(is_, n)));
    for (size_t i = 0; i < n; i++) {
      uint32_t kind = act_[i] & word::kKind;
      const char* reason = emit_dependence(i, act_[i] >> 2, kind);
      if (reason != nullptr) return reason;
    }
    seen_.n_acts++;
    seen_.n_dependences += static_cast<uint32_t>(n);
    return nullptr;
  }

  const char* emit_dependence(size_t position, uint32_t reference, uint32_t kind) {
    if (reference == kNoStation) {
      uint32_t special = word::kSpecial | kind;
      bool is_read_only = special == word::kReadOnly && is_ == Act::Task;
      if (!is_read_only && special != word::kAllMemory) return "it has a dependence of no known kind";
      if (is_read_only) seen_.n_read_only++;
      if (!is_read_only) has_all_memory_ = true;
      words_.push_back(special);
      return nullptr;
    }
    bool is_first = reference == kNewStation;
    int64_t named =
        is_first ? seen_.n_stations++ : int64_t{positions_.base(position)} + unzigzag(reference - kDistance);
    if (named < 0 || named >= seen_.n_stations) return "it names a station that it does not have";
    auto station = static_cast<uint32_t>(named);
    positions_.name(position, station);
    words_.push_back(station << word::kStationShift | (is_first ? word::kFirst : 0) | kind);
    return nullptr;
  }

  const PatternCounts& counts_;
  Reader reader_;
  PodVector<uint32_t>& words_;
  PodVector<uint32_t> act_;  // numbers of the last act that was spelt out, and one more
  Act is_ = Act::Task;
  PatternCounts seen_;
  Positions positions_;
  bool has_all_memory_ = false;
};

}  // namespace

const char* decode(const PatternCounts& counts, const char* stream, size_t bytes, PodVector<uint32_t>& words) {
  return Decoder(counts, stream, bytes, words).run();
}

}  // namespace rondo::graph
