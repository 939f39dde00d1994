// SPDX-License-Identifier: Apache-2.0
//
// What an execution of a block with a pattern will be: decided here, once, before anything of it happens.
#pragma once

#include "region/dep_pattern/block.hpp"

namespace rondo::region {

// Finds the record of the tag: `block.tag` and `block.record`, unless the execution is plain.
Execution plan_pattern(sched::Worker& worker, PatternBlock& block);

}  // namespace rondo::region
