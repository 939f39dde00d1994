// SPDX-License-Identifier: Apache-2.0
#include "sched/wait/children.hpp"

#include "sched/idle/find.hpp"
#include "sched/run/execute.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

using task::Domain;
using task::Task;

namespace {

// When it ends, it is counted in the domain's join counter, and nothing else happens.
inline bool ends_simply(Work work, const Domain& domain) {
  if (work.is_node()) return false;
  constexpr uint32_t kOther = task::kTaskRange | task::kDetachable | task::kInGroup;
  const Task& task = *work.task();
  return task.parent == &domain && (task.flags & kOther) == 0 && task.node == nullptr;
}

inline Work take_newest(Worker& worker) {
  base::CountFor counting(base::Construct::Find);
  return Work::from_word(worker.slot->deque.take());
}

inline void finish(Worker& worker, Task& task, Domain& domain) {
  base::CountFor counting(base::Construct::Finish);
  close_domain(worker, task);
  worker.slab.release(&task);
  domain.join_counter.count_done_here();
}

}  // namespace

void run_own_children(Worker& worker, Domain& domain) {
  const Arena& arena = *domain.arena;
  if (!process.takes_short_cuts.load_relaxed() || worker.slot->arena != &arena ||
      domain.join_counter.owner() != worker.id) [[unlikely]]
    return;
  while (!domain.join_counter.is_done(task::Depth::Children) && arena.prioritised.is_empty()) {
    Work work = take_newest(worker);
    if (!work) return;
    if (!ends_simply(work, domain)) [[unlikely]]
      return queue(worker, work);
    announce_owed(worker);
    flush_completions(worker);  // what is in the batch has another parent
    Task& task = *work.task();
    is_discarded(task) ? skip_body(worker, task) : call_body(worker, task);
    finish(worker, task, domain);
  }
}

}  // namespace rondo::sched
