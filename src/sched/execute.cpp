// SPDX-License-Identifier: Apache-2.0
#include "sched/execute.hpp"

#include "depend/node.hpp"
#include "depend/table.hpp"
#include "os/clock.hpp"
#include "sched/roots.hpp"
#include "sched/run_node.hpp"
#include "sched/settings.hpp"
#include "sched/task_loop.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using task::Domain;
using task::Tally;
using task::Task;

// ---- Completion ---------------------------------------------------------------------------------------------

void wake_worker(task::WorkerId id) {
  if (Worker* worker = worker_of(id)) unpark(*worker);
}

void report(Worker& worker, Tally& tally, int64_t delta) {
  task::WorkerId owner = tally.owner();  // before the report: afterwards the tally may be gone
  Crew* crew = worker.seat->crew;
  switch (tally.report(delta)) {
    case Tally::After::Nothing:
      return;
    case Tally::After::Wake:
      owner != task::kNoWorker ? wake_worker(owner) : wake_all(*crew);
      return;
    case Tally::After::Dead:
      bury(worker, tally);
      return;
  }
}

void bury(Worker& worker, Tally& tally) {
  auto& domain = reinterpret_cast<Domain&>(tally);  // its first member
  if (domain.on_dead != nullptr) return report(worker, domain.on_dead(worker, domain), 1);
  Tally& above = *domain.reports_to;
  worker.slab.release(&domain);
  report(worker, above, -Tally::kOrphan);
}

void Worker::report_batch() {
  base::CountFor counting(base::Construct::Report);
  Tally& tally = *batch_tally;
  int64_t count = batch_count;
  batch_count = 0;
  batch_tally = nullptr;
  report(*this, tally, count);
}

// First the batch: the tally's line is its owner's, who writes it with every creation and completion of its own.
void count_done(Worker& worker, Tally& tally, uint32_t n) {
  if (worker.batch_tally == &tally) {  // so this worker does not own it
    worker.batch_count += n;
  } else if (tally.owner() == worker.id) {
    tally.count_done_here(n);
  } else {
    worker.flush_completions();
    worker.batch_tally = &tally;
    worker.batch_count = n;
  }
}

void close_its_domain(Worker& worker, Task& task) {
  Domain* domain = task.domain;
  task.domain = nullptr;
  if (domain->table != nullptr) {
    domain->table->release(worker.slab);
    domain->table->~Table();
    worker.slab.release(domain->table);
    domain->table = nullptr;
  }
  if (domain->tally.is_done(task::Depth::Descendants)) {
    worker.slab.release(domain);
    return;
  }
  // The orphan is counted before this task is: a taskgroup never sees the task done and its descendants missing.
  domain->reports_to = &task.tally();
  report(worker, *domain->reports_to, Tally::kOrphan);
  if (domain->tally.close()) bury(worker, domain->tally);
}

// ---- Ready work ---------------------------------------------------------------------------------------------

void offer_elsewhere(Worker& worker, Task& task) {
  Crew& crew = *task.parent->crew;
  is_prioritised(task) ? crew.prioritised.push(&task, settings.max_task_priority) : crew.seats[0]->mailbox.push(&task);
  announce_work(crew, worker.seat->index);
}

namespace {

// Of all tasks that one retirement makes ready: the one to run next stays here, the others are offered at once.
class ImmediateSuccessor {
 public:
  ImmediateSuccessor(Worker& worker, const Task& finished)
      : worker_(worker), keeps_(worker.seat->crew == finished.parent->crew) {}

  // Called newest created first, so that on equal priority the oldest stays.
  void add(Task* task) {
    if (!keeps_) return offer(worker_, *task);
    if (kept_ == nullptr) {
      kept_ = task;
    } else if (task->priority >= kept_->priority) {
      offer(worker_, *kept_);
      kept_ = task;
    } else {
      offer(worker_, *task);
    }
  }

  Work take() { return keep_or_offer(worker_, kept_); }

 private:
  Worker& worker_;
  Task* kept_ = nullptr;
  bool keeps_;  // a worker of another crew (an event fulfilled from outside) may not run it
};

Work retire_node(Worker& worker, Task& task) {
  base::CountFor counting(base::Construct::Release);
  ImmediateSuccessor next(worker, task);
  depend::retire(
      *task.node, worker.slab, [&](Task* ready) { next.add(ready); }, [](task::WorkerId id) { wake_worker(id); });
  return next.take();
}

inline Work retire_dependences(Worker& worker, Task& task) {
  return task.node == nullptr ? Work() : retire_node(worker, task);
}

// The body has run and nothing holds the task any more.
[[gnu::always_inline]] inline Work finish(Worker& worker, Task& task) {
  base::CountFor counting(base::Construct::Finish);
  Work next = retire_dependences(worker, task);
  close_domain(worker, task);
  Tally& tally = task.tally();
  worker.slab.release(&task);
  count_done(worker, tally);
  return next;
}

bool drop_hold(Task& task) { return task.holds.sub_acq_rel(1) == 1; }  // [H1]

}  // namespace

bool is_in_cancelled_construct(const Task& task) {
  if ((task.flags & (task::kDetachable | task::kOurs)) != 0) return false;
  return is_cancelled(*task.parent->crew, task.group);
}

void skip_body(Worker& worker, Task& task) {
  if (task.has(task::kDestructors)) end_kmp_body(worker, task);
}

void release_hold(Worker& worker, Task& task) {
  if (!drop_hold(task)) return;
  if (Work next = finish(worker, task)) offer(worker, *next.task());
}

void finish_undeferred(Worker& worker, Task& task) {
  if (Work next = retire_dependences(worker, task)) offer(worker, *next.task());
  close_domain(worker, task);
}

// ---- Running ------------------------------------------------------------------------------------------------

void end_kmp_body(Worker& worker, Task& task) {
  while (task.has(task::kGoesOn)) run_next_part(worker, task);
  if (!task.has(task::kDestructors)) return;
  auto* block = static_cast<task::KmpBlock*>(task.data);
  block->data1.destructors(static_cast<int32_t>(worker.id), block);
}

// The body has changed its own data environment.
void restore_icvs(Worker& worker, config::Icvs* icvs) {
  worker.slab.release(worker.icvs);
  worker.icvs = icvs;
}

namespace {
// Tells the crew whether bodies like this one are tiny.
[[gnu::noinline]] void call_sampled(Worker& worker, Task& task) {
  Crew& crew = *worker.seat->crew;
  const Body body = body_of(task.entry);
  const uint64_t start = os::ticks();
  call_body(worker, task);
  worker.at_once.note_sample(crew.tiny_bodies, body, os::ticks() - start, task.domain != nullptr, settings.tiny_ticks);
}

inline Work run_nodes(Worker& worker, Work work) {
  if (work.is_share()) [[unlikely]]
    return run_share(worker, graph::share_of(*work.node()));
  return work.is_row() ? run_row(worker, *work.node()) : run_node(worker, *work.node());
}
}  // namespace

Work run(Worker& worker, Work work) {
  if (work.is_node()) return run_nodes(worker, work);
  Task& task = *work.task();
  if (task.has(task::kStretch)) [[unlikely]]
    return run_stretch(worker, stretch_of(task));
  Tally& tally = task.tally();
  if (worker.batch_tally != &tally) worker.flush_completions();
  if (is_discarded(task)) [[unlikely]] {
    skip_body(worker, task);
    return finish(worker, task);
  }
  const bool is_timed = task.node != nullptr && worker.at_once.is_sample();
  is_timed ? call_sampled(worker, task) : call_body(worker, task);
  return !task.has(task::kDetachable) || drop_hold(task) ? finish(worker, task) : Work();
}

}  // namespace rondo::sched
