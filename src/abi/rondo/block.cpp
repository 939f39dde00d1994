// SPDX-License-Identifier: Apache-2.0
//
// Tasks that wait for something else (include/rondo.h).
#define RONDO_OPTIONAL
#include "sched/wait/block.hpp"
#include "abi/api.hpp"
#include "ompt/events.hpp"
#include "rondo.h"
#include "sched/run/execute.hpp"
#include "team/runtime.hpp"

namespace {

using rondo::sched::Suspension;

static_assert(sizeof(Suspension) == sizeof(rondo_suspension));
Suspension& suspension_of(rondo_suspension* wait) { return *reinterpret_cast<Suspension*>(wait); }

}  // namespace

RONDO_API void rondo_enable_blocking() noexcept { rondo::team::let_tasks_suspend(); }

RONDO_API void rondo_task_block(rondo_suspension* wait) noexcept {
  rondo::sched::block(rondo::team::this_worker(), suspension_of(wait));
}

RONDO_API void rondo_task_unblock(rondo_suspension* wait) noexcept { suspension_of(wait).end(); }

RONDO_API void* rondo_task_hold() noexcept { return rondo::sched::hold_current(rondo::team::this_worker()); }

RONDO_API void rondo_task_release(void* task) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  auto& held = *static_cast<rondo::task::Task*>(task);
  if (held.has(rondo::task::kObserved)) [[unlikely]]
    rondo::sched::note_fulfilled(worker, held, false);
  rondo::sched::release_hold(worker, held);
  rondo::sched::flush(worker);  // a thread of the program may not call Rondo again for a long time
}

RONDO_API void rondo_wait_begin(const void* code) noexcept {
  if (!rondo::ompt::is_on()) return;
  rondo::ompt::held(rondo::team::this_worker().record, rondo::ompt::Endpoint::Begin, code);
}

RONDO_API void rondo_wait_end() noexcept {
  if (!rondo::ompt::is_on()) return;
  rondo::ompt::held(rondo::team::this_worker().record, rondo::ompt::Endpoint::End, nullptr);
}

RONDO_API int rondo_should_block() noexcept { return rondo::sched::may_block(rondo::team::this_worker()) ? 1 : 0; }
