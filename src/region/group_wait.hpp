// SPDX-License-Identifier: Apache-2.0
//
// The taskgroup around the tasks of a region or loop, as tools are told of it: as if the program had written one.
#pragma once

#include "sched/run/observe.hpp"

namespace rondo::region {

inline void tell_group(sched::Worker& worker) {
  if (ompt::is_on()) sched::begin_sync(worker, ompt::SyncKind::Taskgroup, worker.record.caller);
}

// While it lives, the thread waits for all tasks of the group, which is over then. `waits` false: there is no group.
class [[nodiscard]] GroupWait {
 public:
  GroupWait(sched::Worker& worker, bool waits) : worker_(worker), is_told_(waits && ompt::is_on()) {
    if (is_told_) sched::begin_wait(worker_, ompt::SyncKind::Taskgroup);
  }
  ~GroupWait() {
    if (!is_told_) return;
    sched::end_wait(worker_, ompt::SyncKind::Taskgroup);
    sched::end_sync(worker_, ompt::SyncKind::Taskgroup, worker_.record.caller);
  }
  GroupWait(const GroupWait&) = delete;
  GroupWait& operator=(const GroupWait&) = delete;

 private:
  sched::Worker& worker_;
  const bool is_told_;
};

}  // namespace rondo::region
