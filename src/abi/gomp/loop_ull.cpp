// SPDX-License-Identifier: Apache-2.0
//
// Loops over unsigned long long, as gcc calls them. They end with the entries of loop.cpp.
#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"

namespace rondo::gomp {

using Ull = unsigned long long;

RONDO_API bool GOMP_loop_ull_static_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                          Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Static, chunk), first, last);
}
RONDO_API bool GOMP_loop_ull_dynamic_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                           Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Dynamic, chunk), first, last);
}
RONDO_API bool GOMP_loop_ull_guided_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                          Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Guided, chunk), first, last);
}
RONDO_API bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk,
                                                        Ull* first, Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Dynamic, chunk, Order::Unsaid), first,
                     last);
}
RONDO_API bool GOMP_loop_ull_nonmonotonic_guided_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk,
                                                       Ull* first, Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Guided, chunk, Order::Unsaid), first,
                     last);
}
RONDO_API bool GOMP_loop_ull_runtime_start(bool is_upwards, Ull start, Ull end, Ull step, Ull* first, Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Runtime), first, last);
}
RONDO_API bool GOMP_loop_ull_nonmonotonic_runtime_start(bool is_upwards, Ull start, Ull end, Ull step, Ull* first,
                                                        Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Runtime, 0, Order::Unsaid), first,
                     last);
}
RONDO_API bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool is_upwards, Ull start, Ull end, Ull step, Ull* first,
                                                              Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Runtime, 0, Order::Unsaid), first,
                     last);
}

RONDO_API bool GOMP_loop_ull_ordered_static_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                                  Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Static, chunk, Order::Ordered), first,
                     last);
}
RONDO_API bool GOMP_loop_ull_ordered_dynamic_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                                   Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Dynamic, chunk, Order::Ordered),
                     first, last);
}
RONDO_API bool GOMP_loop_ull_ordered_guided_start(bool is_upwards, Ull start, Ull end, Ull step, Ull chunk, Ull* first,
                                                  Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Guided, chunk, Order::Ordered), first,
                     last);
}
RONDO_API bool GOMP_loop_ull_ordered_runtime_start(bool is_upwards, Ull start, Ull end, Ull step, Ull* first,
                                                   Ull* last) {
  return gomp::start(scheduled(loop_spec(is_upwards, start, end, step), Schedule::Runtime, 0, Order::Ordered), first,
                     last);
}

RONDO_API bool GOMP_loop_ull_start(bool is_upwards, Ull start, Ull end, Ull step, long schedule, Ull chunk, Ull* first,
                                   Ull* last, uintptr_t* reductions, void** memory) {
  return start_generic(
      scheduled(loop_spec(is_upwards, start, end, step), schedule_of(schedule), chunk, order_of(schedule)), first, last,
      reductions, memory);
}
RONDO_API bool GOMP_loop_ull_ordered_start(bool is_upwards, Ull start, Ull end, Ull step, long schedule, Ull chunk,
                                           Ull* first, Ull* last, uintptr_t* reductions, void** memory) {
  return start_generic(scheduled(loop_spec(is_upwards, start, end, step), schedule_of(schedule), chunk, Order::Ordered),
                       first, last, reductions, memory);
}

RONDO_API bool GOMP_loop_ull_static_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_dynamic_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_guided_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_runtime_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_nonmonotonic_dynamic_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_nonmonotonic_guided_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_nonmonotonic_runtime_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_ordered_static_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_ordered_dynamic_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_ordered_guided_next(Ull* first, Ull* last) { return gomp::next(first, last); }
RONDO_API bool GOMP_loop_ull_ordered_runtime_next(Ull* first, Ull* last) { return gomp::next(first, last); }

}  // namespace rondo::gomp
