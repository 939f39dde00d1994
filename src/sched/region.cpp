// SPDX-License-Identifier: Apache-2.0
#include "sched/region.hpp"

#include "sched/run_node.hpp"
#include "sched/wait.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using task::Task;
using task::TaskSpec;

namespace {

bool is_recapturing(const Encounter& encounter) {
  return encounter.mode() == Encounter::Mode::Recapture && !encounter.has_mismatch();
}

bool is_of(const Task& task, const Instance& instance) {
  auto address = reinterpret_cast<uintptr_t>(&task);
  auto begin = reinterpret_cast<uintptr_t>(instance.blocks);
  return address >= begin && address < begin + instance.graph->payload_bytes;
}

// What no graph can repeat (OpenMP 6.0 section 14.3, restrictions).
const char* unrecordable(const TaskSpec& spec) {
  return (spec.flags & task::kDetachable) != 0 ? "it creates a detachable task" : nullptr;
}

}  // namespace

void abandon(Worker& worker, Encounter& encounter, const char* reason) {
  encounter.set_mismatch(reason);
  Instance& instance = encounter.instance();
  for (NodeIndex index = encounter.cursor(); index < instance.graph->n_nodes; index++) {
    NodeState& state = instance.states[index];
    state.is_empty = true;
    if (NodeState* ready = graph::capture(state)) offer(worker, *ready);
  }
  work_until(worker, *worker.seat->crew, TallyLatch(instance.domain.tally, task::Depth::Descendants), &instance.domain);
}

void leave_recording(Worker& worker, Encounter& encounter, const char* reason) {
  if (encounter.mode() == Encounter::Mode::Record) {
    encounter.recorder().give_up(reason);
  } else if (is_recapturing(encounter)) {
    abandon(worker, encounter, reason);
  }
}

Task* allocate_in_region(Worker& worker, Encounter& encounter, const TaskSpec& spec) {
  encounter.allocated_spec = spec;
  if (encounter.mode() == Encounter::Mode::Record) return nullptr;
  if (encounter.has_mismatch()) return nullptr;
  const graph::Node* node = encounter.expect(spec);
  if (node == nullptr) {
    abandon(worker, encounter, "it created other tasks than were recorded");
    return nullptr;
  }
  return encounter.instance().task_of(*node);
}

// The control code is ahead of the tasks: whatever is ready here is run now, while its data is in the cache, instead
// of after the last creation. Nodes that are not captured yet end it.
void run_captured_so_far(Worker& worker, const task::Domain& domain) {
  while (Work work = find_own_work(worker, &domain)) {
    while (work) work = run(worker, work);
  }
}

bool is_in_region(Worker& worker, const Task& task) {
  task::Domain* domain = worker.current->domain;
  if (domain == nullptr || domain->encounter == nullptr) return false;
  Encounter& encounter = *domain->encounter;
  return encounter.mode() == Encounter::Mode::Recapture && is_of(task, encounter.instance());
}

const TaskSpec* spec_in_region(Worker& worker, const Task& task) {
  return is_in_region(worker, task) ? &worker.current->domain->encounter->allocated_spec : nullptr;
}

bool submit_in_region(Worker& worker, Encounter& encounter, Task& task, Dependences dependences, bool if_clause) {
  bool is_undeferred = !if_clause || worker.current->has(task::kFinal);
  if (encounter.mode() == Encounter::Mode::Record) {
    const TaskSpec& spec = encounter.allocated_spec;
    const char* reason = is_undeferred ? "it creates an undeferred task" : unrecordable(spec);
    if (reason != nullptr) encounter.recorder().give_up(reason);
    encounter.recorder().add_task(spec, task.data, dependences);
    return false;
  }
  if (!is_of(task, encounter.instance())) return false;
  if (is_undeferred && !encounter.has_mismatch()) abandon(worker, encounter, "a task became undeferred");
  if (encounter.has_mismatch()) {
    // Its data lies in the node's block, which stays until the region is left.
    run_in_place(worker, TaskSpec{task.entry, 0, 0, task.flags, task.priority, false}, task.data, dependences);
    return true;
  }
  if (NodeState* ready = encounter.captured()) start(worker, Work(ready));
  constexpr NodeIndex kStride = 32;  // docs/tuning.md
  if (encounter.cursor() % kStride == 0) run_captured_so_far(worker, encounter.instance().domain);
  return true;
}

bool join_in_region(Worker& worker, Encounter& encounter, Dependences dependences, task::Depth depth) {
  if (encounter.mode() == Encounter::Mode::Record) {
    encounter.recorder().add_join(dependences, depth);
    return false;
  }
  if (encounter.has_mismatch()) return false;
  if (encounter.expect_join() == nullptr) {
    abandon(worker, encounter, "it waited where it did not when it was recorded");
    return false;
  }
  Instance& instance = encounter.instance();
  NodeIndex index = encounter.cursor();
  if (NodeState* ready = encounter.captured()) offer(worker, *ready);
  auto is_reached = [&] { return instance.n_joined.load_acquire() > index; };  // [G3]
  work_until(worker, *worker.seat->crew, ConditionLatch(is_reached), &instance.domain);
  return true;
}

}  // namespace rondo::sched
