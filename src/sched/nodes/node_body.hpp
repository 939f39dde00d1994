// SPDX-License-Identifier: Apache-2.0
//
// The body of a replay's node. In a pure replay it works on a copy of the recorded bytes, on this worker's stack; in
// a re-capture on the block that the region's code has just filled; in the use of a pattern it is the task in the
// node's place. The members of a unit run one after the other. No allocation, no look-up, no lock.
#pragma once

#include <cstring>

#include "graph/replay/cycle.hpp"
#include "graph/replay/instance.hpp"
#include "os/clock.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/settings.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

// Called before the worker turns to this replay.
inline void report_others(Worker& worker, const graph::Instance& instance) {
  if (worker.batch_count != 0 && worker.batch_counter != &instance.domain.join_counter) flush_completions(worker);
}

// ---- One body -----------------------------------------------------------------------------------------------------

// Neighbours in both types: copied as one word, with what follows. In a task these are its holds, which no node has.
inline constexpr size_t kFlagsAndPriority = sizeof(uint64_t);
static_assert(offsetof(task::Task, holds) + sizeof(task::Task::holds) - offsetof(task::Task, flags) ==
              kFlagsAndPriority);
static_assert(sizeof(task::TaskSpec) - offsetof(task::TaskSpec, flags) == kFlagsAndPriority);
static_assert(offsetof(task::Task, priority) - offsetof(task::Task, flags) == sizeof(task::Task::flags));
static_assert(offsetof(task::TaskSpec, priority) - offsetof(task::TaskSpec, flags) == sizeof(task::Task::flags));

inline void begin_task(task::Task& task, const task::TaskSpec& spec) {
  task.entry = spec.entry;
  task.domain = nullptr;
  std::memcpy(&task.flags, &spec.flags, kFlagsAndPriority);
}

// Sets the members that are the same for all nodes of an instance.
inline void begin_tasks(task::Task& task, graph::Instance& instance) {
  task.parent = &instance.domain;
  task.node = nullptr;
}

// A loop goes on for long: only the nodes of its first rounds are timed.
inline bool is_timed_enough(const graph::Node& node, const graph::Instance& instance) {
  const auto index = static_cast<graph::NodeIndex>(&node - instance.graph->nodes);
  const graph::NodeIndex head = instance.graph->head_of(index);
  const graph::Cycle& cycle = *instance.cycle;
  return cycle.n_rounds_before + cycle.rounds[head].load_relaxed() >= cycle.n_timed_rounds;  // [G4]
}

// Off the path of most programs. The nodes of a cancelled loop are discarded in run_round(), and not at all where the
// control code needs them to get to the loop's end.
template <graph::ReplayKind kKind>
[[gnu::noinline]] void call_body_with_care(Worker& worker, task::Task& task, const graph::Node& node,
                                           graph::Instance& instance) {
  if (instance.observed != nullptr) note_node(worker, instance, node, task);
  if constexpr (graph::is_loop(kKind)) {
    if (!instance.takes_times || is_timed_enough(node, instance)) return call_body(worker, task);
  } else {
    if (is_discarded(task)) return skip_body(worker, task);
    if (!instance.takes_times) return call_body(worker, task);
  }
  uint64_t start = os::ticks();
  call_body(worker, task);
  const graph::Graph& graph = *instance.graph;
  graph.note_time(static_cast<graph::NodeIndex>(&node - graph.nodes), os::ticks() - start);
}

// After a body that has created tasks.
void end_children(Worker& worker, task::Task& task, const graph::Node& node);

template <graph::ReplayKind kKind>
[[gnu::always_inline]] inline void run_body(Worker& worker, task::Task& task, const graph::Node& node,
                                            graph::Instance& instance) {
  if (instance.takes_times | settings.minds_nodes) [[unlikely]] {  // one branch for all
    call_body_with_care<kKind>(worker, task, node, instance);
  } else {
    call_body(worker, task);
  }
  if (task.domain != nullptr) [[unlikely]]
    end_children(worker, task, node);
}

// ---- The members of a unit ----------------------------------------------------------------------------------------

// The members of a unit run one after the other: next(node) is called for each.
template <class Next>
[[gnu::always_inline]] inline void for_each_member(const graph::Graph& graph, const graph::Node& head, Next next) {
  const graph::Node* node = &head;
  while (true) {
    next(*node);
    if (node->is_last) return;
    node = &graph.nodes[graph.links[node - graph.nodes]];
  }
}

// Asked by loops only. Captured data may be objects: those bodies are run, and the control code ends the loop.
template <graph::ReplayKind kKind>
bool is_cancelled(const graph::Instance& instance) {
  return !graph::is_captured(kKind) && settings.cancellation && is_cancelled(*instance.domain.arena, instance.group);
}

// Nodes that do not run, because their loop has been cancelled.
inline void skip_node(Worker& worker, const graph::Node& node, graph::Instance& instance) {
  if (instance.observed != nullptr) discard_node(worker, instance, node);
}
void skip_unit(Worker& worker, const graph::Node& head, graph::Instance& instance);

// ---- On copies of the recorded data -------------------------------------------------------------------------------

// Whole lines, because a copy of known size needs no call. There is room behind both blocks
// (graph/record/recorder.hpp).
inline void copy_block(char* to, const char* from, uint32_t bytes) {
  for (uint32_t offset = 0; offset < bytes; offset += base::kCacheLine) {
    std::memcpy(to + offset, from + offset, base::kCacheLine);
  }
}

// The data that the bodies get a copy of, in a replay that is not captured.
template <graph::ReplayKind kKind>
const char* data_of(const graph::Instance& instance, const graph::Node& node) {
  if constexpr (kKind == graph::ReplayKind::Pure) return instance.graph->pristine_of(node);
  if (instance.blocks != nullptr) [[unlikely]]
    return instance.block_of(node);  // of a kept loop
  return instance.graph->pristine_of(node);
}

// The body may write to its private variables: it gets a copy of the pristine block, behind a descriptor as always.
template <graph::ReplayKind kKind>
[[gnu::always_inline]] inline void run_on_copy(Worker& worker, const graph::Node& node, const graph::NodeShape& shape,
                                               graph::Instance& instance, task::Task& task) {
  const task::TaskSpec& spec = shape.spec;
  auto* copy = static_cast<char*>(task.block());
  copy_block(copy, data_of<kKind>(instance, node), spec.block_bytes);
  if (spec.shareds_offset != 0) reinterpret_cast<task::KmpBlock*>(copy)->shareds = copy + spec.shareds_offset;
  begin_task(task, spec);
  task.group = instance.groups[shape.group];
  task.data = copy;
  run_body<kKind>(worker, task, node, instance);
}

template <graph::ReplayKind kKind>
[[gnu::noinline]] void run_large(Worker& worker, const graph::Node& node, graph::Instance& instance) {
  const graph::NodeShape& shape = node.shape();
  size_t bytes = sizeof(task::Task) + base::round_up(shape.spec.block_bytes, base::kCacheLine);
  auto* task = static_cast<task::Task*>(worker.slab.allocate(bytes));
  begin_tasks(*task, instance);
  run_on_copy<kKind>(worker, node, shape, instance, *task);
  worker.slab.release(task);
}

// Runs units one after the other, their members in the same piece of stack.
template <graph::ReplayKind kKind>
class Copies {
 public:
  explicit Copies(graph::Instance& instance) : instance_(instance) { begin_tasks(task_, instance); }

  void run(Worker& worker, const graph::Node& head) {
    for_each_member(*instance_.graph, head, [&](const graph::Node& node) __attribute__((always_inline)) {
      if (graph::is_loop(kKind) && &node != &head && is_cancelled<kKind>(instance_)) [[unlikely]]
        return skip_node(worker, node, instance_);
      run_one(worker, node);
    });
  }

  // A member by itself.
  void run_one(Worker& worker, const graph::Node& node) {
    const graph::NodeShape& shape = node.shape();
    if (shape.spec.block_bytes > sizeof block_) [[unlikely]]
      return run_large<kKind>(worker, node, instance_);
    run_on_copy<kKind>(worker, node, shape, instance_, task_);
  }

 private:
  graph::Instance& instance_;
  task::Task task_;
  char block_[256];  // behind the descriptor, as always
};

template <graph::ReplayKind kKind>
[[gnu::noinline]] void run_on_copies(Worker& worker, const graph::Node& head, graph::Instance& instance) {
  Copies<kKind>(instance).run(worker, head);
}

// ---- On the nodes' own blocks -------------------------------------------------------------------------------------

template <graph::ReplayKind kKind>
[[gnu::always_inline]] inline void run_in_block(Worker& worker, const graph::Node& node, graph::Instance& instance,
                                                task::Task& task) {
  task.group = instance.captured_group(node);
  task.data = instance.block_of(node);
  run_body<kKind>(worker, task, node, instance);
}

template <graph::ReplayKind kKind>
[[gnu::noinline]] void run_untied(Worker& worker, const graph::Node& node, graph::Instance& instance) {
  task::Task& task = *task::Task::of_block(instance.block_of(node));
  begin_tasks(task, instance);
  begin_task(task, node.shape().spec);
  run_in_block<kKind>(worker, node, instance, task);
}

// Runs the nodes of a unit on their own blocks, without those that were not captured.
template <graph::ReplayKind kKind>
[[gnu::noinline]] void run_in_blocks(Worker& worker, const graph::Node& head, graph::Instance& instance) {
  task::Task task;
  begin_tasks(task, instance);
  for_each_member(*instance.graph, head, [&](const graph::Node& node) __attribute__((always_inline)) {
    if (instance.state_of(node).is_empty) return;
    const task::TaskSpec& spec = node.shape().spec;
    if ((spec.flags & task::kUntied) != 0) [[unlikely]]
      return run_untied<kKind>(worker, node, instance);
    begin_task(task, spec);
    run_in_block<kKind>(worker, node, instance, task);
  });
}

// ---- Whatever it is -----------------------------------------------------------------------------------------------

// The children of a tagged task, in slab blocks like any others.
void run_children(Worker& worker, const graph::Node& head, graph::Instance& instance);

// The control code may be waiting for this join.
void reach_join(graph::NodeState& state, graph::Instance& instance);

// The control code does not run, so it neither waits here nor combines. It may wait for the last join.
void pass_join(const graph::Node& node, graph::Instance& instance);

template <graph::ReplayKind kKind>
[[gnu::always_inline]] inline void run_work_of(Worker& worker, graph::NodeState& state, const graph::Node& node,
                                               graph::Instance& instance) {
  if constexpr (kKind == graph::ReplayKind::Pattern) {
    node.kind == graph::NodeKind::Task ? run_children(worker, node, instance) : reach_join(state, instance);
  } else if constexpr (graph::is_captured(kKind)) {
    if (node.kind == graph::NodeKind::Task) return run_in_blocks<kKind>(worker, node, instance);
    if (node.kind == graph::NodeKind::Join) reach_join(state, instance);
  } else {
    if (node.kind == graph::NodeKind::Task) return run_on_copies<kKind>(worker, node, instance);
    pass_join(node, instance);
  }
}

}  // namespace rondo::sched
