// SPDX-License-Identifier: Apache-2.0
//
// A graph seen as units of scheduling: what grouping nodes looks at and changes. Units are numbered so that no edge
// runs against the numbers; that is what keeps a grouped graph free of circles (README.md, "Grouping").
#pragma once

#include "graph/compile/passes.hpp"

namespace rondo::graph {

using UnitIndex = uint32_t;

struct Units {
  UnitIndex n = 0;
  base::PodVector<UnitIndex> unit_of;   // of each node
  Predecessors predecessors;            // between units, reduced
  base::PodVector<uint32_t> first_successor;  // the same edges the other way round: those of unit u are
  base::PodVector<UnitIndex> successors;      // [first_successor[u], first_successor[u + 1])
  Predecessors crossing;                // cyclic graphs: those in the round before, maybe the unit itself,
  base::PodVector<uint32_t> first_crossed;    // and the other way round
  base::PodVector<UnitIndex> crossed;
  base::PodVector<uint16_t> copy;       // Node::copy of its members; a group has one
  base::PodVector<uint64_t> work;       // ticks that the members' bodies took
  base::PodVector<uint32_t> n_members;
  base::PodVector<bool> is_alone;       // a join: the control code waits for it, so it is never grouped

  uint32_t n_predecessors(UnitIndex unit) const { return predecessors.first[unit + 1] - predecessors.first[unit]; }
  bool is_cyclic() const { return crossing.first.size() != 0; }
  uint32_t n_successors(UnitIndex unit) const { return first_successor[unit + 1] - first_successor[unit]; }
};

// Which group each unit goes to; groups are numbered like units.
struct Grouping {
  UnitIndex n = 0;
  base::PodVector<UnitIndex> group_of;
};

// Each node a unit, with the times that were measured.
void take_apart(const Graph& graph, Units& result);

// Of a graph that nobody has recorded: the predecessors of unit u are list[first[u]] to list[first[u + 1] - 1], in
// any order, and smaller than u; `work` is in ticks.
void take_lists(UnitIndex n, const uint32_t* first, const UnitIndex* list, const uint64_t* work, Units& result);

// The groups as units.
void contract(Units& units, Grouping& grouping, Units& result);

// Stable, linear in units and keys.
void sort_by(const base::PodVector<uint32_t>& key, base::PodVector<UnitIndex>& order);

}  // namespace rondo::graph
