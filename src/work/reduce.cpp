// SPDX-License-Identifier: Apache-2.0
#include "work/reduce.hpp"

namespace rondo::work {

using team::Member;

namespace {
// A lock is two contended operations; an atomic update of a floating-point variable is one or, when threads meet,
// more.
constexpr uint32_t kMaxAtomicVariables = 2;
}  // namespace

ReductionMethod begin_reduction(sched::Worker& worker, Lock& lock, bool has_atomic, uint32_t n_variables) {
  base::CountFor counting(base::Construct::Reduction);
  Member& member = team::member_of(worker);
  if (member.team().n_slots == 1) return ReductionMethod::InTurn;  // there is no other thread
  if (has_atomic && n_variables <= kMaxAtomicVariables) return ReductionMethod::Atomic;
  lock.lock();
  member.reduction_lock = &lock;
  return ReductionMethod::InTurn;
}

void end_reduction(sched::Worker& worker) {
  Member& member = team::member_of(worker);
  if (member.reduction_lock == nullptr) return;
  Lock& lock = lock_at(member.reduction_lock);
  member.reduction_lock = nullptr;
  lock.unlock();
}

}  // namespace rondo::work
