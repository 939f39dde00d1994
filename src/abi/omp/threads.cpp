// SPDX-License-Identifier: Apache-2.0
//
// omp_* routines about threads, teams and the nest of regions.
#include "abi/omp/fortran.hpp"
#include "config/options.hpp"
#include "os/topology.hpp"
#include "team/fork.hpp"
#include "team/process.hpp"
#include "work/icvs.hpp"
#include "work/parallel.hpp"

namespace rondo::omp {

using sched::Worker;
using team::this_worker;

namespace {

// All counts of threads and levels are at most INT_MAX (config/options.hpp).
int as_int(uint32_t value) { return static_cast<int>(value); }

// What programs ask for in their innermost loops is a few loads and no call. A thread of the program that Rondo does
// not know yet is alone, outside of all regions, and stays unknown.
template <class Ask>
int ask_known(int alone, Ask ask) {
  const Worker* worker = sched::t_worker;
  return worker == nullptr ? alone : as_int(ask(*worker));
}

// For values that make no sense the specification leaves the result open; this takes the nearest valid value.
uint32_t at_least(uint32_t lowest, int value) {
  return value < static_cast<int>(lowest) ? lowest : static_cast<uint32_t>(value);
}

// As many threads as a region of the code that asks would get.
int max_threads(const void* caller) {
  const uint32_t n = team::icvs_of(this_worker()).n_threads;
  return as_int(team::process.library_limits.are_any() ? team::limit_of_library(caller, n) : n);
}

}  // namespace

// ---- The team -----------------------------------------------------------------------------------------------

RONDO_API int omp_get_thread_num() {
  return ask_known(0, [](const Worker& worker) { return worker.slot->index; });
}
RONDO_API int omp_get_num_threads() {
  return ask_known(1, [](const Worker& worker) { return worker.slot->arena->n_slots; });
}
RONDO_API int omp_in_parallel() {
  return ask_known(0, [](const Worker& worker) { return uint32_t{team::team_of(worker).active_level > 0}; });
}
RONDO_API int omp_get_num_procs() {
  (void)team::options();  // KMP_HW_SUBSET counts
  return as_int(os::online_processors_in_mask());
}
RONDO_API int omp_in_final() { return this_worker().current->has(task::kFinal) ? 1 : 0; }
RONDO_API int omp_in_explicit_task() { return this_worker().current->has(task::kImplicit) ? 0 : 1; }

RONDO_FORTRAN_GET(int, omp_get_thread_num)
RONDO_FORTRAN_GET(int, omp_get_num_threads)
RONDO_FORTRAN_GET(int, omp_in_parallel)
RONDO_FORTRAN_GET(int, omp_get_num_procs)
RONDO_FORTRAN_GET(int, omp_in_final)
RONDO_FORTRAN_GET(int, omp_in_explicit_task)

// ---- Size of the next team ----------------------------------------------------------------------------------

RONDO_API void omp_set_num_threads(int n) {
  uint32_t n_threads = at_least(1, n);
  work::set_icv(this_worker(), &config::Icvs::n_threads,
                n_threads < config::kMaxThreads ? n_threads : config::kMaxThreads);
}
RONDO_API int omp_get_max_threads() { return max_threads(__builtin_return_address(0)); }
RONDO_API int omp_get_max_threads_() { return max_threads(__builtin_return_address(0)); }
RONDO_API int omp_get_thread_limit() { return as_int(team::icvs_of(this_worker()).thread_limit); }

RONDO_API void omp_set_dynamic(int is_dynamic) {
  work::set_icv(this_worker(), &config::Icvs::dynamic, uint32_t{is_dynamic != 0});
}
RONDO_API int omp_get_dynamic() { return team::icvs_of(this_worker()).dynamic ? 1 : 0; }

RONDO_FORTRAN_INT(void, omp_set_num_threads)
RONDO_FORTRAN_GET(int, omp_get_thread_limit)
RONDO_FORTRAN_INT(void, omp_set_dynamic)
RONDO_FORTRAN_GET(int, omp_get_dynamic)

// ---- Nesting ------------------------------------------------------------------------------------------------

RONDO_API void omp_set_max_active_levels(int n) {
  if (n >= 0) work::set_icv(this_worker(), &config::Icvs::max_active_levels, static_cast<uint32_t>(n));
}
RONDO_API int omp_get_max_active_levels() { return as_int(team::icvs_of(this_worker()).max_active_levels); }
RONDO_API int omp_get_supported_active_levels() { return as_int(config::kSupportedActiveLevels); }

RONDO_API void omp_set_nested(int is_nested) {
  work::set_icv(this_worker(), &config::Icvs::max_active_levels, is_nested != 0 ? config::kSupportedActiveLevels : 1);
}
RONDO_API int omp_get_nested() {
  Worker& worker = this_worker();
  uint32_t n_levels = team::icvs_of(worker).max_active_levels;
  return n_levels > 1 && n_levels > team::team_of(worker).active_level ? 1 : 0;
}

RONDO_API int omp_get_level() {
  return ask_known(0, [](const Worker& worker) { return team::team_of(worker).level; });
}
RONDO_API int omp_get_active_level() {
  return ask_known(0, [](const Worker& worker) { return team::team_of(worker).active_level; });
}
RONDO_API int omp_get_ancestor_thread_num(int level) {
  const team::Member* member = work::ancestor(this_worker(), level);
  return member == nullptr ? -1 : as_int(member->index);
}
RONDO_API int omp_get_team_size(int level) {
  const team::Member* member = work::ancestor(this_worker(), level);
  return member == nullptr ? -1 : as_int(member->team().n_slots);
}

RONDO_FORTRAN_INT(void, omp_set_max_active_levels)
RONDO_FORTRAN_GET(int, omp_get_max_active_levels)
RONDO_FORTRAN_GET(int, omp_get_supported_active_levels)
RONDO_FORTRAN_INT(void, omp_set_nested)
RONDO_FORTRAN_GET(int, omp_get_nested)
RONDO_FORTRAN_GET(int, omp_get_level)
RONDO_FORTRAN_GET(int, omp_get_active_level)
RONDO_FORTRAN_INT(int, omp_get_ancestor_thread_num)
RONDO_FORTRAN_INT(int, omp_get_team_size)

// ---- Leagues ------------------------------------------------------------------------------------------------

RONDO_API int omp_get_num_teams() { return as_int(work::league_position(this_worker()).n_teams); }
RONDO_API int omp_get_team_num() { return as_int(work::league_position(this_worker()).index); }
RONDO_API void omp_set_num_teams(int n) { work::set_max_teams(at_least(0, n)); }
RONDO_API int omp_get_max_teams() { return as_int(work::max_teams()); }
RONDO_API void omp_set_teams_thread_limit(int n) { work::set_teams_thread_limit(at_least(0, n)); }
RONDO_API int omp_get_teams_thread_limit() { return as_int(work::teams_thread_limit()); }

RONDO_FORTRAN_GET(int, omp_get_num_teams)
RONDO_FORTRAN_GET(int, omp_get_team_num)
RONDO_FORTRAN_INT(void, omp_set_num_teams)
RONDO_FORTRAN_GET(int, omp_get_max_teams)
RONDO_FORTRAN_INT(void, omp_set_teams_thread_limit)
RONDO_FORTRAN_GET(int, omp_get_teams_thread_limit)

// ---- Intel's C names for routines whose plain name its Fortran uses -------------------------------------------

RONDO_API void ompc_set_num_threads(int n) { omp_set_num_threads(n); }
RONDO_API void ompc_set_dynamic(int is_dynamic) { omp_set_dynamic(is_dynamic); }
RONDO_API void ompc_set_nested(int is_nested) { omp_set_nested(is_nested); }
RONDO_API void ompc_set_max_active_levels(int n) { omp_set_max_active_levels(n); }
RONDO_API int ompc_get_ancestor_thread_num(int level) { return omp_get_ancestor_thread_num(level); }
RONDO_API int ompc_get_team_size(int level) { return omp_get_team_size(level); }

}  // namespace rondo::omp
