// SPDX-License-Identifier: Apache-2.0
#include "abi/gomp/loop.hpp"
#include "abi/gomp/task_reduction.hpp"
#include "abi/observed.hpp"
#include "work/construct.hpp"

namespace rondo::gomp {

LoopSpec loop_spec(long start, long end, long step) {
  LoopSpec spec;
  // gcc widens the negative step of an unsigned variable of 32 bits without its sign, and so its bounds.
  const bool is_unsigned = end >= 0 && start <= UINT32_MAX && step <= UINT32_MAX;
  if (is_unsigned && start > end && step > uint32_t{1} << 31) step = static_cast<int32_t>(step);
  spec.begin = static_cast<uint64_t>(start);
  spec.step = static_cast<uint64_t>(step);
  spec.end = static_cast<uint64_t>(end);
  if (step > 0 && start < end) spec.n_iterations = work::count_up_to(spec.end - spec.begin, spec.step);
  if (step < 0 && start > end) spec.n_iterations = work::count_up_to(spec.begin - spec.end, uint64_t{0} - spec.step);
  return spec;
}

LoopSpec loop_spec(bool is_upwards, uint64_t start, uint64_t end, uint64_t step) {
  LoopSpec spec;
  spec.begin = start;
  spec.step = step;
  spec.end = end;
  if (is_upwards && start < end) spec.n_iterations = work::count_up_to(end - start, step);
  if (!is_upwards && start > end) spec.n_iterations = work::count_up_to(start - end, uint64_t{0} - step);
  return spec;
}

LoopSpec counted_spec(uint64_t n_iterations) {
  LoopSpec spec;
  spec.end = spec.n_iterations = n_iterations;
  return spec;
}

LoopSpec scheduled(LoopSpec spec, Schedule schedule, uint64_t chunk, Order order) {
  spec.is_ordered = order == Order::Ordered;
  if (order != Order::Unsaid) spec.modifier = config::ScheduleModifier::Monotonic;
  spec.chunk = chunk;
  switch (schedule) {
    case Schedule::Runtime:
      work::apply_runtime_schedule(team::this_worker(), spec);
      return spec;
    case Schedule::Static:
      spec.kind = chunk == 0 ? LoopKind::Block : LoopKind::Cyclic;
      return spec;
    case Schedule::Dynamic:
      spec.kind = LoopKind::Dynamic;
      return spec;
    case Schedule::Guided:
      spec.kind = LoopKind::Guided;
      return spec;
    case Schedule::Auto:
      spec.kind = LoopKind::Block;
      spec.chunk = 0;
      return spec;
  }
  return spec;
}

void note_loop(const LoopSpec& spec, const void* caller) {
  team::begin_work(team::this_worker(), work::kind_for_tool(spec), spec.n_iterations, caller);
}

bool end_construct(sched::Call call) {
  sched::Worker& worker = team::this_worker();
  if (!ompt::is_on()) [[likely]]
    return work::barrier(worker);
  sched::Entered entered(worker, call);
  team::end_work(worker, call.address);
  return abi::barrier_observed(worker, ompt::SyncKind::WorkshareBarrier);
}

void note_end(const void* caller) { team::end_work(team::this_worker(), caller); }

void begin_extras(uintptr_t* reductions, void** memory) {
  sched::Worker& worker = team::this_worker();
  if (reductions != nullptr) begin_workshare_reductions(worker, reductions);
  if (memory == nullptr) return;
  auto bytes = reinterpret_cast<uintptr_t>(*memory);
  *memory = work::begin_shared_memory(worker, team::member_of(worker).shared_memory, bytes);
}

}  // namespace rondo::gomp
