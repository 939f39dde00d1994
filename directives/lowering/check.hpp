// SPDX-License-Identifier: Apache-2.0
//
// The restrictions of OpenMP 6.0 section 14.3 (and of the taskiter paper) that can be checked in the source:
// constructs that a taskgraph region must not have, and statements that leave a region or a loop.
#pragma once

#include "diagnostic.hpp"
#include "outline.hpp"

namespace rondo::directives {

void check_outline(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics);

// A task whose tasks are undeferred, whatever happens: its final clause is a literal.
bool is_final_task(Line line);

// True if part of the region creates tasks that cannot be recorded, so that the region has to run as ordinary tasks.
bool forbids_record(const Tokens& tokens, const Outline& outline, const Construct& region);

// The task that `cancel taskgroup` or `cancellation point taskgroup` ends, if its group is that of the region around:
// between the two there is no other taskgroup and no other function. Nothing for other directives.
std::optional<std::size_t> cancelled_task(const Tokens& tokens, const Outline& outline, std::size_t index);

// True if tasks of construct `index` would be part of a taskgraph region: it is lexically around them, and no
// construct between them gives the code to other tasks.
bool is_in_taskgraph(const Tokens& tokens, const Outline& outline, std::size_t index);

}  // namespace rondo::directives
