// SPDX-License-Identifier: Apache-2.0
#include "graph/units.hpp"

#include "base/assert.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

void find_successors(Units& units) {
  units.first_successor.resize(units.n + size_t{1}, 0);
  for (UnitIndex p : units.predecessors.list) units.first_successor[p + 1]++;
  for (UnitIndex unit = 0; unit < units.n; unit++) units.first_successor[unit + 1] += units.first_successor[unit];
  PodVector<uint32_t> fill;
  fill.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) fill.push_back(units.first_successor[unit]);
  units.successors.resize(units.predecessors.list.size(), 0);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      units.successors[fill[*p]++] = unit;
    }
  }
}

}  // namespace

void sort_by(const PodVector<uint32_t>& key, PodVector<UnitIndex>& order) {
  PodVector<uint32_t> begin;
  for (UnitIndex unit : order) {
    if (key[unit] + size_t{2} > begin.size()) begin.resize(key[unit] + size_t{2}, 0);
    begin[key[unit] + 1]++;
  }
  for (size_t k = 1; k < begin.size(); k++) begin[k] += begin[k - 1];
  PodVector<UnitIndex> sorted;
  sorted.resize(order.size(), 0);
  for (UnitIndex unit : order) sorted[begin[key[unit]]++] = unit;
  for (size_t i = 0; i < order.size(); i++) order[i] = sorted[i];
}

void take_apart(const Graph& graph, Units& result) {
  result.n = graph.n_nodes;
  result.unit_of.reserve(graph.n_nodes);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    result.unit_of.push_back(node);
    result.work.push_back(graph.time_of(node));
    result.n_members.push_back(1);
    result.is_alone.push_back(graph.nodes[node].kind == NodeKind::Join);
    result.predecessors.first.push_back(graph.first_predecessor[node]);
  }
  result.predecessors.first.push_back(graph.n_edges);
  for (uint32_t i = 0; i < graph.n_edges; i++) result.predecessors.list.push_back(graph.predecessors[i]);
  find_successors(result);
}

void contract(Units& units, Grouping& grouping, Units& result) {
  result.n = grouping.n;
  result.work.resize(grouping.n, 0);
  result.n_members.resize(grouping.n, 0);
  result.is_alone.resize(grouping.n, false);
  for (UnitIndex unit : units.unit_of) result.unit_of.push_back(grouping.group_of[unit]);
  PodVector<UnitIndex> order;  // by group
  order.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    UnitIndex group = grouping.group_of[unit];
    order.push_back(unit);
    result.work[group] += units.work[unit];
    result.n_members[group] += units.n_members[unit];
    result.is_alone[group] |= units.is_alone[unit];
  }
  sort_by(grouping.group_of, order);
  Reduction reduction(result.n, result.predecessors);
  for (size_t i = 0; i < order.size(); i++) {
    UnitIndex unit = order[i];
    UnitIndex group = grouping.group_of[unit];
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      UnitIndex before = grouping.group_of[*p];
      RONDO_ASSERT(before <= group);
      if (before != group) reduction.add(before);
    }
    if (i + 1 == order.size() || grouping.group_of[order[i + 1]] != group) reduction.close_node();
  }
  find_successors(result);
}

}  // namespace rondo::graph
