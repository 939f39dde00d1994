// SPDX-License-Identifier: Apache-2.0
#include "graph/pattern/renaming.hpp"

namespace rondo::graph {

namespace {

constexpr const char* kOtherAddress = "an address is another one than the pattern says";
constexpr const char* kSameAddress = "two addresses are the same that the pattern tells apart";

uintptr_t* allocate(uint32_t n) {
  auto* array = static_cast<uintptr_t*>(std::calloc(n + size_t{1}, sizeof(uintptr_t)));
  if (array == nullptr) base::fatal("out of memory for a pattern (%u addresses); set RONDO_GRAPH=0", n);
  return array;
}

}  // namespace

Renaming::Renaming(const Pattern& pattern)
    : pattern_(pattern),
      learnt_(allocate(pattern.counts.n_stations)),
      stations_(pattern.counts.n_stations),
      readers_(pattern.counts.n_read_only),
      read_(allocate(pattern.counts.n_read_only)),
      next_(pattern.words) {}

Renaming::~Renaming() {
  std::free(learnt_);
  std::free(read_);
}

void Renaming::begin() {
  next_ = pattern_.words;
  n_read_ = 0;
  distance_ = 0;
  is_learning_ = false;
  has_distance_ = false;
  unsettled_ = word::kSpecial | word::kFirst;  // until the distance is known
  if (!has_learnt_) learn_from(pattern_.words);
}

void Renaming::end() {
  if (is_learning_) has_learnt_ = is_complete();
}

const char* Renaming::difference(Act act) const {
  if (is_complete()) return act == Act::Task ? "more tasks are created than the pattern has" : "it waits once more";
  Act expected = word::act_of(*next_);
  if (expected == act) return "a task has another number of dependences";
  return act == Act::Task ? "a task is created where the pattern waits" : "it waits where the pattern does not";
}

// Everything that is not a known station at the expected distance.
const char* Renaming::settle(const uint32_t* word, const depend::Dependence& dependence) {
  const uintptr_t address = dependence.address;
  if ((*word & word::kKind) != static_cast<uint32_t>(dependence.kind)) return "a dependence is of another kind";
  if (*word == word::kAllMemory) return address == depend::kAllMemory ? nullptr : kOtherAddress;
  if (address == depend::kAllMemory) return kOtherAddress;
  if (*word == word::kReadOnly) return settle_read_only(word, address);
  if ((*word & word::kFirst) != 0) return settle_first(word, address);
  return address - learnt_[word::station_of(*word)] == distance_ ? nullptr : kOtherAddress;
}

const char* Renaming::settle_read_only(const uint32_t* word, uintptr_t address) {
  if (!is_learning_ && has_distance_ && may_be_learnt(address) && stations_.contains(address - distance_)) {
    learn_from(word);  // a station may have been there when addresses were learnt, and elsewhere now
  }
  read_[n_read_++] = address;
  if (!is_learning_) return nullptr;
  if (stations_.contains(address)) return kSameAddress;
  readers_.insert(address);
  return nullptr;
}

const char* Renaming::settle_first(const uint32_t* word, uintptr_t address) {
  const uint32_t station = word::station_of(*word);
  if (!is_learning_) {
    if (has_distance_ ? address - learnt_[station] == distance_ : set_distance(address)) return nullptr;
    learn_from(word);
  }
  if (stations_.contains(address) || readers_.contains(address)) return kSameAddress;
  learnt_[station] = address;
  stations_.insert(address);
  if (station == 0 || address < lowest_) {
    span_ += station == 0 ? 0 : lowest_ - address;
    lowest_ = address;
  }
  if (address - lowest_ > span_) span_ = address - lowest_;
  return nullptr;
}

// The first station of a use says how far all of them have moved. False: then what has been read so far, or nothing,
// would be among them.
bool Renaming::set_distance(uintptr_t address) {
  distance_ = address - learnt_[0];
  bool is_clear = !stations_.contains(uintptr_t{0} - distance_);
  for (uint32_t i = 0; i < n_read_ && is_clear; i++) is_clear = !stations_.contains(read_[i] - distance_);
  has_distance_ = is_clear;
  if (is_clear) unsettled_ = word::kSpecial;
  return is_clear;
}

// From `word` on every address is hashed; those before it are as they were checked.
void Renaming::learn_from(const uint32_t* word) {
  uint32_t n_known = 0;
  for (const uint32_t* act = pattern_.words; act < word; act += word::n_dependences_of(*act) + size_t{1}) {
    const uint32_t* end = act + word::n_dependences_of(*act) + 1;
    for (const uint32_t* d = act + 1; d != end && d < word; d++) {
      if ((*d & word::kSpecial) == 0 && (*d & word::kFirst) != 0) n_known++;
    }
  }
  const uintptr_t distance = distance_;
  is_learning_ = true;
  has_learnt_ = false;
  distance_ = 0;
  unsettled_ = word::kSpecial | word::kFirst;
  stations_.clear();
  readers_.clear();
  span_ = 0;
  uintptr_t highest = 0;
  for (uint32_t station = 0; station < n_known; station++) {
    uintptr_t address = learnt_[station] += distance;
    stations_.insert(address);
    if (station == 0 || address < lowest_) lowest_ = address;
    if (address > highest) highest = address;
  }
  if (n_known != 0) span_ = highest - lowest_;
  for (uint32_t i = 0; i < n_read_; i++) readers_.insert(read_[i]);
}

}  // namespace rondo::graph
