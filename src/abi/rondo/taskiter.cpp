// SPDX-License-Identifier: Apache-2.0
//
// The entry points of include/rondo.h for loops.
#define RONDO_OPTIONAL  // here is where they are defined
#include "region/taskiter/taskiter.hpp"

#include "abi/api.hpp"
#include "base/message.hpp"
#include "base/pod_vector.hpp"
#include "rondo.h"
#include "sched/run/observe.hpp"
#include "team/fork.hpp"

namespace {

using rondo::depend::Dependence;
using rondo::depend::Kind;
using rondo::region::TaskiterClauses;
using rondo::region::TaskiterLoop;

static_assert(TaskiterClauses::kWhile == RONDO_UNTIL_FALSE);
static_assert(static_cast<int>(rondo::region::Iteration::Over) == RONDO_LOOP_OVER);
static_assert(static_cast<int>(rondo::region::Iteration::Body) == RONDO_LOOP_BODY);
static_assert(static_cast<int>(rondo::region::Iteration::Released) == RONDO_LOOP_RELEASED);

using Condition = rondo::base::PodVector<Dependence>;

// Returns false if a clause is of a newer rondo.h.
bool unpack(const rondo_clause* clauses, size_t n, TaskiterClauses& result, Condition& condition) {
  bool is_known = true;
  for (size_t i = 0; i < n; i++) {
    uint64_t value = clauses[i].value;
    switch (clauses[i].kind) {
      case RONDO_CLAUSE_NONE:
        break;
      case RONDO_CLAUSE_IF:
        result.if_clause = value != 0;
        break;
      case RONDO_CLAUSE_NOGROUP:
        result.nowait = value != 0;
        break;
      case RONDO_CLAUSE_UNROLL:
        result.unroll = static_cast<uint32_t>(value);
        break;
      case RONDO_CLAUSE_UPDATE:
        result.update = value != 0;
        break;
      case RONDO_CLAUSE_INLINE:
        result.is_inline = value != 0;
        break;
      case RONDO_CLAUSE_CONDITION_ON:
        condition.push_back({static_cast<uintptr_t>(value), Kind::In});
        break;
      default:
        is_known = false;
    }
  }
  return is_known;
}

TaskiterLoop& state_of(rondo_loop* loop) { return *static_cast<TaskiterLoop*>(loop->state); }

}  // namespace

RONDO_API void rondo_taskiter_enter(rondo_loop* loop, rondo_taskiter_handle* handle, const rondo_clause* clauses,
                                    size_t n_clauses) noexcept {
  TaskiterClauses unpacked;
  Condition condition;
  unpacked.n_iterations = loop->count;
  bool is_known = unpack(clauses, n_clauses, unpacked, condition);
  unpacked.condition = {condition.data(), condition.size()};
  // Handles of version 1 have no module: their graphs are never discarded.
  void* module = handle->version == RONDO_TASKITER_ABI ? handle->module : nullptr;
  if (!is_known || handle->version == 0 || handle->version > RONDO_TASKITER_ABI) {
    rondo::base::warn_once(
        "the taskiter loop at %s:%u has a clause that it cannot have or that Rondo %s does not know; "
        "it runs as ordinary tasks. Update librondo or compile with its own rondo.h",
        handle->file, handle->line, RONDO_VERSION_TEXT);
    unpacked.if_clause = false;
  }
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  TaskiterLoop* entered_loop =
      rondo::region::enter_taskiter(worker, {&handle->state, handle->file, handle->line, module}, unpacked);
  if (rondo::region::has_own_task(*entered_loop)) entered.leave();
  loop->state = entered_loop;
}

RONDO_API void rondo_taskiter_condition(rondo_loop* loop) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::await_condition(worker, state_of(loop));
}

RONDO_API int rondo_taskiter_begin(rondo_loop* loop) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  return static_cast<int>(rondo::region::begin_iteration(worker, state_of(loop)));
}

RONDO_API void rondo_taskiter_end(rondo_loop* loop, int complete) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::end_iteration(worker, state_of(loop), complete != 0);
}

RONDO_API void rondo_taskiter_leave(rondo_loop* loop) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  if (rondo::region::has_own_task(state_of(loop))) entered.end_task();
  rondo::region::leave_taskiter(worker, &state_of(loop));
  loop->state = nullptr;
}

RONDO_API void rondo_get_taskiter_stats(rondo_taskiter_stats* stats) noexcept {
  rondo::region::TaskiterStats now = rondo::region::taskiter_stats();
  *stats = {now.loops, now.cycles, now.updates, now.iterations, now.mismatches, now.nodes, now.edges};
}

RONDO_API uint64_t rondo_get_taskiter_reuses() noexcept { return rondo::region::taskiter_stats().reuses; }
