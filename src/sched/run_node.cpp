// SPDX-License-Identifier: Apache-2.0
//
// Running one node of a replay: no allocation, no look-up, no lock. In a pure replay the body works on a copy of the
// recorded bytes, on this worker's stack; in a re-capture on the block that the region's code has just filled.
#include "sched/run_node.hpp"

#include <cstring>
#include <utility>

#include "graph/replay/cycle.hpp"
#include "graph/replay/instance.hpp"
#include "os/clock.hpp"
#include "sched/execute.hpp"
#include "sched/observe_nodes.hpp"
#include "sched/settings.hpp"
#include "sched/suspend.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using graph::Cycle;
using graph::Graph;
using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeKind;
using graph::NodeShape;
using graph::NodeState;
using graph::ReplayKind;
using task::Task;

namespace {
// To a slot that is not the worker's own, which may be in another arena.
[[gnu::always_inline]] inline void post(Arena& arena, uint32_t index, NodeState& node) {
  Slot& slot = *arena.slots[index];
  slot.node_mailbox.push(&node);
  os::light_fence();  // [P1]
  if (arena.n_parked.load_relaxed() == 0) return;
  doubt_vain_look(arena);
  if (!unpark(*slot.worker.load_acquire())) wake_one(arena, index);  // [S1]
}
}  // namespace

[[gnu::noinline]] void offer(Worker& worker, NodeState& node) {
  Arena& arena = *worker.slot->arena;
  uint32_t index = node.slot;  // before the push: afterwards the node may have run, and its replay may be over
  if (index == worker.slot->index) {
    enqueue(*worker.slot, Work(&node));
    announce_work(arena, index);
    return;
  }
  post(arena, index, node);
}

namespace {

// Neighbours in both types: copied as one word, with what follows. In a task these are its holds, which no node has.
constexpr size_t kFlagsAndPriority = sizeof(uint64_t);
static_assert(offsetof(Task, holds) + sizeof(Task::holds) - offsetof(Task, flags) == kFlagsAndPriority);
static_assert(sizeof(task::TaskSpec) - offsetof(task::TaskSpec, flags) == kFlagsAndPriority);
static_assert(offsetof(Task, priority) - offsetof(Task, flags) == sizeof(Task::flags));
static_assert(offsetof(task::TaskSpec, priority) - offsetof(task::TaskSpec, flags) == sizeof(Task::flags));

void begin_task(Task& task, const task::TaskSpec& spec) {
  task.entry = spec.entry;
  task.domain = nullptr;
  std::memcpy(&task.flags, &spec.flags, kFlagsAndPriority);
}

// Sets the members that are the same for all nodes of an instance.
void begin_tasks(Task& task, Instance& instance) {
  task.parent = &instance.domain;
  task.node = nullptr;
}

// A loop goes on for long: only the nodes of its first rounds are timed.
bool is_timed_enough(const Node& node, const Instance& instance) {
  const NodeIndex head = instance.graph->head_of(static_cast<NodeIndex>(&node - instance.graph->nodes));
  const Cycle& cycle = *instance.cycle;
  return cycle.n_rounds_before + cycle.rounds[head].load_relaxed() >= cycle.n_timed_rounds;  // [G4]
}

// Off the path of most programs. The nodes of a cancelled loop are discarded in run_round(), and not at all where the
// control code needs them to get to the loop's end.
template <ReplayKind kKind>
[[gnu::noinline]] void call_body_with_care(Worker& worker, Task& task, const Node& node, Instance& instance) {
  if (instance.observed != nullptr) note_node(worker, instance, node, task);
  if constexpr (graph::is_loop(kKind)) {
    if (!instance.takes_times || is_timed_enough(node, instance)) return call_body(worker, task);
  } else {
    if (is_discarded(task)) return skip_body(worker, task);
    if (!instance.takes_times) return call_body(worker, task);
  }
  uint64_t start = os::ticks();
  call_body(worker, task);
  const Graph& graph = *instance.graph;
  graph.note_time(static_cast<graph::NodeIndex>(&node - graph.nodes), os::ticks() - start);
}

[[gnu::noinline]] void end_children(Worker& worker, Task& task, const Node& node) {
  auto& instance = reinterpret_cast<const Instance&>(*task.parent);  // its first member
  if (node.keeps_children) instance.await_descendants(worker, *task.domain);
  close_domain(worker, task);
}

template <ReplayKind kKind>
[[gnu::always_inline]] inline void run_body(Worker& worker, Task& task, const Node& node, Instance& instance) {
  if (instance.takes_times | settings.minds_nodes) [[unlikely]] {  // one branch for all
    call_body_with_care<kKind>(worker, task, node, instance);
  } else {
    call_body(worker, task);
  }
  if (task.domain != nullptr) [[unlikely]]
    end_children(worker, task, node);
}

// Whole lines, because a copy of known size needs no call. There is room behind both blocks
// (graph/record/recorder.hpp).
void copy_block(char* to, const char* from, uint32_t bytes) {
  for (uint32_t offset = 0; offset < bytes; offset += base::kCacheLine) {
    std::memcpy(to + offset, from + offset, base::kCacheLine);
  }
}

// The data that the bodies get a copy of, in a replay that is not captured.
template <ReplayKind kKind>
const char* data_of(const Instance& instance, const Node& node) {
  if constexpr (kKind == ReplayKind::Pure) return instance.graph->pristine_of(node);
  return instance.blocks == nullptr ? instance.graph->pristine_of(node) : instance.block_of(node);  // of a kept loop
}

// The body may write to its private variables: it gets a copy of the pristine block, behind a descriptor as always.
template <ReplayKind kKind>
[[gnu::always_inline]] inline void run_on_copy(Worker& worker, const Node& node, const NodeShape& shape,
                                               Instance& instance, Task& task) {
  const task::TaskSpec& spec = shape.spec;
  auto* copy = static_cast<char*>(task.block());
  copy_block(copy, data_of<kKind>(instance, node), spec.block_bytes);
  if (spec.shareds_offset != 0) reinterpret_cast<task::KmpBlock*>(copy)->shareds = copy + spec.shareds_offset;
  begin_task(task, spec);
  task.group = instance.groups[shape.group];
  task.data = copy;
  run_body<kKind>(worker, task, node, instance);
}

template <ReplayKind kKind>
[[gnu::noinline]] void run_large(Worker& worker, const Node& node, Instance& instance) {
  const NodeShape& shape = node.shape();
  size_t bytes = sizeof(Task) + base::round_up(shape.spec.block_bytes, base::kCacheLine);
  auto* task = static_cast<Task*>(worker.slab.allocate(bytes));
  begin_tasks(*task, instance);
  run_on_copy<kKind>(worker, node, shape, instance, *task);
  worker.slab.release(task);
}

// Asked by loops only. Captured data may be objects: those bodies are run, and the control code ends the loop.
template <ReplayKind kKind>
bool is_cancelled(const Instance& instance) {
  return !graph::is_captured(kKind) && settings.cancellation && is_cancelled(*instance.domain.arena, instance.group);
}

// The members of a unit run one after the other: next(node) is called for each.
template <class Next>
void for_each_member(const Graph& graph, const Node& head, Next next) {
  const Node* node = &head;
  while (true) {
    next(*node);
    if (node->is_last) return;
    node = &graph.nodes[graph.links[node - graph.nodes]];
  }
}

void skip_node(Worker& worker, const Node& node, Instance& instance) {
  if (instance.observed != nullptr) discard_node(worker, instance, node);
}

[[gnu::noinline]] void skip_unit(Worker& worker, const Node& head, Instance& instance) {
  for_each_member(*instance.graph, head, [&](const Node& node) { skip_node(worker, node, instance); });
}

// Runs units one after the other, their members in the same piece of stack.
template <ReplayKind kKind>
class Copies {
 public:
  explicit Copies(Instance& instance) : instance_(instance) { begin_tasks(task_, instance); }

  void run(Worker& worker, const Node& head) {
    for_each_member(*instance_.graph, head, [&](const Node& node) {
      if (graph::is_loop(kKind) && &node != &head && is_cancelled<kKind>(instance_)) [[unlikely]]
        return skip_node(worker, node, instance_);
      run_one(worker, node);
    });
  }

  // A member by itself.
  void run_one(Worker& worker, const Node& node) {
    const NodeShape& shape = node.shape();
    if (shape.spec.block_bytes > sizeof block_) [[unlikely]]
      return run_large<kKind>(worker, node, instance_);
    run_on_copy<kKind>(worker, node, shape, instance_, task_);
  }

 private:
  Instance& instance_;
  Task task_;
  char block_[256];  // behind the descriptor, as always
};

template <ReplayKind kKind>
[[gnu::noinline]] void run_on_copies(Worker& worker, const Node& head, Instance& instance) {
  Copies<kKind>(instance).run(worker, head);
}

template <ReplayKind kKind>
[[gnu::always_inline]] inline void run_in_block(Worker& worker, const Node& node, Instance& instance, Task& task) {
  task.group = instance.captured_group(node);
  task.data = instance.block_of(node);
  run_body<kKind>(worker, task, node, instance);
}

template <ReplayKind kKind>
[[gnu::noinline]] void run_untied(Worker& worker, const Node& node, Instance& instance) {
  Task& task = *Task::of_block(instance.block_of(node));
  begin_tasks(task, instance);
  begin_task(task, node.shape().spec);
  run_in_block<kKind>(worker, node, instance, task);
}

// Runs the nodes of a unit on their own blocks, without those that were not captured.
template <ReplayKind kKind>
[[gnu::noinline]] void run_in_blocks(Worker& worker, const Node& head, Instance& instance) {
  Task task;
  begin_tasks(task, instance);
  for_each_member(*instance.graph, head, [&](const Node& node) {
    if (instance.state_of(node).is_empty) return;
    const task::TaskSpec& spec = node.shape().spec;
    if ((spec.flags & task::kUntied) != 0) [[unlikely]]
      return run_untied<kKind>(worker, node, instance);
    begin_task(task, spec);
    run_in_block<kKind>(worker, node, instance, task);
  });
}

// The children of a tagged task, in slab blocks like any others.
[[gnu::noinline]] void run_children(Worker& worker, const Node& head, Instance& instance) {
  for_each_member(*instance.graph, head, [&](const Node& node) {
    const NodeState& state = instance.state_of(node);
    if (state.is_empty) return;
    Task& task = *instance.pattern.tasks[instance.index_of(state)];
    run_body<ReplayKind::Pattern>(worker, task, node, instance);
    worker.slab.release(&task);
  });
}

// The control code may be waiting for this join.
[[gnu::noinline]] void reach_join(NodeState& state, Instance& instance) {
  const NodeIndex index = instance.index_of(state);
  task::WorkerId master = instance.master;
  instance.n_joined.store_release(index + 1);  // [G3]
  os::light_fence();                           // [P1]
  if (master != task::kNoWorker) wake_worker(master);
}

template <ReplayKind kKind>
[[gnu::always_inline]] inline void run_work_of(Worker& worker, NodeState& state, const Node& node, Instance& instance) {
  if constexpr (kKind == ReplayKind::Pattern) {
    node.kind == NodeKind::Task ? run_children(worker, node, instance) : reach_join(state, instance);
  } else if constexpr (graph::is_captured(kKind)) {
    if (node.kind == NodeKind::Task) return run_in_blocks<kKind>(worker, node, instance);
    if (node.kind == NodeKind::Join) reach_join(state, instance);
  } else {
    if (node.kind == NodeKind::Task) return run_on_copies<kKind>(worker, node, instance);
    // The control code does not run, so it neither waits here nor combines.
    if (node.shape().group != graph::kNoGroup) instance.group_of(node)->reductions->combine();
  }
}

// Of the nodes that became ready together, the one to run next: the oldest one that is placed on this slot.
class ImmediateNode {
 public:
  explicit ImmediateNode(Worker& worker) : worker_(worker), slot_(worker.slot->index) {}

  // Called newest first.
  void operator()(NodeState* ready) {
    if (ready->slot != slot_) [[unlikely]]
      return offer(worker_, *ready);
    if (kept_ != nullptr) offer(worker_, *kept_);
    kept_ = ready;
  }
  NodeState* kept() const { return kept_; }

 private:
  Worker& worker_;
  const uint32_t slot_;
  NodeState* kept_ = nullptr;
};

// Called before the worker turns to this replay.
void report_others(Worker& worker, const Instance& instance) {
  if (worker.batch_count != 0 && worker.batch_counter != &instance.domain.join_counter) flush_completions(worker);
}

// The control code may wait until the node has run this often, to fill its block anew or to evaluate the condition.
void announce_round(NodeIndex index, Instance& instance, uint64_t n_rounds) {
  Cycle& cycle = *instance.cycle;
  cycle.rounds[index].store_release(n_rounds);  // [G4]
  if (cycle.gate == graph::Gate::None) return;
  os::light_fence();  // [P1]
  if (cycle.awaited.load_relaxed() == index && instance.master != task::kNoWorker) wake_worker(instance.master);
}

// The node is over in this round. The instance lives on until the node is counted, if it is, else until its last
// successor in the same iteration is.
template <ReplayKind kKind, class Ready>
[[gnu::always_inline]] inline void end_round(Worker& worker, const Node& node, Instance& instance, bool is_discarded,
                                             Ready next) {
  Cycle& cycle = *instance.cycle;
  const auto index = static_cast<NodeIndex>(&node - instance.graph->nodes);
  uint64_t round = cycle.rounds[index].load_relaxed();  // [G4]
  bool is_free = cycle.gate == graph::Gate::None;
  bool is_dropped = is_discarded && is_free;
  bool is_last = is_free && (is_dropped || round + 1 == cycle.limit(node));
  bool is_counted = is_last || (!is_free && node.is_sink);
  announce_round(index, instance, is_dropped ? Cycle::kDropped : round + 1);
  if (is_last && cycle.proxy_tasks != nullptr && cycle.proxy_tasks[index] != nullptr) {
    release_hold(worker, *cycle.proxy_tasks[index]);
  }
  graph::retire_round(instance, node, round, kKind, [&](NodeState* ready) {
    if (!is_dropped || !graph::is_dropped(*ready)) next(ready);
  });
  if (is_counted) count_done(worker, instance.domain.join_counter);
}

// Runs a node of a cyclic graph, once.
template <ReplayKind kKind>
Work run_round(Worker& worker, NodeState& state) {
  base::CountFor counting(base::Construct::Node);
  Instance& instance = *state.instance;
  const Node& node = instance.node_of(state);
  report_others(worker, instance);
  graph::rearm(state, node, kKind);
  bool is_discarded = is_cancelled<kKind>(instance);
  is_discarded ? skip_unit(worker, node, instance) : run_work_of<kKind>(worker, state, node, instance);
  ImmediateNode next(worker);
  end_round<kKind>(worker, node, instance, is_discarded, [&](NodeState* ready) { next(ready); });
  return keep_or_offer(worker, next.kept());
}

// The immediate successor's data is fetched while this node's body runs; if the control code has filled its block on
// another core, the fetch takes as long as a small body.
template <ReplayKind kKind>
void fetch_successor(const Node& node, const Instance& instance) {
  const Graph& graph = *instance.graph;
  if ((&node)[1].first_successor == node.first_successor) return;
  NodeIndex next = graph.successors[node.first_successor] & graph::kIndexMask;
  __builtin_prefetch(&instance.states[next], 1);
  const Node& successor = graph.nodes[next];
  if constexpr (kKind == ReplayKind::Recapture) __builtin_prefetch(instance.block_of(successor), 1);
  if constexpr (kKind == ReplayKind::Pure) __builtin_prefetch(graph.pristine_of(successor));
}

// A few immediate successors run in a row before a waiting worker looks at its latch again.
template <ReplayKind kKind>
Work run_once(Worker& worker, NodeState& first) {
  constexpr uint32_t kInARow = 16;  // docs/tuning.md
  Instance& instance = *first.instance;
  NodeState* state = &first;
  for (uint32_t n_left = kInARow;; n_left--) {
    const Node& node = instance.node_of(*state);
    base::CountFor counting(base::Construct::Node);
    report_others(worker, instance);
    graph::rearm(*state, node, kKind);
    fetch_successor<kKind>(node, instance);
    run_work_of<kKind>(worker, *state, node, instance);
    if (node.is_sink) {  // the replay counts it
      count_done(worker, instance.domain.join_counter);
      return Work();
    }
    ImmediateNode next(worker);
    graph::retire(instance, node, kKind, [&](NodeState* ready) { next(ready); });
    state = next.kept();
    if (state == nullptr || n_left == 1 || !process.takes_short_cuts.load_relaxed())
      return keep_or_offer(worker, state);
  }
}

// ---- Nodes that outlast their bodies ----------------------------------------------------------------------------
// A detachable node is complete when its body is over and its event is fulfilled; one that is held (block.hpp), when
// all holds are dropped. Other graphs have no test for this on their way: runners of their own are set for these.

// Of the task that the node stands for this time: an empty node has none.
template <ReplayKind kKind>
bool is_detachable(const NodeState& state, const Node& node, const Instance& instance) {
  if (node.kind != NodeKind::Task || state.is_empty || !instance.graph->has_events) return false;
  if constexpr (kKind == ReplayKind::Pattern)
    return instance.pattern.tasks[instance.index_of(state)]->has(task::kDetachable);
  return node.shape().is_detachable();
}

// Only the body gets the event of a node that is not captured: so it begins here, in memory that outlives the body.
void begin_detachable(const Node& node, Instance& instance, Task& task) {
  const NodeShape& shape = node.shape();
  init(task, shape.spec);
  auto* block = static_cast<char*>(task.data);
  copy_block(block, instance.graph->pristine_of(node), shape.spec.block_bytes);
  if (shape.spec.shareds_offset != 0 && task.has(task::kKmp))
    reinterpret_cast<task::KmpBlock*>(block)->shareds = block + shape.spec.shareds_offset;
  const Task* event = &task;
  std::memcpy(block + shape.event_offset, &event, sizeof event);
  task.parent = &instance.domain;
  task.group = instance.groups[shape.group];
}

// True: the node is complete.
template <ReplayKind kKind>
bool run_detachable(Worker& worker, NodeState& state, const Node& node, Instance& instance) {
  Task& task =
      kKind == ReplayKind::Pattern ? *instance.pattern.tasks[instance.index_of(state)] : instance.task_of(node);
  if constexpr (kKind == ReplayKind::Recapture || kKind == ReplayKind::CapturedLoop) {
    task.group = instance.captured_group(node);
  } else if constexpr (kKind != ReplayKind::Pattern) {
    begin_detachable(node, instance, task);
  }
  run_body<kKind>(worker, task, node, instance);
  task.node_state = &state;
  if (!drop_hold(worker, task)) return false;
  if (task.has(task::kForNode)) worker.slab.release(&task);
  return true;
}

// The body is over. True: nothing else holds the node.
bool drop_hold_of_body(Worker& worker, const NodeState& state) {
  if (!settings.suspends || node_of_stack(worker) != &state) return true;
  Task* const hold = std::exchange(hold_of_stack(worker), nullptr);
  if (hold == nullptr) return true;
  if (!drop_hold(worker, *hold)) return false;
  worker.slab.release(hold);
  return true;
}

// The node is over, which is a unit by itself.
template <ReplayKind kKind, class Ready>
void end_once(Worker& worker, NodeState& state, const Node& node, Instance& instance, Ready ready) {
  if constexpr (graph::is_captured(kKind)) {
    if (instance.border.followers != nullptr) {
      state.is_empty = false;  // the instance may go back to its record without its creator
      Task* follower = instance.border.followers[instance.index_of(state)].finish();
      if (follower != nullptr) release_hold(worker, *follower);
    }
  }
  if (node.is_sink) return count_done(worker, instance.domain.join_counter);
  graph::retire(instance, node, kKind, ready);
}

template <ReplayKind kKind, class Ready>
void end_node(Worker& worker, NodeState& state, bool is_discarded, Ready ready) {
  Instance& instance = *state.instance;
  const Node& node = instance.node_of(state);
  if constexpr (graph::is_loop(kKind)) {
    end_round<kKind>(worker, node, instance, is_discarded, ready);
  } else {
    end_once<kKind>(worker, state, node, instance, ready);
  }
}

// Instance::complete_node. The worker may be in another arena, and go back to other things.
template <ReplayKind kKind>
void complete_node(Worker& worker, NodeState& state) {
  Arena& arena = *state.instance->domain.arena;
  const bool is_here = worker.slot->arena == &arena;
  end_node<kKind>(worker, state, false,
                  [&](NodeState* ready) { is_here ? offer(worker, *ready) : post(arena, ready->slot, *ready); });
}

// A detachable node of a cancelled loop is discarded as others are: nobody knows an event of it yet.
template <ReplayKind kKind>
Work run_held(Worker& worker, NodeState& state) {
  base::CountFor counting(base::Construct::Node);
  Instance& instance = *state.instance;
  const Node& node = instance.node_of(state);
  report_others(worker, instance);
  graph::rearm(state, node, kKind);
  const bool is_discarded = graph::is_loop(kKind) && is_cancelled<kKind>(instance);
  if (is_discarded) {
    skip_unit(worker, node, instance);
  } else if (is_detachable<kKind>(state, node, instance)) {
    if (!run_detachable<kKind>(worker, state, node, instance)) return Work();
  } else {
    run_work_of<kKind>(worker, state, node, instance);
    if (!drop_hold_of_body(worker, state)) return Work();
  }
  ImmediateNode next(worker);
  end_node<kKind>(worker, state, is_discarded, [&](NodeState* ready) { next(ready); });
  return keep_or_offer(worker, next.kept());
}

// On a stack of its own: the node may block, or be held.
template <ReplayKind kKind>
Work run_node_apart(Worker& worker, NodeState& node) {
  return run_apart(worker, Work(&node), [](Worker& here, Work work) { return run_held<kKind>(here, *work.node()); });
}

template <ReplayKind kKind>
void set_runner_of(Instance& instance, RunNode usual) {
  const bool may_be_held = instance.graph->has_events || settings.suspends;
  instance.run_node = settings.suspends ? run_node_apart<kKind> : may_be_held ? run_held<kKind> : usual;
  instance.complete_node = may_be_held ? complete_node<kKind> : nullptr;
}

}  // namespace

void set_runner(Instance& instance) {
  switch (instance.kind) {
    case ReplayKind::Pure:
      return set_runner_of<ReplayKind::Pure>(instance, run_once<ReplayKind::Pure>);
    case ReplayKind::Recapture:
      return set_runner_of<ReplayKind::Recapture>(instance, run_once<ReplayKind::Recapture>);
    case ReplayKind::Pattern:
      return set_runner_of<ReplayKind::Pattern>(instance, run_once<ReplayKind::Pattern>);
    case ReplayKind::Loop:
      return set_runner_of<ReplayKind::Loop>(instance, run_round<ReplayKind::Loop>);
    case ReplayKind::CapturedLoop:
      return set_runner_of<ReplayKind::CapturedLoop>(instance, run_round<ReplayKind::CapturedLoop>);
  }
}

void run_sinks(Worker& worker, Instance& instance, std::span<const NodeIndex> roots) {
  report_others(worker, instance);
  Copies<ReplayKind::Pure> copies(instance);
  for (NodeIndex root : roots) {
    const Node& node = instance.graph->nodes[root];
    node.kind == NodeKind::Task ? copies.run(worker, node)
                                : run_work_of<ReplayKind::Pure>(worker, instance.states[root], node, instance);
  }
  count_done(worker, instance.domain.join_counter, static_cast<uint32_t>(roots.size()));
}

namespace {
// While it lives, the current task runs nodes in creation order: taskloops among them run their tasks in place.
class InOrder {
 public:
  InOrder(Worker& worker, const Instance& instance) : current_(*worker.current) {
    if (instance.observed != nullptr) instance.observed->runs_units = false;
    current_.flags |= task::kInOrder;
  }
  ~InOrder() { current_.flags &= ~uint32_t{task::kInOrder}; }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;

 private:
  Task& current_;
};
}  // namespace

void run_in_order(Worker& worker, Instance& instance) {
  const Graph& graph = *instance.graph;
  const InOrder in_order(worker, instance);
  report_others(worker, instance);
  Copies<ReplayKind::Pure> copies(instance);
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    const Node& node = graph.nodes[index];
    node.kind == NodeKind::Task ? copies.run_one(worker, node)
                                : run_work_of<ReplayKind::Pure>(worker, instance.states[index], node, instance);
  }
  count_done(worker, instance.domain.join_counter, graph.n_sinks);
}

bool run_round_in_order(Worker& worker, Instance& instance, NodeIndex begin, NodeIndex end) {
  const Graph& graph = *instance.graph;
  const InOrder in_order(worker, instance);
  report_others(worker, instance);
  Copies<ReplayKind::Loop> copies(instance);
  for (NodeIndex index = begin; index < end; index++) {
    const Node& node = graph.nodes[index];
    if (is_cancelled<ReplayKind::Loop>(instance)) [[unlikely]]
      return false;
    node.kind == NodeKind::Task ? copies.run_one(worker, node)
                                : run_work_of<ReplayKind::Loop>(worker, instance.states[index], node, instance);
  }
  graph::pass_round(instance, begin, end);
  return true;
}

Work run_batch(Worker& worker, NodeState& first) {
  NodeState* node = &first;
  while (NodeState* rest = node->next) {  // before the node runs: afterwards it may be linked into something else
    if (Work next = run_node(worker, *node)) {
      enqueue(*worker.slot, Work::batch(rest));
      announce_work(*worker.slot->arena, worker.slot->index);
      return next;
    }
    node = rest;
  }
  return run_node(worker, *node);
}

}  // namespace rondo::sched
