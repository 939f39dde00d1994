// SPDX-License-Identifier: Apache-2.0
#include "sched/run/execute.hpp"

#include "depend/dep_node.hpp"
#include "graph/model/node_task.hpp"
#include "graph/replay/instance.hpp"
#include "sched/idle/poll.hpp"
#include "sched/run/table.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using task::Domain;
using task::JoinCounter;
using task::Task;

// ---- Completion ---------------------------------------------------------------------------------------------

void wake_worker(task::WorkerId id) {
  if (Worker* worker = worker_of(id)) unpark(*worker);
}

void report(Worker& worker, JoinCounter& join_counter, int64_t delta) {
  // Before the report: afterwards the join counter may be gone. One without an owner is a domain's, and who waits for
  // it is in that domain's arena; the reporter may be in another one, if an event was fulfilled from outside.
  const task::WorkerId owner = join_counter.owner();
  Arena* arena = owner == task::kNoWorker ? reinterpret_cast<Domain&>(join_counter).arena : nullptr;
  switch (join_counter.report(delta)) {
    case JoinCounter::After::Nothing:
      return;
    case JoinCounter::After::Wake:
      owner != task::kNoWorker ? wake_worker(owner) : wake_all(*arena);
      return;
    case JoinCounter::After::Dead:
      retire_domain(worker, join_counter);
      return;
  }
}

namespace {
void release_domain(Worker& worker, Domain& domain) {
  if (domain.environment.load_relaxed() != nullptr) [[unlikely]]  // [task/I1]
    release_environment(worker, domain);
  worker.slab.release(&domain);
}
}  // namespace

void retire_domain(Worker& worker, JoinCounter& join_counter) {
  auto& domain = reinterpret_cast<Domain&>(join_counter);  // its first member
  if (domain.on_dead != nullptr) return report(worker, domain.on_dead(worker, domain), 1);
  JoinCounter& above = *domain.reports_to;
  release_domain(worker, domain);
  report(worker, above, -JoinCounter::kOrphan);
}

void report_batch(Worker& worker) {
  base::CountFor counting(base::Construct::Report);
  JoinCounter& join_counter = *worker.batch_counter;
  int64_t count = worker.batch_count;
  worker.batch_count = 0;
  worker.batch_counter = nullptr;
  report(worker, join_counter, count);
}

void close_its_domain(Worker& worker, Task& task) {
  Domain* domain = task.domain;
  task.domain = nullptr;
  close_table(worker, *domain);
  if (domain->join_counter.is_done(task::Depth::Descendants)) {
    release_domain(worker, *domain);
    return;
  }
  // The orphan is counted before this task is: a taskgroup never sees the task done and its descendants missing.
  domain->reports_to = &task.join_counter();
  report(worker, *domain->reports_to, JoinCounter::kOrphan);
  if (domain->join_counter.close()) retire_domain(worker, domain->join_counter);
}

// ---- Ready work ---------------------------------------------------------------------------------------------

void offer_elsewhere(Worker& worker, Task& task) {
  Arena& arena = *task.parent->arena;
  is_prioritised(task) ? arena.prioritised.push(&task, settings.max_task_priority)
                       : arena.slots[0]->mailbox.push(&task);
  const bool is_here = worker.slot->arena == &arena;
  announce_work(arena, is_here ? worker.slot->index : 0);  // the worker's own number may be beyond this arena's slots
}

bool may_keep_successor(Worker& worker) {
  if (is_poll_due(kBusyPause_ns) || !worker.slot->arena->prioritised.is_empty()) return false;
  const uint32_t percent = settings.immediate_successor_percent;
  return percent >= 100 || worker.rng.below(100) < percent;
}

namespace {

// Of all tasks that one retirement makes ready, the one to run next stays here, and the others are offered.
class ImmediateSuccessor {
 public:
  ImmediateSuccessor(Worker& worker, const Task& finished)
      : worker_(worker), keeps_(worker.slot->arena == finished.parent->arena) {}

  // On equal priority the last one stays.
  void add(Task* task) {
    if (keeps_ && kept_ == nullptr) {
      kept_ = task;
    } else {
      offer_one(task);
    }
  }

  Work take() { return keep_or_offer(worker_, kept_); }

 private:
  [[gnu::noinline]] void offer_one(Task* task) {
    if (keeps_ && task->priority >= kept_->priority) std::swap(task, kept_);
    offer(worker_, *task);
  }

  Worker& worker_;
  Task* kept_ = nullptr;
  bool keeps_;  // a worker of another arena (an event fulfilled from outside) may not run it
};

}  // namespace

Work retire_node(Worker& worker, Task& task) {
  base::CountFor counting(base::Construct::Release);
  ImmediateSuccessor next(worker, task);
  // Of many that become ready the owner of the deque takes the newest and a thief the oldest. So two workers always
  // share the blocks of a vector alike, whoever releases them.
  const auto order = worker.slot->index % 2 == 0 ? depend::Order::OldestFirst : depend::Order::NewestFirst;
  depend::retire(
      *task.node, worker.slab, [&](Task* ready) { next.add(ready); }, [](task::WorkerId id) { wake_worker(id); },
      order);
  return next.take();
}

bool is_in_cancelled_construct(const Task& task) {
  if ((task.flags & (task::kDetachable | task::kInternal | task::kCopied)) != 0) return false;
  return is_cancelled(*task.parent->arena, task.group);
}

void skip_body(Worker& worker, Task& task) {
  if (task.has(task::kDestructors)) end_kmp_body(worker, task);
  if (task.has(task::kObserved)) note_discarded(worker, task);
}

namespace {

// The task lies in the memory of a node, whose instance it holds (region/modes/hand_over.hpp).
Work finish_in_node(Worker& worker, Task& task) {
  Work next = retire_dependences(worker, task);
  close_domain(worker, task);
  JoinCounter& holder = graph::NodeTask::of(task).instance->domain.join_counter;
  JoinCounter& join_counter = task.join_counter();
  count_done(worker, join_counter);
  count_done(worker, holder);
  return next;
}

// Nothing holds the detachable task any more.
Work finish_detachable(Worker& worker, Task& task) {
  if (task.has(task::kInNode)) return finish_in_node(worker, task);
  if (!task.parent->is_of_nodes) return finish_task(worker, task);
  graph::NodeState& node = *task.node_state;
  if (task.has(task::kForNode)) worker.slab.release(&task);
  node.instance->complete_node(worker, node);
  return Work();
}

}  // namespace

Work end_detachable_body(Worker& worker, Task& task) {
  close_domain(worker, task);
  return drop_hold(worker, task) ? finish_detachable(worker, task) : Work();
}

void release_hold(Worker& worker, Task& task) {
  if (!drop_hold(worker, task)) return;
  if (Work next = finish_detachable(worker, task)) offer(worker, *next.task());
}

namespace {

void fulfill_now(Worker& worker, Task& task) {
  if (task.has(task::kObserved)) [[unlikely]]
    note_fulfilled(worker, task, true);
  release_hold(worker, task);
  flush(worker);  // a thread of the program may not call Rondo again for a long time
}

// False: there are too many.
bool hold_event(Worker& worker, Task& task) {
  for (auto& held : worker.events.tasks) {
    Task* none = nullptr;
    if (!held.cas_acq_rel(none, &task)) continue;  // [N1]
    worker.events.are_there.store_relaxed(true);
    unpark(worker);  // it was about to sleep, or sleeps
    return true;
  }
  return false;
}

}  // namespace

void fulfill(Worker& worker, Task& task) {
  if (worker.events.are_held.load_relaxed() && hold_event(worker, task)) return;
  fulfill_now(worker, task);
}

void release_events(Worker& worker) {
  worker.events.are_there.store_relaxed(false);
  for (auto& held : worker.events.tasks) {
    if (Task* task = held.exchange_acq_rel(nullptr)) fulfill_now(worker, *task);  // [N1]
  }
}

void finish_undeferred(Worker& worker, Task& task) {
  if (Work next = retire_dependences(worker, task)) offer(worker, *next.task());
  close_domain(worker, task);
}

// ---- Running ------------------------------------------------------------------------------------------------

namespace {
void call_observed(Worker& worker, Task& task, Task& outer) {
  task::Observed& record = *task.entry.observed;
  const ompt::State state = worker.record.state;
  const void* caller = worker.record.caller;
  worker.record.state = ompt::State::Undefined;
  begin_observed(worker, record, outer);
  record.leave(__builtin_frame_address(0));
  if (task.has(task::kKmp)) {
    record.entry.kmp(static_cast<int32_t>(worker.id), task.data);
    end_kmp_body(worker, task);
  } else {
    record.entry.gomp(task.data);
  }
  record.frame.exit.pointer = nullptr;
  worker.current = &outer;
  end_observed(worker, task, outer, is_discarded(task) ? ompt::TaskStatus::Cancel : ompt::TaskStatus::Complete);
  worker.record.state = state;
  worker.record.caller = caller;
}

}  // namespace

void call_unusual(Worker& worker, Task& task, Task& outer) {
  if (task.has(task::kObserved)) return call_observed(worker, task, outer);
  task.flags |= outer.flags & task::kInOrder;
  auto& block = *static_cast<task::TaskloopBlock*>(task.data);
  block.run(worker, block);
  worker.current = &outer;
}

void end_kmp_body(Worker& worker, Task& task) {
  const task::KmpEntry entry = task.has(task::kObserved) ? task.entry.observed->entry.kmp : task.entry.kmp;
  while (task.has(task::kHasNextPart)) run_next_part(worker, task, entry);
  if (!task.has(task::kDestructors)) return;
  auto* block = static_cast<task::KmpBlock*>(task.data);
  block->data1.destructors(static_cast<int32_t>(worker.id), block);
}

}  // namespace rondo::sched
