// SPDX-License-Identifier: Apache-2.0
//
// taskwait, taskgroup and taskyield as clang and flang call them.
#include "abi/api.hpp"
#include "abi/kmpc/depend.hpp"
#include "abi/kmpc/task_spec.hpp"
#include "abi/observed.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

namespace {

void wait_for(int32_t n, const DependInfo* infos, int32_t n_noalias, const DependInfo* noalias, bool has_no_wait,
              sched::Call call = {__builtin_return_address(0), __builtin_frame_address(0)}) {
  sched::Worker& worker = team::this_worker();
  sched::Entered entered(worker, call);
  abi::DependenceList list(worker, static_cast<size_t>(n) + static_cast<size_t>(n_noalias));
  unpack(list.items(), infos, n);
  unpack(list.items() + n, noalias, n_noalias);
  if (!has_no_wait) return abi::taskwait_depend(worker, list.view());
  // With nowait, the construct is an empty task with these dependences.
  task::TaskSpec spec = spec_of(kTaskTied, sizeof(task::KmpBlock), 0, [](int32_t, void*) { return 0; });
  abi::submit_empty(worker, spec, list.view());
}

}  // namespace

RONDO_API void __kmpc_omp_taskwait_deps_51(Ident*, int32_t, int32_t n, const DependInfo* infos, int32_t n_noalias,
                                           const DependInfo* noalias, int32_t has_no_wait) {
  wait_for(n, infos, n_noalias, noalias, has_no_wait != 0);
}

RONDO_API void __kmpc_omp_wait_deps(Ident*, int32_t, int32_t n, const DependInfo* infos, int32_t n_noalias,
                                    const DependInfo* noalias) {
  wait_for(n, infos, n_noalias, noalias, false);
}

namespace {

// While a tool is on; as the entry points are called.
[[gnu::noinline]] int32_t taskwait_observed(Ident*, int32_t) {
  abi::taskwait_observed();
  return 0;
}
[[gnu::noinline]] void begin_taskgroup_observed(Ident*, int32_t) { abi::begin_taskgroup_observed(); }
[[gnu::noinline]] void end_taskgroup_observed(Ident*, int32_t) { abi::end_taskgroup_observed(); }

}  // namespace

RONDO_API int32_t __kmpc_omp_taskwait(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return taskwait_observed(location, gtid);
  }
  sched::taskwait(team::this_worker());
  return 0;
}

RONDO_API int32_t __kmpc_omp_taskyield(Ident*, int32_t, int32_t) {
  sched::Worker& worker = team::this_worker();
  sched::Entered entered(worker);
  sched::taskyield(worker);
  return 0;
}

RONDO_API void __kmpc_taskgroup(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return begin_taskgroup_observed(location, gtid);
  }
  sched::begin_taskgroup(team::this_worker());
}
RONDO_API void __kmpc_end_taskgroup(Ident* location, int32_t gtid) {
  if (ompt::is_on()) [[unlikely]] {
    RONDO_TAIL_CALL return end_taskgroup_observed(location, gtid);
  }
  sched::end_taskgroup(team::this_worker());
}

}  // namespace rondo::kmpc
