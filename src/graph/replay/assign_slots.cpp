// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/assign_slots.hpp"

#include "config/mechanism.hpp"

namespace rondo::graph {

namespace {
bool is_prioritised(const Node& node) { return node.kind == NodeKind::Task && node.shape().spec.priority > 0; }
}  // namespace

void assign_slots(Instance& instance, uint32_t n_slots, bool heeds_priorities) {
  instance.batch_length = instance.body_time.batch_length(*instance.graph);
  const Way way = instance.choice.way;
  // A single thread runs nodes as it captures them, unless each is to be queued by itself (run_tasks_singly()).
  const bool is_queued = n_slots > 1 || !config::uses(config::Mechanism::Batches);
  const bool is_for_all = way == Way::Any ? is_queued : way == Way::Spread;
  const bool is_spread = !is_captured(instance.kind) || is_for_all;
  uint32_t only_slot = is_spread ? Instance::kEverySlot : instance.master_slot;
  const uint32_t first_slot = instance.graph->begins_at_master && is_captured(instance.kind) ? instance.master_slot : 0;
  if (instance.n_slots == n_slots && instance.only_slot == only_slot && instance.first_slot == first_slot) return;
  instance.n_slots = n_slots;
  instance.only_slot = only_slot;
  instance.first_slot = first_slot;
  for (NodeIndex index = 0; index < instance.graph->n_nodes; index++) {
    const Node& node = instance.graph->nodes[index];
    uint32_t slot = is_spread ? (node.slot(n_slots) + first_slot) % n_slots : only_slot;
    if (is_spread && !instance.graph->is_placed) slot = NodeState::kUnplaced;
    if (is_spread && heeds_priorities && is_prioritised(node)) slot = NodeState::kPrioritised;
    instance.states[index].slot = static_cast<uint16_t>(slot);
  }
  if (instance.kind == ReplayKind::Pure) find_root_runs(instance);
}

}  // namespace rondo::graph
