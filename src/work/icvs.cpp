// SPDX-License-Identifier: Apache-2.0
#include "work/icvs.hpp"

#include <new>

namespace rondo::work {

using config::Icvs;
using sched::Worker;
using team::Member;

namespace {

// A copy, in a slab block. Icvs that are not a member's own are always one of these.
struct TaskIcvs : Icvs {
  const task::Task* owner;
};

}  // namespace

Icvs& own_icvs(Worker& worker) {
  const task::Task& current = *worker.current;
  if (current.has(task::kImplicit)) return *worker.icvs;
  if (worker.icvs != &team::member_of(worker).icvs) {
    // May belong to a task below this one on the stack, during whose wait this one runs.
    auto& copy = static_cast<TaskIcvs&>(*worker.icvs);
    if (copy.owner == &current) return copy;
  }
  auto* copy = new (worker.slab.allocate(sizeof(TaskIcvs))) TaskIcvs{*worker.icvs, &current};
  worker.icvs = copy;
  return *copy;
}

const Member* ancestor(const Worker& worker, int32_t level) {
  const Member* member = &team::member_of(worker);
  if (level < 0 || static_cast<uint32_t>(level) > member->team().level) return nullptr;
  while (member->team().level > static_cast<uint32_t>(level)) member = member->team().parent_member;
  return member;
}

}  // namespace rondo::work
