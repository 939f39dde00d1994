// SPDX-License-Identifier: Apache-2.0
//
// Creating tasks and waiting for them: what both faces call for task, taskwait, taskgroup and taskyield. A creation
// is allocate(), then the caller fills the block, then submit(); clang's code does it in these steps by itself.
#pragma once

#include <span>

#include "depend/access.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

using Dependences = std::span<const depend::Dependence>;

// What begins as the domain of the current task, in a block of the worker's slab.
inline task::Domain& begin_domain(Worker& worker, void* block) {
  task::Task& current = *worker.current;
  auto* domain = new (block) task::Domain;
  domain->tally.open(worker.id);
  domain->outer = current.parent;
  domain->crew = current.parent->crew;
  domain->depth = current.parent->depth + 1;
  current.domain = domain;
  return *domain;
}

// The domain of the current task, made on first use.
task::Domain& new_domain_of_current(Worker& worker);
inline task::Domain& domain_of_current(Worker& worker) {
  task::Domain* domain = worker.current->domain;
  return domain != nullptr ? *domain : new_domain_of_current(worker);
}

// Makes the new task, or what stands for it, a child of the current one; returns the tally that counts it.
inline task::Tally& adopt(Worker& worker, task::Task& task, task::Domain& domain) {
  const task::Task& parent = *worker.current;
  task::TaskGroup* group = parent.group;
  task.parent = &domain;
  task.group = group;
  if (parent.has(task::kFinal)) [[unlikely]]
    task.flags |= task::kFinal;
  if (group == nullptr || group->owner != &domain) [[likely]]
    return domain.tally;
  task.flags |= task::kInGroup;
  return group->tally;
}

// A descriptor with room for the compiler's block behind it: `task->data`. Inside a region that is being re-captured
// this is the recorded node's own block.
task::Task* allocate_with(Worker& worker, graph::Encounter& encounter, const task::TaskSpec& spec);
inline task::Task* allocate(Worker& worker, const task::TaskSpec& spec) {
  const task::Domain* domain = worker.current->domain;
  if (domain != nullptr && domain->encounter != nullptr) return allocate_with(worker, *domain->encounter, spec);
  auto* task = static_cast<task::Task*>(worker.slab.allocate(sizeof(task::Task) + spec.block_bytes));
  init(*task, spec);
  return task;
}

// The block is filled: the task may run. `if_clause` false: it runs before this returns.
void submit(Worker& worker, task::Task& task, Dependences dependences, bool if_clause = true);

// An undeferred task whose block stays where the caller has it (`data`); over when this returns.
void run_in_place(Worker& worker, const task::TaskSpec& spec, void* data, Dependences dependences);

// The same for a task that could be deferred, if it is sooner run than created (README.md, "At once"); false: it has
// not been run.
bool run_at_once(Worker& worker, const task::TaskSpec& spec, void* data, Dependences dependences);

// A task of the runtime's own: function(data), once the predecessors are done that a task with these dependences
// would have. Later tasks do not depend on it. Not while a region is recorded or re-captured.
void run_behind(Worker& worker, Dependences dependences, void (*function)(void*), void* data);

// The two halves of run_in_place for callers that call the body themselves (KMP if(0)); `task` came from allocate().
void begin_in_place(Worker& worker, task::Task& task);
void end_in_place(Worker& worker, task::Task& task);

// The untied task, whose body is running, asks for its next part. That is run by the same worker, as soon as the
// running part returns (README.md, "Parts"); what the part has begun in place (a loop's own task) is current in the
// next one.
inline void go_on(task::Task& task) { task.flags |= task::kGoesOn; }

// True if a task created now runs in place whatever its if clause says, because its creator is final or alone.
inline bool runs_undeferred(const Worker& worker, const task::Domain& domain) {
  return worker.current->has(task::kFinal) || (domain.crew->n_seats == 1 && !domain.has_detached);
}
// The same; but false in a task graph region, where every creation has to be seen.
inline bool is_undeferred(Worker& worker) {
  task::Domain& domain = domain_of_current(worker);
  return domain.encounter == nullptr && runs_undeferred(worker, domain);
}

// Waits for the predecessors that a task with these dependences would have.
void wait_for(Worker& worker, Dependences dependences);

// Waits for the children of the current task, whose domain this is, wherever they are counted.
void wait_for_children(Worker& worker, task::Domain& domain);

// Looks whether the children of the current task, whose domain this is, are done, wherever they are counted.
bool are_children_done(Worker& worker, const task::Domain& domain);

// All children created so far by the current task.
void taskwait(Worker& worker);
void taskwait_depend(Worker& worker, Dependences dependences);

void begin_taskgroup(Worker& worker);
void end_taskgroup(Worker& worker);

// Runs a task that is ready and below `domain`, and what follows from it; false if there is none.
bool run_ready(Worker& worker, const task::Domain& domain);

// Runs one other task, if one may be run here.
void taskyield(Worker& worker);

// If `task` was just allocated in a region that is recorded or captured again: what it was asked for.
const task::TaskSpec* spec_in_region(Worker& worker, const task::Task& task);

// True: `task` was just allocated as the block of a node, which the next creation will fill.
bool is_in_region(Worker& worker, const task::Task& task);

// A construct that creates many tasks (taskloop): what was announced of it holds for each of them. `has_begun`: it
// has already allocated a task.
class [[nodiscard]] ManyTasks {
 public:
  ManyTasks(Worker& worker, bool has_begun);
  ~ManyTasks();
  ManyTasks(const ManyTasks&) = delete;
  ManyTasks& operator=(const ManyTasks&) = delete;

 private:
  graph::Encounter* encounter_;
};

// While it lives, the tasks that are submitted are marked as replayable.
class [[nodiscard]] Replayable {
 public:
  explicit Replayable(Worker& worker);
  ~Replayable();
  Replayable(const Replayable&) = delete;
  Replayable& operator=(const Replayable&) = delete;

 private:
  graph::Encounter* encounter_;
};

// Called for something that the control code does beside creating tasks, and that each replay has to do again.
void require_code(Worker& worker);

// Called for something that a graph cannot hold: the current region, if there is one, is not recorded.
void cannot_record(Worker& worker, const char* reason);

}  // namespace rondo::sched
