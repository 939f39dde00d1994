// SPDX-License-Identifier: Apache-2.0
//
// Loops with a static schedule: each thread gets its part in one call.
#include "work/static_loop.hpp"
#include "abi/api.hpp"
#include "abi/kmpc/schedule.hpp"
#include "abi/kmpc/types.hpp"
#include "abi/observed.hpp"
#include "team/fork.hpp"
#include "team/observed.hpp"
#include "work/ordered.hpp"
#include "work/parallel.hpp"

namespace rondo::kmpc {

using work::Bounds;
using work::StaticPart;

namespace {

// The values that the KMP entries pass and return by pointer.
template <class T>
struct Out {
  int32_t* is_last;
  T* lower;
  T* upper;
  std::make_signed_t<T>* stride;

  Bounds<T> bounds() const { return {*lower, *upper}; }
  void set(const StaticPart<T>& part) const {
    *lower = part.bounds.lower;
    *upper = part.bounds.upper;
    *stride = part.stride;
    if (is_last != nullptr) *is_last = part.is_last ? 1 : 0;
  }
};

// `worksharing` divides among threads, `distribute` among the teams of the league.
template <class T>
void init(int32_t code, const Out<T>& out, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  sched::Worker& worker = team::this_worker();
  uint32_t n_threads = worker.slot->arena->n_slots;
  uint32_t index = worker.slot->index;
  if (team::member_of(worker).doacross.workshare != nullptr) [[unlikely]]
    work::settle_doacross(worker, work::trip_count(out.bounds(), step));
  switch (kind_of_schedule(code)) {
    case kStaticChunked:
      return out.set(work::cyclic_part(out.bounds(), step, chunk, n_threads, index));
    case kStaticBalancedChunked:
      // Of distribute parallel for simd with chunks of one iteration, clang takes one iteration and goes on by the
      // stride, whatever the upper bound is.
      if (chunk == 1) return out.set(work::cyclic_part(out.bounds(), step, chunk, n_threads, index));
      return out.set(work::rounded_part(out.bounds(), step, chunk, n_threads, index));
    case kDistributeChunked: {
      work::LeaguePosition at = work::league_position(worker);
      return out.set(work::cyclic_part(out.bounds(), step, chunk, at.n_teams, at.index));
    }
    case kDistribute: {
      work::LeaguePosition at = work::league_position(worker);
      return out.set(work::block_part(out.bounds(), step, at.n_teams, at.index));
    }
    default:
      return out.set(work::block_part(out.bounds(), step, n_threads, index));
  }
}

// distribute parallel for in one step: first the team's block, whose end goes to *team_upper, then the thread's part.
template <class T>
void init_distributed(int32_t code, const Out<T>& out, T* team_upper, std::make_signed_t<T> step,
                      std::make_signed_t<T> chunk) {
  sched::Worker& worker = team::this_worker();
  work::LeaguePosition at = work::league_position(worker);
  StaticPart<T> team_part = work::block_part(out.bounds(), step, at.n_teams, at.index);
  *out.lower = team_part.bounds.lower;
  *out.upper = *team_upper = team_part.bounds.upper;
  init(code, out, step, chunk);
  if (out.is_last != nullptr && !team_part.is_last) *out.is_last = 0;
}

// Tells a tool that the thread begins with the construct, and then, what it has got of it: of a cyclic schedule the
// first chunk, because the compiler's code goes on to the next one by itself.
template <class T>
class Note {
 public:
  Note(const Ident* location, const Bounds<T>& loop, std::make_signed_t<T> step, const void* caller)
      : worker_(team::this_worker()), loop_(loop), step_(step), caller_(caller) {
    const int32_t flags = location == nullptr ? 0 : location->flags;
    kind_ = (flags & kIdentSections) != 0     ? ompt::WorkKind::Sections
            : (flags & kIdentDistribute) != 0 ? ompt::WorkKind::Distribute
                                              : ompt::WorkKind::StaticLoop;
    team::begin_work(worker_, kind_, work::trip_count(loop, step), caller);
  }

  void part(const Bounds<T>& bounds) const {
    const uint64_t n = work::trip_count(bounds, step_);
    if (kind_ == ompt::WorkKind::Sections) {
      for (uint64_t i = 0; i < n; i++) abi::note_section(worker_, caller_);
    } else if (n != 0) {
      const bool is_loop = kind_ == ompt::WorkKind::StaticLoop;
      work::note_chunk(worker_, work::trip_count(Bounds<T>{loop_.lower, bounds.lower}, step_) - 1, n,
                       is_loop ? ompt::DispatchKind::LoopChunk : ompt::DispatchKind::DistributeChunk);
    }
  }

 private:
  sched::Worker& worker_;
  Bounds<T> loop_;
  std::make_signed_t<T> step_;
  const void* caller_;
  ompt::WorkKind kind_;
};

// While a tool is on. Each is called as its entry point is, from where the program has called that.
template <class T>
[[gnu::noinline]] void init_observed(Ident* location, int32_t, int32_t code, int32_t* last, T* lower, T* upper,
                                     std::make_signed_t<T>* stride, std::make_signed_t<T> step,
                                     std::make_signed_t<T> chunk) {
  const Out<T> out = {last, lower, upper, stride};
  const Note<T> note(location, out.bounds(), step, __builtin_return_address(0));
  init<T>(code, out, step, chunk);
  note.part(out.bounds());
}

template <class T>
[[gnu::noinline]] void init_distributed_observed(Ident* location, int32_t, int32_t code, int32_t* last, T* lower,
                                                 T* upper, T* team_upper, std::make_signed_t<T>* stride,
                                                 std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  const Out<T> out = {last, lower, upper, stride};
  const Note<T> note(location, out.bounds(), step, __builtin_return_address(0));
  init_distributed<T>(code, out, team_upper, step, chunk);
  note.part(out.bounds());
}

[[gnu::noinline]] void end_observed(Ident*, int32_t) {
  team::end_work(team::this_worker(), __builtin_return_address(0));
}

template <class T>
void init_team(const Out<T>& out, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  init(kDistributeChunked, out, step, chunk);
}

}  // namespace

RONDO_API void __kmpc_for_static_init_4(Ident* location, int32_t gtid, int32_t code, int32_t* last, int32_t* lower,
                                        int32_t* upper, int32_t* stride, int32_t step, int32_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_observed<int32_t>(location, gtid, code, last, lower, upper, stride, step, chunk);
  }
  init<int32_t>(code, {last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_for_static_init_4u(Ident* location, int32_t gtid, int32_t code, int32_t* last, uint32_t* lower,
                                         uint32_t* upper, int32_t* stride, int32_t step, int32_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_observed<uint32_t>(location, gtid, code, last, lower, upper, stride, step, chunk);
  }
  init<uint32_t>(code, {last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_for_static_init_8(Ident* location, int32_t gtid, int32_t code, int32_t* last, int64_t* lower,
                                        int64_t* upper, int64_t* stride, int64_t step, int64_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_observed<int64_t>(location, gtid, code, last, lower, upper, stride, step, chunk);
  }
  init<int64_t>(code, {last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_for_static_init_8u(Ident* location, int32_t gtid, int32_t code, int32_t* last, uint64_t* lower,
                                         uint64_t* upper, int64_t* stride, int64_t step, int64_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_observed<uint64_t>(location, gtid, code, last, lower, upper, stride, step, chunk);
  }
  init<uint64_t>(code, {last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_for_static_fini(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return end_observed(location, gtid);
  }
}
RONDO_API void __kmpc_dist_for_static_fini(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return end_observed(location, gtid);
  }
}

RONDO_API void __kmpc_dist_for_static_init_4(Ident* location, int32_t gtid, int32_t code, int32_t* last, int32_t* lower,
                                             int32_t* upper, int32_t* team_upper, int32_t* stride, int32_t step,
                                             int32_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_distributed_observed<int32_t>(location, gtid, code, last, lower, upper, team_upper,
                                                              stride, step, chunk);
  }
  init_distributed<int32_t>(code, {last, lower, upper, stride}, team_upper, step, chunk);
}
RONDO_API void __kmpc_dist_for_static_init_4u(Ident* location, int32_t gtid, int32_t code, int32_t* last,
                                              uint32_t* lower, uint32_t* upper, uint32_t* team_upper, int32_t* stride,
                                              int32_t step, int32_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_distributed_observed<uint32_t>(location, gtid, code, last, lower, upper, team_upper,
                                                               stride, step, chunk);
  }
  init_distributed<uint32_t>(code, {last, lower, upper, stride}, team_upper, step, chunk);
}
RONDO_API void __kmpc_dist_for_static_init_8(Ident* location, int32_t gtid, int32_t code, int32_t* last, int64_t* lower,
                                             int64_t* upper, int64_t* team_upper, int64_t* stride, int64_t step,
                                             int64_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_distributed_observed<int64_t>(location, gtid, code, last, lower, upper, team_upper,
                                                              stride, step, chunk);
  }
  init_distributed<int64_t>(code, {last, lower, upper, stride}, team_upper, step, chunk);
}
RONDO_API void __kmpc_dist_for_static_init_8u(Ident* location, int32_t gtid, int32_t code, int32_t* last,
                                              uint64_t* lower, uint64_t* upper, uint64_t* team_upper, int64_t* stride,
                                              int64_t step, int64_t chunk) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return init_distributed_observed<uint64_t>(location, gtid, code, last, lower, upper, team_upper,
                                                               stride, step, chunk);
  }
  init_distributed<uint64_t>(code, {last, lower, upper, stride}, team_upper, step, chunk);
}

RONDO_API void __kmpc_team_static_init_4(Ident*, int32_t, int32_t* last, int32_t* lower, int32_t* upper,
                                         int32_t* stride, int32_t step, int32_t chunk) {
  init_team<int32_t>({last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_team_static_init_4u(Ident*, int32_t, int32_t* last, uint32_t* lower, uint32_t* upper,
                                          int32_t* stride, int32_t step, int32_t chunk) {
  init_team<uint32_t>({last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_team_static_init_8(Ident*, int32_t, int32_t* last, int64_t* lower, int64_t* upper,
                                         int64_t* stride, int64_t step, int64_t chunk) {
  init_team<int64_t>({last, lower, upper, stride}, step, chunk);
}
RONDO_API void __kmpc_team_static_init_8u(Ident*, int32_t, int32_t* last, uint64_t* lower, uint64_t* upper,
                                          int64_t* stride, int64_t step, int64_t chunk) {
  init_team<uint64_t>({last, lower, upper, stride}, step, chunk);
}

}  // namespace rondo::kmpc
