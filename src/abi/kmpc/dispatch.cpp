// SPDX-License-Identifier: Apache-2.0
//
// Loops that are handed out chunk by chunk, ordered loops and sections. The compiled code calls init, then next until
// it returns 0.
#include "abi/api.hpp"
#include "abi/kmpc/schedule.hpp"
#include "abi/kmpc/types.hpp"
#include "abi/mutex.hpp"
#include "team/fork.hpp"
#include "team/observed.hpp"
#include "work/ordered.hpp"
#include "work/parallel.hpp"
#include "work/static_loop.hpp"

namespace rondo::kmpc {

using sched::Worker;
using work::Bounds;
using work::LoopKind;
using work::LoopSpec;

namespace {

// Inlined into the entry points: without a tool `caller` is not even loaded.
template <class T>
[[gnu::always_inline]] inline void init(Worker& worker, int32_t code, Bounds<T> bounds, std::make_signed_t<T> step,
                                        std::make_signed_t<T> chunk, const void* caller = __builtin_return_address(0)) {
  LoopSpec spec;
  spec.begin = static_cast<uint64_t>(bounds.lower);
  spec.step = static_cast<uint64_t>(int64_t{step});
  spec.n_iterations = work::trip_count(bounds, step);
  work::settle_doacross(worker, spec.n_iterations);
  set_schedule(spec, worker, code, chunk);
  if (ompt::is_on()) [[unlikely]]
    team::begin_work(worker, work::kind_for_tool(spec), spec.n_iterations, caller);
  work::begin_loop(worker, spec);
}

// dist_schedule and schedule in one construct: the bounds are the league's.
template <class T>
[[gnu::always_inline]] inline void init_distributed(int32_t code, int32_t* is_last, Bounds<T> bounds,
                                                    std::make_signed_t<T> step, std::make_signed_t<T> chunk,
                                                    const void* caller = __builtin_return_address(0)) {
  Worker& worker = team::this_worker();
  work::LeaguePosition at = work::league_position(worker);
  auto part = work::block_part(bounds, step, at.n_teams, at.index);
  if (is_last != nullptr) *is_last = part.is_last ? 1 : 0;
  init(worker, code, part.bounds, step, chunk, caller);
}

template <class T>
[[gnu::always_inline]] inline int32_t give(const work::Chunk& chunk, const team::LoopState& loop, int32_t* is_last,
                                           T* lower, T* upper, std::make_signed_t<T>* stride) {
  *lower = static_cast<T>(loop.begin + loop.step * chunk.first);
  *upper = static_cast<T>(loop.begin + loop.step * (chunk.last - 1));
  if (stride != nullptr) *stride = static_cast<std::make_signed_t<T>>(loop.step);
  if (is_last != nullptr) *is_last = chunk.is_last ? 1 : 0;
  return 1;
}

template <class T>
int32_t next(int32_t* is_last, T* lower, T* upper, std::make_signed_t<T>* stride) {
  Worker& worker = team::this_worker();
  work::Chunk chunk;
  if (!work::next_chunk(worker, chunk)) return 0;
  return give(chunk, team::member_of(worker).loop, is_last, lower, upper, stride);
}

// While a tool is on; called as the entry point is.
template <class T>
[[gnu::noinline]] int32_t next_observed(Ident*, int32_t, int32_t* is_last, T* lower, T* upper,
                                        std::make_signed_t<T>* stride) {
  Worker& worker = team::this_worker();
  work::Chunk chunk;
  if (!work::next_chunk(worker, chunk)) {
    team::end_work(worker, __builtin_return_address(0));
    return 0;
  }
  const team::LoopState& loop = team::member_of(worker).loop;
  work::note_chunk(worker, chunk.first, chunk.last - chunk.first);
  return give(chunk, loop, is_last, lower, upper, stride);
}

}  // namespace

RONDO_API void __kmpc_dispatch_init_4(Ident*, int32_t, int32_t code, int32_t lower, int32_t upper, int32_t step,
                                      int32_t chunk) {
  init<int32_t>(team::this_worker(), code, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dispatch_init_4u(Ident*, int32_t, int32_t code, uint32_t lower, uint32_t upper, int32_t step,
                                       int32_t chunk) {
  init<uint32_t>(team::this_worker(), code, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dispatch_init_8(Ident*, int32_t, int32_t code, int64_t lower, int64_t upper, int64_t step,
                                      int64_t chunk) {
  init<int64_t>(team::this_worker(), code, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dispatch_init_8u(Ident*, int32_t, int32_t code, uint64_t lower, uint64_t upper, int64_t step,
                                       int64_t chunk) {
  init<uint64_t>(team::this_worker(), code, {lower, upper}, step, chunk);
}

RONDO_API void __kmpc_dist_dispatch_init_4(Ident*, int32_t, int32_t code, int32_t* is_last, int32_t lower,
                                           int32_t upper, int32_t step, int32_t chunk) {
  init_distributed<int32_t>(code, is_last, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dist_dispatch_init_4u(Ident*, int32_t, int32_t code, int32_t* is_last, uint32_t lower,
                                            uint32_t upper, int32_t step, int32_t chunk) {
  init_distributed<uint32_t>(code, is_last, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dist_dispatch_init_8(Ident*, int32_t, int32_t code, int32_t* is_last, int64_t lower,
                                           int64_t upper, int64_t step, int64_t chunk) {
  init_distributed<int64_t>(code, is_last, {lower, upper}, step, chunk);
}
RONDO_API void __kmpc_dist_dispatch_init_8u(Ident*, int32_t, int32_t code, int32_t* is_last, uint64_t lower,
                                            uint64_t upper, int64_t step, int64_t chunk) {
  init_distributed<uint64_t>(code, is_last, {lower, upper}, step, chunk);
}

RONDO_API int32_t __kmpc_dispatch_next_4(Ident* location, int32_t gtid, int32_t* is_last, int32_t* lower,
                                         int32_t* upper, int32_t* stride) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return next_observed<int32_t>(location, gtid, is_last, lower, upper, stride);
  }
  return next<int32_t>(is_last, lower, upper, stride);
}
RONDO_API int32_t __kmpc_dispatch_next_4u(Ident* location, int32_t gtid, int32_t* is_last, uint32_t* lower,
                                          uint32_t* upper, int32_t* stride) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return next_observed<uint32_t>(location, gtid, is_last, lower, upper, stride);
  }
  return next<uint32_t>(is_last, lower, upper, stride);
}
RONDO_API int32_t __kmpc_dispatch_next_8(Ident* location, int32_t gtid, int32_t* is_last, int64_t* lower,
                                         int64_t* upper, int64_t* stride) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return next_observed<int64_t>(location, gtid, is_last, lower, upper, stride);
  }
  return next<int64_t>(is_last, lower, upper, stride);
}
RONDO_API int32_t __kmpc_dispatch_next_8u(Ident* location, int32_t gtid, int32_t* is_last, uint64_t* lower,
                                          uint64_t* upper, int64_t* stride) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return next_observed<uint64_t>(location, gtid, is_last, lower, upper, stride);
  }
  return next<uint64_t>(is_last, lower, upper, stride);
}

// Called after each iteration of an ordered loop. The turn goes from chunk to chunk, so there is nothing to count
// here.
RONDO_API void __kmpc_dispatch_fini_4(Ident*, int32_t) {}
RONDO_API void __kmpc_dispatch_fini_4u(Ident*, int32_t) {}
RONDO_API void __kmpc_dispatch_fini_8(Ident*, int32_t) {}
RONDO_API void __kmpc_dispatch_fini_8u(Ident*, int32_t) {}

RONDO_API void __kmpc_dispatch_deinit(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  work::end_loop(worker);
  if (ompt::is_on()) [[unlikely]]
    team::end_work(worker, __builtin_return_address(0));
}

// ---- Ordered ------------------------------------------------------------------------------------------------

RONDO_API void __kmpc_ordered(Ident*, int32_t) { abi::begin_ordered(__builtin_return_address(0)); }
RONDO_API void __kmpc_end_ordered(Ident*, int32_t) { abi::end_ordered(__builtin_return_address(0)); }

RONDO_API void __kmpc_doacross_init(Ident*, int32_t, int32_t n, const team::DoacrossDimension* dimensions) {
  work::begin_doacross(team::this_worker(), {dimensions, static_cast<size_t>(n)});
}
RONDO_API void __kmpc_doacross_wait(Ident*, int32_t, const int64_t* iteration) {
  work::wait_doacross(team::this_worker(), iteration);
}
RONDO_API void __kmpc_doacross_post(Ident*, int32_t, const int64_t* iteration) {
  work::post_doacross(team::this_worker(), iteration);
}
RONDO_API void __kmpc_doacross_fini(Ident*, int32_t) { work::end_doacross(team::this_worker()); }

// ---- Sections -----------------------------------------------------------------------------------------------

// Called by Intel's compilers only: clang makes a static loop of sections.
RONDO_API int32_t __kmpc_next_section(Ident*, int32_t, int32_t) {
  work::Chunk chunk;
  return work::next_chunk(team::this_worker(), chunk) ? static_cast<int32_t>(chunk.first) : -1;
}
RONDO_API int32_t __kmpc_sections_init(Ident* ident, int32_t gtid, int32_t n) {
  LoopSpec spec;
  spec.n_iterations = n > 0 ? static_cast<uint64_t>(n) : 0;
  spec.kind = LoopKind::Dynamic;
  spec.is_sections = true;
  work::begin_loop(team::this_worker(), spec);
  return __kmpc_next_section(ident, gtid, n);
}
RONDO_API void __kmpc_end_sections(Ident*, int32_t) { work::end_loop(team::this_worker()); }

}  // namespace rondo::kmpc
