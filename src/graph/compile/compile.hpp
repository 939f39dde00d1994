// SPDX-License-Identifier: Apache-2.0
//
// From the recorded list to the compiled graph.
#pragma once

#include "graph/record/recorder.hpp"

namespace rondo::graph {

// The graph of what was recorded; memory from the C library. Takes the captured data out of the recorder: called once
// for each recorder. nullptr: the graph would be too dense.
[[nodiscard]] Graph* compile(Recorder& recorder);

// The cyclic graph of a loop that repeats what was recorded; see cycle.hpp. nullptr as above.
[[nodiscard]] Graph* compile_cycle(Recorder& recorder, Gate gate);

}  // namespace rondo::graph
