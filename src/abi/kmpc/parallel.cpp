// SPDX-License-Identifier: Apache-2.0
//
// parallel and teams as clang and flang call them.
#include "work/parallel.hpp"
#include "abi/api.hpp"
#include "abi/kmpc/microtask.hpp"
#include "abi/kmpc/types.hpp"
#include "sched/run/observe.hpp"
#include "work/display.hpp"
#include "work/target.hpp"

namespace rondo::kmpc {

using sched::Worker;
using team::PushedClauses;

namespace {

PushedClauses& pushed_here(Worker& worker) { return team::member_of(worker).pushed; }

// Takes the clauses announced for the construct that begins now; proc_bind stays for team::assign_places(), and the
// rest of a num_threads list for team::begin_region().
PushedClauses take_pushed(Worker& worker) {
  PushedClauses& pushed = pushed_here(worker);
  PushedClauses taken = pushed;
  pushed = {};
  pushed.proc_bind = taken.proc_bind;
  pushed.n_further = taken.n_further;
  pushed.further = taken.further;
  return taken;
}

void push_n_threads(Worker& worker, uint32_t n, const int32_t* list) {
  PushedClauses& pushed = pushed_here(worker);
  if (pushed.further != nullptr) worker.slab.release(pushed.further);
  pushed.further = nullptr;
  pushed.n_threads = n == 0 || list[0] < 0 ? 0 : static_cast<uint32_t>(list[0]);
  if (n <= 1) return;
  pushed.n_further = n - 1;
  pushed.further = static_cast<uint32_t*>(worker.slab.allocate((n - 1) * sizeof(uint32_t)));
  for (uint32_t i = 1; i < n; i++) pushed.further[i - 1] = list[i] > 0 ? static_cast<uint32_t>(list[i]) : 1;
}

uint32_t positive(int32_t n) { return n > 0 ? static_cast<uint32_t>(n) : 0; }

void fork(Worker& worker, team::RegionBody body, Microtask function) {
  work::fork(worker, body, take_pushed(worker).n_threads, reinterpret_cast<const void*>(function));
}

}  // namespace

// ---- Clauses announced before the construct -----------------------------------------------------------------

RONDO_API void __kmpc_push_num_threads(Ident*, int32_t, int32_t n_threads) {
  push_n_threads(team::this_worker(), 1, &n_threads);
}

// `strict` asks for a message if the team gets fewer threads. The runtime prints one anyway when the system refuses a
// thread.
RONDO_API void __kmpc_push_num_threads_list(Ident*, int32_t, uint32_t length, const int32_t* n_threads) {
  push_n_threads(team::this_worker(), length, n_threads);
}
RONDO_API void __kmpc_push_num_threads_strict(Ident* ident, int32_t gtid, int32_t n_threads, int32_t, const char*) {
  __kmpc_push_num_threads(ident, gtid, n_threads);
}
RONDO_API void __kmpc_push_num_threads_list_strict(Ident* ident, int32_t gtid, uint32_t length,
                                                   const int32_t* n_threads, int32_t, const char*) {
  __kmpc_push_num_threads_list(ident, gtid, length, n_threads);
}
RONDO_API void __kmpc_pop_num_threads(Ident*, int32_t) { push_n_threads(team::this_worker(), 0, nullptr); }

RONDO_API void __kmpc_push_proc_bind(Ident*, int32_t, int32_t proc_bind) {
  pushed_here(team::this_worker()).proc_bind = work::proc_bind_clause(static_cast<uint32_t>(proc_bind));
}

RONDO_API void __kmpc_push_num_teams(Ident*, int32_t, int32_t n_teams, int32_t thread_limit) {
  PushedClauses& pushed = pushed_here(team::this_worker());
  pushed.n_teams = positive(n_teams);
  pushed.thread_limit = positive(thread_limit);
}
// Any number between the bounds may be chosen. Teams on the host run one after another, so this takes the smallest.
RONDO_API void __kmpc_push_num_teams_51(Ident* ident, int32_t gtid, int32_t lowest, int32_t highest,
                                        int32_t thread_limit) {
  __kmpc_push_num_teams(ident, gtid, lowest > 0 ? lowest : highest, thread_limit);
}
RONDO_API void __kmpc_set_thread_limit(Ident*, int32_t, int32_t thread_limit) {
  work::limit_threads(team::this_worker(), positive(thread_limit));
}

// ---- Regions ------------------------------------------------------------------------------------------------

namespace {

[[gnu::noinline, gnu::cold]] void fork_observed(Worker& worker, MicrotaskCall& call, Microtask function,
                                                sched::Call caller) {
  sched::Entered entered(worker, caller);
  fork(worker, call.body(), function);
}

[[gnu::noinline, gnu::cold]] void serialize_observed(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  take_pushed(worker);
  work::begin_serial_region(worker);
  work::display_alone(worker);
  entered.leave();
}

[[gnu::noinline, gnu::cold]] void end_serialized_observed(Ident*, int32_t) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  team::end_region(worker);
  sched::come_back(worker);
}

}  // namespace

RONDO_API void __kmpc_fork_call(Ident*, int32_t n_captures, Microtask function, ...) {
  Worker& worker = team::this_worker();
  va_list captures;
  va_start(captures, function);
  MicrotaskCall call(worker, function, n_captures, captures);
  va_end(captures);
  if (ompt::is_on()) [[unlikely]]
    return fork_observed(worker, call, function, {__builtin_return_address(0), __builtin_frame_address(0)});
  fork(worker, call.unobserved_body(), function);
}

RONDO_API void __kmpc_fork_call_if(Ident*, int32_t n_captures, Microtask function, int32_t condition, void* capture) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  MicrotaskCall call(worker, function, n_captures == 0 ? nullptr : capture);
  if (condition != 0) return fork(worker, call.body(), function);
  take_pushed(worker);
  team::fork(worker, team::icvs_of(worker), call.body(), 1);
}

RONDO_API void __kmpc_serialized_parallel(Ident* location, int32_t gtid) {
  Worker& worker = team::this_worker();  // which may start the runtime, and a tool with it
  if (ompt::is_on()) [[unlikely]]
    RONDO_TAIL_CALL return serialize_observed(location, gtid);
  take_pushed(worker);
  work::begin_serial_region(worker);
  work::display_alone(worker);
}
RONDO_API void __kmpc_end_serialized_parallel(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]]
    RONDO_TAIL_CALL return end_serialized_observed(location, gtid);
  team::end_region(team::this_worker());
}

RONDO_API void __kmpc_fork_teams(Ident*, int32_t n_captures, Microtask function, ...) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  va_list captures;
  va_start(captures, function);
  MicrotaskCall call(worker, function, n_captures, captures);
  va_end(captures);
  PushedClauses pushed = take_pushed(worker);
  // Programs of clang know from libomp that a league has no more threads than there are processors.
  work::run_league(worker, call.body(), {pushed.n_teams, pushed.thread_limit, team::n_processors()});
}

// ---- Questions ----------------------------------------------------------------------------------------------

RONDO_API int32_t __kmpc_global_thread_num(Ident*) { return static_cast<int32_t>(team::this_worker().id); }
RONDO_API int32_t __kmpc_global_num_threads(Ident*) {
  int32_t n = 0;
  while (sched::worker_of(static_cast<task::WorkerId>(n)) != nullptr) n++;
  return n;
}
RONDO_API int kmp_get_num_known_threads() { return __kmpc_global_num_threads(nullptr); }
RONDO_API int kmp_get_num_known_threads_() { return kmp_get_num_known_threads(); }
RONDO_API int32_t __kmpc_bound_thread_num(Ident*) { return static_cast<int32_t>(team::this_worker().slot->index); }
RONDO_API int32_t __kmpc_bound_num_threads(Ident*) {
  return static_cast<int32_t>(team::this_worker().slot->arena->n_slots);
}
RONDO_API int32_t __kmpc_in_parallel(Ident*) { return team::team_of(team::this_worker()).active_level > 0 ? 1 : 0; }
RONDO_API int32_t __kmpc_ok_to_fork(Ident*) { return 1; }
RONDO_API void __kmpc_begin(Ident*, int32_t) { team::this_worker(); }
RONDO_API void __kmpc_end(Ident*, int32_t) {}

}  // namespace rondo::kmpc
