// SPDX-License-Identifier: Apache-2.0
//
// parallel and teams as gcc calls them.
#include "abi/gomp/parallel.hpp"

#include <new>

#include "abi/api.hpp"
#include "abi/gomp/loop.hpp"
#include "abi/observed.hpp"
#include "work/parallel.hpp"

namespace rondo::gomp {

using sched::Worker;
using work::LoopSpec;

namespace {

struct Call {
  Body function;
  void* data;
};

void call_body(void* context, Worker&, uint32_t) {
  const auto& call = *static_cast<Call*>(context);
  call.function(call.data);
}

// A region that is one worksharing construct: its threads begin with asking for their first chunk.
struct LoopCall : Call {
  LoopSpec spec;
  const void* caller;  // of the entry point
};

void call_loop_body(void* context, Worker& worker, uint32_t) {
  const auto& call = *static_cast<LoopCall*>(context);
  if (ompt::is_on()) [[unlikely]]
    note_loop(call.spec, call.caller);
  work::begin_loop(worker, call.spec);
  call.function(call.data);
}

// The same while a tool is on. `kCall` ends with a jump to the program's code, which is therefore called from here.
template <auto kCall>
void call_observed(void* context, Worker& worker, uint32_t thread_num) {
  abi::Left left(worker, __builtin_frame_address(0),
                 reinterpret_cast<const void*>(static_cast<Call*>(context)->function));
  kCall(context, worker, thread_num);
}

template <auto kCall>
team::RegionBody body_with(void* context) {
  return {ompt::is_on() ? call_observed<kCall> : kCall, context};
}

// In the old interface the compiled code begins the region and then calls the master's share itself. This data of the
// threads lives as long as the region.
template <auto kCall, class T>
void begin(Worker& worker, const T& call, unsigned n_threads) {
  auto* copy = new (worker.slab.allocate(sizeof(T))) T(call);
  const config::Icvs& icvs = team::icvs_of(worker);
  const uint32_t n = team::team_size(worker, icvs, n_threads, address_of(call.function));
  team::begin_region(worker, icvs, body_with<kCall>(copy), n);
}

}  // namespace

void push_proc_bind(Worker& worker, unsigned flags) {
  team::member_of(worker).pushed.proc_bind = work::proc_bind_clause(flags & 7);
}

void fork_loop(Body function, void* data, unsigned n_threads, const LoopSpec& spec, unsigned flags,
               sched::Call caller) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, caller);
  if (flags != 0) push_proc_bind(worker, flags);
  LoopCall call = {{function, data}, spec, caller.address};
  work::fork(worker, body_with<call_loop_body>(&call), n_threads, address_of(function));
}

void begin_fork_loop(Body function, void* data, unsigned n_threads, const LoopSpec& spec, sched::Call caller) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker, caller);
  begin<call_loop_body>(worker, LoopCall{{function, data}, spec, caller.address}, n_threads);
  if (ompt::is_on()) [[unlikely]]
    note_loop(spec, caller.address);
  work::begin_loop(worker, spec);
  entered.leave();
}

namespace {

[[gnu::noinline, gnu::cold]] void fork_observed(Body function, void* data, unsigned n_threads, unsigned flags) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  if (flags != 0) push_proc_bind(worker, flags);
  Call call = {function, data};
  work::fork(worker, body_with<call_body>(&call), n_threads, address_of(function));
}

}  // namespace

// n_threads: 0 without a num_threads clause, 1 for if(false).
RONDO_API void GOMP_parallel(Body function, void* data, unsigned n_threads, unsigned flags) {
  Worker& worker = team::this_worker();  // which may start the runtime, and a tool with it
  if (ompt::is_on()) [[unlikely]]
    RONDO_TAIL_CALL return fork_observed(function, data, n_threads, flags);
  if (flags != 0) push_proc_bind(worker, flags);
  Call call = {function, data};
  work::fork(worker, {call_body, &call}, n_threads, address_of(function));
}

RONDO_API void GOMP_parallel_start(Body function, void* data, unsigned n_threads) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  begin<call_body>(worker, Call{function, data}, n_threads);
  entered.leave();
}

RONDO_API void GOMP_parallel_end() {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  void* call = team::team_of(worker).body.context;
  team::end_region(worker);
  if (ompt::is_on()) [[unlikely]]
    sched::come_back(worker);
  worker.slab.release(call);
}

// ---- Teams --------------------------------------------------------------------------------------------------

RONDO_API void GOMP_teams_reg(Body function, void* data, unsigned n_teams, unsigned thread_limit, unsigned) {
  Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  Call call = {function, data};
  work::run_league(worker, body_with<call_body>(&call), {n_teams, thread_limit});
}

}  // namespace rondo::gomp
