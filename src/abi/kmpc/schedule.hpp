// SPDX-License-Identifier: Apache-2.0
//
// Schedules of loops as the KMP interface numbers them.
#pragma once

#include <cstdint>

#include "work/loop.hpp"

namespace rondo::kmpc {

enum ScheduleCode : int32_t {
  kStaticChunked = 33,
  kStatic = 34,
  kDynamicChunked = 35,
  kGuidedChunked = 36,
  kRuntime = 37,
  kAuto = 38,
  kTrapezoidal = 39,
  kStaticGreedy = 40,
  kStaticBalanced = 41,
  kGuidedIterative = 42,
  kGuidedAnalytical = 43,
  kStaticSteal = 44,
  kStaticBalancedChunked = 45,
  kGuidedSimd = 46,
  kRuntimeSimd = 47,
  kOrderedOffset = 32,  // added for loops with an ordered clause
  kOrderedLowest = 64,
  kOrderedHighest = 72,
  kDistributeChunked = 91,
  kDistribute = 92,
  kMonotonic = 0x20000000,
  kNonmonotonic = 0x40000000,
};

// The code without the monotonic modifiers.
constexpr int32_t kind_of_schedule(int32_t code) { return code & ~(kMonotonic | kNonmonotonic); }

// Kind, chunk and order of the loop, for the dispatch entries.
void set_schedule(work::LoopSpec& spec, const sched::Worker& worker, int32_t code, int64_t chunk);

}  // namespace rondo::kmpc
