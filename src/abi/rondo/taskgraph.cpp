// SPDX-License-Identifier: Apache-2.0
//
// The entry points of include/rondo.h.
#define RONDO_OPTIONAL  // here is where they are defined
#include "rondo.h"

#include "abi/api.hpp"
#include "base/message.hpp"
#include "config/options.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskgraph/taskgraph.hpp"
#include "sched/run/observe.hpp"
#include "sched/run/region.hpp"
#include "team/fork.hpp"

namespace {

using rondo::region::TaskgraphClauses;
using rondo::region::TaskgraphRegion;
using Unannounced = rondo::sched::RegionExecution::Unannounced;

void warn_unknown(uint32_t kind, const char* consequence) {
  rondo::base::warn_once(
      "clause kind %u of rondo.h is not known here to Rondo %s; %s. Update librondo or compile with its own rondo.h",
      kind, RONDO_VERSION_TEXT, consequence);
}

TaskgraphClauses unpack(const rondo_clause* clauses, size_t n) {
  TaskgraphClauses result;
  for (size_t i = 0; i < n; i++) {
    uint64_t value = clauses[i].value;
    switch (clauses[i].kind) {
      case RONDO_CLAUSE_NONE:
        break;
      case RONDO_CLAUSE_GRAPH_ID:
        result.graph_id = value;
        break;
      case RONDO_CLAUSE_GRAPH_RESET:
        result.reset = value != 0;
        break;
      case RONDO_CLAUSE_IF:
        result.if_clause = value != 0;
        break;
      case RONDO_CLAUSE_NOGROUP:
        result.nogroup = value != 0;
        break;
      case RONDO_CLAUSE_SAME_DATA:
        result.same_data = value != 0;
        break;
      case RONDO_CLAUSE_SAME_DEPENDENCES:
        result.same_dependences = value != 0;
        break;
      case RONDO_CLAUSE_ANNOUNCED_ONLY:
        result.unannounced = value != 0 ? Unannounced::Left : Unannounced::Recorded;
        break;
      default:  // of a newer rondo.h: without knowing it, nothing may be recorded
        warn_unknown(clauses[i].kind, "the region runs as ordinary tasks");
        result.if_clause = false;
    }
  }
  return result;
}

// Handles of version 1 end before `module`.
bool is_known(uint32_t version) { return version >= 1 && version <= RONDO_TASKGRAPH_ABI; }
void* module_of(const rondo_taskgraph_handle& handle) {
  return handle.version >= 2 && is_known(handle.version) ? handle.module : nullptr;
}

}  // namespace

RONDO_API void rondo_taskgraph_enter(rondo_region* region, rondo_taskgraph_handle* handle, const rondo_clause* clauses,
                                     size_t n_clauses) noexcept {
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  TaskgraphClauses unpacked = unpack(clauses, n_clauses);
  if (!is_known(handle->version)) {
    rondo::base::warn_once(
        "%s was compiled with another version of rondo.h (region ABI %u, this library has %u); its regions "
        "run as ordinary tasks. Compile it again",
        handle->file, handle->version, RONDO_TASKGRAPH_ABI);
    unpacked.if_clause = false;
  }
  TaskgraphRegion* state = rondo::region::enter_taskgraph(
      worker, {&handle->records, handle->file, handle->line, module_of(*handle)}, unpacked);
  region->state = state;
  region->runs = state != nullptr ? 1 : 0;
}

RONDO_API void rondo_taskgraph_leave(rondo_region* region) noexcept {
  if (region->state == nullptr) return;
  rondo::sched::Worker& worker = rondo::team::this_worker();
  rondo::sched::Entered entered(worker);
  rondo::region::leave_taskgraph(worker, static_cast<TaskgraphRegion*>(region->state), region->complete != 0);
  region->state = nullptr;
}

RONDO_API void rondo_announce_task(const rondo_clause* clauses, size_t n_clauses) noexcept {
  rondo::graph::TaskHints* hints = rondo::sched::hints_of(rondo::team::this_worker());
  if (hints == nullptr) return;
  hints->begin();
  for (size_t i = 0; i < n_clauses; i++) {
    uint64_t value = clauses[i].value;
    switch (clauses[i].kind) {
      case RONDO_CLAUSE_NONE:
        break;
      case RONDO_HINT_REPLAYABLE:
        hints->set_replayable(value != 0);
        break;
      case RONDO_HINT_SAVED:
        hints->save({static_cast<uint32_t>(value >> 32), static_cast<uint32_t>(value)});
        break;
      default:
        warn_unknown(clauses[i].kind, "the task is not recorded");
        hints->set_replayable(false);
    }
  }
}
RONDO_API const char* rondo_version() noexcept { return RONDO_VERSION_TEXT; }

RONDO_API const char* rondo_settings_json() noexcept { return rondo::config::settings_json(); }

RONDO_API int rondo_counts() noexcept { return rondo::base::kCounts ? 1 : 0; }

RONDO_API void rondo_get_graph_stats(rondo_graph_stats* stats) noexcept {
  rondo::region::TaskgraphStats now = rondo::region::taskgraph_stats();
  *stats = {now.records,    now.pure_replays, now.recaptures, now.plain,
            now.mismatches, now.nodes,        now.edges,      now.edges_unreduced};
}

RONDO_API void rondo_get_coarsening_stats(rondo_coarsening_stats* stats) noexcept {
  rondo::region::CoarseningStats now = rondo::region::coarsening_stats();
  *stats = {now.graphs, now.nodes, now.units, now.unit_edges, now.overhead_bytes};
}
