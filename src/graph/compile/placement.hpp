// SPDX-License-Identifier: Apache-2.0
//
// Ways to deal units to slots. Which units run on one slot matters as much as what they cost: a cache line fetched
// from another core takes a hundred times longer than one at hand. So neighbours are to stay on one slot, and slots
// are to meet at few places; but where units are long and few, all slots are to have some at any time.
#pragma once

#include "graph/compile/passes.hpp"

namespace rondo::graph {

// A run is a row of units created one after the other, each waiting for the one before: the rows of a wavefront. A
// level is what may run at the same time. Runs that no edge connects stay whole.
enum class Deal : uint8_t {
  Bands,         // each slot gets the same part of every run, and hands the run on to the next slot
  Levels,        // each slot gets a contiguous share of every level
  LevelsInTurn,  // the units of a level go to the slots in turn
  RunsInTurn,
  Scheduled,     // list_scheduling.hpp
};

// The home that Node::slot makes this slot of; with a smaller team neighbouring slots fall together.
uint16_t home_of_slot(uint32_t slot, uint32_t n_slots);

inline constexpr Deal kDeals[] = {Deal::Bands, Deal::Levels, Deal::LevelsInTurn, Deal::RunsInTurn, Deal::Scheduled};

// Neighbours in the order of creation often come to different slots.
constexpr bool parts_neighbours(Deal deal) {
  return deal == Deal::LevelsInTurn || deal == Deal::RunsInTurn || deal == Deal::Scheduled;
}

class Placement {
 public:
  // Units are numbered so that predecessors come first.
  Placement(Predecessors& predecessors, uint32_t n_units);

  uint32_t depth() const { return static_cast<uint32_t>(levels_.width.size()); }  // units on the longest path
  // Without known times and team size. `with_rows`: whether it may be Bands (RONDO_WITHOUT).
  Deal usual(bool with_rows = true) const;
  uint16_t home(Deal deal, uint32_t unit, uint32_t n_slots) const;  // not for Scheduled
  // Whether the usual places are more than a guess: there are rows, or most units are in levels of about the same
  // width, so that those with the same position in their levels, which often use the same data, have the same slot.
  bool is_regular(Deal usual) const;

 private:
  struct Groups {
    base::PodVector<uint32_t> group;  // of each unit
    base::PodVector<uint32_t> position;  // of each unit in its group
    base::PodVector<uint32_t> width;  // of each group

    explicit Groups(uint32_t n_units) {
      group.append(n_units);
      position.append(n_units);
    }
    // Units come in their order, and a new group's number is the next one.
    void add(uint32_t unit, uint32_t to) {
      if (to == width.size()) width.push_back(0);
      group[unit] = to;
      position[unit] = width[to]++;
    }
    // How many units come before its group, if those of a group follow each other.
    uint64_t first(uint32_t unit) const { return unit - position[unit]; }
    // Which of `n` equal parts of its group the unit lies in.
    uint64_t part(uint32_t unit, uint64_t n) const { return position[unit] * n / width[group[unit]]; }
  };

  void find_runs(Predecessors& predecessors);
  void find_levels(Predecessors& predecessors);

  const uint32_t n_units_;
  Groups runs_;
  bool runs_meet_ = false;  // an edge leads from one to another
  Groups levels_;
};

}  // namespace rondo::graph
