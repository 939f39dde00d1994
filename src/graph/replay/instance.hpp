// SPDX-License-Identifier: Apache-2.0
//
// The mutable side of one replay of a graph: for each node a counter and a link, and in a re-capture the blocks that
// the region's own code fills. An instance belongs to one replay at a time and is used again by later ones. Its
// domain is the parent of the nodes' tasks; the replay is over when all descendants in that domain are done.
// Argument: README.md, "Counters are re-armed at dispatch".
#pragma once

#include "graph/model/graph.hpp"
#include "graph/replay/instance_states.hpp"
#include "graph/replay/root_runs.hpp"
#include "graph/tune/body_time.hpp"
#include "graph/tune/way_trial.hpp"
#include "task/task.hpp"

namespace rondo::sched {
class Work;
}

namespace rondo::graph {

class Record;
struct Cycle;
class ObservedNodes;

// How an instance's nodes are run, and on what data.
enum class ReplayKind : uint8_t {
  Pure,          // once, on copies of the recorded data
  Recapture,     // once, in the blocks that the region's code fills
  Pattern,       // once, as the ordinary tasks that they stand for (dep_pattern)
  Loop,          // round and round, on copies
  CapturedLoop,  // round and round, in the blocks that the loop's code fills in each iteration
};
constexpr bool is_loop(ReplayKind kind) { return kind >= ReplayKind::Loop; }
// Code creates the tasks and waits that the nodes stand for, and each node waits for its creation as well.
constexpr bool is_captured(ReplayKind kind) { return kind != ReplayKind::Pure && kind != ReplayKind::Loop; }
constexpr uint32_t n_captures(ReplayKind kind) { return is_captured(kind) ? 1 : 0; }

struct Instance {
  static constexpr uint32_t kEverySlot = ~uint32_t{0};

  task::Domain domain;            // first member: see task::JoinCounter::report
  const Graph* graph = nullptr;
  Record* record = nullptr;       // where the instance goes back to
  NodeState* states = nullptr;
  intptr_t to_nodes = 0;          // bytes from a node's state to the node: the two arrays run in step
  ReplayKind kind = ReplayKind::Pure;
  char* blocks = nullptr;         // re-capture; or the blocks that a kept loop's first iterations have captured
  char* detachable_blocks = nullptr;  // other replays of a graph with events: the detachable tasks run in these
  task::TaskGroup* group = nullptr;  // of the encountering task
  task::TaskGroup** groups = &group;  // pure replays: `group`, then what stands for Graph::groups
  bool takes_times = false;       // this replay measures the nodes: Graph::ticks
  bool is_partial = false;        // its times say nothing: it is the first one in new memory, or some nodes had
                                  // nothing to run
  RecaptureState recapture;
  PatternState pattern;
  Cycle* cycle = nullptr;         // of a loop
  ObservedNodes* observed = nullptr;  // while a tool is on, or the process is traced (observed_nodes.hpp)
  BorderState border;             // what is outside of the replay
  BodyTime body_time;                       // of the record, when the instance was taken,
  WayChoice choice;                         // and how it is to be used this time
  uint64_t taken_at = 0;          // os::ticks()
  uint64_t ended_at = 0;          // not waited for: os::ticks() when its last node was done; else 0
  uint32_t batch_length = 1;        // ready nodes that are queued as one
  uint32_t n_slots = 0;           // team size for which the slots of the nodes are set,
  uint32_t only_slot = kEverySlot;  // or the one that all are set to: nodes run where they are captured
  uint32_t first_slot = 0;          // and the one that the first home stands for
  RootRun* root_runs = nullptr;   // pure replays: how the roots are dealt then
  uint32_t n_root_runs = 0;
  task::WorkerId master = task::kNoWorker;  // the worker that runs the control code,
  uint32_t master_slot = 0;                 // and its slot
  base::Atomic<uint32_t> n_joined{0};  // index + 1 of the newest Join that was reached
  // Runs a ready node in the way of the replay's kind; set by the code that starts the replay
  // (sched/nodes/run_node.hpp).
  sched::Work (*run_node)(sched::Worker& worker, NodeState& node) = nullptr;
  // A graph with events: what follows from the end of a detachable node whose event came last. Any worker, also of
  // another arena.
  void (*complete_node)(sched::Worker& worker, NodeState& node) = nullptr;
  // The wait of Node::keeps_children. Set by the code that starts the replay: waits run nodes, so the code that runs
  // nodes does not refer to waits.
  void (*await_descendants)(sched::Worker& worker, task::Domain& domain) = nullptr;
  Instance* next = nullptr;  // in the pool, or among the blocks that are open

  const Node& node_of(const NodeState& state) const {
    return *reinterpret_cast<const Node*>(reinterpret_cast<intptr_t>(&state) + to_nodes);
  }
  NodeState& state_of(const Node& node) const {
    return *reinterpret_cast<NodeState*>(reinterpret_cast<intptr_t>(&node) - to_nodes);
  }
  NodeIndex index_of(const NodeState& state) const { return static_cast<NodeIndex>(&state - states); }
  bool is_spread() const { return only_slot == kEverySlot; }
  // Where the compiler's block of a node is. The descriptor of an untied task stands before the block, as for any
  // task: the body uses it to ask for its next part. Other nodes have a descriptor only while they run.
  char* block_of(const Node& node) const { return blocks + node.block * Node::kWord; }
  // A graph with events: the task of a node that is captured, or of a detachable one.
  task::Task& task_of(const Node& node) const {
    return *task::Task::of_block((is_captured(kind) ? blocks : detachable_blocks) + node.block * Node::kWord);
  }
  // Pure: the taskgroup of a node.
  task::TaskGroup* group_of(const Node& node) const { return groups[node.shape().group]; }
  // Re-capture: the taskgroup in which the node was created.
  task::TaskGroup* captured_group(const Node& node) const {
    task::TaskGroup** in = recapture.groups.load_acquire();  // [G5]
    if (in == nullptr) return group;
    task::TaskGroup* other = in[index_of(state_of(node))];
    return other == nullptr ? group : other;
  }
  bool is_usual_group(const task::TaskGroup* in) const {
    return in == group && recapture.groups.load_relaxed() == nullptr;  // [G5]
  }
};

// Makes an instance for replays of `graph`, with blocks if it is to be re-captured and with what a pattern needs if
// it is one. Memory from the C library.
Instance* make_instance(const Graph& graph, bool recaptures);
void make_blocks(Instance& instance);
// `blocks` of another instance of these nodes, which loses them; or nullptr.
void replace_blocks(Instance& instance, char* blocks);
void free_instance(Instance* instance);

// The worker that runs the node, before the body: sets the counter for the *next* replay. No thread counts it down
// before this replay is over, so there is no sweep over the nodes between replays.
inline void rearm(NodeState& state, const Node& node, ReplayKind kind) {
  state.pending.store_relaxed(node.n_predecessors + n_captures(kind));  // [G2]
}
inline void rearm(NodeState& state) { rearm(state, state.instance->node_of(state), state.instance->kind); }

// One of the counts that the node waits for, each of which is made once: true if it is the last one. The last one
// needs no read-modify-write: a thread that finds a 1 is the only one that still counts.
inline bool count_down(NodeState& state) {
  return state.pending.load_acquire() == 1 || state.pending.sub_acq_rel(1) == 1;  // [G1] [G2]
}

// After the body: ready(NodeState*) for each successor that has become ready, newest created first. `kind`: of the
// instance.
template <class Ready>
void retire(Instance& instance, const Node& node, ReplayKind kind, Ready ready) {
  const NodeIndex* successors = instance.graph->successors;
  const uint32_t begin = node.first_successor;
  for (uint32_t i = (&node)[1].first_successor; i-- > begin;) {
    NodeIndex id = successors[i];
    NodeState& successor = instance.states[id & ~kOnlyPredecessor];
    bool is_ready = (id & kOnlyPredecessor) != 0 && !is_captured(kind);
    if (is_ready || count_down(successor)) ready(&successor);
  }
}

inline int16_t priority_of(const NodeState& state) { return state.instance->node_of(state).shape().spec.priority; }

// Called by the control code, which has captured the node's data: returns the node's unit if that is ready. Captures
// come in creation order, so the last member's is the unit's.
inline NodeState* capture(const Instance& instance, const Node& node, NodeState& state) {
  if (!node.is_last) return nullptr;
  if (node.is_head) return count_down(state) ? &state : nullptr;
  NodeState& unit = instance.states[instance.graph->links[instance.index_of(state)]];
  return count_down(unit) ? &unit : nullptr;
}
inline NodeState* capture(NodeState& state) { return capture(*state.instance, state.instance->node_of(state), state); }

inline NodeState& unit_of(NodeState& state) {
  const Instance& instance = *state.instance;
  return instance.states[instance.graph->head_of(instance.index_of(state))];
}

// Called by the control code before it captures the node: the node's unit waits for one more count.
inline void hold_back(NodeState& state) {
  unit_of(state).pending.add_relaxed(1);  // [G1]
}

// The control code captures the node inside this taskgroup; to be noted unless is_usual_group().
void note_captured_group(Instance& instance, NodeIndex node, task::TaskGroup* group);

}  // namespace rondo::graph
