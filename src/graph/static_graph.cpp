// SPDX-License-Identifier: Apache-2.0
#include "graph/static_graph.hpp"

#include <algorithm>
#include <cstring>

#include "graph/address_set.hpp"
#include "graph/passes.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {

bool StaticTasks::are_distinct() const {
  if (graph->n_addresses == 0) return true;
  AddressSet addresses(graph->n_addresses);
  for (uint32_t i = 0; i < graph->n_addresses; i++) {
    const rondo_static_address& known = graph->addresses[i];
    uintptr_t address = values[known.value] + known.addend;
    // Two values have a meaning of their own: see kmpc/depend.hpp.
    if (address + 1 <= 2 || addresses.contains(address)) return false;
    addresses.insert(address);
  }
  return true;
}

task::TaskSpec StaticTask::spec() const {
  const rondo_static_construct& construct = this->construct();
  bool is_prioritised = construct.is_prioritised != 0;
  task::TaskSpec spec = {};
  spec.entry.kmp = reinterpret_cast<task::KmpEntry>(construct.entry);
  spec.block_bytes = construct.block_bytes;
  spec.shareds_offset = construct.shareds_offset;
  spec.flags = static_cast<uint16_t>(task::kKmp | (is_prioritised ? task::kPrioritised : 0));
  spec.priority = static_cast<int16_t>(std::clamp<int32_t>(construct.priority, 0, INT16_MAX));
  spec.is_trivial = true;
  return spec;
}

uint64_t StaticTask::next_words(uint32_t n) {
  uint64_t low = *word_++;
  return n == 1 ? low : low | uint64_t{*word_++} << 32;
}

void StaticTask::fill(void* block) {
  const rondo_static_construct& construct = this->construct();
  auto* bytes = static_cast<char*>(block);
  std::memset(bytes, 0, construct.block_bytes);
  auto* head = static_cast<task::KmpBlock*>(block);
  head->shareds = construct.shareds_offset != 0 ? bytes + construct.shareds_offset : nullptr;
  head->routine = reinterpret_cast<task::KmpEntry>(construct.entry);
  if (construct.is_prioritised != 0) head->data2.priority = construct.priority;
  for (uint32_t i = 0; i < construct.n_slots; i++) {
    const rondo_static_slot& slot = tasks_.graph->slots[construct.first_slot + i];
    uint32_t number = slot.value;
    uint64_t addend = slot.addend;
    if (slot.kind == RONDO_STATIC_ALL) number = static_cast<uint32_t>(next_words(1));
    if (slot.kind != RONDO_STATIC_FIXED) addend = next_words(slot.kind == RONDO_STATIC_ALL || slot.n_bytes > 4 ? 2 : 1);
    uint64_t content = value(number) + addend;
    std::memcpy(bytes + slot.offset, &content, slot.n_bytes);  // little endian: the low bytes
  }
  index_++;
}

Graph* load(const StaticTasks& tasks) {
  const rondo_static_graph& known = *tasks.graph;
  Recorder recorder(true);
  base::PodVector<char> block;
  for (StaticTask task(tasks); !task.is_last();) {
    task::TaskSpec spec = task.spec();
    block.clear();
    task.fill(block.append(spec.block_bytes));
    recorder.add_task(spec, block.data(), {});
  }
  Predecessors kept;
  std::memcpy(kept.first.append(known.n_tasks + size_t{1}), known.first,
              (known.n_tasks + size_t{1}) * sizeof(uint32_t));
  uint32_t n_edges = known.first[known.n_tasks];
  if (n_edges != 0) std::memcpy(kept.list.append(n_edges), known.predecessors, n_edges * sizeof(NodeIndex));
  return compile(recorder, kept, {known.n_edges_unreduced, known.n_edges_distinct});
}

}  // namespace rondo::graph
