// SPDX-License-Identifier: Apache-2.0
//
// The compiled form of a task graph: immutable, shared by all its replays. Nodes stand in creation order, which is a
// topological order; successors are 32-bit ids in CSR form. What one replay changes is in its Instance.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "graph/model/groups.hpp"
#include "graph/model/list_form.hpp"
#include "task/task.hpp"

namespace rondo::graph {

using NodeIndex = uint32_t;
struct Pattern;

enum class NodeKind : uint8_t {
  Task,
  Join,  // taskwait, end of a taskgroup, taskwait depend: no body; the control code waits for it when it runs again
  Condition,  // end of a while loop's body: behind it the condition may be evaluated; orders no other node
};

// What is scheduled is a *unit*: one node, or a group of nodes that run one after the other in creation order. The
// first of them, its head, stands for the unit: edges, slot and counter of the unit are the head's.

// What the nodes of one construct have in common. A graph has each shape once, in a table in front of its nodes.
struct NodeShape {
  task::TaskSpec spec;
  uint16_t copy;   // cyclic graphs: which iteration of the round
  uint16_t group;  // pure replays, of Graph::groups: a task's, or the one that a join ends; or kNoGroup
  // A detachable task whose event is in its own data only: where in its block; else kNoEvent.
  uint32_t event_offset;
  ListForm form;   // of its dependences

  bool is_detachable() const { return (spec.flags & task::kDetachable) != 0; }
};
inline constexpr uint32_t kNoEvent = ~uint32_t{0};

// There may be millions of nodes: data that can be shared or found otherwise is not in here (graph/README.md,
// "Memory").
struct Node {
  static constexpr uint64_t kWord = sizeof(uint64_t);  // the unit of offsets, so that 32 bits are enough
  static constexpr uint64_t kMostBytes = kWord << 32;  // the limit of all blocks together, of a graph or an instance

  int32_t to_shape;          // words from here
  uint32_t first_successor;  // of the unit, into Graph::successors; the end is the next node's
  uint32_t n_predecessors;   // of the unit; 0, like its successors, for a node that is no head
  uint32_t block;            // its block in Instance::blocks, in words,
  uint32_t pristine;         // and in Graph::pristine
  uint16_t home;             // where in its level, as a fraction of 65536: decides which slot should run it
  NodeKind kind;
  bool is_head : 1;          // of its unit,
  bool is_last : 1;          // and its last member
  bool is_sink : 1;          // no unit waits for it; in a cyclic graph, none of its own iteration
  bool keeps_children : 1;   // the end of a taskgroup follows: the node retires only when its descendants are done

  const NodeShape& shape() const {
    return *reinterpret_cast<const NodeShape*>(reinterpret_cast<const char*>(this) +
                                               int64_t{to_shape} * int64_t{kWord});
  }
  void set_shape(const NodeShape& shape) {
    to_shape = static_cast<int32_t>((reinterpret_cast<const char*>(&shape) - reinterpret_cast<const char*>(this)) /
                                    int64_t{kWord});
  }
  void be_alone() { is_head = is_last = true; }  // a unit by itself
  uint32_t slot(uint32_t n_slots) const { return (uint32_t{home} * n_slots) >> 16; }
};

// Cyclic graphs: the nodes of one iteration. No unit has nodes of two.
struct UnrolledIteration {
  NodeIndex begin, end;
  uint32_t first_root, end_root;  // into Graph::roots: units without a predecessor in the same iteration
  uint32_t n_sinks;               // units without a successor in it
};

// Cyclic graphs: what a unit waits for in each round besides its predecessors.
enum class Gate : uint8_t {
  None,     // nothing: all rounds are released at once
  Launch,   // a root of an iteration: that the iteration is launched, because the loop's condition is true
  Capture,  // every node: that the loop's body, executed again, has filled its block
};

// What only a cyclic graph has.
struct CyclicGraph {
  Gate gate;
  bool has_exclusions;  // there are mutexinoutset dependences
  uint32_t n_unrolled;  // iterations of a round
  UnrolledIteration* unrolled = nullptr;
  uint32_t* n_crossing = nullptr;  // of each unit's head: predecessors in the round before
};

// Its parts are still to be filled (compile/cycle_layout.cpp).
CyclicGraph* make_cyclic(Gate gate, bool has_exclusions, uint32_t n_unrolled);
void free_cyclic(CyclicGraph* cyclic);

// Captured bytes that keep their recorded value when the node is captured again: firstprivate(saved: ...).
struct SavedBytes {
  NodeIndex node;
  uint32_t offset;  // in the node's block
  uint32_t n_bytes;
};
inline constexpr uint32_t kNotMeasured = ~uint32_t{0};

struct Graph {
  NodeIndex n_nodes = 0;
  NodeIndex n_units = 0;
  uint32_t n_edges = 0;            // between nodes, after reduction
  uint32_t n_edges_unreduced = 0;
  uint32_t n_edges_distinct = 0;   // without duplicates, before reduction
  uint32_t n_unit_edges = 0;       // between units: the same number as long as each node is a unit
  uint32_t n_roots = 0;            // units without predecessors
  uint32_t n_sinks = 0;            // units without successors
  uint32_t depth = 0;              // nodes on the longest path
  uint32_t n_slots = 0;            // team size that units and places were chosen for; 0: no time was known yet
  bool is_placed = true;           // homes are more than a guess; else they only say where roots begin
  bool begins_at_master = false;   // the first slot's units are for the slot whose code captures all nodes
  bool is_trivial = true;          // all nodes are
  bool can_skip_code = false;      // all data is in `pristine`: a pure replay is possible
  bool has_untied = false;         // some tasks are
  bool has_events = false;         // some tasks are detachable
  bool has_groups = false;         // the control code opens taskgroups
  bool has_waits = false;          // it waits for its children, or for some of them
  bool has_dependences = true;     // its tasks may have some
  NodeIndex joins_end = 0;         // behind the last Join; 0: there is none
  ReducingGroups* groups = nullptr;  // those that reduce; nullptr: none does, or replays execute the control code
  bool is_data_invariant = false;         // it was announced that no data needs refreshing: a pure replay is right
  Node* nodes = nullptr;           // n_nodes + 1, the last one only ends the successors of the one before
  NodeShape* shapes = nullptr;     // n_shapes + 1, the last one is no node's; one block of memory with the nodes
  uint32_t n_shapes = 0;
  uint32_t block_alignment = base::kCacheLine;  // of Instance::blocks
  uint64_t table_bytes = 0;        // of shapes and nodes
  NodeIndex* successors = nullptr;
  bool borrows_successors = false;  // they are memory of the program
  NodeIndex* roots = nullptr;      // in creation order
  // Only if units are groups, else nullptr. The next member of a node's unit, in creation order; of the last one, the
  // head.
  NodeIndex* links = nullptr;
  // Only if units are groups, else nullptr: Backward finds them. Of nodes, those of n are
  // [first_predecessor[n], first_predecessor[n + 1]); with kNextRound if it is in the round before.
  uint32_t* first_predecessor = nullptr;
  NodeIndex* predecessors = nullptr;
  char* pristine = nullptr;  // blocks as captured before their bodies ran; nullptr unless asked for
  SavedBytes* saved = nullptr;  // n_saved of them, in creation order of the nodes
  uint32_t n_saved = 0;
  uint64_t pristine_bytes = 0;
  uint64_t payload_bytes = 0;  // size of Instance::blocks
  CyclicGraph* cyclic = nullptr;  // nullptr: the graph is not cyclic
  Pattern* pattern = nullptr;  // of a dep_pattern; nullptr for a region's graph
  uint32_t n_instances = 0;  // under Record::pool_lock_; of a cyclic graph: users, under History::lock_
  base::Atomic<uint32_t>* ticks = nullptr;  // fewest os::ticks() that each body has taken; nullptr: not measured
  uint32_t* times = nullptr;  // the ticks that units and places were chosen by; nullptr: not yet

  uint32_t time_of(NodeIndex node) const {
    if (times != nullptr) return times[node];
    return ticks != nullptr && ticks[node].load_relaxed() != kNotMeasured ? ticks[node].load_relaxed() : 0;
  }
  // Keeps the smallest time: a body that was interrupted took longer. Replays that overlap may overwrite each other's
  // times.
  void note_time(NodeIndex node, uint64_t time) const {
    if (time >= kNotMeasured) time = kNotMeasured - 1;
    if (time < ticks[node].load_relaxed()) ticks[node].store_relaxed(static_cast<uint32_t>(time));
  }
  // Cyclic graphs, first round: the unit has to wait for recorded tasks itself. Where it does not, its predecessors
  // in the round do; but recorded members of a mutexinoutset have run in any order, while edges assume creation
  // order.
  bool comes_behind_recorded(NodeIndex node) const {
    return is_head(node) && (cyclic->has_exclusions || cyclic->n_crossing[node] != 0);
  }
  bool is_head(NodeIndex node) const { return nodes[node].is_head; }
  // Of the node's unit. Looks at its members: not for hot paths.
  NodeIndex head_of(NodeIndex node) const {
    if (links == nullptr) return node;
    while (!nodes[node].is_last) node = links[node];
    return links[node];
  }
  // The next one of the unit; 0: there is none.
  NodeIndex next_member(NodeIndex node) const { return nodes[node].is_last ? 0 : links[node]; }
  bool is_sink(NodeIndex node) const { return nodes[node].is_sink; }
  const char* pristine_of(const Node& node) const { return pristine + node.pristine * Node::kWord; }
};

// From the next replay on, `graph.ticks` is kept. Not while a replay is in flight.
void measure_ticks(Graph& graph);

void free_graph(Graph* graph);

// Top bits of an id in Graph::successors. The successor has no other predecessor, so its counter need not be touched
// (unless it has to be captured as well):
inline constexpr NodeIndex kOnlyPredecessor = NodeIndex{1} << 31;
// In a cyclic graph: it is the successor's next round that waits.
inline constexpr NodeIndex kNextRound = NodeIndex{1} << 30;
inline constexpr NodeIndex kIndexMask = kNextRound - 1;

struct Instance;

// One node in one replay; workers pass its address on. It is as large as a Node: with that Instance::node_of() finds
// the node.
struct NodeState {
  base::Atomic<uint32_t> pending{0};  // unsatisfied predecessors, plus one until captured in a re-capture
  static constexpr uint16_t kPrioritised = UINT16_MAX;  // a slot: wherever a worker looks first
  static constexpr uint16_t kUnplaced = UINT16_MAX - 1;  // a slot: that of the worker that finds it ready
  uint16_t slot = 0;  // where it should run
  bool is_empty = false;  // the body is not to run: the region created fewer tasks than recorded
  bool is_proxy = false;  // no node, but a range of roots (sched/ranges/roots.hpp)
  Instance* instance = nullptr;
  NodeState* next = nullptr;  // link in a mailbox
};
static_assert(sizeof(NodeState) == 24);
static_assert(sizeof(NodeState) == sizeof(Node));

}  // namespace rondo::graph
