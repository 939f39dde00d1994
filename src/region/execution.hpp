// SPDX-License-Identifier: Apache-2.0
//
// What one execution of a task region is. Each construct has one function that plans its execution and returns one of
// these, and one switch that carries it out; README.md says which files do it.
#pragma once

#include <cstdint>

namespace rondo::region {

enum class Execution : uint8_t {
  Plain,        // the region's tasks are ordinary ones
  Record,       // likewise, and they are taken down
  Check,        // check mode: likewise, to be compared with the record
  Recapture,    // the region's code runs again and fills the nodes of the graph
  InOrder,      // the region's code runs again; each task runs where it is created, which has been faster
  Aside,        // likewise, and the tasks are ordinary ones: that has been faster, or there is no graph yet
  Pure,         // the graph runs with the recorded data, and the region's code does not
  Refresh,      // likewise, but the nodes are filled anew first: from the record and the values that have changed,
  CreateKnown,  // or from the table of a region whose tasks the compiler knows
  Validate,     // taskiter: the first iterations are compared with the graph that is kept, then it runs
  UsePattern,   // dep_pattern: ordinary tasks take the places of the nodes
};

}  // namespace rondo::region
