// SPDX-License-Identifier: Apache-2.0
#include "sched/create/undeferred.hpp"

#include "sched/wait/taskwait.hpp"

namespace rondo::sched {

using task::Domain;
using task::Task;
using task::TaskSpec;

namespace {

constexpr const char* kUndeferredTask = "it creates an undeferred task";

// A function of its own, so that creation elsewhere needs no register for it.
[[gnu::noinline]] void meet_undeferred(Worker& worker, RegionExecution& region) {
  region.takes_creation() ? region.leave(worker, kUndeferredTask) : region.meet_unrecorded(worker);
}

// Like an undeferred task: it is over before its creator goes on, so it need not be counted.
[[gnu::always_inline]] inline void run_uncounted(Worker& worker, Task& task) {
  adopt(worker, task, domain_for_undeferred(worker));
  put_on_top(worker, task);
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  close_domain(worker, task);
}

}  // namespace

void run_undeferred(Worker& worker, Task& task, Dependences dependences) {
  adopt(worker, task, domain_for_undeferred(worker));
  if (!dependences.empty()) wait_for(worker, dependences);
  put_on_top(worker, task);
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  finish_undeferred(worker, task);
}

void run_in_place(Worker& worker, const TaskSpec& spec, void* data, Dependences dependences) {
  if (RegionExecution* region = region_execution_of(worker)) [[unlikely]]
    meet_undeferred(worker, *region);
  Task task;
  init(task, spec, data);
  run_undeferred(worker, task, dependences);
}

void begin_in_place(Worker& worker, Task& task) {
  if (!task.has(task::kNotReplayable)) cannot_record(worker, kUndeferredTask);
  const bool is_detachable = task.has(task::kDetachable);
  Domain& domain = is_detachable ? domain_of_current(worker) : domain_for_undeferred(worker);
  if (is_detachable) note_detachable(worker, task, domain);
  task::JoinCounter& join_counter = adopt(worker, task, domain);
  if (is_detachable) join_counter.count_created();
  put_on_top(worker, task);
  worker.current = &task;
  if (task.has(task::kObserved)) [[unlikely]]
    begin_observed(worker, *task.entry.observed, *task.next);
}

void end_in_place(Worker& worker, Task& task) {
  end_kmp_body(worker, task);
  worker.current = task.next;
  if (task.has(task::kObserved)) [[unlikely]] {
    end_observed(worker, task, *task.next, is_discarded(task) ? ompt::TaskStatus::Cancel : ompt::TaskStatus::Complete);
    come_back(worker);
  }
  if (task.has(task::kDetachable)) {
    if (Work next = end_detachable_body(worker, task)) offer(worker, *next.task());
    return;
  }
  finish_undeferred(worker, task);
  release_block(worker, task);
}

void run_undeferred_fast(task::GompEntry body, void* data, uint32_t flags, Worker& worker) {
  base::CountFor counting(base::Construct::Create);
  Task task;
  init(task, fast_path_spec(body, 0, flags), data);
  run_uncounted(worker, task);
}

void run_undeferred_fast(Worker& worker, Task& task) {
  base::CountFor counting(base::Construct::Create);
  run_uncounted(worker, task);
  worker.slab.release(&task);
}

void run_undeferred_fast(task::GompEntry body, void* data, CopyBlock copy, size_t bytes, uint32_t flags,
                         Worker& worker) {
  if (is_in_cancelled_construct(worker)) return;
  void* block = __builtin_alloca_with_align(bytes, 8 * base::kCacheLine);
  copy(block, data);
  run_undeferred_fast(body, block, flags | task::kCopied, worker);
}

}  // namespace rondo::sched
