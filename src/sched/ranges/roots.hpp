// SPDX-License-Identifier: Apache-2.0
//
// The beginning of a pure replay: roots are dealt to the slots in ranges, not one by one (README.md, "Root ranges").
#pragma once

#include "graph/model/graph.hpp"
#include "sched/ranges/lazy_range.hpp"

namespace rondo::sched {

// Some of the roots of the proxy's instance (Graph::roots); belongs to the worker that holds it. Its slot is the
// proxy's.
struct RootRange {
  graph::NodeState proxy = {.is_proxy = true};  // first member: what queues know
  LazyRange rest;
};
inline RootRange& root_range_of(graph::NodeState& proxy) { return reinterpret_cast<RootRange&>(proxy); }

// By the replay's master: each slot gets the roots that have their place there.
void deal_roots(Worker& worker, graph::Instance& instance);

// Runs the next roots of a range; the rest is queued first, so that others can have it. Returns the immediate
// successor, if there is one.
Work run_root_range(Worker& worker, RootRange& range);

}  // namespace rondo::sched
