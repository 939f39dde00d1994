// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/plain_rounds.hpp"

#include "ompt/process.hpp"
#include "region/taskiter/trial.hpp"
#include "sched/run/domain.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::KeptTasks;
using graph::RoundOrder;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

bool is_plain_round_over(Worker& worker) {
  const task::Domain* domain = worker.current->domain;
  return domain == nullptr || sched::are_children_done(worker, *domain);
}

// A round has been watched. Where its code waits for its tasks, nothing else is left of it, not even by chance.
RoundOrder order_of(Worker& worker, const TaskiterLoop& loop) {
  if (loop.kept_tasks.nodes().empty() && !loop.kept_tasks.has_unordered()) return RoundOrder::Dependences;
  return loop.has_group && loop.recorder->ends_with_wait() && is_plain_round_over(worker) ? RoundOrder::Wait
                                                                                          : RoundOrder::Edges;
}

bool is_round_watched(const TaskiterLoop& loop) {
  const RoundOrder order = loop.known.order;
  return order == RoundOrder::Unknown || order == RoundOrder::Edges || loop.kept_tasks.which == KeptTasks::Which::All;
}

// The first round: what is wanted is whether its tasks are ordered. To keep those that are not costs several times as
// much as they do where they are tiny, so they are waited for instead, once, where the round waits for nothing else.
bool may_only_look(Worker& worker, const TaskiterLoop& loop) {
  const bool is_first = loop.known.order == RoundOrder::Unknown && loop.n_begun == 0;
  if (!is_first || loop.clauses.is_inline || loop.kept_tasks.which != KeptTasks::Which::Unordered) return false;
  return !sched::settings.suspends && !ompt::is_on() && !sched::domain_of_current(worker).has_detached;
}

void end_plain_round(Worker& worker, TaskiterLoop& loop) {
  graph::KnownLoop& known = loop.known;
  if (loop.recording != nullptr) {
    known.n_tasks = loop.recorder->n_met;
    if (known.order == RoundOrder::Unknown) known.order = order_of(worker, loop);
    if (loop.kept_tasks.which == KeptTasks::Which::None) {
      loop.kept_tasks.which = KeptTasks::Which::Unordered;
      if (is_round_watched(loop)) sched::taskwait(worker);  // the next round's get no edges from these
    }
    if (is_round_watched(loop)) return;
    detach(worker, loop);
    loop.kept_tasks.release(worker.slab);
  } else if (known.order != RoundOrder::Dependences) {
    if (known.order == RoundOrder::Wait && !is_plain_round_over(worker)) known.order = RoundOrder::Edges;
    sched::taskwait(worker);
  }
}

}  // namespace

void watch_plain(Worker& worker, TaskiterLoop& loop) {
  if (loop.recorder == nullptr) {
    loop.recorder = worker.slab.make<graph::Recorder>(false);
    loop.recorder->tasks = &loop.kept_tasks;
  }
  loop.recorder->give_up("it runs as ordinary tasks");
  attach_recording(worker, loop);
}

void begin_plain_iteration(Worker& worker, TaskiterLoop& loop) {
  const TaskiterClauses& clauses = loop.clauses;
  if (clauses.n_iterations <= clauses.unroll || loop.n_begun % clauses.unroll != 0) return;
  if (loop.n_begun != 0) end_plain_round(worker, loop);
  if (loop.is_put_off) record_if_it_pays(worker, loop);
  if (loop.phase != Phase::Plain) return;
  if (loop.recording == nullptr && is_round_watched(loop)) {
    if (may_only_look(worker, loop)) loop.kept_tasks.which = KeptTasks::Which::None;
    watch_plain(worker, loop);
  }
  if (loop.recorder != nullptr) loop.recorder->n_met = 0;
}

}  // namespace rondo::region
