// SPDX-License-Identifier: Apache-2.0
//
// parallel and teams as gcc calls them.
#include "abi/gomp/parallel.hpp"

#include <new>

#include "abi/api.hpp"
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
};

void call_loop_body(void* context, Worker& worker, uint32_t) {
  const auto& call = *static_cast<LoopCall*>(context);
  work::begin_loop(worker, call.spec);
  call.function(call.data);
}

// In the old interface the compiled code begins the region and then calls the master's share itself. This data of the
// threads lives as long as the region.
template <class T>
void begin(Worker& worker, const T& call, void (*body)(void*, Worker&, uint32_t), unsigned n_threads) {
  auto* copy = new (worker.slab.allocate(sizeof(T))) T(call);
  team::begin_region(worker, {body, copy}, team::team_size(worker, n_threads));
}

}  // namespace

void push_proc_bind(Worker& worker, unsigned flags) {
  team::member_of(worker).pushed.proc_bind = work::proc_bind_clause(flags & 7);
}

void fork_loop(Body function, void* data, unsigned n_threads, const LoopSpec& spec, unsigned flags) {
  Worker& worker = team::this_worker();
  if (flags != 0) push_proc_bind(worker, flags);
  LoopCall call = {{function, data}, spec};
  work::fork(worker, {call_loop_body, &call}, n_threads);
}

void begin_fork_loop(Body function, void* data, unsigned n_threads, const LoopSpec& spec) {
  Worker& worker = team::this_worker();
  begin(worker, LoopCall{{function, data}, spec}, call_loop_body, n_threads);
  work::begin_loop(worker, spec);
}

// n_threads: 0 without a num_threads clause, 1 for if(false).
RONDO_API void GOMP_parallel(Body function, void* data, unsigned n_threads, unsigned flags) {
  Worker& worker = team::this_worker();
  if (flags != 0) push_proc_bind(worker, flags);
  Call call = {function, data};
  work::fork(worker, {call_body, &call}, n_threads);
}

RONDO_API void GOMP_parallel_start(Body function, void* data, unsigned n_threads) {
  begin(team::this_worker(), Call{function, data}, call_body, n_threads);
}

RONDO_API void GOMP_parallel_end() {
  Worker& worker = team::this_worker();
  void* call = team::team_of(worker).body.context;
  team::end_region(worker);
  worker.slab.release(call);
}

// ---- Teams --------------------------------------------------------------------------------------------------

RONDO_API void GOMP_teams_reg(Body function, void* data, unsigned n_teams, unsigned thread_limit, unsigned) {
  Call call = {function, data};
  work::run_league(team::this_worker(), {call_body, &call}, {n_teams, thread_limit});
}

}  // namespace rondo::gomp
