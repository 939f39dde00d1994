// SPDX-License-Identifier: Apache-2.0
//
// What an encounter of a loop leaves to the next one: whether a graph pays, how its rounds run, and what has to be
// looked at in rounds of ordinary tasks.
#pragma once

#include <cstdint>

#include "graph/tune/loop_trial.hpp"
#include "graph/tune/stretches.hpp"

namespace rondo::graph {

// How the ordinary tasks of a round come behind the same ones of the round before.
enum class RoundOrder : uint8_t {
  Unknown,       // no round has been watched
  Dependences,   // each by its own dependences: known of the tasks of one encounter
  Wait,          // the loop's code waits for all of them
  Edges,         // some of them by an edge that each creation is watched for
};

// Not thread-safe: an encounter has a copy of its own.
struct KnownLoop {
  LoopTrial trial;
  Stretches stretches;
  RoundOrder order = RoundOrder::Unknown;
  uint32_t n_tasks = 0;  // of a round, with its waits; 0: no round has been watched
  uint64_t body_ticks = 0;  // of a round's bodies where they were created; 0: most of them run elsewhere
};

}  // namespace rondo::graph
