// SPDX-License-Identifier: Apache-2.0
#include "sched/run/domain.hpp"

namespace rondo::sched {

task::Domain& new_domain_of_current(Worker& worker) {
  return begin_domain(worker, *worker.current, worker.slab.allocate(sizeof(task::Domain)));
}

void note_detachable(Worker& worker, const task::Task& task, task::Domain& domain) {
  if (task.has(task::kInternal)) return;
  domain.has_detached = true;
  worker.current->flags &= ~uint32_t{task::kInOrder};  // others may depend on it, and its event on them
}

}  // namespace rondo::sched
