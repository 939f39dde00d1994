// SPDX-License-Identifier: Apache-2.0
#include "sched/nodes/held_node.hpp"

#include <cstring>
#include <utility>

#include "sched/nodes/node_body.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/nodes/round_end.hpp"
#include "sched/run/suspend.hpp"
#include "sched/settings.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::Node;
using graph::NodeKind;
using graph::NodeShape;
using graph::NodeState;
using graph::ReplayKind;
using task::Task;

namespace {

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

// README.md, "Rounds in turn".
template <ReplayKind kKind>
bool waits_its_turn(const NodeState& ready) {
  if constexpr (!graph::is_loop(kKind)) return false;
  return ready.slot != NodeState::kPrioritised && may_be_held(*ready.instance) && graph::opens_round(ready);
}

// Instance::complete_node. The worker may be in another arena, and go back to other things.
template <ReplayKind kKind>
void complete_node(Worker& worker, NodeState& state) {
  Arena& arena = *state.instance->domain.arena;
  const bool is_here = worker.slot->arena == &arena;
  end_node<kKind>(worker, state, false, [&](NodeState* ready) {
    is_here && !waits_its_turn<kKind>(*ready) ? offer(worker, *ready) : offer_elsewhere(arena, *ready);
  });
}

// A detachable node of a cancelled loop is discarded as others are: nobody knows an event of it yet.
template <ReplayKind kKind>
Work run_held(Worker& worker, NodeState& state) {
  base::CountFor counting(base::Construct::Node);
  Instance& instance = *state.instance;
  const Node& node = instance.node_of(state);
  report_others(worker, instance);
  graph::rearm(state, node, kKind);
  if constexpr (graph::is_loop(kKind)) {
    if (state.slot != NodeState::kPrioritised) graph::note_begun(state);  // those may be far ahead
  }
  const bool is_discarded = graph::is_loop(kKind) && is_cancelled<kKind>(instance);
  if (is_discarded) {
    skip_unit(worker, node, instance);
  } else if (is_detachable<kKind>(state, node, instance)) {
    if (!run_detachable<kKind>(worker, state, node, instance)) return Work();
  } else {
    run_work_of<kKind>(worker, state, node, instance);
    if (!drop_hold_of_body(worker, state)) return Work();
  }
  ImmediateNode<true> next(worker, state);
  end_node<kKind>(worker, state, is_discarded, [&](NodeState* ready) {
    waits_its_turn<kKind>(*ready) ? offer_elsewhere(*worker.slot->arena, *ready) : next(ready);
  });
  return keep_or_offer(worker, next.kept());
}

// On a stack of its own: the node may block, or be held.
template <ReplayKind kKind>
Work run_node_apart(Worker& worker, NodeState& node) {
  return run_apart(worker, Work(&node), [](Worker& here, Work work) { return run_held<kKind>(here, *work.node()); });
}

template <ReplayKind kKind>
void set_runner_of(Instance& instance) {
  instance.run_node = settings.suspends ? run_node_apart<kKind> : run_held<kKind>;
  instance.complete_node = complete_node<kKind>;
}

}  // namespace

bool may_be_held(const Instance& instance) { return instance.graph->has_events || settings.suspends; }

void set_held_runner(Instance& instance) {
  switch (instance.kind) {
    case ReplayKind::Pure:
      return set_runner_of<ReplayKind::Pure>(instance);
    case ReplayKind::Recapture:
      return set_runner_of<ReplayKind::Recapture>(instance);
    case ReplayKind::Pattern:
      return set_runner_of<ReplayKind::Pattern>(instance);
    case ReplayKind::Loop:
      return set_runner_of<ReplayKind::Loop>(instance);
    case ReplayKind::CapturedLoop:
      return set_runner_of<ReplayKind::CapturedLoop>(instance);
  }
}

}  // namespace rondo::sched
