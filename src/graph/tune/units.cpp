// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/units.hpp"

#include "base/assert.hpp"
#include "graph/model/backward.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

void reverse(Predecessors& predecessors, UnitIndex n, PodVector<uint32_t>& first, PodVector<UnitIndex>& successors) {
  first.resize(n + size_t{1}, 0);
  for (UnitIndex p : predecessors.list) first[p + 1]++;
  for (UnitIndex unit = 0; unit < n; unit++) first[unit + 1] += first[unit];
  PodVector<uint32_t> fill;
  fill.reserve(n);
  for (UnitIndex unit = 0; unit < n; unit++) fill.push_back(first[unit]);
  successors.resize(predecessors.list.size(), 0);
  for (UnitIndex unit = 0; unit < n; unit++) {
    for (UnitIndex* p = predecessors.begin(unit); p != predecessors.end(unit); p++) successors[fill[*p]++] = unit;
  }
}

void find_successors(Units& units) {
  reverse(units.predecessors, units.n, units.first_successor, units.successors);
  if (units.is_cyclic()) reverse(units.crossing, units.n, units.first_crossed, units.crossed);
}

void reduce(Predecessors& all, UnitIndex n, Predecessors& kept) {
  TransitiveReduction reduction(n, kept);
  for (UnitIndex unit = 0; unit < n; unit++) {
    for (UnitIndex* p = all.begin(unit); p != all.end(unit); p++) reduction.add(*p);
    reduction.close_node();
  }
}

// The edges of a cycle, written out for two rounds and reduced there, as those of its nodes were (compile.cpp).
void reduce_cycle(Predecessors& in_round, Predecessors& crossing, Units& result) {
  Predecessors all;
  all.first.push_back(0);
  for (UnitIndex unit = 0; unit < 2 * result.n; unit++) {
    UnitIndex group = unit % result.n;
    UnitIndex offset = unit - group;
    for (UnitIndex* p = in_round.begin(group); p != in_round.end(group); p++) all.list.push_back(*p + offset);
    if (offset != 0) {
      for (UnitIndex* p = crossing.begin(group); p != crossing.end(group); p++) all.list.push_back(*p);
    }
    all.first.push_back(static_cast<uint32_t>(all.list.size()));
  }
  Predecessors kept;
  reduce(all, 2 * result.n, kept);
  for (UnitIndex unit = result.n; unit < 2 * result.n; unit++) {
    result.predecessors.first.push_back(static_cast<uint32_t>(result.predecessors.list.size()));
    result.crossing.first.push_back(static_cast<uint32_t>(result.crossing.list.size()));
    for (UnitIndex* p = kept.begin(unit); p != kept.end(unit); p++) {
      *p < result.n ? result.crossing.list.push_back(*p) : result.predecessors.list.push_back(*p - result.n);
    }
  }
  result.predecessors.first.push_back(static_cast<uint32_t>(result.predecessors.list.size()));
  result.crossing.first.push_back(static_cast<uint32_t>(result.crossing.list.size()));
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
  const Backward edges(graph);
  result.n = graph.n_nodes;
  result.unit_of.reserve(graph.n_nodes);
  const bool is_cyclic = graph.cyclic != nullptr;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    result.unit_of.push_back(node);
    result.work.push_back(graph.time_of(node));
    result.n_members.push_back(1);
    // With events no node is put behind another one: that one may wait for an event that this one fulfils.
    result.is_alone.push_back(graph.has_events || graph.nodes[node].kind != NodeKind::Task);
    result.copy.push_back(is_cyclic ? graph.nodes[node].shape().copy : uint16_t{0});
    result.predecessors.first.push_back(static_cast<uint32_t>(result.predecessors.list.size()));
    if (is_cyclic) result.crossing.first.push_back(static_cast<uint32_t>(result.crossing.list.size()));
    edges.for_each(node, [&](NodeIndex predecessor, bool is_crossing) {
      (is_crossing ? result.crossing : result.predecessors).list.push_back(predecessor);
    });
  }
  result.predecessors.first.push_back(static_cast<uint32_t>(result.predecessors.list.size()));
  if (is_cyclic) result.crossing.first.push_back(static_cast<uint32_t>(result.crossing.list.size()));
  find_successors(result);
}

void take_lists(UnitIndex n, const uint32_t* first, const UnitIndex* list, const uint64_t* work, Units& result) {
  result.n = n;
  Predecessors all;
  for (UnitIndex unit = 0; unit < n; unit++) {
    result.unit_of.push_back(unit);
    result.work.push_back(work[unit]);
    all.first.push_back(first[unit]);
  }
  all.first.push_back(first[n]);
  for (uint32_t i = 0; i < first[n]; i++) all.list.push_back(list[i]);
  result.n_members.resize(n, 1);
  result.is_alone.resize(n, false);
  result.copy.resize(n, 0);
  reduce(all, n, result.predecessors);
  find_successors(result);
}

namespace {

// The edges of the units in `order`, which stand by group, as edges between groups; those within one are left out
// unless they lead into the next round.
void gather(Predecessors& edges, Grouping& grouping, PodVector<UnitIndex>& order, bool is_crossing,
            Predecessors& result) {
  for (UnitIndex unit : order) {
    UnitIndex group = grouping.group_of[unit];
    while (result.first.size() <= group) result.first.push_back(static_cast<uint32_t>(result.list.size()));
    for (UnitIndex* p = edges.begin(unit); p != edges.end(unit); p++) {
      UnitIndex before = grouping.group_of[*p];
      RONDO_ASSERT(is_crossing || before <= group);
      if (is_crossing || before != group) result.list.push_back(before);
    }
  }
  result.first.push_back(static_cast<uint32_t>(result.list.size()));
}

}  // namespace

void contract(Units& units, Grouping& grouping, Units& result) {
  result.n = grouping.n;
  result.work.resize(grouping.n, 0);
  result.n_members.resize(grouping.n, 0);
  result.is_alone.resize(grouping.n, false);
  result.copy.resize(grouping.n, 0);
  for (UnitIndex unit : units.unit_of) result.unit_of.push_back(grouping.group_of[unit]);
  PodVector<UnitIndex> order;  // by group
  order.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    UnitIndex group = grouping.group_of[unit];
    order.push_back(unit);
    result.work[group] += units.work[unit];
    result.n_members[group] += units.n_members[unit];
    result.is_alone[group] |= units.is_alone[unit];
    result.copy[group] = units.copy[unit];
  }
  sort_by(grouping.group_of, order);
  Predecessors all;
  gather(units.predecessors, grouping, order, false, all);
  if (units.is_cyclic()) {
    Predecessors crossing;
    gather(units.crossing, grouping, order, true, crossing);
    reduce_cycle(all, crossing, result);
  } else {
    reduce(all, result.n, result.predecessors);
  }
  find_successors(result);
}

}  // namespace rondo::graph
