// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/static_tasks.hpp"

#include "base/message.hpp"
#include "graph/store/record_table.hpp"
#include "region/taskgraph/find_record.hpp"
#include "region/watch.hpp"
#include "sched/create/create.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::region {

using graph::Record;
using graph::RecordTable;

namespace {

// A program may be newer than the library; then its code is executed, which is right as well.
bool is_readable(const TaskgraphSite& site, const rondo_static_graph& known) {
  if (known.version == RONDO_STATIC_GRAPH_ABI) return true;
  base::warn_once(
      "%s:%u was compiled by another version of Rondo's plugin (graph ABI %u, this library has %u); such regions "
      "are recorded when they run. Compile it again",
      site.file, site.line, known.version, RONDO_STATIC_GRAPH_ABI);
  return false;
}

void say_damaged(const TaskgraphSite& site, const char* fault) {
  base::warn_once(
      "what was found out at compile time of the region at %s:%u is damaged (%s); it is recorded when it runs. Compile "
      "it again",
      site.file, site.line, fault);
}

}  // namespace

StaticUse use_static_tasks(const TaskgraphRegion& region, const TaskgraphClauses& clauses) {
  const TaskgraphSite& site = region.site;
  graph::History* const history = region.history;
  constexpr StaticUse kNone = {};
  constexpr StaticUse kAliased = {.is_aliased = true};
  const config::Options& options = *region.options;
  if (!options.graph_static || options.check_graph || !is_readable(site, *clauses.known)) return kNone;
  graph::StaticTasks tasks = {clauses.known, clauses.values.data()};
  auto** slot = const_cast<void**>(&clauses.known->records);  // the one field of it that is the runtime's
  RecordTable& table = RecordTable::of(slot, site.module);
  Record* record = nullptr;
  switch (find_record(table, clauses.graph_id, false, &record, site, options)) {
    case RecordTable::Found::Nothing:
    case RecordTable::Found::ToCompile:  // not here: the graph is there when the record is
      return kNone;
    case RecordTable::Found::ToReplay:
      if (record->has_values(clauses.values)) return {.record = record, .is_current = true};
      if (tasks.are_distinct()) return {.record = record};
      table.leave(*record);
      return kAliased;
    case RecordTable::Found::ToRecord:
      break;
  }
  base::PodVector<uint32_t> n_predecessors;
  if (const char* fault = graph::find_fault(*clauses.known, n_predecessors)) {
    say_damaged(site, fault);
    table.refuse(*record);
    return kNone;
  }
  if (!tasks.are_distinct()) {
    table.drop(*record);
    return kAliased;
  }
  graph::Graph* graph = graph::load(tasks, n_predecessors);
  graph::measure_ticks(*graph);
  StaticUse use = {record, true, false, true, graph->n_edges, graph->n_edges_unreduced};
  record->set_values(clauses.values);
  table.hold(*record);
  if (history != nullptr) table.hold(*record);
  table.finish(*record, graph);
  if (history != nullptr) watch_record(*history, *record, graph::Event::Loaded);
  return use;
}

void create_static_tasks(sched::Worker& worker, const graph::StaticTasks& tasks) {
  for (graph::StaticTask next(tasks); !next.is_last();) {
    task::Task* task = sched::allocate(worker, next.spec());
    next.fill(task->data);
    sched::submit(worker, *task, {});
  }
}

}  // namespace rondo::region
