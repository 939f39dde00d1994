// SPDX-License-Identifier: Apache-2.0
#include "sched/task_range.hpp"

#include "sched/execute.hpp"
#include "sched/lazy_range.hpp"

namespace rondo::sched {

using task::Task;

namespace {

// It was stolen.
void keep_far_half_of(Worker& worker, TaskRange& range) {
  keep_far_half(range, [&](uint64_t begin, uint64_t middle) {
    Arena& arena = *worker.slot->arena;
    Slot& place = *arena.slots[range.slot];
    place.mailbox.push(&make_task_range(worker, *range.loop, begin, middle, range.slot).proxy);
    announce_work(arena, place.index);
  });
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

TaskRange& make_task_range(Worker& worker, LazyTaskloop& loop, uint64_t begin, uint64_t end, uint32_t slot) {
  auto* range = static_cast<TaskRange*>(worker.slab.allocate(sizeof(TaskRange)));
  Task& proxy = range->proxy;
  init(proxy, {});
  proxy.flags = static_cast<uint16_t>(loop.flags | task::kTaskRange);
  proxy.parent = loop.parent;
  proxy.group = loop.group;
  range->loop = &loop;
  range->begin = begin;
  range->end = end;
  range->slot = slot;
  range->batch_size = {};
  return *range;
}

Work run_task_range(Worker& worker, TaskRange& range) {
  LazyTaskloop& loop = *range.loop;
  task::JoinCounter& executed = loop.executed.join_counter;
  if (worker.batch_counter != &executed) flush_completions(worker);
  if (range.slot != worker.slot->index) [[unlikely]]
    keep_far_half_of(worker, range);
  const uint64_t n = next_batch(range);
  const uint64_t begin = range.begin;
  range.begin += n;
  queue_rest(worker, range, Work(&range.proxy), [&] { worker.slab.release(&range); });
  // The loop lives on as long as these are not counted.
  for (uint64_t number = begin; number < begin + n; number++) run_one(worker, loop, number);
  count_done(worker, executed, static_cast<uint32_t>(n));
  return Work();
}

}  // namespace rondo::sched
