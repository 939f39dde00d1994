// SPDX-License-Identifier: Apache-2.0
//
// One use of a pattern: which address stands for which station this time, and whether what the code creates has the
// pattern's dependences, neither more nor fewer. The check is complete: different stations have different addresses,
// and no dropped one has the address of one that was kept. Nothing is hashed as long as all addresses have moved by
// the same distance since they were learnt. Belongs to an instance; only the worker that runs the control code uses
// it. Argument: README.md, "Check".
#pragma once

#include <span>

#include "graph/model/address_set.hpp"
#include "graph/model/pattern.hpp"

namespace rondo::graph {

class Renaming {
 public:
  explicit Renaming(const Pattern& pattern);
  Renaming(const Renaming&) = delete;
  Renaming& operator=(const Renaming&) = delete;
  ~Renaming();

  void begin();
  void end();

  // What the control code does next; nullptr if it is what the pattern says, else how it differs. After a difference
  // only end() may follow.
  const char* match(Act act, std::span<const depend::Dependence> dependences) {
    if (*next_ != word::head(act, dependences.size())) [[unlikely]]
      return difference(act);
    const uint32_t* word = next_ + 1;
    for (const depend::Dependence& dependence : dependences) {
      bool is_moved = dependence.address - learnt_[word::station_of(*word)] == distance_;
      if ((*word & (unsettled_ | word::kKind)) != static_cast<uint32_t>(dependence.kind) || !is_moved) {
        if (const char* reason = settle(word, dependence)) return reason;
      }
      word++;
    }
    next_ = word;
    return nullptr;
  }

  bool is_complete() const { return *next_ == word::kEnd; }

  // What this use's tasks depend on, with each dependence.
  template <class Visit>
  void for_each_access(Visit visit) const {
    const uintptr_t* read = read_;
    for (const uint32_t* head = pattern_.words; head != next_; head += word::n_dependences_of(*head) + size_t{1}) {
      const uint32_t* end = head + word::n_dependences_of(*head) + 1;
      for (const uint32_t* word = head + 1; word != end; word++) visit(access_of(*word, read));
    }
  }

 private:
  [[gnu::cold]] const char* difference(Act act) const;
  const char* settle(const uint32_t* word, const depend::Dependence& dependence);
  const char* settle_read_only(const uint32_t* word, uintptr_t address);
  const char* settle_first(const uint32_t* word, uintptr_t address);
  bool set_distance(uintptr_t address);
  void learn_from(const uint32_t* word);
  // `read`: the addresses of dropped stations that come next.
  depend::Dependence access_of(uint32_t word, const uintptr_t*& read) const {
    if (word == word::kAllMemory) return {depend::kAllMemory, depend::Kind::Out};
    if (word == word::kReadOnly) return {*read++, depend::Kind::In};
    return {learnt_[word::station_of(word)] + distance_, static_cast<depend::Kind>(word & word::kKind)};
  }
  bool may_be_learnt(uintptr_t address) const { return address - distance_ - lowest_ <= span_; }

  const Pattern& pattern_;
  uintptr_t* learnt_;        // address of each station, in a use that hashed them
  AddressSet stations_;      // the same as a set
  AddressSet readers_;       // addresses of dropped stations, while learning
  uintptr_t* read_;          // in this use: addresses of dropped stations, in the order met
  uintptr_t lowest_ = 0;     // of `learnt_`
  uintptr_t span_ = 0;       // from there to the highest address
  bool has_learnt_ = false;  // `learnt_`, `stations_`, `lowest_` and `span_` are whole

  const uint32_t* next_;     // word of the next act
  uintptr_t distance_ = 0;   // from `learnt_` to this use's addresses; 0 while learning
  uint32_t unsettled_ = 0;   // bits of a word that need more than the comparison
  uint32_t n_read_ = 0;
  bool is_learning_ = false;
  bool has_distance_ = false;
};

}  // namespace rondo::graph
