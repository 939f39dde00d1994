// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/observed_nodes.hpp"

#include <cstdlib>
#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/replay/kept_tasks.hpp"

namespace rondo::graph {

using depend::Dependence;
using depend::Kind;

namespace {

// The address of a node's state is one that no variable of the program has.
uintptr_t variable_of(const Instance& instance, NodeIndex node) {
  return reinterpret_cast<uintptr_t>(&instance.states[node]);
}

bool is_task(const Graph& graph, NodeIndex node) { return graph.nodes[node].kind == NodeKind::Task; }

}  // namespace

// Of each node, the waits that it comes directly before.
class ObservedNodes::Waits {
 public:
  Waits(const Graph& graph, const Backward& backward) {
    newest_.resize(graph.n_nodes, 0);
    links_.push_back({});  // 0: none
    for (NodeIndex wait = 0; wait < graph.n_nodes; wait++) {
      if (is_task(graph, wait)) continue;
      backward.for_each(wait, [&](NodeIndex before, bool) {
        links_.push_back({wait, newest_[before]});
        newest_[before] = static_cast<uint32_t>(links_.size() - 1);
      });
    }
  }

  template <class Visit>
  void for_each(NodeIndex node, Visit visit) const {
    for (uint32_t link = newest_[node]; link != 0; link = links_[link].next) visit(links_[link].wait);
  }

 private:
  struct Link {
    NodeIndex wait;
    uint32_t next;
  };
  base::PodVector<uint32_t> newest_;
  base::PodVector<Link> links_;
};

ObservedNodes::ObservedNodes(const Instance& instance, const RecordedLists* lists, const RecordedAccesses* accesses)
    : backward_(*instance.graph) {
  const Graph& graph = *instance.graph;
  records_.resize(graph.n_nodes, nullptr);
  records = {records_.data(), records_.size()};
  const Waits waits(graph, backward_);
  const uintptr_t* address = lists != nullptr ? lists->addresses() : nullptr;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    first_.push_back(static_cast<uint32_t>(list_.size()));
    if (lists != nullptr) {
      const ListForm& form = graph.nodes[node].shape().form;
      for (uint64_t i = 0; i < form.n; i++) list_.push_back({*address++, form.kinds[i]});
    } else if (accesses != nullptr) {
      for (const Dependence& access : accesses->of(node)) list_.push_back(access);
    }
    if (is_task(graph, node)) add_order(instance, waits, node, lists != nullptr || accesses != nullptr);
  }
  first_.push_back(static_cast<uint32_t>(list_.size()));
}

// The tasks before a wait and those behind it name the wait's variable, so that the former come first and neither are
// ordered among themselves. `is_known`: the node's dependences are.
void ObservedNodes::add_order(const Instance& instance, const Waits& waits, NodeIndex node, bool is_known) {
  const Graph& graph = *instance.graph;
  const bool is_free = !KeptTasks::is_ordered({list_.data() + first_.back(), list_.data() + list_.size()});
  backward_.for_each(node, [&](NodeIndex before, bool) {
    if (!is_task(graph, before)) {
      add_waits_before(instance, before);
    } else if (!is_known && before != node) {
      list_.push_back({variable_of(instance, before), Kind::In});
    }
  });
  waits.for_each(node, [&](NodeIndex wait) { list_.push_back({variable_of(instance, wait), Kind::InOutSet}); });
  // In a loop a task that is ordered by nothing else comes behind itself in the round before.
  if (!is_known) list_.push_back({variable_of(instance, node), Kind::Out});
  if (is_loop(instance.kind) && is_free) list_.push_back({KeptTasks::variable_of(node), Kind::Out});
}

// Two waits may follow each other with no task in between.
void ObservedNodes::add_waits_before(const Instance& instance, NodeIndex wait) {
  list_.push_back({variable_of(instance, wait), Kind::In});
  backward_.for_each(wait, [&](NodeIndex before, bool is_crossing) {
    if (!is_crossing && !is_task(*instance.graph, before)) add_waits_before(instance, before);
  });
}

ObservedNodes* make_observed_nodes(const Instance& instance, const RecordedLists* lists,
                                   const RecordedAccesses* accesses) {
  return new (HeapMemory().allocate(sizeof(ObservedNodes))) ObservedNodes(instance, lists, accesses);
}

void free_observed_nodes(ObservedNodes* nodes) {
  if (nodes == nullptr) return;
  nodes->~ObservedNodes();
  std::free(nodes);
}

}  // namespace rondo::graph
