// SPDX-License-Identifier: Apache-2.0
//
// The second compilation of a graph, when it has been replayed and the time of each node is known: which nodes make a
// unit, and which slot runs it, for a team of a given size.
#pragma once

#include "graph/model/graph.hpp"
#include "graph/tune/costs.hpp"
#include "graph/tune/units.hpp"

namespace rondo::graph {

enum class Coarsening : uint8_t { Off, On };  // Off: each node stays a unit; only places are chosen

// The first replay finds cold caches; more than two would cost two readings of the clock for each node.
inline constexpr uint32_t kMeasuredReplays = 2;

// After how many replays by `n_slots` workers tuning is worth its cost: once they have been measured, and what it can
// gain at most would have been twice what it costs. `replay_ticks`: that a replay takes; 0: not known.
uint32_t replays_before_tuning(const Graph& graph, uint32_t n_slots, uint64_t replay_ticks = 0);

// The number of replays in which tuning may gain twice what it costs. As long as no time is known, bodies count as
// zero.
uint64_t replays_worth_tuning(const Graph& graph, uint32_t n_slots, uint64_t replay_ticks = 0);

// How long a replay of these nodes would take, in ticks, if tune() grouped and placed them.
uint64_t predict_replay(UnitIndex n, const uint32_t* first, const UnitIndex* list, const uint64_t* work,
                        uint32_t n_slots);

// A new graph of the same nodes; `graph` stays as it is and may be in use. Capturing: in the replays to come.
Graph* tune(const Graph& graph, uint32_t n_slots, Coarsening coarsening, Capturing capturing = Capturing::No);

// The same nodes, each a unit and in the place that it had before `graph` was tuned.
Graph* untune(const Graph& graph);

}  // namespace rondo::graph
