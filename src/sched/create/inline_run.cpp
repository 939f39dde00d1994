// SPDX-License-Identifier: Apache-2.0
#include "sched/create/inline_run.hpp"

#include "depend/table.hpp"
#include "os/clock.hpp"
#include "sched/create/undeferred.hpp"
#include "sched/run/region.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

using task::Domain;
using task::Task;
using task::TaskSpec;

namespace {

// `start` is the time now. Where creations are watched it is the time behind that: the one behind which a period is
// recorded or dropped takes as long as a time slice, but is no long body.
[[gnu::always_inline]] inline bool begin_inline(Worker& worker, const Domain& domain, Dependences dependences,
                                                uint64_t& start) {
  worker.slot->deque.stir();
  if (!worker.inline_policy.begin(start)) return false;
  depend::Table* table = domain.table;
  if (table == nullptr || table->passes(dependences, worker.slab, [&start] { start = os::ticks(); })) return true;
  worker.inline_policy.take_back();
  return false;
}

[[gnu::always_inline]] inline void end_inline(Worker& worker, Task& task, const Domain& domain, uint64_t start) {
  const Body body = body_of(task.entry);
  run_undeferred(worker, task, {});
  worker.inline_policy.end(domain.arena->fine_grained_bodies, body, start, os::ticks());
}

// In a region: it takes a note of the task, if nothing else. Of that the body's time has no part.
[[gnu::noinline]] bool run_known_body_of(RegionExecution& region, Worker& worker, const TaskSpec& spec, void* data,
                                         Dependences dependences) {
  const Domain& domain = *worker.current->domain;
  if (!region.may_run_inline(dependences)) return false;
  if (!is_fine_grained(domain, spec.entry, spec.flags, spec.priority)) return false;
  uint64_t start = os::ticks();
  if (!begin_inline(worker, domain, dependences, start)) return false;
  base::CountFor counting(base::Construct::Create);
  region.note_inline(worker, spec, data, dependences);
  Task task;
  init(task, spec, data);
  end_inline(worker, task, domain, os::ticks());
  return true;
}

}  // namespace

bool is_fine_grained(const Domain& domain, task::Entry entry, uint32_t flags, int16_t priority) {
  if (!domain.arena->fine_grained_bodies.has(body_of(entry))) [[likely]]
    return false;
  const bool is_plain = (flags & task::kDetachable) == 0 && (priority <= 0 || settings.max_task_priority == 0);
  return is_plain && !domain.has_open_blocks;
}

bool run_fine_grained(Worker& worker, Task& task, Domain& domain, Dependences dependences) {
  uint64_t start = os::ticks();
  if (!begin_inline(worker, domain, dependences, start)) return false;
  end_inline(worker, task, domain, start);
  return true;
}

// A function of its own, so that the question costs no frame elsewhere.
[[gnu::noinline]] bool run_known_body(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  Domain& domain = domain_of_current(worker);
  if (!is_fine_grained(domain, spec.entry, spec.flags, spec.priority)) return false;
  base::CountFor counting(base::Construct::Create);
  Task task;
  init(task, spec, data);
  return run_fine_grained(worker, task, domain, dependences);
}

bool run_inline(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  const Task& creator = *worker.current;
  const Domain& nearest = creator.domain != nullptr ? *creator.domain : *creator.parent;
  if (!nearest.arena->fine_grained_bodies.has(body_of(spec.entry))) [[likely]]
    return false;
  RegionExecution* region = region_execution_of(worker);
  if (region != nullptr) return run_known_body_of(*region, worker, spec, data, dependences);
  return run_known_body(worker, spec, data, dependences);
}

}  // namespace rondo::sched
