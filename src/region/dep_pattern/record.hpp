// SPDX-License-Identifier: Apache-2.0
//
// Executions of a block that take its tasks down, and the pattern that becomes of the notes.
#pragma once

#include "region/dep_pattern/block.hpp"

namespace rondo::region {

void begin_recording(sched::Worker& worker, PatternBlock& block);

// `complete`: the block was executed to its end.
void end_recording(sched::Worker& worker, PatternBlock& block, bool complete);

// For a record that find() or find_kept() has told to compile: false, with a reason, if there cannot be a pattern.
bool compile_pattern(graph::Record& record, const char** reason);

// Adds the size of a pattern that is ready to the statistics.
void count_pattern(const graph::Graph& graph);

}  // namespace rondo::region
