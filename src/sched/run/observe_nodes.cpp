// SPDX-License-Identifier: Apache-2.0
#include "sched/run/observe_nodes.hpp"

#include "sched/process.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeKind;
using graph::ObservedNodes;
using task::Observed;
using task::Task;

namespace {

NodeIndex number_of(const Instance& instance, const Node& node) {
  return static_cast<NodeIndex>(&node - instance.graph->nodes);
}

Observed& make_record(Worker& worker, const Node& node) {
  task::TaskSpec spec = node.shape().spec;
  observe(worker, spec);
  return *spec.entry.observed;
}

void tell_edges(Instance& instance, NodeIndex node, Observed& record) {
  if (!ompt::wants(ompt::Event::TaskDependence)) return;
  const ObservedNodes& nodes = *instance.observed;
  sync::SpinGuard guard(process.observed_nodes);
  nodes.for_each_predecessor(node, [&](NodeIndex before) {
    if (Observed* other = nodes.records[before]) ompt::task_dependence(&other->data, &record.data);
  });
}

// In general a thread of the team creates the task for the one that has met the loop, which does something else.
Observed& create_late(Worker& worker, Instance& instance, const Node& node, NodeIndex index) {
  ObservedNodes& nodes = *instance.observed;
  Observed& record = make_record(worker, node);
  ompt::Frame none = {};
  Creator creator = {&nodes.creator, &none};
  if (worker.current->domain == instance.domain.outer) creator = current_creator(worker);
  ompt::task_creator(worker.record, nodes.creator_id);
  const void* caller = worker.record.caller;
  worker.record.caller = nodes.caller;
  tell_creation(worker, creator, record, node.shape().spec.flags, nodes.of(index));
  worker.record.caller = caller;
  return record;
}

void note_unit(Worker& worker, const Instance& instance, const Node& head) {
  const graph::Graph& graph = *instance.graph;
  uint32_t n_members = 1;
  for (NodeIndex member = number_of(instance, head); (member = graph.next_member(member)) != 0;) n_members++;
  ompt::unit(worker.record, n_members);
}

}  // namespace

void observe_nodes(Worker& worker, Instance& instance, const graph::RecordedLists* lists,
                   const graph::RecordedAccesses* accesses) {
  if (instance.observed == nullptr) instance.observed = graph::make_observed_nodes(instance, lists, accesses);
  ObservedNodes& nodes = *instance.observed;
  nodes.caller = worker.record.caller;
  if (!nodes.runs_units) nodes.runs_units = true;
  if (const Observed* creator = task::observed_of(*worker.current)) {
    nodes.creator = creator->data;
    nodes.creator_id = creator->id;
  }
}

void adopt_record(Instance& instance, NodeIndex node, Observed& record) {
  tell_edges(instance, node, record);
  Observed*& place = instance.observed->records[node];
  record.place = &place;
  place = &record;
}

Observed* take_record(Instance& instance, NodeIndex node) {
  if (instance.observed == nullptr) return nullptr;
  Observed* record = instance.observed->records[node];
  if (record == nullptr) return nullptr;
  record->place = nullptr;
  instance.observed->records[node] = nullptr;
  return record;
}

void create_nodes(Worker& worker, Instance& instance, NodeIndex begin, NodeIndex end) {
  ObservedNodes& nodes = *instance.observed;
  if (!nodes.runs_units) nodes.runs_units = true;  // it ran alone: nobody else looks
  for (NodeIndex index = begin; index < end; index++) {
    const Node& node = instance.graph->nodes[index];
    if (node.kind != NodeKind::Task || nodes.records[index] != nullptr) continue;
    Observed& record = make_record(worker, node);
    tell_creation(worker, current_creator(worker), record, node.shape().spec.flags, nodes.of(index));
    adopt_record(instance, index, record);
  }
}

void note_node(Worker& worker, Instance& instance, const Node& node, Task& task) {
  if (node.is_head && !node.is_last && instance.observed->runs_units) note_unit(worker, instance, node);
  if (task.has(task::kObserved)) return;  // a pattern's has its own
  const NodeIndex index = number_of(instance, node);
  Observed* record = instance.observed->records[index];
  if (record == nullptr) record = &create_late(worker, instance, node, index);
  task::give_record(task, record);
}

void discard_node(Worker& worker, Instance& instance, const Node& node) {
  Observed* record = take_record(instance, number_of(instance, node));
  if (record == nullptr) return;
  Task task;
  task::init(task, node.shape().spec);
  task.flags &= ~uint32_t{task::kDetachable};  // nobody knows an event of it: it ends here
  task::give_record(task, record);
  note_discarded(worker, task);
}

}  // namespace rondo::sched
