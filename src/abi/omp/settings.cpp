// SPDX-License-Identifier: Apache-2.0
//
// omp_* routines about the schedule of schedule(runtime) loops, fixed settings and time.
#include "abi/omp/fortran.hpp"
#include "base/message.hpp"
#include "os/clock.hpp"
#include "sched/run/observe.hpp"
#include "team/binding.hpp"
#include "team/face.hpp"
#include "team/fork.hpp"
#include "team/observed.hpp"
#include "team/pool.hpp"
#include "work/icvs.hpp"
#include "work/target.hpp"

namespace rondo::omp {

using team::this_worker;

// ---- Schedule -----------------------------------------------------------------------------------------------

namespace {

// omp_sched_t
enum ScheduleCode : uint32_t {
  kScheduleStatic = 1,
  kScheduleDynamic = 2,
  kScheduleGuided = 3,
  kScheduleAuto = 4,
  kScheduleTrapezoidal = 101,  // as LLVM numbers its own
  kScheduleStaticSteal = 102,
  kScheduleMonotonic = 0x80000000,
};

uint32_t code_of(config::ScheduleKind kind) {
  switch (kind) {
    case config::ScheduleKind::Static:
      return kScheduleStatic;
    case config::ScheduleKind::Dynamic:
      return kScheduleDynamic;
    case config::ScheduleKind::Guided:
      return kScheduleGuided;
    case config::ScheduleKind::Auto:
      break;
    case config::ScheduleKind::Trapezoidal:
      return kScheduleTrapezoidal;
    case config::ScheduleKind::StaticSteal:
      return kScheduleStaticSteal;
  }
  return kScheduleAuto;
}

bool kind_of(uint32_t code, config::ScheduleKind* kind) {
  switch (code) {
    case kScheduleStatic:
      *kind = config::ScheduleKind::Static;
      return true;
    case kScheduleDynamic:
      *kind = config::ScheduleKind::Dynamic;
      return true;
    case kScheduleGuided:
      *kind = config::ScheduleKind::Guided;
      return true;
    case kScheduleAuto:
      *kind = config::ScheduleKind::Auto;
      return true;
    case kScheduleTrapezoidal:
      *kind = config::ScheduleKind::Trapezoidal;
      return true;
    case kScheduleStaticSteal:
      *kind = config::ScheduleKind::StaticSteal;
      return true;
    default:
      return false;
  }
}

}  // namespace

RONDO_API void omp_set_schedule(uint32_t code, int chunk) {
  config::Schedule schedule = {};
  if (!kind_of(code & ~kScheduleMonotonic, &schedule.kind)) {
    base::warn_once(
        "omp_set_schedule: %u is no schedule; use static (1), dynamic (2), guided (3) or auto (4). The schedule "
        "stays as it was",
        code);
    return;
  }
  if ((code & kScheduleMonotonic) != 0) schedule.modifier = config::ScheduleModifier::Monotonic;
  const bool has_chunk = chunk > 0 && schedule.kind != config::ScheduleKind::Auto;
  schedule.chunk = has_chunk ? chunk : 0;
  work::set_icv(this_worker(), &config::Icvs::schedule, schedule);
}

RONDO_API void omp_get_schedule(uint32_t* code, int* chunk) {
  const config::Schedule& schedule = team::icvs_of(this_worker()).schedule;
  bool is_monotonic = schedule.modifier == config::ScheduleModifier::Monotonic;
  *code = code_of(schedule.kind) | (is_monotonic ? uint32_t{kScheduleMonotonic} : 0);
  bool has_default_of_one = schedule.kind != config::ScheduleKind::Static;
  *chunk = schedule.chunk == 0 && has_default_of_one ? 1 : narrow(schedule.chunk);
}

RONDO_API void omp_set_schedule_(const uint32_t* code, const int32_t* chunk) { omp_set_schedule(*code, *chunk); }
RONDO_API void omp_set_schedule_8_(const uint32_t* code, const int64_t* chunk) {
  omp_set_schedule(*code, narrow(*chunk));
}
RONDO_API void omp_get_schedule_(uint32_t* code, int32_t* chunk) { omp_get_schedule(code, chunk); }
RONDO_API void omp_get_schedule_8_(uint32_t* code, int64_t* chunk) {
  int narrow_chunk = 0;
  omp_get_schedule(code, &narrow_chunk);
  *chunk = narrow_chunk;
}
RONDO_API void ompc_set_schedule(uint32_t code, int chunk) { omp_set_schedule(code, chunk); }

// ---- Fixed settings -----------------------------------------------------------------------------------------

RONDO_API int omp_get_cancellation() { return team::options().cancellation ? 1 : 0; }
RONDO_API int omp_get_max_task_priority() { return narrow(team::options().max_task_priority); }

RONDO_FORTRAN_GET(int, omp_get_cancellation)
RONDO_FORTRAN_GET(int, omp_get_max_task_priority)

RONDO_API void omp_display_env(int is_verbose) {
  config::display_environment(team::dialect_of_program(), is_verbose != 0);
}
RONDO_FORTRAN_INT(void, omp_display_env)

// ---- Time ---------------------------------------------------------------------------------------------------

RONDO_API double omp_get_wtime() { return os::wall_seconds(); }
RONDO_API double omp_get_wtick() { return os::wall_resolution(); }

RONDO_FORTRAN_GET(double, omp_get_wtime)
RONDO_FORTRAN_GET(double, omp_get_wtick)

// ---- Resources, tools ----------------------------------------------------------------------------------------

// A pause gives back the place that the calling thread is bound to. Idle workers sleep and hold no resource that
// others wait for: they end in a hard pause only. It fails inside a region, and for a device that does not exist.
RONDO_API int omp_pause_resource(int kind, int device) {
  constexpr int kSoft = 1;
  constexpr int kHard = 2;
  constexpr int kStopTool = 3;
  sched::Worker& worker = this_worker();
  if (kind < kSoft || kind > kStopTool || !work::is_host_number(device)) return -1;
  if (team::team_of(worker).level != 0) return -1;
  team::unbind(worker);
  team::member_of(worker).binding = {};
  if (kind >= kHard) team::end_threads(team::member_of(worker));
  if (kind == kStopTool && ompt::is_on()) team::finalize_tool();
  return 0;
}
RONDO_API int omp_pause_resource_all(int kind) { return omp_pause_resource(kind, work::kHostDevice); }
RONDO_API int32_t __kmpc_pause_resource(int32_t kind) { return omp_pause_resource_all(kind); }
RONDO_API int omp_pause_resource_(const int32_t* kind, const int32_t* device) {
  return omp_pause_resource(*kind, *device);
}
RONDO_API int omp_pause_resource_all_(const int32_t* kind) { return omp_pause_resource_all(*kind); }

namespace {

int control_tool(int command, int modifier, void* argument, sched::Call call) {
  constexpr int kNoTool = -2;
  constexpr int kNoCallback = -1;
  sched::Worker& worker = team::this_worker();
  if (!ompt::is_on()) return kNoTool;
  sched::Entered entered(worker, call);
  return ompt::control_tool(static_cast<uint64_t>(command), static_cast<uint64_t>(modifier), argument, call.address,
                            kNoCallback);
}

}  // namespace

RONDO_API int omp_control_tool(int command, int modifier, void* argument) {
  return control_tool(command, modifier, argument, {__builtin_return_address(0), __builtin_frame_address(0)});
}
RONDO_API int omp_control_tool_(const int32_t* command, const int32_t* modifier, void* argument) {
  return control_tool(*command, *modifier, argument, {__builtin_return_address(0), __builtin_frame_address(0)});
}

}  // namespace rondo::omp
