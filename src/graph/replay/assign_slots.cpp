// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/assign_slots.hpp"

namespace rondo::graph {

void assign_slots(Instance& instance, uint32_t n_slots) {
  instance.batch_length = instance.locality.batch_length(*instance.graph);
  const Way way = instance.choice.way;
  const bool is_worthwhile = way == Way::Any ? instance.locality.is_worthwhile(n_slots) : way == Way::Spread;
  const bool is_spread = !is_captured(instance.kind) || is_worthwhile;
  uint32_t only_slot = is_spread ? Instance::kEverySlot : instance.master_slot;
  if (instance.n_slots == n_slots && instance.only_slot == only_slot) return;
  instance.n_slots = n_slots;
  instance.only_slot = only_slot;
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
    uint32_t slot = is_spread ? instance.graph->nodes[index].slot(n_slots) : only_slot;
    instance.states[index].slot = static_cast<uint16_t>(slot);
  }
  if (instance.kind == ReplayKind::Pure) find_root_runs(instance);
}

}  // namespace rondo::graph
