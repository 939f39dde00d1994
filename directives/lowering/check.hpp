// SPDX-License-Identifier: Apache-2.0
//
// What OpenMP 6.0 section 14.3 (and the taskiter paper) restricts and a reader of the source can see: constructs
// that a taskgraph region must not have, and statements that leave a region or a loop.
#pragma once

#include "diagnostic.hpp"
#include "outline.hpp"

namespace rondo::directives {

void check_outline(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics);

// A task whose tasks are undeferred, whatever happens: its final clause is a literal.
bool is_final_task(Line line);

// Something in the region creates tasks that cannot be recorded: it is to run as ordinary tasks.
bool forbids_record(const Tokens& tokens, const Outline& outline, const Construct& region);

// The taskgraph region that tasks of construct `index` would be part of: lexically around it, and no construct
// between them gives the code to other tasks.
// The task that `cancel taskgroup` or `cancellation point taskgroup` ends, where the group is that of the region
// around: nothing between the two makes another one, or is another function. Nothing for other directives.
std::optional<std::size_t> cancelled_task(const Tokens& tokens, const Outline& outline, std::size_t index);

bool is_in_taskgraph(const Tokens& tokens, const Outline& outline, std::size_t index);

}  // namespace rondo::directives
