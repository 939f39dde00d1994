// SPDX-License-Identifier: Apache-2.0
#include "abi/kmpc/schedule.hpp"

#include "sched/worker/worker.hpp"

namespace rondo::kmpc {

using config::ScheduleModifier;
using sched::Worker;
using work::LoopKind;
using work::LoopSpec;

namespace {
// schedule(simd:runtime): the program passes the width of its vectors as the chunk, and chunks are multiples of it.
// Without a chunk of its own, a static schedule gives one block to each thread.
void apply_runtime_simd_schedule(LoopSpec& spec, const Worker& worker, uint64_t width) {
  if (width == 0) width = 1;
  work::apply_runtime_schedule(worker, spec);
  if (spec.kind == LoopKind::Block) {
    const uint64_t fair = work::share_of(spec.n_iterations, worker.slot->arena->n_slots, 0).last;
    spec.kind = LoopKind::Cyclic;
    spec.chunk = fair == 0 ? width : (fair + width - 1) / width * width;
  } else {
    spec.chunk = (spec.chunk == 0 ? 1 : spec.chunk) * width;
  }
}
}  // namespace

void set_schedule(LoopSpec& spec, const Worker& worker, int32_t code, int64_t chunk) {
  int32_t kind = kind_of_schedule(code);
  if ((code & kMonotonic) != 0) spec.modifier = ScheduleModifier::Monotonic;
  if (kind > kOrderedLowest && kind <= kOrderedHighest) {
    spec.is_ordered = true;
    kind -= kOrderedOffset;
  }
  spec.chunk = chunk > 0 ? static_cast<uint64_t>(chunk) : 0;
  switch (kind) {
    case kStaticSteal:
    case kDynamicChunked:
      if (spec.modifier == ScheduleModifier::None && (kind == kStaticSteal || (code & kNonmonotonic) != 0))
        spec.modifier = ScheduleModifier::Nonmonotonic;
      spec.kind = LoopKind::Dynamic;
      return;
    case kGuidedChunked:
    case kTrapezoidal:
    case kGuidedIterative:
    case kGuidedAnalytical:
    case kGuidedSimd:
      spec.kind = LoopKind::Guided;
      return;
    case kRuntime:
      return work::apply_runtime_schedule(worker, spec);
    case kRuntimeSimd:
      return apply_runtime_simd_schedule(spec, worker, spec.chunk);
    case kStaticChunked:
    case kStaticBalancedChunked:
      spec.kind = LoopKind::Cyclic;
      return;
    default:  // static, auto
      spec.kind = LoopKind::Block;
      spec.chunk = 0;
      return;
  }
}

}  // namespace rondo::kmpc
