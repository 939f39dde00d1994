// SPDX-License-Identifier: Apache-2.0
#include "sched/region.hpp"

#include "graph/cycle.hpp"
#include "sched/pattern.hpp"
#include "sched/run_node.hpp"
#include "sched/wait.hpp"
#include "sched/withhold.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using task::Task;
using task::TaskSpec;

namespace {

bool is_replaying(const Encounter& encounter) {
  return encounter.mode() != Encounter::Mode::Record && !encounter.has_mismatch();
}

bool is_of(const Task& task, const Instance& instance) {
  auto address = reinterpret_cast<uintptr_t>(&task);
  auto begin = reinterpret_cast<uintptr_t>(instance.blocks);
  return address >= begin && address < begin + instance.graph->payload_bytes;
}

// What no graph can repeat (OpenMP 6.0 section 14.3, restrictions).
const char* unrecordable(const Encounter& encounter, const TaskSpec& spec, bool is_undeferred) {
  if (is_undeferred) return "it creates an undeferred task";
  if (encounter.is_lacking_mark()) return "it creates tasks that are not replayable, or in called functions";
  return (spec.flags & task::kDetachable) != 0 ? "it creates a detachable task" : nullptr;
}

Encounter* encounter_of(Worker& worker) {
  task::Domain* domain = worker.current->domain;
  return domain == nullptr ? nullptr : domain->encounter;
}

}  // namespace

void await_round(Worker& worker, Instance& instance, NodeIndex index, uint64_t n_rounds) {
  graph::Cycle& cycle = *instance.cycle;
  auto has_run = [&] { return cycle.rounds[index].load_acquire() >= n_rounds; };  // [G4]
  if (has_run()) return;
  cycle.awaited.store_relaxed(index);  // [P1]
  work_until(worker, *worker.seat->crew, ConditionLatch(has_run), instance.domain.outer);
  cycle.awaited.store_relaxed(~NodeIndex{0});
}

void abandon(Worker& worker, Encounter& encounter, const char* reason) {
  if (encounter.is_withholding()) return hand_over(worker, encounter, reason);
  encounter.set_mismatch(reason);
  Instance& instance = encounter.instance();
  instance.is_partial = true;
  for (NodeIndex index = encounter.cursor(); index < encounter.end(); index++) {
    NodeState& state = instance.states[index];
    if (instance.cycle != nullptr) await_round(worker, instance, index, instance.cycle->round);
    state.is_empty = true;
    if (NodeState* ready = graph::capture(state)) offer(worker, *ready);
  }
  TallyLatch is_over(instance.domain.tally, task::Depth::Descendants);
  work_until(worker, *worker.seat->crew, is_over, instance.domain.outer);
}

void leave_recording(Worker& worker, Encounter& encounter, const char* reason) {
  if (is_replaying(encounter)) abandon(worker, encounter, reason);
  if (encounter.mode() == Encounter::Mode::Record) encounter.recorder().give_up(reason);
}

void meet_stranger(Worker& worker, Encounter& encounter) {
  if (encounter.is_withholding()) hand_over(worker, encounter, "it has a task or a wait that is not replayable");
  if (encounter.mode() == Encounter::Mode::Record) encounter.recorder().note_stranger();
}

Task* allocate_in_region(Worker& worker, Encounter& encounter, const TaskSpec& spec) {
  encounter.allocated_spec = spec;
  if (encounter.mode() != Encounter::Mode::Recapture) return nullptr;
  if (encounter.has_mismatch()) return nullptr;
  const graph::Node* node = encounter.expect(spec);
  if (node == nullptr) {
    abandon(worker, encounter, "it created other tasks than were recorded");
    return nullptr;
  }
  Instance& instance = encounter.instance();
  // In a loop, the block is the task's of the round before until that has run.
  bool is_in_loop = instance.cycle != nullptr && !encounter.is_withholding();
  if (is_in_loop) await_round(worker, instance, encounter.cursor(), instance.cycle->round);
  return instance.task_of(*node);
}

namespace {
// The control code runs ahead of the tasks, as far as their blocks stay in the cache, so that no seat ever waits for
// a capture. From there on it runs its own share of what it captures; nodes that are not captured yet end that.
void run_captured_now_and_then(Worker& worker, Encounter& encounter) {
  constexpr NodeIndex kStride = 32;  // docs/tuning.md
  constexpr uint64_t kAhead_bytes = 128 * 1024;
  if (encounter.cursor() % kStride != 0 || encounter.captured_bytes() < kAhead_bytes) return;
  uint32_t n_left = kStride / worker.seat->crew->n_seats;
  Work work;
  for (; n_left > 0; n_left--) {
    if (!work) work = find_own_work(worker, &encounter.instance().domain);
    if (!work) return;
    work = run(worker, work);
  }
  if (!work) return;
  queue(worker, work);
  announce_owed(worker);
}
}  // namespace

void start_captured(Worker& worker, Encounter& encounter) {
  NodeState* ready = encounter.captured();
  if (encounter.instance().is_spread()) {
    if (ready != nullptr) start(worker, *ready);
    run_captured_now_and_then(worker, encounter);
  } else if (ready != nullptr) {
    Work work(ready);
    while (work) work = run(worker, work);
  }
}

void note_copy_for_check(Encounter& encounter, const TaskSpec& spec, void* source, size_t bytes, size_t alignment) {
  graph::Recorder& recorder = encounter.recorder();
  if (bytes != 0 && spec.is_trivial) {
    recorder.padding.observe(spec.entry, recorder.notes.size(), source, bytes, alignment);
  }
}

namespace {
bool is_nodes_task(Encounter& encounter, const Task& task) {
  bool is_replay = encounter.mode() != Encounter::Mode::Pattern && encounter.has_instance();
  return is_replay && is_of(task, encounter.instance());
}
}  // namespace

bool is_in_region(Worker& worker, const Task& task) {
  Encounter* encounter = encounter_of(worker);
  return encounter != nullptr && is_nodes_task(*encounter, task);
}

const TaskSpec* spec_in_region(Worker& worker, const Task& task) {
  Encounter* encounter = encounter_of(worker);
  return encounter == nullptr || task.has(task::kNotReplayable) ? nullptr : &encounter->allocated_spec;
}

ManyTasks::ManyTasks(Worker& worker, bool has_begun) : encounter_(encounter_of(worker)) {
  if (encounter_ == nullptr) return;
  if (!has_begun) encounter_->announcement.take();
  encounter_->announcement.hold();
}

ManyTasks::~ManyTasks() {
  if (encounter_ != nullptr) encounter_->announcement.drop();
}

Replayable::Replayable(Worker& worker) : encounter_(encounter_of(worker)) {
  if (encounter_ != nullptr) encounter_->is_marked = true;
}

Replayable::~Replayable() {
  if (encounter_ != nullptr) encounter_->is_marked = false;
}

void captured(Worker& worker, Encounter& encounter, Task& task) {
  task.group = worker.current->group;
  start_captured(worker, encounter);
}

bool submit_in_region(Worker& worker, Encounter& encounter, Task& task, Dependences dependences, bool if_clause) {
  if (task.has(task::kNotReplayable)) return false;
  bool is_undeferred = !if_clause || worker.current->has(task::kFinal);
  if (encounter.is_withholding()) return withhold(worker, encounter, task, dependences, is_undeferred);
  bool is_nodes = is_nodes_task(encounter, task);
  if (encounter.mode() == Encounter::Mode::Record && !is_nodes) {
    const TaskSpec& spec = encounter.allocated_spec;
    const char* reason = unrecordable(encounter, spec, is_undeferred);
    if (reason != nullptr) encounter.recorder().give_up(reason);
    encounter.recorder().add_task(spec, task.data, dependences, encounter.announcement);
    return false;
  }
  if (encounter.mode() == Encounter::Mode::Pattern) {
    return submit_in_pattern(worker, encounter, task, dependences, is_undeferred);
  }
  if (!is_nodes) return false;
  if (is_replaying(encounter)) {
    if (is_undeferred)
      abandon(worker, encounter, "a task became undeferred");
    else if (encounter.is_lacking_mark())
      abandon(worker, encounter, "it created a task that is not replayable");
  }
  if (encounter.has_mismatch() || encounter.mode() == Encounter::Mode::Record) {
    // Its data lies in the node's block, which stays until the region is left.
    run_in_place(worker, TaskSpec{task.entry, 0, 0, task.flags, task.priority, false}, task.data, dependences);
    return true;
  }
  encounter.restore_saved(task.data);
  captured(worker, encounter, task);
  return true;
}

void begin_reducing_group(Worker& worker, Encounter& encounter, task::Reductions::Items items) {
  if (encounter.is_withholding()) hand_over(worker, encounter, "it reduces");
  if (encounter.mode() == Encounter::Mode::Record) encounter.recorder().begin_group(items);
}

void join_in_region(Worker& worker, Encounter& encounter, Dependences dependences, task::Depth depth) {
  if (encounter.is_withholding()) hand_over(worker, encounter, "it waits");
  if (encounter.mode() == Encounter::Mode::Record) {
    const task::TaskGroup* group = worker.current->group;
    bool ends_reduction = depth == task::Depth::Descendants && group->reductions != nullptr;
    ends_reduction ? encounter.recorder().end_group() : encounter.recorder().add_join(dependences, depth);
    return;
  }
  if (encounter.mode() == Encounter::Mode::Pattern) return join_in_pattern(worker, encounter, dependences, depth);
  if (encounter.has_mismatch()) return;
  if (encounter.expect_join() == nullptr) {
    return abandon(worker, encounter, "it waited where it did not when it was recorded");
  }
  pass_join(worker, encounter);
}

void pass_join(Worker& worker, Encounter& encounter) {
  Instance& instance = encounter.instance();
  NodeIndex index = encounter.cursor();
  if (NodeState* ready = encounter.captured()) offer(worker, *ready);
  auto is_reached = [&] { return instance.n_joined.load_acquire() > index; };  // [G3]
  // A loop's first round also waits for tasks outside of the graph: those of run_behind, and what they are behind.
  const task::Domain* within = instance.cycle != nullptr ? instance.domain.outer : &instance.domain;
  work_until(worker, *worker.seat->crew, ConditionLatch(is_reached), within);
}

}  // namespace rondo::sched
