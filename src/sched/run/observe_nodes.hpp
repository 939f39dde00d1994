// SPDX-License-Identifier: Apache-2.0
//
// The nodes of graphs as tasks that are told to the tool and written into the trace (ompt/README.md, "Nodes"). All of
// this is called only while there is one of them.
#pragma once

#include "graph/replay/observed_nodes.hpp"
#include "sched/run/observe.hpp"

namespace rondo::sched {

// From now on the nodes of the instance stand for tasks that the current task creates. `accesses`: a loop's.
void observe_nodes(Worker& worker, graph::Instance& instance, const graph::RecordedLists* lists,
                   const graph::RecordedAccesses* accesses);

// The current task has created a task that the node stands for, and has told of it.
void adopt_record(graph::Instance& instance, graph::NodeIndex node, task::Observed& record);
// The node does not stand for it after all: its record, or nullptr if it has none.
task::Observed* take_record(graph::Instance& instance, graph::NodeIndex node);

// The runtime creates the tasks of the nodes [begin, end) for the current task, before any of them can be ready; not
// those that have been created already.
void create_nodes(Worker& worker, graph::Instance& instance, graph::NodeIndex begin, graph::NodeIndex end);

// `task` is about to run as the node: it gets the node's record, if it has none. A loop's task that has not been
// created yet is created now.
void note_node(Worker& worker, graph::Instance& instance, const graph::Node& node, task::Task& task);

// The node is not going to run, because its loop has been cancelled.
void discard_node(Worker& worker, graph::Instance& instance, const graph::Node& node);

}  // namespace rondo::sched
