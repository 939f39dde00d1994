// SPDX-License-Identifier: Apache-2.0
#include "depend/cyclic_order.hpp"

#include <algorithm>
#include <bit>

#include "depend/period_accesses.hpp"

namespace rondo::depend {

namespace {

using Distances = base::PodVector<uint32_t>;

constexpr size_t kShort = 16;  // of a list: most have three to six

// Each once, the nearest first.
void put_in_order(Distances& distances, size_t first) {
  uint32_t* const begin = distances.begin() + first;
  if (distances.size() - first > kShort) {
    std::sort(begin, distances.end());
    distances.shrink(static_cast<size_t>(std::unique(begin, distances.end()) - distances.begin()));
    return;
  }
  uint32_t* end = begin;
  for (const uint32_t distance : std::span(begin, distances.end())) {
    if (std::find(begin, end, distance) != end) continue;
    uint32_t* place = end++;
    for (; place != begin && place[-1] > distance; place--) *place = place[-1];
    *place = distance;
  }
  distances.shrink(static_cast<size_t>(end - distances.begin()));
}

bool has(std::span<const uint32_t> distances, uint32_t distance) {
  if (distances.size() > kShort) return std::binary_search(distances.begin(), distances.end(), distance);
  for (const uint32_t other : distances) {
    if (other >= distance) return other == distance;
  }
  return false;
}

}  // namespace

bool CyclicOrder::close(uint32_t n_addresses) {
  if (!find_distances(n_addresses)) return false;
  drop_implied();
  return true;
}

bool CyclicOrder::find_distances(uint32_t n_addresses) {
  // More would be products of sets whose members do not order each other.
  const size_t most = size_t{16} * n_ + 4 * dependences_.size();
  PeriodAccesses accesses({dependences_.data(), dependences_.size()}, n_addresses);
  for (uint32_t position = 0; position < n_; position++) {
    for (const Dependence& dependence : dependences(position)) accesses.add(dependence, position);
  }
  accesses.find_sets();
  uint32_t i = 0;  // of the dependence
  for (uint32_t position = 0; position < n_; position++) {
    const size_t first = distances_.size();
    positions_[position].first_distance = static_cast<uint32_t>(first);
    positions_[position].first_shared = static_cast<uint32_t>(shared_.size());
    for (const Dependence& dependence : dependences(position)) {
      if (accesses.is_shared(i)) {
        shared_.push_back(dependence);
      } else if (!accesses.for_each_before(i, n_, [&](uint32_t distance) {
                   distances_.push_back(distance);
                   return distances_.size() <= most;
                 })) {
        return false;
      }
      i++;
    }
    put_in_order(distances_, first);
  }
  positions_[n_].first_distance = static_cast<uint32_t>(distances_.size());
  positions_[n_].first_shared = static_cast<uint32_t>(shared_.size());
  return true;
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

// A creation that comes before another one that comes before this one. Of a long list nothing is dropped: that would
// take long.
void CyclicOrder::drop_implied() {
  Distances kept;
  base::PodVector<uint32_t> first_kept;
  for (uint32_t position = 0; position < n_; position++) {
    first_kept.push_back(static_cast<uint32_t>(kept.size()));
    const std::span<const uint32_t> all = distances(position);
    for (size_t i = 0; i < all.size(); i++) {
      bool is_implied = false;
      for (size_t j = 0; j < i && all.size() <= kShort && !is_implied; j++) {
        is_implied = has(distances(before(position, all[j])), all[i] - all[j]);
      }
      if (!is_implied) kept.push_back(all[i]);
    }
  }
  first_kept.push_back(static_cast<uint32_t>(kept.size()));
  for (uint32_t position = 0; position <= n_; position++) positions_[position].first_distance = first_kept[position];
  distances_.swap(kept);
}

}  // namespace rondo::depend
