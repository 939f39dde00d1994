// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/grouping.hpp"

namespace rondo::graph {

using base::PodVector;

namespace {

// An edge along the order of creation comes from the unit created just before; all others lead across it, as those to
// the next row of a wavefront do.
enum class Edges : uint8_t { Along, Across };

// The most edges of one kind on a path to each unit. No edge leads to a smaller number.
void find_distances(Units& units, Edges counted, PodVector<uint32_t>& distance) {
  distance.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    uint32_t farthest = 0;
    for (UnitIndex* p = units.predecessors.begin(unit); p != units.predecessors.end(unit); p++) {
      bool is_along = *p + 1 == unit;
      uint32_t reached = distance[*p] + (is_along == (counted == Edges::Along) ? 1 : 0);
      if (reached > farthest) farthest = reached;
    }
    distance.push_back(farthest);
  }
}

// The group that is being filled.
class Filling {
 public:
  Filling(const Units& units, GroupLimits limits, Grouping& result) : units_(units), limits_(limits), result_(result) {
    result.group_of.resize(units.n, 0);
  }

  bool has_room_for(UnitIndex unit) const {
    return result_.n != 0 && !is_closed_ && !units_.is_alone[unit] &&
           n_members_ + units_.n_members[unit] <= limits_.n_members && work_ + units_.work[unit] <= limits_.work;
  }
  void begin() {
    result_.n++;
    n_members_ = 0;
    work_ = 0;
    is_closed_ = false;
  }
  void add(UnitIndex unit) {
    result_.group_of[unit] = result_.n - 1;
    n_members_ += units_.n_members[unit];
    work_ += units_.work[unit];
    is_closed_ = units_.is_alone[unit];
  }

 private:
  const Units& units_;
  GroupLimits limits_;
  Grouping& result_;
  uint32_t n_members_ = 0;
  uint64_t work_ = 0;
  bool is_closed_ = false;
};

void sort_by_copy(const Units& units, PodVector<UnitIndex>& order) {
  PodVector<uint32_t> key;
  key.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) key.push_back(units.copy[unit]);
  sort_by(key, order);
}

UnitIndex only_predecessor(Units& units, UnitIndex unit) { return *units.predecessors.begin(unit); }

bool continues_chain(Units& units, UnitIndex unit) {
  if (units.n_predecessors(unit) != 1 || units.is_alone[unit]) return false;
  UnitIndex before = only_predecessor(units, unit);
  return units.n_successors(before) == 1 && !units.is_alone[before] && units.copy[before] == units.copy[unit];
}

}  // namespace

bool are_all_in_chains(Units& units) {
  PodVector<bool> is_in_chain;
  is_in_chain.resize(units.n, false);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    if (!continues_chain(units, unit)) continue;
    is_in_chain[unit] = true;
    is_in_chain[only_predecessor(units, unit)] = true;
  }
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    if (!is_in_chain[unit] && !units.is_alone[unit]) return false;
  }
  return true;
}

void fuse_chains(Units& units, GroupLimits limits, Grouping& result) {
  PodVector<uint32_t> n_members;
  PodVector<uint64_t> work;
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    UnitIndex group = result.n;
    if (continues_chain(units, unit)) {
      UnitIndex chain = result.group_of[only_predecessor(units, unit)];
      bool has_room =
          n_members[chain] + units.n_members[unit] <= limits.n_members && work[chain] + units.work[unit] <= limits.work;
      if (has_room) group = chain;
    }
    if (group == result.n) {
      result.n++;
      n_members.push_back(0);
      work.push_back(0);
    }
    result.group_of.push_back(group);
    n_members[group] += units.n_members[unit];
    work[group] += units.work[unit];
  }
}

void cut_tiles(Units& units, TileShape shape, GroupLimits limits, Grouping& result) {
  PodVector<uint32_t> along;
  PodVector<uint32_t> across;
  find_distances(units, Edges::Along, along);
  find_distances(units, Edges::Across, across);
  PodVector<UnitIndex> order;
  order.reserve(units.n);
  for (UnitIndex unit = 0; unit < units.n; unit++) {
    along[unit] /= shape.n_along;
    across[unit] /= shape.n_across;
    order.push_back(unit);
  }
  sort_by(along, order);
  sort_by(across, order);
  if (units.is_cyclic()) sort_by_copy(units, order);
  Filling group(units, limits, result);
  for (size_t i = 0; i < order.size(); i++) {
    UnitIndex unit = order[i];
    bool is_same_tile = i != 0 && along[unit] == along[order[i - 1]] && across[unit] == across[order[i - 1]] &&
                        units.copy[unit] == units.copy[order[i - 1]];
    if (!is_same_tile || !group.has_room_for(unit)) group.begin();
    group.add(unit);
  }
}

}  // namespace rondo::graph
