// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a pure replay: roots are dealt to the slots in ranges, not one by one (README.md, "Root ranges").
#pragma once

#include "graph/root_range.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// By the replay's master: each slot gets what has its place there.
void deal_roots(Worker& worker, graph::Instance& instance);

// Runs the next roots of a range; the rest is queued first, so that others can have it. Returns the immediate
// successor, if there is one.
Work run_range(Worker& worker, graph::RootRange& range);

}  // namespace rondo::sched
