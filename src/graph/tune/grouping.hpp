// SPDX-License-Identifier: Apache-2.0
//
// Two ways to group units. Why neither makes a circle: README.md, "Grouping".
#pragma once

#include "graph/tune/units.hpp"

namespace rondo::graph {

// The limits of a group. They keep captures and imbalance small: a unit starts when its last member is captured.
struct GroupLimits {
  uint32_t n_members;
  uint64_t work;
};

// Whether each unit that may be grouped is in a chain.
bool are_all_in_chains(Units& units);

// Chains: a unit joins its only predecessor if it is the only successor of that.
void fuse_chains(Units& units, GroupLimits limits, Grouping& result);

// Tiles: neighbours within `n_along` steps along and `n_across` steps across the order of creation.
struct TileShape {
  uint32_t n_along;
  uint32_t n_across;
};
void cut_tiles(Units& units, TileShape shape, GroupLimits limits, Grouping& result);

}  // namespace rondo::graph
