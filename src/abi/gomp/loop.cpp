// SPDX-License-Identifier: Apache-2.0
//
// Loops over long, as gcc calls them: start, then next until it says false, then end.
#include "abi/gomp/loop.hpp"
#include "abi/api.hpp"
#include "abi/gomp/parallel.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"
#include "work/ordered.hpp"

namespace rondo::gomp {

// ---- start --------------------------------------------------------------------------------------------------------

RONDO_API bool GOMP_loop_static_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Static, static_cast<uint64_t>(chunk)), first,
                     last);
}
RONDO_API bool GOMP_loop_dynamic_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk)), first,
                     last);
}
RONDO_API bool GOMP_loop_guided_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk)), first,
                     last);
}
RONDO_API bool GOMP_loop_nonmonotonic_dynamic_start(long start, long end, long step, long chunk, long* first,
                                                    long* last) {
  return gomp::start(
      scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk), Order::Unsaid), first,
      last);
}
RONDO_API bool GOMP_loop_nonmonotonic_guided_start(long start, long end, long step, long chunk, long* first,
                                                   long* last) {
  return gomp::start(
      scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk), Order::Unsaid), first,
      last);
}
RONDO_API bool GOMP_loop_runtime_start(long start, long end, long step, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Runtime), first, last);
}
RONDO_API bool GOMP_loop_nonmonotonic_runtime_start(long start, long end, long step, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Runtime, 0, Order::Unsaid), first, last);
}
RONDO_API bool GOMP_loop_maybe_nonmonotonic_runtime_start(long start, long end, long step, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Runtime, 0, Order::Unsaid), first, last);
}

RONDO_API bool GOMP_loop_ordered_static_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(
      scheduled(loop_spec(start, end, step), Schedule::Static, static_cast<uint64_t>(chunk), Order::Ordered), first,
      last);
}
RONDO_API bool GOMP_loop_ordered_dynamic_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(
      scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk), Order::Ordered), first,
      last);
}
RONDO_API bool GOMP_loop_ordered_guided_start(long start, long end, long step, long chunk, long* first, long* last) {
  return gomp::start(
      scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk), Order::Ordered), first,
      last);
}
RONDO_API bool GOMP_loop_ordered_runtime_start(long start, long end, long step, long* first, long* last) {
  return gomp::start(scheduled(loop_spec(start, end, step), Schedule::Runtime, 0, Order::Ordered), first, last);
}

RONDO_API bool GOMP_loop_start(long start, long end, long step, long schedule, long chunk, long* first, long* last,
                               uintptr_t* reductions, void** memory) {
  return start_generic(
      scheduled(loop_spec(start, end, step), schedule_of(schedule), static_cast<uint64_t>(chunk), order_of(schedule)),
      first, last, reductions, memory);
}
RONDO_API bool GOMP_loop_ordered_start(long start, long end, long step, long schedule, long chunk, long* first,
                                       long* last, uintptr_t* reductions, void** memory) {
  return start_generic(
      scheduled(loop_spec(start, end, step), schedule_of(schedule), static_cast<uint64_t>(chunk), Order::Ordered),
      first, last, reductions, memory);
}

// ---- next ---------------------------------------------------------------------------------------------------------

RONDO_API bool GOMP_loop_static_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_dynamic_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_guided_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_runtime_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_nonmonotonic_dynamic_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_nonmonotonic_guided_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_nonmonotonic_runtime_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ordered_static_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ordered_dynamic_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ordered_guided_next(long* first, long* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ordered_runtime_next(long* first, long* last) { return gomp::next(first, last); }

// ---- end ----------------------------------------------------------------------------------------------------------

namespace {

void leave_loop() {
  sched::Worker& worker = team::this_worker();
  work::end_loop(worker);
  work::end_doacross(worker);
  work::end_shared_memory(worker, team::member_of(worker).shared_memory);
}

}  // namespace

RONDO_API void GOMP_loop_end() {
  end_construct();
  leave_loop();
}
RONDO_API void GOMP_loop_end_nowait() {
  end_construct_nowait();
  leave_loop();
}
RONDO_API bool GOMP_loop_end_cancel() {
  bool is_region_cancelled = end_construct();
  leave_loop();
  return is_region_cancelled;
}

// ---- parallel and loop in one -------------------------------------------------------------------------------------

// gcc calls this one for schedule(auto) only, where the compiled code divides the iterations itself, and it omits the
// chunk: the flags arrive in the chunk's place, and in the flags' place any value from the stack.
RONDO_API void GOMP_parallel_loop_static(Body function, void* data, unsigned n_threads, long start, long end, long step,
                                         long flags, unsigned) {
  fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Static),
            static_cast<unsigned>(flags));
}
RONDO_API void GOMP_parallel_loop_dynamic(Body function, void* data, unsigned n_threads, long start, long end,
                                          long step, long chunk, unsigned flags) {
  fork_loop(function, data, n_threads,
            scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk)), flags);
}
RONDO_API void GOMP_parallel_loop_guided(Body function, void* data, unsigned n_threads, long start, long end, long step,
                                         long chunk, unsigned flags) {
  fork_loop(function, data, n_threads,
            scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk)), flags);
}
RONDO_API void GOMP_parallel_loop_nonmonotonic_dynamic(Body function, void* data, unsigned n_threads, long start,
                                                       long end, long step, long chunk, unsigned flags) {
  fork_loop(function, data, n_threads,
            scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk), Order::Unsaid),
            flags);
}
RONDO_API void GOMP_parallel_loop_nonmonotonic_guided(Body function, void* data, unsigned n_threads, long start,
                                                      long end, long step, long chunk, unsigned flags) {
  fork_loop(function, data, n_threads,
            scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk), Order::Unsaid),
            flags);
}
RONDO_API void GOMP_parallel_loop_runtime(Body function, void* data, unsigned n_threads, long start, long end,
                                          long step, unsigned flags) {
  fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Runtime), flags);
}
RONDO_API void GOMP_parallel_loop_nonmonotonic_runtime(Body function, void* data, unsigned n_threads, long start,
                                                       long end, long step, unsigned flags) {
  fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Runtime, 0, Order::Unsaid),
            flags);
}
RONDO_API void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Body function, void* data, unsigned n_threads, long start,
                                                             long end, long step, unsigned flags) {
  fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Runtime, 0, Order::Unsaid),
            flags);
}

RONDO_API void GOMP_parallel_loop_static_start(Body function, void* data, unsigned n_threads, long start, long end,
                                               long step, long) {  // as above
  begin_fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Static));
}
RONDO_API void GOMP_parallel_loop_dynamic_start(Body function, void* data, unsigned n_threads, long start, long end,
                                                long step, long chunk) {
  begin_fork_loop(function, data, n_threads,
                  scheduled(loop_spec(start, end, step), Schedule::Dynamic, static_cast<uint64_t>(chunk)));
}
RONDO_API void GOMP_parallel_loop_guided_start(Body function, void* data, unsigned n_threads, long start, long end,
                                               long step, long chunk) {
  begin_fork_loop(function, data, n_threads,
                  scheduled(loop_spec(start, end, step), Schedule::Guided, static_cast<uint64_t>(chunk)));
}
RONDO_API void GOMP_parallel_loop_runtime_start(Body function, void* data, unsigned n_threads, long start, long end,
                                                long step) {
  begin_fork_loop(function, data, n_threads, scheduled(loop_spec(start, end, step), Schedule::Runtime));
}

}  // namespace rondo::gomp
