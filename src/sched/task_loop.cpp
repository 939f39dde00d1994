// SPDX-License-Identifier: Apache-2.0
#include "sched/task_loop.hpp"

#include <new>

#include "sched/execute.hpp"
#include "sched/park.hpp"

namespace rondo::sched {

using task::Domain;
using task::Task;

namespace {

Stretch& make_stretch(Worker& worker, TaskLoop& loop, uint64_t begin, uint64_t end, uint32_t seat) {
  auto* stretch = static_cast<Stretch*>(worker.slab.allocate(sizeof(Stretch)));
  Task& ticket = stretch->ticket;
  init(ticket, {});
  ticket.flags = static_cast<uint16_t>(loop.flags | task::kStretch);
  ticket.parent = loop.parent;
  ticket.group = loop.group;
  stretch->loop = &loop;
  stretch->begin = begin;
  stretch->end = end;
  stretch->seat = seat;
  stretch->pace = {};
  return *stretch;
}

// Who has stolen a stretch takes its far half. The near one goes back to the seat where it comes from, so that
// neighbours stay together.
void give_half_back(Worker& worker, Stretch& stretch) {
  uint64_t middle = stretch.begin + (stretch.end - stretch.begin) / 2;
  if (middle != stretch.begin) {
    Crew& crew = *worker.seat->crew;
    Seat& place = *crew.seats[stretch.seat];
    place.mailbox.push(&make_stretch(worker, *stretch.loop, stretch.begin, middle, stretch.seat).ticket);
    announce_work(crew, place.index);
  }
  stretch.begin = middle;
  stretch.seat = worker.seat->index;
  stretch.pace = {};
}

void run_one(Worker& worker, TaskLoop& loop, uint64_t number) {
  Task& task = *loop.make(worker, loop, number);
  task.parent = loop.parent;
  task.group = loop.group;
  task.flags |= loop.flags;
  is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
  close_domain(worker, task);
  worker.slab.release(&task);
}

// All have run: the loop is done, as one child.
task::Tally& end_loop(Worker& worker, Domain& executed) {
  auto& loop = reinterpret_cast<TaskLoop&>(executed);  // its first member
  task::Tally& counted_in = *loop.counted_in;
  loop.release(worker, loop);
  return counted_in;
}

}  // namespace

bool may_be_made_later(Worker& worker, uint64_t n_tasks) {
  constexpr uint64_t kMost = uint64_t{1} << 30;  // a tally counts in 32 bits
  Domain& domain = domain_of_current(worker);
  return n_tasks > 1 && n_tasks <= kMost && domain.encounter == nullptr && !runs_undeferred(worker, domain);
}

void start(Worker& worker, TaskLoop& loop, uint16_t flags) {
  base::CountFor counting(base::Construct::Create);
  Task child;
  child.flags = flags;
  task::Tally& tally = adopt(worker, child, domain_of_current(worker));
  loop.parent = child.parent;
  loop.group = child.group;
  loop.flags = child.flags;
  loop.counted_in = &tally;
  tally.count_created();
  task::Tally& executed = loop.executed.tally;
  loop.executed.on_dead = end_loop;
  executed.open(task::kNoWorker);
  executed.count_created(static_cast<uint32_t>(loop.n_tasks));
  (void)executed.close();  // nobody waits for it: who reports the last task ends the loop
  offer(worker, make_stretch(worker, loop, 0, loop.n_tasks, worker.seat->index).ticket);
}

Work run_stretch(Worker& worker, Stretch& stretch) {
  TaskLoop& loop = *stretch.loop;
  task::Tally& executed = loop.executed.tally;
  if (worker.batch_tally != &executed) worker.flush_completions();
  if (stretch.seat != worker.seat->index) [[unlikely]]
    give_half_back(worker, stretch);
  stretch.pace.adapt();
  const uint64_t begin = stretch.begin;
  const uint64_t n_left = stretch.end - begin;
  const uint64_t n = n_left < stretch.pace.n_at_once ? n_left : stretch.pace.n_at_once;
  stretch.begin += n;
  if (n == n_left) {
    worker.slab.release(&stretch);
  } else {  // before any of them runs: a body may be long
    worker.seat->deque.push(Work(&stretch.ticket).word());
    announce_work(*worker.seat->crew, worker.seat->index);
  }
  // The loop lives on as long as these are not counted.
  for (uint64_t number = begin; number < begin + n; number++) run_one(worker, loop, number);
  count_done(worker, executed, static_cast<uint32_t>(n));
  return Work();
}

}  // namespace rondo::sched
