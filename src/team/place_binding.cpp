// SPDX-License-Identifier: Apache-2.0
#include "team/place_binding.hpp"

namespace rondo::team {

namespace {

// `n` things in `n_groups` runs of neighbours whose lengths differ by one at most; the longer ones come first.
struct Runs {
  uint32_t length;
  uint32_t n_longer;

  Runs(uint32_t n, uint32_t n_groups) : length(n / n_groups), n_longer(n % n_groups) {}

  uint32_t group_of(uint32_t index) const {
    uint32_t in_longer = n_longer * (length + 1);
    return index < in_longer ? index / (length + 1) : n_longer + (index - in_longer) / length;
  }
  uint32_t first_of(uint32_t group) const { return group * length + (group < n_longer ? group : n_longer); }
  uint32_t length_of(uint32_t group) const { return length + (group < n_longer ? 1 : 0); }
};

// The place that is `n` behind the master's, cyclically within its partition.
uint32_t behind(const PlaceBinding& master, uint32_t n) {
  return master.first + (master.place - master.first + n) % master.count;
}

// Close: neighbours beside the master, sharing places where there are more threads.
uint32_t close_place(const PlaceBinding& master, uint32_t index, uint32_t n_threads) {
  if (n_threads <= master.count) return behind(master, index);
  return behind(master, Runs(n_threads, master.count).group_of(index));
}

// Spread: each thread gets a part of the partition for itself, the master the one it is in already.
PlaceBinding spread(const PlaceBinding& master, uint32_t index, uint32_t n_threads) {
  if (n_threads > master.count) {
    uint32_t place = close_place(master, index, n_threads);
    return {place, place, 1};
  }
  Runs parts(master.count, n_threads);
  uint32_t part = (parts.group_of(master.place - master.first) + index) % n_threads;
  uint32_t first = master.first + parts.first_of(part);
  return {index == 0 ? master.place : first, first, parts.length_of(part)};
}

}  // namespace

PlaceBinding binding_of(config::ProcBind policy, PlaceBinding master, uint32_t index, uint32_t n_threads) {
  switch (policy) {
    case config::ProcBind::Primary:
      return master;
    case config::ProcBind::Spread:
      return spread(master, index, n_threads);
    default:
      return {close_place(master, index, n_threads), master.first, master.count};
  }
}

}  // namespace rondo::team
