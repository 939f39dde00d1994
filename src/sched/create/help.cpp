// SPDX-License-Identifier: Apache-2.0
#include "sched/create/help.hpp"

#include "depend/dep_node.hpp"
#include "depend/table.hpp"
#include "os/clock.hpp"
#include "sched/idle/find.hpp"
#include "sched/wait/dispatch.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::sched {

namespace {

constexpr uint32_t kMoment = 32;  // looks in vain, some 10 us; docs/tuning.md

// Runs ready work until `is_over`. When nothing is ready, other workers have the tasks that everything waits for, as
// in a chain, and memory would grow with each new task. So the creator waits for a moment, `n_looks` in vain, but no
// longer: they may be waiting for this creator. False: it was not enough.
template <class Condition>
bool help(Worker& worker, const task::Domain& domain, uint32_t n_looks, Condition is_over) {
  Idle idle(worker.slot->arena->is_oversubscribed.load_relaxed());
  while (!is_over()) {
    Work work = find_work(worker, &domain, true);
    if (!work) {
      announce_owed(worker);
      flush(worker);
      if (idle.rounds() == n_looks || !idle.pause(is_over)) return false;
      continue;
    }
    while (work) work = run(worker, work);
  }
  idle.come();
  flush_completions(worker);  // the creator goes on, perhaps to a lock that one of these tasks' parents holds
  return true;
}

}  // namespace

void throttle(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain) {
  help(worker, domain, kMoment, [&] { return join_counter.outstanding() <= settings.throttle_tasks / 2; });
}

void help_until_done(Worker& worker, const task::JoinCounter& join_counter, const task::Domain& domain) {
  constexpr uint32_t kPatience = 1u << 14;  // looks in vain, some milliseconds
  help(worker, domain, kPatience, [&] { return join_counter.outstanding() == 0; });
}

void catch_up(Worker& worker, const depend::DepNode& node, const task::JoinCounter& join_counter,
              const task::Domain& domain) {
  const uint64_t start = os::ticks();
  if (!worker.inline_policy.may_wait(start)) return;
  // a look takes as long as a fine-grained task on another worker
  const uint32_t n_looks = kMoment + join_counter.outstanding();
  const bool is_over = help(worker, domain, n_looks, [&] { return node.is_retired(); });
  worker.inline_policy.note_wait(!is_over, start, os::ticks(), settings.fine_grained_ticks);
  if (is_over && are_children_done(worker, domain)) domain.table->forget(worker.slab);
}

}  // namespace rondo::sched
