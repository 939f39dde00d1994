// SPDX-License-Identifier: Apache-2.0
#include "region/modes/recapture.hpp"

#include <cstring>
#include <utility>

#include "os/clock.hpp"
#include "region/modes/cycle.hpp"
#include "region/modes/recording.hpp"
#include "region/modes/replay.hpp"
#include "sched/create/create.hpp"
#include "sched/create/earlier_siblings.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/wait/dispatch.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::region {

using graph::Instance;
using graph::NodeCursor;
using graph::NodeIndex;
using graph::NodeState;
using sched::Dependences;
using sched::Work;
using sched::Worker;
using task::Task;
using task::TaskSpec;

// ---- Filling nodes -----------------------------------------------------------------------------------------------

bool may_starve_others(const Worker& worker, NodeCursor& nodes) {
  constexpr uint64_t kCapture_ns = 50;  // docs/tuning.md
  const Instance& instance = nodes.instance();
  const uint32_t slot = worker.slot->index;
  const bool has_shares = instance.graph->is_placed && !graph::is_loop(instance.kind) && !sched::settings.suspends;
  if (!has_shares || !nodes.are_left_elsewhere(slot)) return false;
  if (!instance.body_time.is_known()) return true;
  const uint64_t mean = instance.body_time.mean();
  if (mean * 1000 < kCapture_ns * os::ticks_per_us()) return false;
  const uint64_t n_others = worker.slot->arena->n_slots - 1;
  return (nodes.run_ticks + kCaptureStride * mean) * n_others >= nodes.n_captured_elsewhere(slot) * mean;
}

namespace {

// As long as a unit takes in the mean, if that is known.
uint64_t mean_of_unit(const Instance& instance) {
  return instance.body_time.is_known() ? instance.body_time.mean() * instance.graph->n_nodes / instance.graph->n_units
                                       : 0;
}

// Gives a ready node to the arena, or runs it in place if it is this slot's and the deque is past the inline cutoff.
void start(Worker& worker, NodeCursor& nodes, NodeState& node) {
  const bool is_here = node.slot == worker.slot->index || node.slot == NodeState::kUnplaced;
  const bool runs_here = is_here && sched::is_past_cutoff(worker) && !may_starve_others(worker, nodes);
  if (!runs_here) return sched::offer(worker, node);
  nodes.run_ticks += mean_of_unit(nodes.instance());  // a clock would take as long as a short one
  sched::run_now(worker, Work(&node));
}

// The control code runs ahead of the tasks, as far as their blocks stay in the cache, so that no slot ever waits for
// a capture. From there on it runs its own share of the nodes that it captures; it stops at nodes that are not
// captured yet. Where tasks may block it does so from the start: nobody else may be there to see what has ended.
void run_captured_now_and_then(Worker& worker, NodeCursor& nodes) {
  if (nodes.index() % kCaptureStride != 0 || nodes.captured_bytes() < sched::settings.ahead_bytes) return;
  if (may_starve_others(worker, nodes)) return;
  uint32_t n_left = kCaptureStride / worker.slot->arena->n_slots;
  Work work;
  uint64_t now = os::ticks();
  for (; n_left > 0; n_left--) {
    if (!work) work = sched::find_own_work(worker, &nodes.instance().domain);
    if (!work) break;
    work = sched::run(worker, work);
    const uint64_t start = std::exchange(now, os::ticks());
    nodes.run_ticks += now - start;
    if (may_starve_others(worker, nodes)) break;
  }
  if (work) {
    sched::queue(worker, work);
    sched::announce_owed(worker);
  }
  sched::flush_completions(worker);  // the control code goes on, perhaps to a lock that a parent of these tasks holds
}

}  // namespace

void run_captured(Worker& worker, NodeCursor& nodes, NodeState* ready) {
  if (nodes.instance().is_spread()) {
    if (ready != nullptr) start(worker, nodes, *ready);
    run_captured_now_and_then(worker, nodes);
  } else if (ready != nullptr) {
    Work work(ready);
    while (work) work = sched::run(worker, work);
  }
}

void pass_join(Worker& worker, NodeCursor& nodes) {
  Instance& instance = nodes.instance();
  NodeIndex index = nodes.index();
  if (NodeState* ready = nodes.captured()) sched::offer(worker, *ready);
  await_join(worker, instance, index);
}

void run_out_empty(Worker& worker, const NodeCursor& nodes) {
  Instance& instance = nodes.instance();
  instance.is_partial = true;
  for (NodeIndex index = nodes.index(); index < nodes.end(); index++) {
    NodeState& state = instance.states[index];
    await_turn(worker, instance, index);
    state.is_empty = true;
    if (NodeState* ready = graph::capture(state)) sched::offer(worker, *ready);
  }
  sched::JoinLatch is_over(instance.domain.join_counter, task::Depth::Descendants);
  sched::work_until(worker, *worker.slot->arena, is_over, instance.domain.outer);
}

// ---- The mode ----------------------------------------------------------------------------------------------------

Recapture::Recapture(Instance& instance, Unannounced unannounced, const graph::SavedObjects* objects)
    : RegionExecution(unannounced),
      nodes(instance),
      looks_at_each_(unannounced == Unannounced::Left || instance.border.is_behind_siblings),
      objects_(objects) {
  has_events_ = instance.graph->has_events;
  is_on_fast_path_ = !looks_at_each_ && instance.graph->n_saved == 0 && !ompt::is_on() && !has_events_;
}

Recapture::Recapture(Instance& instance, NodeIndex begin, NodeIndex end)
    : nodes(instance, begin, end), looks_at_each_(instance.border.is_behind_siblings) {
  has_events_ = instance.graph->has_events;
}

void* Recapture::block_of_node(Worker& worker, const TaskSpec& spec) {
  if (has_mismatch()) return nullptr;
  const graph::Node* node = nodes.expect(spec);
  if (node == nullptr && nodes.expects_taskloop_of(spec.entry)) return nullptr;
  if (node == nullptr) {
    abandon(worker, "it created other tasks than were recorded");
    return nullptr;
  }
  await_turn(worker, nodes.instance(), nodes.index());
  return nodes.instance().block_of(*node);
}

bool Recapture::submit(Worker& worker, Task& task, Dependences dependences, bool& if_clause) {
  if (task.has(task::kNotReplayable) || !owns(task)) return false;
  if (!has_mismatch()) {
    if (is_undeferred(worker, if_clause)) {
      abandon(worker, "a task became undeferred");
    } else {
      (void)keeps_dependences(worker, graph::Act::Task, dependences);
    }
  }
  if (has_mismatch()) {
    if_clause = false;
    return false;
  }
  nodes.restore_saved(task.data);
  if (has_events_) [[unlikely]] {
    if (hands_over()) lists_.add(dependences, worker.current->group);
    give_node(task);
  }
  if (task.has(task::kObserved)) [[unlikely]]
    sched::adopt_record(nodes.instance(), nodes.index(), *task.entry.observed);
  if (looks_at_each_) sched::put_behind_siblings(worker, nodes.instance(), nodes.index(), dependences);
  captured(worker, *this);
  return true;
}

// The task is the node's, which stands for it from here on.
void Recapture::give_node(Task& task) {
  pending_ = nullptr;
  task.parent = &nodes.instance().domain;
  const uint32_t event_offset = nodes.expected().shape().event_offset;
  if (event_offset == graph::kNoEvent) return;
  const Task* event = &task;  // it may lie among the saved bytes
  std::memcpy(static_cast<char*>(task.data) + event_offset, &event, sizeof event);
}

void captured_in_group(Worker& worker, Recapture& recapture) {
  graph::note_captured_group(recapture.nodes.instance(), recapture.nodes.index(), worker.current->group);
  start_captured(worker, recapture.nodes);
}

void Recapture::submit_expected(Worker& worker, Dependences dependences) {
  sched::submit(worker, *create(nodes.expected().shape().spec, nodes.block()), dependences);
}

void Recapture::join(Worker& worker, Dependences dependences, task::Depth depth) {
  if (has_mismatch()) return;
  if (nodes.expect_join() == nullptr) return abandon(worker, "it waited where it did not when it was recorded");
  graph::Act act = depth == task::Depth::Children ? graph::Act::JoinChildren : graph::Act::JoinDescendants;
  if (!keeps_dependences(worker, act, dependences)) return;
  if (hands_over()) lists_.add({}, worker.current->group);  // the code waits for it here
  pass_join(worker, nodes);
}

void Recapture::leave(Worker& worker, const char* reason) {
  if (!has_mismatch()) abandon(worker, reason);
}

void* Recapture::saved_object(graph::DestroyObject destroy) {
  if (objects_ == nullptr || has_mismatch() || !hints.is_replayable(false)) return nullptr;
  return objects_->next(nodes.index(), destroy, next_object_);
}

bool Recapture::keeps_dependences(Worker& worker, graph::Act act, Dependences dependences) {
  if (!comparison.is_on()) return true;
  const char* difference = comparison.compare(nodes.index(), act, dependences);
  if (difference != nullptr) abandon(worker, difference);
  return difference == nullptr;
}

void Recapture::abandon(Worker& worker, const char* reason) {
  mismatch_ = reason;
  is_on_fast_path_ = false;
  hands_over() ? hand_over(worker, nodes, lists_, pending_) : run_out_empty(worker, nodes);
}

}  // namespace rondo::region
