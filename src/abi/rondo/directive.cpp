// SPDX-License-Identifier: Apache-2.0
//
// The entry points of include/rondo/directive.h: what compiled directives call.
#define RONDO_OPTIONAL  // here is where they are defined
#include "rondo/directive.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include "abi/api.hpp"
#include "base/message.hpp"
#include "config/options.hpp"
#include "graph/model/heap_memory.hpp"
#include "region/dep_pattern/dep_pattern.hpp"
#include "region/taskgraph/taskgraph.hpp"
#include "region/taskiter/taskiter.hpp"
#include "sched/run/observe.hpp"
#include "sched/run/region.hpp"
#include "team/fork.hpp"

namespace {

using rondo::region::Iteration;
using rondo::region::PatternBlock;
using rondo::region::TaskgraphClauses;
using rondo::region::TaskgraphRegion;
using rondo::region::TaskgraphSite;
using rondo::region::TaskiterClauses;
using rondo::region::TaskiterLoop;
using rondo::team::this_worker;

// ---- Frames ------------------------------------------------------------------------------------------------------

struct RegionFrame {
  TaskgraphRegion* region;
};

struct LoopFrame {
  TaskiterLoop* loop;
  uint64_t n_counted;
  bool is_counting;  // all iterations that are left are counted, to be released together
  bool is_in_body;
  bool is_while;
};

struct PatternFrame {
  PatternBlock* use;
};

template <class Frame>
Frame& make(void* frame, const Frame& content) {
  static_assert(sizeof(Frame) <= sizeof(rondo_directive_frame));
  return *new (frame) Frame(content);
}

RegionFrame& region_of(void* frame) { return *static_cast<RegionFrame*>(frame); }
LoopFrame& loop_of(void* frame) { return *static_cast<LoopFrame*>(frame); }
PatternFrame& pattern_of(void* frame) { return *static_cast<PatternFrame*>(frame); }

// ---- Sites -------------------------------------------------------------------------------------------------------

bool is_known(const rondo_directive_site& site) {
  if (site.version == RONDO_DIRECTIVE_ABI) return true;
  rondo::base::warn_once(
      "%s:%u was compiled by another version of Rondo's directives (ABI %u, this library has %u); they create "
      "ordinary tasks. Compile it again",
      site.file, site.line, site.version, RONDO_DIRECTIVE_ABI);
  return false;
}

// Of a site of an unknown version, the field `module` cannot be relied on; such a construct keeps no record.
TaskgraphSite site_of(rondo_directive_site& site) { return {&site.state, site.file, site.line, site.module, true}; }

bool has(unsigned int flags, rondo_directive_flag flag) { return (flags & static_cast<unsigned int>(flag)) != 0; }

}  // namespace

// ---- taskgraph ---------------------------------------------------------------------------------------------------

RONDO_API int rondo_directive_taskgraph(void* frame, void* site, unsigned int flags,
                                        unsigned long long graph_id) noexcept {
  auto& known = *static_cast<rondo_directive_site*>(site);
  TaskgraphClauses clauses;
  clauses.graph_id = graph_id;
  clauses.reset = has(flags, RONDO_DIRECTIVE_RESET);
  clauses.if_clause = !has(flags, RONDO_DIRECTIVE_PLAIN) && is_known(known);
  clauses.nogroup = has(flags, RONDO_DIRECTIVE_NOGROUP);
  clauses.same_data = has(flags, RONDO_DIRECTIVE_RECURRENT);
  clauses.unannounced = rondo::sched::RegionExecution::Unannounced::Left;
  if (has(flags, RONDO_DIRECTIVE_STATIC)) {
    void** words = static_cast<rondo_directive_frame*>(frame)->words;
    clauses.known = static_cast<const rondo_static_graph*>(words[0]);
    clauses.values = {static_cast<const uint64_t*>(words[1]), clauses.known->n_values};
  }
  if (has(flags, RONDO_DIRECTIVE_INPUTS)) {
    void** words = static_cast<rondo_directive_frame*>(frame)->words;
    clauses.has_inputs = rondo::team::options().graph_static;
    clauses.values = {static_cast<const uint64_t*>(words[0]), reinterpret_cast<size_t>(words[1])};
    bool has_table = clauses.has_inputs && has(flags, RONDO_DIRECTIVE_CAPTURES);
    if (has_table) clauses.captures = static_cast<const rondo_capture_table*>(words[2]);
  }
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  TaskgraphRegion* region = rondo::region::enter_taskgraph(worker, site_of(known), clauses);
  make<RegionFrame>(frame, {region});
  return region != nullptr ? 1 : 0;
}

RONDO_API void rondo_directive_taskgraph_end(void* frame, int complete) noexcept {
  TaskgraphRegion* region = region_of(frame).region;
  if (region == nullptr) return;
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::leave_taskgraph(worker, region, complete != 0);
}

// ---- taskiter ----------------------------------------------------------------------------------------------------

RONDO_API void rondo_directive_taskiter(void* frame, void* site, unsigned int flags,
                                        unsigned long long unroll) noexcept {
  auto& known = *static_cast<rondo_directive_site*>(site);
  TaskiterClauses clauses;
  clauses.n_iterations = has(flags, RONDO_DIRECTIVE_WHILE) ? TaskiterClauses::kWhile : TaskiterClauses::kCounted;
  clauses.unroll = unroll > UINT32_MAX ? UINT32_MAX : static_cast<uint32_t>(unroll);
  clauses.update = has(flags, RONDO_DIRECTIVE_UPDATE);
  clauses.nowait = has(flags, RONDO_DIRECTIVE_NOGROUP);
  clauses.is_inline = has(flags, RONDO_DIRECTIVE_INLINE);
  clauses.if_clause = is_known(known);
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::TaskiterLoop* loop = rondo::region::enter_taskiter(worker, site_of(known), clauses);
  if (rondo::region::has_own_task(*loop)) entered.leave();
  make<LoopFrame>(frame, {loop, 0, false, false, has(flags, RONDO_DIRECTIVE_WHILE)});
}

RONDO_API int rondo_directive_iteration(void* frame) noexcept {
  LoopFrame& loop = loop_of(frame);
  if (!loop.is_counting) {
    rondo::sched::Worker& worker = this_worker();
    rondo::sched::Entered entered(worker);
    Iteration what = rondo::region::begin_iteration(worker, *loop.loop);
    loop.is_in_body = what == Iteration::Body;
    loop.is_counting = what == Iteration::Count;
    if (what == Iteration::Over && loop.is_while) return -1;
  }
  loop.n_counted += loop.is_counting ? 1 : 0;
  return loop.is_in_body ? 1 : 0;
}

RONDO_API int rondo_directive_iteration_end(void* frame) noexcept {
  LoopFrame& loop = loop_of(frame);
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::end_iteration(worker, *loop.loop, true);
  loop.is_in_body = false;
  return 0;
}

RONDO_API void rondo_directive_condition(void* frame) noexcept {
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::await_condition(worker, *loop_of(frame).loop);
}

RONDO_API void rondo_directive_taskiter_end(void* frame, int complete) noexcept {
  LoopFrame& loop = loop_of(frame);
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  if (loop.is_in_body) rondo::region::end_iteration(worker, *loop.loop, complete != 0);
  if (loop.is_counting) rondo::region::release_iterations(worker, *loop.loop, loop.n_counted);
  if (rondo::region::has_own_task(*loop.loop)) entered.end_task();
  rondo::region::leave_taskiter(worker, loop.loop);
}

// ---- Clauses of task and taskloop --------------------------------------------------------------------------------

RONDO_API void rondo_directive_task(int is_replayable) noexcept {
  rondo::graph::TaskHints* hints = rondo::sched::hints_of(this_worker());
  if (hints == nullptr) return;
  hints->begin();
  hints->set_replayable(is_replayable != 0);
}

RONDO_API void rondo_directive_saved(unsigned int, unsigned long long n_bytes, unsigned int offset) noexcept {
  rondo::graph::TaskHints* hints = rondo::sched::hints_of(this_worker());
  if (hints == nullptr || offset == RONDO_DIRECTIVE_UNKNOWN) return;
  hints->save({offset, static_cast<uint32_t>(n_bytes)});
}

RONDO_API void rondo_directive_saved_item(const char*, unsigned long long n_bytes, unsigned int offset) noexcept {
  rondo_directive_saved(0, n_bytes, offset);
}

RONDO_API int rondo_directive_object(void* object, void* destroy) noexcept {
  rondo::sched::RegionExecution* region = rondo::sched::region_execution_of(this_worker());
  if (region == nullptr) return RONDO_DIRECTIVE_OBJECT_OF_PROGRAM;
  void* saved = region->saved_object(reinterpret_cast<rondo::graph::DestroyObject>(destroy));
  if (saved == nullptr) {
    return region->wants_object() ? RONDO_DIRECTIVE_OBJECT_WANTED : RONDO_DIRECTIVE_OBJECT_OF_PROGRAM;
  }
  *static_cast<void**>(object) = saved;
  return RONDO_DIRECTIVE_OBJECT_SAVED;
}

RONDO_API void rondo_directive_keep(void* object, void* destroy) noexcept {
  rondo::sched::region_execution_of(this_worker())
      ->keep_object(object, reinterpret_cast<rondo::graph::DestroyObject>(destroy));
}

RONDO_API void* rondo_directive_bytes(void* original, unsigned long long n_bytes) noexcept {
  void* destroy = reinterpret_cast<void*>(&std::free);
  void* saved = nullptr;
  switch (rondo_directive_object(&saved, destroy)) {
    case RONDO_DIRECTIVE_OBJECT_SAVED:
      return saved;
    case RONDO_DIRECTIVE_OBJECT_WANTED:
      saved = rondo::graph::HeapMemory().allocate(n_bytes);
      std::memcpy(saved, original, n_bytes);
      rondo_directive_keep(saved, destroy);
      return original;
    default:
      return original;
  }
}

RONDO_API void rondo_directive_pattern(void* frame, void* site, const char* tag) noexcept {
  auto& known = *static_cast<rondo_directive_site*>(site);
  PatternBlock* use = nullptr;
  if (is_known(known)) {
    rondo::sched::Worker& worker = this_worker();
    rondo::sched::Entered entered(worker);
    use = rondo::region::enter_pattern(worker, {&known.state, tag, known.file, known.line});
  }
  make<PatternFrame>(frame, {use});
}

RONDO_API void rondo_directive_pattern_end(void* frame, int complete) noexcept {
  PatternBlock* use = pattern_of(frame).use;
  if (use == nullptr) return;
  rondo::sched::Worker& worker = this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::leave_pattern(worker, use, complete != 0);
}
