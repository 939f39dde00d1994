// SPDX-License-Identifier: Apache-2.0
//
// Converts GOMP's loops to LoopSpec: half-open bounds, long or unsigned long long, and schedules by the name of the
// entry.
#pragma once

#include <cstdint>

#include "sched/run/observe.hpp"
#include "team/fork.hpp"
#include "work/loop.hpp"

namespace rondo::gomp {

using work::LoopKind;
using work::LoopSpec;

// The numbers are those of the generic entries' `schedule` argument.
enum class Schedule : uint8_t { Runtime = 0, Static = 1, Dynamic = 2, Guided = 3, Auto = 4 };

// Plain entries are monotonic. Those with `nonmonotonic` (or `maybe_nonmonotonic`) in their names are for loops of
// which the program says so, and for those of which it says nothing.
enum class Order : uint8_t { Unsaid, Monotonic, Ordered };

// for (i = start; i < end; i += step), or i > end with a negative step.
LoopSpec loop_spec(long start, long end, long step);

// The same in unsigned long long; the step of a loop that counts down is negative, modulo 2^64.
LoopSpec loop_spec(bool is_upwards, uint64_t start, uint64_t end, uint64_t step);

// Iterations 0 .. n-1.
LoopSpec counted_spec(uint64_t n_iterations);

LoopSpec scheduled(LoopSpec spec, Schedule schedule, uint64_t chunk = 0, Order order = Order::Monotonic);

// Tells a tool that the thread begins with a loop or sections construct, and which part of it comes next.
void note_loop(const LoopSpec& spec, const void* caller);

// The end of a construct with a barrier (whether the region is cancelled), and of one without.
bool end_construct(sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)});
void note_end(const void* caller);  // told to a tool
[[gnu::always_inline]] inline void end_construct_nowait(const void* caller = __builtin_return_address(0)) {
  if (ompt::is_on()) [[unlikely]]
    note_end(caller);
}

// Enters the loop; false if there is no chunk for this thread. The default argument stands for the entry point that
// calls this; inlined there, it is not even loaded where no tool is on.
template <class T>
[[gnu::always_inline]] inline bool start(const LoopSpec& spec, T* first, T* end,
                                         const void* caller = __builtin_return_address(0));

template <class T>
[[gnu::always_inline]] inline bool give(const work::Chunk& chunk, const team::LoopState& loop, T* first, T* end) {
  const uint64_t first_value = loop.begin + loop.step * chunk.first;
  // The user's own bound ends the last chunk: gcc's code compares with it to find out which thread has the last
  // iteration.
  const uint64_t end_value = chunk.is_last ? loop.end : loop.begin + loop.step * chunk.last;
  *first = static_cast<T>(first_value);
  *end = static_cast<T>(end_value);
  return true;
}

template <class T>
[[gnu::noinline]] bool next_observed(T* first, T* end) {
  sched::Worker& worker = team::this_worker();
  work::Chunk chunk;
  if (!work::next_chunk(worker, chunk)) return false;
  work::note_chunk(worker, chunk.first, chunk.last - chunk.first);
  return give(chunk, team::member_of(worker).loop, first, end);
}

template <class T>
bool next(T* first, T* end) {
  if (ompt::is_on()) [[unlikely]]
    return next_observed(first, end);
  sched::Worker& worker = team::this_worker();
  work::Chunk chunk;
  if (!work::next_chunk(worker, chunk)) return false;
  return give(chunk, team::member_of(worker).loop, first, end);
}

template <class T>
[[gnu::always_inline]] inline bool start(const LoopSpec& spec, T* first, T* end, const void* caller) {
  if (ompt::is_on()) [[unlikely]]
    note_loop(spec, caller);
  work::begin_loop(team::this_worker(), spec);
  return next(first, end);
}

// The extras of the generic entries (GOMP_loop_start and its like): `*memory` bytes that the team's threads share
// during the loop, whose address replaces the size; and reductions in which tasks take part.
void begin_extras(uintptr_t* reductions, void** memory);

// Without room for a chunk (`first` is nullptr) the caller only enters the construct.
template <class T>
bool start_generic(const LoopSpec& spec, T* first, T* end, uintptr_t* reductions, void** memory,
                   const void* caller = __builtin_return_address(0)) {
  begin_extras(reductions, memory);
  if (first != nullptr) return start(spec, first, end, caller);
  if (ompt::is_on()) [[unlikely]]
    note_loop(spec, caller);
  work::begin_loop(team::this_worker(), spec);
  return true;
}

// The schedule that the generic entries' argument stands for.
inline Schedule schedule_of(long code) { return static_cast<Schedule>(code & 7); }
inline Order order_of(long code) {
  constexpr long kMonotonic = 0x80000000L;
  return (code & kMonotonic) != 0 ? Order::Monotonic : Order::Unsaid;
}

}  // namespace rondo::gomp
