// SPDX-License-Identifier: Apache-2.0
//
// ordered regions, and ordered(n) loops with depend(source/sink), as gcc calls them: it numbers the iterations of
// every loop of the nest from 0 and deals out those of the outermost, collapsed ones flattened to one.
#include <cstdarg>

#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/mutex.hpp"
#include "work/ordered.hpp"

namespace rondo::gomp {

using sched::Worker;
using Ull = unsigned long long;

RONDO_API void GOMP_ordered_start() { abi::begin_ordered(__builtin_return_address(0)); }
RONDO_API void GOMP_ordered_end() { abi::end_ordered(__builtin_return_address(0)); }

namespace {

// gcc's own limit is far lower.
constexpr unsigned kMaxDimensions = 64;

template <class T>
void begin_nest(unsigned n, const T* counts) {
  team::DoacrossDimension dimensions[kMaxDimensions];
  if (n > kMaxDimensions) n = kMaxDimensions;
  for (unsigned i = 0; i < n; i++) dimensions[i] = {0, static_cast<int64_t>(counts[i]) - 1, 1};
  work::begin_doacross(team::this_worker(), {dimensions, n});
}

template <class T>
bool start_nest(unsigned n, const T* counts, Schedule schedule, T chunk, T* first, T* last,
                const void* caller = __builtin_return_address(0)) {
  begin_nest(n, counts);
  LoopSpec spec = counted_spec(static_cast<uint64_t>(counts[0]));
  return gomp::start(scheduled(spec, schedule, static_cast<uint64_t>(chunk)), first, last, caller);
}

template <class T>
bool start_nest_generic(unsigned n, const T* counts, long schedule, T chunk, T* first, T* last, uintptr_t* reductions,
                        void** memory, const void* caller = __builtin_return_address(0)) {
  begin_nest(n, counts);
  LoopSpec spec = counted_spec(static_cast<uint64_t>(counts[0]));
  return start_generic(scheduled(spec, schedule_of(schedule), static_cast<uint64_t>(chunk)), first, last, reductions,
                       memory, caller);
}

// gcc leaves out iterations outside of the nest itself. One that still lies outside comes from a loop over an
// unsigned int: gcc 12 extends the offset of such a sink with zeros, so that i - 1 arrives as i + 2^32 - 1.
int64_t in_range(int64_t iteration, const team::DoacrossAxis& axis) {
  const bool is_beyond = iteration >= static_cast<int64_t>(axis.n_iterations);
  return is_beyond ? static_cast<uint32_t>(iteration) : iteration;
}

// The waiting entries take the iteration as arguments, one for each dimension.
void wait_for(int64_t first, va_list others) {
  Worker& worker = team::this_worker();
  const team::DoacrossState& state = team::member_of(worker).doacross;
  if (state.workshare == nullptr) return;  // the thread is alone; the number of arguments is then unknown, too
  int64_t iteration[kMaxDimensions];
  iteration[0] = in_range(first, state.axes[0]);
  for (uint32_t i = 1; i < state.n_dimensions; i++) iteration[i] = in_range(va_arg(others, long), state.axes[i]);
  work::wait_doacross(worker, iteration);
}

}  // namespace

RONDO_API bool GOMP_loop_doacross_static_start(unsigned n, long* counts, long chunk, long* first, long* last) {
  return start_nest(n, counts, Schedule::Static, chunk, first, last);
}
RONDO_API bool GOMP_loop_doacross_dynamic_start(unsigned n, long* counts, long chunk, long* first, long* last) {
  return start_nest(n, counts, Schedule::Dynamic, chunk, first, last);
}
RONDO_API bool GOMP_loop_doacross_guided_start(unsigned n, long* counts, long chunk, long* first, long* last) {
  return start_nest(n, counts, Schedule::Guided, chunk, first, last);
}
RONDO_API bool GOMP_loop_doacross_runtime_start(unsigned n, long* counts, long* first, long* last) {
  return start_nest(n, counts, Schedule::Runtime, long{0}, first, last);
}
RONDO_API bool GOMP_loop_doacross_start(unsigned n, long* counts, long schedule, long chunk, long* first, long* last,
                                        uintptr_t* reductions, void** memory) {
  return start_nest_generic(n, counts, schedule, chunk, first, last, reductions, memory);
}

RONDO_API bool GOMP_loop_ull_doacross_static_start(unsigned n, Ull* counts, Ull chunk, Ull* first, Ull* last) {
  return start_nest(n, counts, Schedule::Static, chunk, first, last);
}
RONDO_API bool GOMP_loop_ull_doacross_dynamic_start(unsigned n, Ull* counts, Ull chunk, Ull* first, Ull* last) {
  return start_nest(n, counts, Schedule::Dynamic, chunk, first, last);
}
RONDO_API bool GOMP_loop_ull_doacross_guided_start(unsigned n, Ull* counts, Ull chunk, Ull* first, Ull* last) {
  return start_nest(n, counts, Schedule::Guided, chunk, first, last);
}
RONDO_API bool GOMP_loop_ull_doacross_runtime_start(unsigned n, Ull* counts, Ull* first, Ull* last) {
  return start_nest(n, counts, Schedule::Runtime, Ull{0}, first, last);
}
RONDO_API bool GOMP_loop_ull_doacross_start(unsigned n, Ull* counts, long schedule, Ull chunk, Ull* first, Ull* last,
                                            uintptr_t* reductions, void** memory) {
  return start_nest_generic(n, counts, schedule, chunk, first, last, reductions, memory);
}

RONDO_API void GOMP_doacross_post(long* counts) { work::post_doacross(team::this_worker(), counts); }
RONDO_API void GOMP_doacross_ull_post(Ull* counts) {
  work::post_doacross(team::this_worker(), reinterpret_cast<const int64_t*>(counts));
}

RONDO_API void GOMP_doacross_wait(long first, ...) {
  va_list others;
  va_start(others, first);
  wait_for(first, others);
  va_end(others);
}
RONDO_API void GOMP_doacross_ull_wait(Ull first, ...) {
  va_list others;
  va_start(others, first);
  wait_for(static_cast<int64_t>(first), others);
  va_end(others);
}

}  // namespace rondo::gomp
