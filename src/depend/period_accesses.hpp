// SPDX-License-Identifier: Apache-2.0
//
// The accesses of a period that goes round: what comes before each of them, by the rules of access.hpp. They are
// sorted by their addresses, and those of one address are in the period's order, in which the first one follows the
// last one. Where an access does not join the one before it, a set begins, and what an access comes after is the set
// before its own. Used by cyclic_order.cpp, once for each period that is learnt: nothing is stored twice, because new
// pages are most of what that costs.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "base/pod_vector.hpp"
#include "depend/access.hpp"
#include "depend/address_map.hpp"
#include "depend/heap_memory.hpp"

namespace rondo::depend {

class PeriodAccesses {
 public:
  // `dependences`: those of all creations. `n_addresses`: about so many different ones are named.
  PeriodAccesses(std::span<const Dependence> dependences, uint32_t n_addresses) {
    const auto n = static_cast<uint32_t>(dependences.size());
    number_addresses(dependences, n_addresses < n ? n_addresses : n);
    uint32_t begin = 0;
    for (uint32_t& end : ends_) begin += std::exchange(end, begin);
    all_.append(n);
  }

  // The next dependence, of creation number `creation`.
  void add(const Dependence& dependence, uint32_t creation) {
    uint32_t& place = places_[n_added_++];
    place = ends_[place]++;
    all_[place] = {.creation = creation, .before = place - 1, .set = kShared, .kind = dependence.kind};
  }

  // All have been added.
  void find_sets() {
    uint32_t begin = 0;
    for (const uint32_t end : ends_) find_sets(std::exchange(begin, end), end);
  }

  // Whether all accesses to the address of this dependence join each other: then it comes after none of them.
  bool is_shared(uint32_t dependence) const { return all_[places_[dependence]].set == kShared; }

  // Calls before(distance) for each access that comes before the one of this dependence, which is not shared: so many
  // creations before it, of `n` in the period. False: it said so, and this ends.
  template <class Before>
  bool for_each_before(uint32_t dependence, uint32_t n, Before before) const {
    const uint32_t place = places_[dependence];
    const uint32_t creation = all_[place].creation;
    uint32_t other = all_[all_[place].set].before;
    const uint32_t last = all_[other].set;
    while (true) {
      const uint32_t earlier = all_[other].creation;
      const bool is_own = earlier == creation && other < place;  // of the same task
      if (!is_own && !before(earlier < creation ? creation - earlier : creation + n - earlier)) return false;
      if (other == last) return true;
      other = all_[other].before;
    }
  }

 private:
  static constexpr uint32_t kShared = ~uint32_t{0};  // of `set`

  struct PeriodAccess {
    uint32_t creation;
    uint32_t before;  // place of the access to the same address before this one
    uint32_t set;  // place of the first one of its set
    Kind kind;
  };
  struct Number {
    uintptr_t address;
    uint32_t n;  // from 1 on
  };

  void number_addresses(std::span<const Dependence> dependences, uint32_t n_addresses) {
    constexpr auto kNeverStale = [](Number&) { return false; };
    HeapMemory memory{"tasks that repeat", "set RONDO_AUTOGRAPH=0"};
    AddressMap<Number, HeapMemory> numbers(memory);
    numbers.reserve(n_addresses, kNeverStale);
    places_.reserve(dependences.size());
    for (const Dependence& dependence : dependences) {
      Number& number = numbers.find_or_add(dependence.address, kNeverStale);
      if (number.n == 0) {
        ends_.push_back(0);
        number.n = static_cast<uint32_t>(ends_.size());
      }
      ends_[number.n - 1]++;
      places_.push_back(number.n - 1);
    }
  }

  bool begins_set(uint32_t place) const { return !joins_set(all_[all_[place].before].kind, all_[place].kind); }

  // Of one address.
  void find_sets(uint32_t begin, uint32_t end) {
    all_[begin].before = end - 1;
    uint32_t first = begin;
    while (first < end && !begins_set(first)) first++;
    if (first == end) return;
    uint32_t set = first;
    for (uint32_t place = first; place < end; place++) {
      if (begins_set(place)) set = place;
      all_[place].set = set;
    }
    for (uint32_t place = begin; place < first; place++) all_[place].set = set;  // the last set goes on
  }

  base::PodVector<PeriodAccess> all_;
  base::PodVector<uint32_t> places_;  // of the dependences; before it is added, the number of its address
  base::PodVector<uint32_t> ends_;  // of each address; before they are added, where the next one goes
  uint32_t n_added_ = 0;
};

}  // namespace rondo::depend
