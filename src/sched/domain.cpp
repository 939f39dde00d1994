// SPDX-License-Identifier: Apache-2.0
#include "sched/domain.hpp"

namespace rondo::sched {

task::Domain& new_domain_of_current(Worker& worker) {
  return begin_domain(worker, *worker.current, worker.slab.allocate(sizeof(task::Domain)));
}

}  // namespace rondo::sched
