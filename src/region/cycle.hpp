// SPDX-License-Identifier: Apache-2.0
//
// The cyclic graph of a taskiter loop among the tasks around it: behind those of the recorded iterations, before
// those that the encountering task creates later (`inline`), and one child of that task in the end.
#pragma once

#include "graph/accesses.hpp"
#include "graph/cycle.hpp"
#include "graph/record.hpp"
#include "graph/recorded_tasks.hpp"
#include "sched/worker.hpp"

namespace rondo::region {

// An empty body that captures nothing: for tasks of the runtime's own.
extern const task::TaskSpec kEmptyTask;

using graph::RecordedAccesses;

// An instance for one encounter of the loop, below the current task. It owns `graph`, unless a history holds that.
graph::Instance& open_cycle(sched::Worker& worker, graph::Graph& graph, graph::Gate gate, graph::History* history);

// The same of a loop that is kept; it is a use of the record by itself. Not open yet: until then nobody but the
// caller knows of it.
graph::Instance& take_cycle(graph::Record& record);
void open_kept_cycle(sched::Worker& worker, graph::Instance& instance);

// The first round comes behind the recorded iterations, unless all these tasks are done by now: by dependences, and
// where there are none by `tasks`, which lets them go. Counted in the instance's join counter.
void connect_first_round(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses,
                         graph::RecordedTasks& tasks);
// There are no recorded tasks that it could come behind.
void start_first_round(sched::Worker& worker, graph::Instance& instance);

// Control code of a loop: works until the node has run `n_rounds` times. Until then its counter and its block are in
// use.
void await_round(sched::Worker& worker, graph::Instance& instance, graph::NodeIndex index, uint64_t n_rounds);
// The same before the node is filled: until it has run in the round before. Nodes that are in no loop may be.
inline void await_turn(sched::Worker& worker, graph::Instance& instance, graph::NodeIndex index) {
  if (graph::is_loop(instance.kind)) await_round(worker, instance, index, instance.cycle->round);
}

// Works until nothing of the instance is left to run.
void await_cycle(sched::Worker& worker, graph::Instance& instance);

// `inline`: later siblings have to wait for the last round. For each node a task with its dependences, which is
// complete when the node has run for the last time. Made before any node can run, submitted behind the first round.
void make_proxy_tasks(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
void submit_proxy_tasks(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);

// The control code has nothing more to do with the instance, which is one child of the current task from here on. Not
// earlier: the body may wait for its children. `accesses`: proxy tasks are made now, complete when everything is
// over; else nullptr.
void close_cycle(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses* accesses);

}  // namespace rondo::region
