// SPDX-License-Identifier: Apache-2.0
//
// The cyclic graph of a taskiter loop among the tasks around it: behind those of the recorded iterations, before
// those that the encountering task creates later (`inline`), and one child of that task in the end.
#pragma once

#include "graph/accesses.hpp"
#include "graph/cycle.hpp"
#include "graph/record.hpp"
#include "sched/worker.hpp"

namespace rondo::work {

// An empty body that captures nothing: for tasks of the runtime's own.
extern const task::TaskSpec kEmptyTask;

using graph::RecordedAccesses;

// An instance for one encounter of the loop, below the current task. It owns `graph`, unless a history holds that.
graph::Instance& open_cycle(sched::Worker& worker, graph::Graph& graph, graph::Gate gate, graph::History* history);

// The same of a loop that is kept; it is a use of the record by itself. Not open yet: until then nobody but the
// caller knows of it.
graph::Instance& take_cycle(graph::Record& record);
void open_kept_cycle(sched::Worker& worker, graph::Instance& instance);

// The first round comes behind the recorded iterations: by dependences, counted in the instance's tally, unless all
// these tasks are done by now.
void connect_first_round(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
// There are no recorded tasks that it could come behind.
void start_first_round(sched::Worker& worker, graph::Instance& instance);

// Works until nothing of the instance is left to run.
void await_cycle(sched::Worker& worker, graph::Instance& instance);

// `inline`: later siblings have to wait for the last round. For each node a task with its dependences, which is
// complete when the node has run for the last time. Made before any node can run, submitted behind the first round.
void make_stand_ins(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);
void submit_stand_ins(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses& accesses);

// The control code has nothing more to do with the instance, which is one child of the current task from here on. Not
// earlier: the body may wait for its children. `accesses`: stand-ins are made now, complete when everything is over;
// else nullptr.
void close_cycle(sched::Worker& worker, graph::Instance& instance, const RecordedAccesses* accesses);

}  // namespace rondo::work
