// SPDX-License-Identifier: Apache-2.0
//
// The cyclic graph of a taskiter loop among the tasks around it: behind those of the recorded iterations, before
// those that the encountering task creates later (`inline`), and one child of that task in the end.
#pragma once

#include "graph/record/accesses.hpp"
#include "graph/replay/cycle.hpp"
#include "graph/replay/kept_tasks.hpp"
#include "graph/store/record_table.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::region {

// An empty body that captures nothing: for tasks of the runtime's own.
extern const task::TaskSpec kEmptyTask;

using graph::RecordedAccesses;

// An instance for one encounter of the loop, below the current task. It owns `graph`, unless a history holds the
// graph.
graph::Instance& open_cycle(sched::Worker& worker, graph::Graph& graph, graph::Gate gate, graph::History* history);

// The same for a loop that is kept; the instance counts as a use of the record. It is not open yet: until then only
// the caller knows of it.
graph::Instance& take_cycle(graph::Record& record);
// The nodes are tasks to tools from here on; before the first of them is created. Nothing without a tool.
void observe_cycle(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
void open_kept_cycle(sched::Worker& worker, graph::Instance& instance);

// Works for a short time, in which the recorded iterations' tasks may end: true if all of them are done. False if it
// is not worth waiting for that, because connecting the first round with them costs less.
bool await_recorded(sched::Worker& worker, const graph::Graph& graph);
// The first round comes behind the recorded iterations: by dependences, and by `tasks` for those that dependences do
// not order; `tasks` lets its nodes go. Counted in the instance's join counter.
void connect_first_round(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses,
                         graph::KeptTasks& tasks);
// There are no recorded tasks that the first round could come behind.
void start_first_round(sched::Worker& worker, graph::Instance& instance);

// Called by a loop's control code: works until the node has run `n_rounds` times. Until then its counter and its
// block are in use.
void await_round(sched::Worker& worker, graph::Instance& instance, graph::NodeIndex index, uint64_t n_rounds);
// The same before the node is filled: waits until it has run in the round before. Does nothing for nodes outside of
// loops.
inline void await_turn(sched::Worker& worker, graph::Instance& instance, graph::NodeIndex index) {
  if (graph::is_loop(instance.kind)) await_round(worker, instance, index, instance.cycle->round);
}

// All rounds have been released: works until the last join is over. Code behind the loop may count on what the loop's
// code, which does not run, would have waited for.
void await_last_join(sched::Worker& worker, graph::Instance& instance);

// Works until nothing of the instance is left to run.
void await_cycle(sched::Worker& worker, graph::Instance& instance);

// `inline`: later siblings have to wait for the last round. Each node gets a task with its dependences, which is
// complete when the node has run for the last time. Made before any node can run, submitted behind the first round.
void make_proxy_tasks(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
void submit_proxy_tasks(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);

// The control code has nothing more to do with the instance, which is one child of the current task from here on. Not
// earlier, because the body may wait for its children. `accesses`: proxy tasks are made now, complete when everything
// is over; else nullptr.
void close_cycle(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses* accesses);

}  // namespace rondo::region
