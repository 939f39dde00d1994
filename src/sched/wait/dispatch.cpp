// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/dispatch.hpp"

#include "depend/dep_node.hpp"
#include "os/clock.hpp"
#include "sched/nodes/run_node.hpp"
#include "sched/ranges/roots.hpp"
#include "sched/ranges/task_range.hpp"
#include "sched/run/execute.hpp"
#include "sched/run/suspend.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

using task::JoinCounter;
using task::Task;

namespace {
inline Work end_body(Worker& worker, Task& task) {
  return task.has(task::kDetachable) ? end_detachable_body(worker, task) : finish_task(worker, task);
}

// Tells the arena whether bodies like this one are fine-grained.
[[gnu::noinline]] Work run_sampled(Worker& worker, Task& task) {
  Arena& arena = *worker.slot->arena;
  InlineSample sample = {body_of(task.entry), 0, false};
  const uint64_t start = os::ticks();
  call_body(worker, task);
  sample.has_created = task.domain != nullptr;
  Work next = end_body(worker, task);
  sample.took = os::ticks() - start;
  worker.inline_policy.note_sample(arena.fine_grained_bodies, sample, arena.n_slots, settings.fine_grained_ticks);
  return next;
}

inline Work run_nodes(Worker& worker, Work work) {
  if (work.is_range()) [[unlikely]]
    return run_root_range(worker, root_range_of(*work.node()));
  return work.is_batch() ? run_batch(worker, *work.node()) : run_node(worker, *work.node());
}
// Its completion will be counted where the worker counts now.
inline void begin_task(Worker& worker, Task& task) {
  JoinCounter& join_counter = task.join_counter();
  if (worker.batch_counter != &join_counter) flush_completions(worker);
}

inline Work run_body(Worker& worker, Task& task) {
  if (task.node != nullptr) {
    if (worker.inline_policy.is_sample()) [[unlikely]]
      return run_sampled(worker, task);
    depend::fetch_successors(*task.node);
  }
  call_body(worker, task);
  return end_body(worker, task);
}

// Off the path of most programs: tasks that may be discarded or suspended.
Work run_with_care(Worker& worker, Work work) {
  Task& task = *work.task();
  begin_task(worker, task);
  if (is_discarded(task)) {
    skip_body(worker, task);
    return finish_task(worker, task);
  }
  return run_body(worker, task);
}
[[gnu::noinline]] Work run_minding(Worker& worker, Work work) {
  return settings.suspends ? run_apart(worker, work, run_with_care) : run_with_care(worker, work);
}
}  // namespace

Work run(Worker& worker, Work work) {
  if (work.is_node()) return run_nodes(worker, work);
  Task& task = *work.task();
  if (task.has(task::kTaskRange)) [[unlikely]]
    return run_task_range(worker, task_range_of(task));
  if (settings.minds_tasks) [[unlikely]]
    return run_minding(worker, work);
  begin_task(worker, task);
  return run_body(worker, task);
}

}  // namespace rondo::sched
