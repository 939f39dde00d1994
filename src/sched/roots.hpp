// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a pure replay: roots are dealt to the seats in shares, not one by one (README.md, "Shares").
#pragma once

#include "graph/root_share.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// By the replay's master: each seat gets what has its place there.
void deal_roots(Worker& worker, graph::Instance& instance);

// Runs the next roots of a share; the rest is queued first, so that others can have it. Returns the immediate
// successor, if there is one.
Work run_share(Worker& worker, graph::RootShare& share);

}  // namespace rondo::sched
