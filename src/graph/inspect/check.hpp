// SPDX-License-Identifier: Apache-2.0
//
// Would a replay do what the region asks for now? Compares what an encounter created with what was recorded: number
// and shape of the tasks, the order that their dependences demand and, where the block would be skipped, the bytes
// that they captured. Pure functions; region/ runs the comparison and reports its result.
#pragma once

#include "graph/record/findings.hpp"
#include "graph/record/transcript.hpp"

namespace rondo::graph {

// `compares_data`: the block would be skipped, so captured bytes have to be the same.
Findings compare(const Transcript& recorded, const Transcript& current, bool compares_data);

// The same for a round of a loop, compared with the first one: dependences have to name the same addresses, since the
// next round depends on this one.
Findings compare_rounds(const Transcript& recorded, const Transcript& current, bool compares_data);

}  // namespace rondo::graph
