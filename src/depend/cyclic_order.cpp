// SPDX-License-Identifier: Apache-2.0
#include "depend/cyclic_order.hpp"

#include <algorithm>
#include <bit>

#include "base/message.hpp"

namespace rondo::depend {

namespace {

using Distances = base::PodVector<uint32_t>;

// Each once, the nearest first.
void put_in_order(Distances& distances, size_t first) {
  std::sort(distances.begin() + first, distances.end());
  distances.shrink(static_cast<size_t>(std::unique(distances.begin() + first, distances.end()) - distances.begin()));
}

}  // namespace

void* CyclicOrder::HeapMemory::allocate(size_t bytes) {
  void* memory = std::malloc(bytes);
  if (memory == nullptr) base::fatal("out of memory for tasks that repeat (%zu bytes); set RONDO_AUTOGRAPH=0", bytes);
  return memory;
}

bool CyclicOrder::close(uint32_t n_addresses) {
  if (!find_distances(n_addresses)) return false;
  drop_implied();
  return true;
}

// Two periods are entered like live tasks; what comes before the creations of the second one are the distances.
bool CyclicOrder::find_distances(uint32_t n_addresses) {
  // More would be products of sets whose members do not order each other.
  const size_t most = size_t{16} * n_ + 4 * dependences_.size();
  HeapMemory memory;
  AddressMap<Creation, HeapMemory> map(memory);
  map.reserve(std::min(n_addresses, n_dependences()), [](Entry<Creation>&) { return false; });
  base::PodVector<Access<Creation>> accesses;
  Access<Creation>* access = accesses.append(2 * dependences_.size() + 1);
  for (uint32_t number = 0; number < 2 * n_; number++) {
    const bool is_second = number >= n_;
    const uint32_t position = number % n_;
    const size_t first = distances_.size();
    for (const Dependence& dependence : dependences(position)) {
      Entry<Creation>& entry = map.find_or_add(dependence.address, [](Entry<Creation>&) { return false; });
      access->node = creation(number);
      auto before = [&](const Creation* predecessor) {
        if (is_second && number_of(predecessor) != number) distances_.push_back(number - number_of(predecessor));
      };
      depend::enter(entry, access++, dependence.kind, before, [](Access<Creation>*) {});
      if (distances_.size() > most) return false;
    }
    if (!is_second) continue;
    put_in_order(distances_, first);
    if (distances_.size() != first && distances_.back() > n_) return false;
    positions_[position].first_distance = static_cast<uint32_t>(first);
  }
  positions_[n_].first_distance = static_cast<uint32_t>(distances_.size());
  find_shared(map);
  return true;
}

// `map`: as the two periods have left it. Their accesses of a shared address are all in one set.
void CyclicOrder::find_shared(AddressMap<Creation, HeapMemory>& map) {
  for (uint32_t position = 0; position <= n_; position++) {
    positions_[position].first_shared = static_cast<uint32_t>(shared_.size());
    if (position == n_) break;
    for (const Dependence& dependence : dependences(position)) {
      const Entry<Creation>& entry = *map.find(dependence.address);
      if (can_join(entry.kind) && entry.previous == nullptr) shared_.push_back(dependence);
    }
  }
}

// In each place a position or, where there is none, the period. Of many equal creations not all have one.
void CyclicOrder::index() {
  places_.resize(std::bit_ceil(size_t{2} * n_), n_);
  for (uint32_t position = 0; position < n_; position++) {
    const uint32_t first = token_of(dependences(position));
    for (uint32_t i = 0; i < kMostTried; i++) {
      uint32_t& place = places_[(first + i) & (places_.size() - 1)];
      if (place != n_) continue;
      place = position;
      break;
    }
  }
}

// A creation that comes before another one that comes before this one.
void CyclicOrder::drop_implied() {
  constexpr size_t kMost = 16;  // of a longer list nothing is dropped: that would take long
  Distances kept;
  base::PodVector<uint32_t> first_kept;
  for (uint32_t position = 0; position < n_; position++) {
    first_kept.push_back(static_cast<uint32_t>(kept.size()));
    const std::span<const uint32_t> all = distances(position);
    for (size_t i = 0; i < all.size(); i++) {
      bool is_implied = false;
      for (size_t j = 0; j < i && all.size() <= kMost && !is_implied; j++) {
        const uint32_t between = (position + n_ - all[j] % n_) % n_;
        const std::span<const uint32_t> further = distances(between);
        is_implied = std::binary_search(further.begin(), further.end(), all[i] - all[j]);
      }
      if (!is_implied) kept.push_back(all[i]);
    }
  }
  first_kept.push_back(static_cast<uint32_t>(kept.size()));
  for (uint32_t position = 0; position <= n_; position++) positions_[position].first_distance = first_kept[position];
  distances_.swap(kept);
}

}  // namespace rondo::depend
