// SPDX-License-Identifier: Apache-2.0
//
// The seldom part of what happens to new tasks; see launch.hpp.
#include "sched/launch.hpp"

namespace rondo::sched {

namespace {
void offer_any(Worker& worker, Work work) {
  work.is_node() ? offer(worker, *work.node()) : offer(worker, *work.task());
}
}  // namespace

void run_now(Worker& worker, Work work) {
  if (Work next = run(worker, work)) offer_any(worker, next);
}

}  // namespace rondo::sched
