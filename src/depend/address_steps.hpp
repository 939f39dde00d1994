// SPDX-License-Identifier: Apache-2.0
//
// What the next creation will look up. Loops create tasks whose addresses go on in steps, so the next creation is
// likely to name the addresses that are one step further than those of this one. Where a table has many addresses,
// their entries lie in the second-level cache or in memory: they are fetched now. A guess that is wrong costs nothing
// but these instructions.
#pragma once

#include <cstdint>
#include <span>

#include "depend/access.hpp"

namespace rondo::depend {

// Of the first dependences of a creation. For one thread at a time.
class AddressSteps {
 public:
  // `map` is not empty.
  template <class Map>
  void fetch_next(const Map& map, std::span<const Dependence> dependences) {
    for (uint32_t i = 0; i < dependences.size() && i < kMost; i++) {
      const uintptr_t address = dependences[i].address;
      map.fetch(address + (address - latest_[i]));
      latest_[i] = address;
    }
  }

 private:
  static constexpr uint32_t kMost = 8;  // few tasks have more

  uintptr_t latest_[kMost] = {};
};

}  // namespace rondo::depend
