// SPDX-License-Identifier: Apache-2.0
#include "sched/create/lazy_taskloop.hpp"

#include <new>

#include "sched/create/create.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/region.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::sched {

using task::Domain;
using task::Task;

namespace {

// All have run: the loop is done, as one child.
task::JoinCounter& end_loop(Worker& worker, Domain& executed) {
  auto& loop = reinterpret_cast<LazyTaskloop&>(executed);  // its first member
  task::JoinCounter& counted_in = *loop.counted_in;
  loop.release(worker, loop);
  return counted_in;
}

}  // namespace

bool may_be_made_later(Worker& worker, uint64_t n_tasks) {
  constexpr uint64_t kMost = uint64_t{1} << 30;  // a join counter counts in 32 bits
  Domain& domain = domain_of_current(worker);
  return n_tasks > 1 && n_tasks <= kMost && domain.execution == nullptr && !runs_undeferred(worker, domain) &&
         !worker.current->has(task::kOwnIcvs) &&  // children that inherit ICVs are made one by one
         !ompt::is_on() &&                        // a tool is told of each when it is created
         !settings.suspends;                      // tasks of a range run one after the other
}

bool is_one_task(const Worker& worker) {
  const RegionExecution* execution = region_execution_of(worker);
  return execution != nullptr && execution->takes_whole_taskloops() && settings.whole_taskloops;
}

// Never kUnconstrained: on top of any wait, its own wait could not run siblings.
task::TaskSpec spec_of_whole(const task::TaskSpec& spec, size_t block_bytes) {
  return {spec.entry, static_cast<uint32_t>(block_bytes), 0, task::kTaskloop, 0, true};
}

void await_taskloop(Worker& worker) {
  const Task& loop = *worker.current;
  if (loop.domain == nullptr) return;
  JoinLatch are_done(loop.domain->join_counter, task::Depth::Children);
  work_until(worker, *worker.slot->arena, are_done, loop.parent);
}

void start_taskloop(Worker& worker, LazyTaskloop& loop, uint32_t flags) {
  base::CountFor counting(base::Construct::Create);
  Task child;
  child.flags = flags;
  task::JoinCounter& join_counter = adopt(worker, child, domain_of_current(worker));
  loop.parent = child.parent;
  loop.group = child.group;
  loop.flags = child.flags;
  loop.counted_in = &join_counter;
  join_counter.count_created();
  task::JoinCounter& executed = loop.executed.join_counter;
  loop.executed.on_dead = end_loop;
  executed.open(task::kNoWorker);
  const auto n_tasks = static_cast<uint32_t>(loop.n_tasks);
  executed.count_created(n_tasks);
  (void)executed.close();  // no worker waits for it: the report of the last task ends the loop
  offer(worker, make_task_range(worker, loop, {0, n_tasks}, worker.slot->index).proxy);
}

}  // namespace rondo::sched
