// SPDX-License-Identifier: Apache-2.0
//
// The dep_pattern construct: what happens at the two ends of a block in which a task creates children whose
// dependences follow the pattern of a tag.
#pragma once

#include <cstdint>

#include "graph/store/record.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::region {

struct PatternSite {
  void** cache;  // the static word of this site in the program
  const char* tag;
  const char* file;
  uint32_t line;
};

struct PatternBlock;  // one execution of a block

// Returns nullptr where the block's tasks are ordinary ones; else leave_pattern must follow.
PatternBlock* enter_pattern(sched::Worker& worker, const PatternSite& site);

// `complete`: the block was executed to its end.
void leave_pattern(sched::Worker& worker, PatternBlock* block, bool complete);

struct PatternStats {
  uint64_t recorded, loaded, uses, plain, mismatches;
  // of all patterns that were recorded or loaded:
  uint64_t tasks, dependences, dependences_dropped, stations, stream_bytes, nibble_form_bytes;
};
PatternStats pattern_stats();

}  // namespace rondo::region
