// SPDX-License-Identifier: Apache-2.0
//
// What an instance of a cyclic graph has in addition: a loop's iterations, or `unroll` of them at a time, go round
// the graph without a barrier between them. One pass round the graph is a *round*; the iterations in it are
// *unrolled*. Argument: README.md, "Cycles".
#pragma once

#include "graph/replay/instance.hpp"

namespace rondo::graph {

class History;

struct Cycle {
  static constexpr uint64_t kDropped = ~uint64_t{0};  // as a node's rounds: cancelled, the node runs no more

  Gate gate;
  uint64_t n_rounds = 0;       // Gate::None: rounds that every node runs,
  uint32_t n_unrolled_more = 0;  // and how many of the unrolled iterations run once more
  uint64_t n_rounds_before = 0;  // Gate::None: of the releases before, which are over
  uint64_t round = 0;          // else: the one that the control code is in; used by that code only
  base::Atomic<uint64_t>* rounds = nullptr;  // of each node: how often it has run
  base::Atomic<NodeIndex> awaited{~NodeIndex{0}};  // the control code waits for the end of this node
  base::Atomic<uint64_t> newest{0};  // round that has begun, where nodes may outlast their bodies; a hint
  uint64_t n_timed_rounds = ~uint64_t{0};  // if the instance takes times: in so many rounds of each node
  History* history = nullptr;  // keeps the graph for reports; nullptr: it is freed with the instance
  task::Task** proxy_tasks = nullptr;  // `inline`: of each node, the task that outside siblings see; else nullptr

  // The number of times that a node runs.
  uint64_t limit(const Node& node) const { return n_rounds + (node.shape().copy < n_unrolled_more ? 1 : 0); }
};

// An instance for one execution of a loop from its cyclic graph. Units of the first round that come behind recorded
// tasks wait for one more count: the code that executes the loop counts it down when those tasks are done.
Instance* make_cycle(const Graph& graph, Gate gate);
// Back to the state before the first round.
void reset_cycle(Instance& instance);
// Gate::None: the same between two releases; the rounds that are over count on.
void rewind_cycle(Instance& instance);
// The control code has run these nodes by itself: their round is over. Their counters are as before it.
void pass_round(Instance& instance, NodeIndex begin, NodeIndex end);
void free_cycle(Cycle* cycle);

// The loop has `n_iterations` left, all of them to be released at once. Returns the number of units that run at all.
uint32_t set_limit(Instance& instance, uint64_t n_iterations);

// One of the counts of the first round, or the launch of a root: true if the node is ready.
inline bool release_gate(NodeState& state) { return state.pending.sub_acq_rel(1) == 1; }  // [G1] [G2]

// After a cancellation the node may have got all its counts once more. The worker that made the last count knows of
// the cancellation; graph/README.md, "Cancelled loops".
inline bool is_dropped(const NodeState& state) {
  const Instance& instance = *state.instance;
  return instance.cycle->rounds[instance.index_of(state)].load_relaxed() == Cycle::kDropped;
}

// A node without a priority begins its round.
inline void note_begun(const NodeState& state) {
  Cycle& cycle = *state.instance->cycle;
  const uint64_t round = cycle.rounds[state.instance->index_of(state)].load_relaxed();  // [sched/G4]
  if (round > cycle.newest.load_relaxed()) cycle.newest.store_relaxed(round);
}
// The node is ready for a round that has not begun. By the worker that has made its last count.
inline bool opens_round(const NodeState& state) {
  const Cycle& cycle = *state.instance->cycle;
  return cycle.rounds[state.instance->index_of(state)].load_relaxed() > cycle.newest.load_relaxed();  // [sched/G4]
}

// As retire(), after round `round` of the node. A successor that has run its last round is left alone.
template <class Ready>
void retire_round(Instance& instance, const Node& node, uint64_t round, ReplayKind kind, Ready ready) {
  const Cycle& cycle = *instance.cycle;
  const NodeIndex* successors = instance.graph->successors;
  const bool may_end = cycle.gate == Gate::None && round + 1 >= cycle.n_rounds;
  const uint32_t begin = node.first_successor;
  for (uint32_t i = (&node)[1].first_successor; i-- > begin;) {
    NodeIndex id = successors[i];
    NodeState& successor = instance.states[id & kIndexMask];
    if (may_end && round + ((id & kNextRound) != 0 ? 1 : 0) >= cycle.limit(instance.node_of(successor))) continue;
    bool is_ready = (id & kOnlyPredecessor) != 0 && !is_captured(kind);
    if (is_ready || successor.pending.sub_acq_rel(1) == 1) ready(&successor);  // [G1] [G2]
  }
}

}  // namespace rondo::graph
