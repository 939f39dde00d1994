// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/taskgraph.hpp"

#include "region/group_wait.hpp"
#include "region/process.hpp"
#include "region/taskgraph/counts.hpp"
#include "region/taskgraph/plan.hpp"
#include "region/taskgraph/record.hpp"
#include "region/taskgraph/refresh.hpp"
#include "region/taskgraph/replay.hpp"
#include "region/taskgraph/static_tasks.hpp"
#include "region/traced_use.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"
#include "team/runtime.hpp"

namespace rondo::region {

using sched::Worker;

namespace {

void begin_group(Worker& worker, const TaskgraphRegion& region) {
  if (region.nogroup) return;
  sched::begin_taskgroup(worker);
  tell_group(worker);
}

// Loops in the code that follows are to know of the region, as where there is an execution of it.
void begin_code(Worker& worker, TaskgraphRegion& region) {
  region.is_nested = worker.current->has(task::kInRegion);
  worker.current->flags |= task::kInRegion;
}

void end_code(Worker& worker, const TaskgraphRegion& region) {
  if (!region.is_nested) worker.current->flags &= ~uint32_t{task::kInRegion};
}

void begin_plain(Worker& worker, TaskgraphRegion& region) {
  begin_group(worker, region);
  begin_code(worker, region);
  process.taskgraph.plain.add_relaxed(1);
}

// Every node has been filled by the runtime.
TaskgraphRegion* end_filling(Worker& worker, TaskgraphRegion* region) {
  leave_taskgraph(worker, region, true);
  return nullptr;
}

bool fills_nodes(Execution execution) {
  return execution == Execution::Recapture || execution == Execution::Refresh || execution == Execution::CreateKnown;
}

}  // namespace

TaskgraphRegion* enter_taskgraph(Worker& worker, const TaskgraphSite& site, const TaskgraphClauses& clauses) {
  auto* region = worker.slab.make<TaskgraphRegion>();
  region->options = &team::options();
  region->site = site;
  region->nogroup = clauses.nogroup;
  region->captures = clauses.captures;
  region->history = watch({"taskgraph", site.file, site.line, site.records, clauses.graph_id, site.is_directive});
  region->execution = plan_taskgraph(worker, *region, clauses);
  begin_use(worker, trace::kTaskgraph, region->execution, clauses.graph_id);
  switch (region->execution) {
    case Execution::Pure:
      replay_pure(worker, *region);
      end_use(worker);
      worker.slab.release(region);
      return nullptr;
    case Execution::Refresh:
      begin_group(worker, *region);
      begin_recapture(worker, *region, nullptr);
      refresh_tasks(worker, *region->recapture, *region->new_data);
      worker.slab.destroy(region->new_data);
      return end_filling(worker, region);
    case Execution::CreateKnown:
      begin_group(worker, *region);
      begin_recapture(worker, *region, nullptr);
      create_static_tasks(worker, {clauses.known, clauses.values.data()});
      return end_filling(worker, region);
    case Execution::InOrder:
    case Execution::Aside:
      begin_aside(worker, *region);
      begin_code(worker, *region);
      return region;
    case Execution::Recapture:
      begin_group(worker, *region);
      begin_recapture(worker, *region, &clauses);
      return region;
    case Execution::Record:
      begin_group(worker, *region);
      begin_recording(worker, *region, clauses);
      return region;
    case Execution::Check:
      begin_plain(worker, *region);
      begin_recording(worker, *region, clauses);
      return region;
    case Execution::Plain:
    case Execution::Validate:    // a loop's
    case Execution::UsePattern:  // a dep_pattern's
      break;
  }
  begin_plain(worker, *region);
  return region;
}

void leave_taskgraph(Worker& worker, TaskgraphRegion* region, bool complete) {
  if (!fills_nodes(region->execution) && region->execution != Execution::Record) end_code(worker, *region);
  if (region->execution == Execution::InOrder || region->execution == Execution::Aside) {
    end_aside(worker, *region);
    end_use(worker);
    return worker.slab.release(region);
  }
  if (region->execution != Execution::Plain) sched::domain_of_current(worker).execution = nullptr;
  {
    GroupWait waiting(worker, !region->nogroup);
    if (fills_nodes(region->execution)) end_recapture(worker, *region, complete);
    if (!region->nogroup) sched::end_taskgroup(worker);
  }
  if (region->execution == Execution::Record) end_recording(worker, *region, complete);
  if (region->execution == Execution::Check) end_check(worker, *region, complete);
  end_use(worker);
  worker.slab.release(region);
}

}  // namespace rondo::region
