// SPDX-License-Identifier: Apache-2.0
//
// The mutable side of one replay of a graph: a counter and a link a node, and in a re-capture the blocks that the
// region's own code fills. An instance belongs to one replay at a time and is used again by later ones. Its domain is
// the parent of the nodes' tasks; the replay is over when that domain is deeply done. Argument: README.md, "Counters
// are re-armed at dispatch".
#pragma once

#include "graph/graph.hpp"
#include "graph/root_share.hpp"
#include "graph/spread.hpp"
#include "task/task.hpp"

namespace rondo::graph {

class Record;
struct Cycle;
class Renaming;

struct Instance {
  static constexpr uint32_t kEverySeat = ~uint32_t{0};

  task::Domain domain;            // first member: see task::Tally::report
  const Graph* graph = nullptr;
  Record* record = nullptr;       // where the instance goes back to
  NodeState* states = nullptr;
  char* blocks = nullptr;         // re-capture; or what a kept loop's first iterations have captured
  task::Task** tasks = nullptr;   // of a dep_pattern only: the ordinary tasks that the nodes stand for,
  Renaming* renaming = nullptr;   // and the addresses of this use
  task::TaskGroup* group = nullptr;  // of the encountering task
  task::TaskGroup** groups = &group;  // pure replays: `group`, then what stands for Graph::groups
  uint32_t n_captures = 0;        // 1 in a re-capture: what `pending` counts beyond the predecessors
  bool takes_times = false;       // this replay measures the nodes: Graph::ticks
  bool is_partial = false;        // its times say nothing: it is the first one in new memory, or some nodes had
                                  // nothing to run
  Cycle* cycle = nullptr;         // of a cyclic graph
  Spread spread;                  // of the record, when the instance was taken
  uint64_t taken_at = 0;          // os::ticks()
  uint32_t row_length = 1;        // ready nodes that are queued as one
  uint32_t n_seats = 0;           // team size for which the seats of the nodes are set,
  uint32_t only_seat = kEverySeat;  // or the one that all are set to: nodes run where they are captured
  RootRun* root_runs = nullptr;   // pure replays: how the roots are dealt then
  uint32_t n_root_runs = 0;
  task::WorkerId master = task::kNoWorker;  // who runs the control code,
  uint32_t master_seat = 0;                 // and where it sits
  base::Atomic<uint32_t> n_joined{0};  // index + 1 of the newest Join that was reached
  Instance* next = nullptr;

  bool is_spread() const { return only_seat == kEverySeat; }
  task::Task* task_of(const Node& node) const { return reinterpret_cast<task::Task*>(blocks + node.payload); }
  // Pure: the taskgroup of a node.
  task::TaskGroup* group_of(const Node& node) const { return groups[node.group]; }
  // Pure: what the body gets a copy of.
  const char* data_of(const Node& node) const {
    return blocks == nullptr ? graph->pristine + node.pristine : static_cast<const char*>(task_of(node)->block());
  }
};

// Makes an instance for replays of `graph`, with blocks if it is to be re-captured and with what a pattern needs if
// it is one. Memory from the C library.
Instance* make_instance(const Graph& graph, bool recaptures);
void make_blocks(Instance& instance);
// `blocks` of another instance of these nodes, which loses them; or nullptr.
void replace_blocks(Instance& instance, char* blocks);
void free_instance(Instance* instance);

// Whoever runs the node, before its body: the counter is set for the *next* replay. Nobody counts it down before this
// replay is over, so nothing is swept between replays.
inline void rearm(NodeState& state) {
  state.pending.store_relaxed(state.node->n_predecessors + state.instance->n_captures);  // [G2]
}

// One of the counts that the node waits for, each of which is made once: true if it is the last one. That one needs
// no read-modify-write, since nobody else counts any more: whoever finds a 1 is alone.
inline bool count_down(NodeState& state) {
  return state.pending.load_acquire() == 1 || state.pending.sub_acq_rel(1) == 1;  // [G1] [G2]
}

// After the body: ready(NodeState*) for each successor that has become ready, newest created first.
template <class Ready>
void retire(NodeState& state, Ready ready) {
  Instance& instance = *state.instance;
  const NodeIndex* successors = instance.graph->successors;
  const uint32_t begin = state.node[0].first_successor;
  for (uint32_t i = state.node[1].first_successor; i-- > begin;) {
    NodeIndex id = successors[i];
    NodeState& successor = instance.states[id & ~kOnlyPredecessor];
    bool is_ready = (id & kOnlyPredecessor) != 0 && instance.n_captures == 0;
    if (is_ready || count_down(successor)) ready(&successor);
  }
}

// The control code has captured the node's data: returns its unit if that is ready. Captures come in creation order,
// so the last member's is the unit's.
inline NodeState* capture(NodeState& state) {
  if (state.node->next_member != 0) return nullptr;
  NodeState& unit = state.instance->states[state.node->head];
  bool is_ready = unit.node->n_predecessors == 0 || count_down(unit);
  return is_ready ? &unit : nullptr;
}

}  // namespace rondo::graph
