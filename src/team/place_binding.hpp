// SPDX-License-Identifier: Apache-2.0
//
// The places of a team's threads: the rules of OpenMP 5.2, section 10.1.3, as arithmetic on numbers of places. What a
// place is, and binding to it: binding.hpp.
#pragma once

#include <cstdint>

#include "config/options.hpp"

namespace rondo::team {

inline constexpr uint32_t kNoPlace = ~0u;

// Where an implicit task runs, and the places it may give to the threads of a region (place-partition-var).
struct PlaceBinding {
  uint32_t place = kNoPlace;
  uint32_t first = 0;  // the partition
  uint32_t count = 0;

  friend bool operator==(const PlaceBinding&, const PlaceBinding&) = default;
};

// The place binding of thread `index` in a team of `n_threads` whose master encountered the region at `master`, which
// has a place. ProcBind::True is Close.
PlaceBinding binding_of(config::ProcBind policy, PlaceBinding master, uint32_t index, uint32_t n_threads);

}  // namespace rondo::team
