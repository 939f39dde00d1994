// SPDX-License-Identifier: Apache-2.0
//
// The entry points of include/rondo.h for dependence patterns.
#define RONDO_OPTIONAL  // here is where they are defined
#include "rondo.h"

#include "abi/api.hpp"
#include "base/message.hpp"
#include "region/dep_pattern/dep_pattern.hpp"
#include "region/dep_pattern/store.hpp"
#include "sched/run/observe.hpp"
#include "team/fork.hpp"

using rondo::region::PatternBlock;

RONDO_API void rondo_pattern_enter(rondo_pattern_use* use, rondo_pattern_handle* handle, const char* tag) noexcept {
  if (handle->version != RONDO_PATTERN_ABI) {
    rondo::base::warn_once(
        "%s was compiled with another version of rondo.h (pattern ABI %u, this library has %u); its blocks create "
        "ordinary tasks. Compile it again",
        handle->file, handle->version, RONDO_PATTERN_ABI);
    return;
  }
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  use->state = rondo::region::enter_pattern(worker, {&handle->tag, tag, handle->file, handle->line});
}

RONDO_API void rondo_pattern_leave(rondo_pattern_use* use) noexcept {
  if (use->state == nullptr) return;
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::leave_pattern(worker, static_cast<PatternBlock*>(use->state), use->complete != 0);
  use->state = nullptr;
}

RONDO_API int rondo_pattern_save(const char* tag, const char* path) noexcept {
  return rondo::region::save_patterns(tag, path);
}

RONDO_API int rondo_pattern_load(const char* path) noexcept { return rondo::region::load_patterns(path); }

RONDO_API void rondo_get_pattern_stats(rondo_pattern_stats* stats) noexcept {
  rondo::region::PatternStats now = rondo::region::pattern_stats();
  *stats = {now.recorded,
            now.loaded,
            now.uses,
            now.plain,
            now.mismatches,
            now.tasks,
            now.dependences,
            now.dependences_dropped,
            now.stations,
            now.stream_bytes,
            now.nibble_form_bytes};
}
