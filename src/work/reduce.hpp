// SPDX-License-Identifier: Apache-2.0
//
// How the threads of a team combine their copies of reduction variables (KMP interface; code of gcc does this without
// the runtime).
#pragma once

#include "team/team.hpp"
#include "work/lock.hpp"

namespace rondo::work {

enum class ReductionMethod : uint8_t {
  InTurn,  // the thread combines now, alone, and calls end_reduction
  Atomic,  // it combines with atomic instructions
};

// `has_atomic`: the caller's code can do either.
ReductionMethod begin_reduction(sched::Worker& worker, Lock& lock, bool has_atomic, uint32_t n_variables);
void end_reduction(sched::Worker& worker);  // after either method; does nothing after Atomic

}  // namespace rondo::work
