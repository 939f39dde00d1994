// SPDX-License-Identifier: Apache-2.0
#include "sched/ranges/task_range.hpp"

#include "sched/run/execute.hpp"

namespace rondo::sched {

using task::Task;

namespace {

// The range was stolen.
void give_near_half_back(Worker& worker, TaskRange& range) {
  const LazyRange near = range.rest.take_near_half();
  if (near.size() != 0) {
    Arena& arena = *worker.slot->arena;
    arena.slots[range.slot]->mailbox.push(&make_task_range(worker, *range.loop, near, range.slot).proxy);
    announce_work(arena, range.slot);
  }
  range.slot = worker.slot->index;
}

void run_one(Worker& worker, LazyTaskloop& loop, uint64_t number) {
  Task& task = *loop.make(worker, loop, number);
  task.parent = loop.parent;
  task.group = loop.group;
  task.flags |= loop.flags;
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  close_domain(worker, task);
  worker.slab.release(&task);
}

}  // namespace

TaskRange& make_task_range(Worker& worker, LazyTaskloop& loop, LazyRange tasks, uint32_t slot) {
  auto* range = static_cast<TaskRange*>(worker.slab.allocate(sizeof(TaskRange)));
  Task& proxy = range->proxy;
  init(proxy, {});
  proxy.flags = loop.flags | task::kTaskRange;
  proxy.parent = loop.parent;
  proxy.group = loop.group;
  range->loop = &loop;
  range->rest = tasks;
  range->slot = slot;
  return *range;
}

Work run_task_range(Worker& worker, TaskRange& range) {
  LazyTaskloop& loop = *range.loop;
  task::JoinCounter& executed = loop.executed.join_counter;
  if (worker.batch_counter != &executed) flush_completions(worker);
  if (range.slot != worker.slot->index) [[unlikely]]
    give_near_half_back(worker, range);
  const uint32_t begin = range.rest.begin;
  const uint32_t n = range.rest.next_batch();
  range.rest.begin += n;
  range.rest.size() == 0 ? worker.slab.release(&range) : queue_rest(worker, Work(&range.proxy));
  // The loop stays until these are counted.
  for (uint32_t number = begin; number < begin + n; number++) run_one(worker, loop, number);
  count_done(worker, executed, n);
  return Work();
}

}  // namespace rondo::sched
