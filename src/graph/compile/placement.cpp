// SPDX-License-Identifier: Apache-2.0
#include "graph/compile/placement.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace rondo::graph {

namespace {

constexpr uint64_t kWhole = 65536;  // Node::home is a fraction of this

}  // namespace

uint16_t home_of_slot(uint32_t slot, uint32_t n_slots) {
  return static_cast<uint16_t>((slot * kWhole + n_slots - 1) / n_slots);
}

Placement::Placement(Predecessors& predecessors, uint32_t n_units)
    : n_units_(n_units), runs_(n_units), levels_(n_units) {
  find_runs(predecessors);
  find_levels(predecessors);
}

void Placement::find_runs(Predecessors& predecessors) {
  uint32_t run = 0;
  for (uint32_t unit = 0; unit < n_units_; unit++) {
    bool follows_its_forerunner = false;
    for (uint32_t* p = predecessors.begin(unit); p != predecessors.end(unit); p++) {
      follows_its_forerunner |= *p + 1 == unit;
    }
    if (unit != 0 && !follows_its_forerunner) run++;
    runs_.add(unit, run);
    for (uint32_t* p = predecessors.begin(unit); p != predecessors.end(unit); p++) {
      runs_meet_ |= runs_.group[*p] != run;
    }
  }
}

void Placement::find_levels(Predecessors& predecessors) {
  for (uint32_t unit = 0; unit < n_units_; unit++) {
    uint32_t level = 0;
    for (uint32_t* p = predecessors.begin(unit); p != predecessors.end(unit); p++) {
      if (levels_.group[*p] + 1 > level) level = levels_.group[*p] + 1;
    }
    levels_.add(unit, level);
  }
}

Deal Placement::usual(bool with_rows) const {
  constexpr size_t kFewestRows = 4;  // docs/tuning.md
  constexpr size_t kShortestRow = 16;
  size_t n_runs = runs_.width.size();
  const bool has_rows = n_runs >= kFewestRows && n_units_ / n_runs >= kShortestRow;
  return has_rows && with_rows ? Deal::Bands : Deal::Levels;
}

bool Placement::is_regular(Deal usual) const {
  if (usual == Deal::Bands) return true;
  constexpr uint64_t kNarrow = 4;  // all units but for so small a part; docs/tuning.md
  uint32_t widest = 0;
  for (uint32_t level = 0; level < depth(); level++) widest = std::max(widest, levels_.width[level]);
  uint64_t n_elsewhere = 0;
  for (uint32_t level = 0; level < depth(); level++) {
    const uint64_t width = levels_.width[level];
    if (2 * width < widest) n_elsewhere += width;
  }
  return kNarrow * n_elsewhere <= n_units_;
}

uint16_t Placement::home(Deal deal, uint32_t unit, uint32_t n_slots) const {
  auto in_turn = [&](uint64_t index) { return home_of_slot(static_cast<uint32_t>(index % n_slots), n_slots); };
  uint64_t home = 0;
  switch (deal) {
    case Deal::Bands:
      home = runs_meet_ ? runs_.part(unit, kWhole) : (runs_.first(unit) * kWhole + n_units_ - 1) / n_units_;
      break;
    case Deal::Levels:
      home = levels_.part(unit, kWhole);
      break;
    case Deal::LevelsInTurn:
      home = in_turn(levels_.position[unit]);
      break;
    case Deal::RunsInTurn:
      home = in_turn(runs_.group[unit]);
      break;
    case Deal::Scheduled:
      RONDO_ASSERT(false);
      break;
  }
  return static_cast<uint16_t>(home);
}

}  // namespace rondo::graph
