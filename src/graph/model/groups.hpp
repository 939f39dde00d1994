// SPDX-License-Identifier: Apache-2.0
//
// Taskgroups in the block that reduce: as they were recorded, and those that a pure replay has in their place.
// Argument: replay/README.md, "Reductions".
#pragma once

#include "base/pod_vector.hpp"
#include "task/reduction.hpp"
#include "task/task.hpp"

namespace rondo::graph {

// Groups are numbered from 1 in the order of their beginnings, so that one around another comes before it.
inline constexpr uint32_t kNoGroup = 0;
inline constexpr uint32_t kMaxGroups = UINT16_MAX;  // Node::group

struct ReducingGroup {
  uint32_t outer;  // the one around it; kNoGroup: none that the block has begun
  uint32_t first_item, n_items;
};

// Groups and their items, in creation order.
struct ReducingGroups {
  base::PodVector<ReducingGroup> list;
  base::PodVector<task::ReductionItem> items;

  task::Reductions::Items items_of(uint32_t group) const {
    return {items.data() + list[group - 1].first_item, list[group - 1].n_items};
  }
};

// Memory from the C library. nullptr stands for no groups.
ReducingGroups* take(ReducingGroups& groups);
ReducingGroups* copy_of(const ReducingGroups* groups);
void free_groups(ReducingGroups* groups);

}  // namespace rondo::graph
