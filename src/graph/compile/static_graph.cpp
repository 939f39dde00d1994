// SPDX-License-Identifier: Apache-2.0
#include "graph/compile/static_graph.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>

#include "base/bits.hpp"
#include "graph/compile/shapes.hpp"
#include "graph/model/address_set.hpp"
#include "graph/model/heap_memory.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {

static_assert(RONDO_STATIC_ONLY_PREDECESSOR == kOnlyPredecessor, "successors are used as they are");
static_assert(std::endian::native == std::endian::little, "the low bytes of a number come first");

bool StaticTasks::are_distinct() const {
  if (graph->n_addresses == 0) return true;
  AddressSet addresses(graph->n_addresses);
  for (uint32_t i = 0; i < graph->n_addresses; i++) {
    const rondo_static_address& known = graph->addresses[i];
    uintptr_t address = value(known.value) + known.addend;
    if (depend::is_special(address) || addresses.contains(address)) return false;
    addresses.insert(address);
  }
  return true;
}

namespace {

task::TaskSpec spec_of(const rondo_static_construct& construct) {
  bool is_prioritised = construct.is_prioritised != 0;
  task::TaskSpec spec = {};
  spec.entry.kmp = reinterpret_cast<task::KmpEntry>(construct.entry);
  spec.block_bytes = construct.block_bytes;
  spec.shareds_offset = construct.shareds_offset;
  spec.flags = task::kKmp | (is_prioritised ? task::kPrioritised : 0u);
  spec.priority = static_cast<int16_t>(std::clamp<int32_t>(construct.priority, 0, INT16_MAX));
  spec.is_trivial = true;
  return spec;
}

// Copies of known size need no call.
void put(char* to, uint64_t content, uint32_t n_bytes) {
  if (n_bytes == 8) {
    std::memcpy(to, &content, 8);
  } else if (n_bytes == 4) {
    std::memcpy(to, &content, 4);
  } else {
    std::memcpy(to, &content, n_bytes);
  }
}

}  // namespace

StaticTask::StaticTask(const StaticTasks& tasks) : tasks_(tasks), data_(tasks.graph->data) {
  models_.reserve(tasks.graph->n_constructs);
  for (uint32_t i = 0; i < tasks.graph->n_constructs; i++) add_model(tasks.graph->constructs[i]);
}

void StaticTask::add_model(const rondo_static_construct& construct) {
  Model model = {spec_of(construct), blocks_.size(), static_cast<uint32_t>(varying_.size()), 0};
  char* block = blocks_.append(base::round_up(construct.block_bytes, kPristineAlignment));
  std::memset(block, 0, construct.block_bytes);
  auto* head = reinterpret_cast<task::KmpBlock*>(block);
  head->routine = model.spec.entry.kmp;
  if (construct.is_prioritised != 0) head->data2.priority = construct.priority;
  for (uint32_t i = 0; i < construct.n_slots; i++) {
    const rondo_static_slot& slot = tasks_.graph->slots[construct.first_slot + i];
    uint64_t base = slot.addend + (slot.has_values == 0 ? tasks_.value(slot.value) : 0);
    if (slot.has_values == 0 && slot.n_data == 0) {
      put(block + slot.offset, base, slot.n_bytes);
    } else {
      varying_.push_back({base, slot.offset, slot.n_bytes, slot.n_data, slot.has_values != 0});
    }
  }
  model.end_varying = static_cast<uint32_t>(varying_.size());
  models_.push_back(model);
}

uint64_t StaticTask::next_number(uint32_t n_bytes) {
  uint64_t number = 0;
  for (uint32_t i = 0; i < n_bytes; i++) number |= uint64_t{*data_++} << (8 * i);
  return number;
}

void StaticTask::fill(void* block) {
  const Model& model = models_[known().construct];
  std::memcpy(block, blocks_.data() + model.block, sizeof(task::KmpBlock));
  if (model.spec.shareds_offset != 0) {
    static_cast<task::KmpBlock*>(block)->shareds = static_cast<char*>(block) + model.spec.shareds_offset;
  }
  fill_data(block);
}

void StaticTask::fill_data(void* block) {
  constexpr size_t kHead = sizeof(task::KmpBlock);
  const Model& model = models_[known().construct];
  auto* bytes = static_cast<char*>(block);
  std::memcpy(bytes + kHead, blocks_.data() + model.block + kHead, model.spec.block_bytes - kHead);
  for (uint32_t i = model.first_varying; i < model.end_varying; i++) {
    const Varying& slot = varying_[i];
    uint64_t content = slot.base;
    if (slot.has_values) content += tasks_.value(next_number(2));
    content += next_number(slot.n_data);
    put(bytes + slot.offset, content, slot.n_bytes);
  }
  index_++;
}

namespace {

// The graph keeps the captured part of each block only. The head, which is most of a small block, is the same in all
// blocks of a construct and is not read: bodies of tied tasks without destructors look for their shareds only, which
// are set for each copy (sched/nodes/node_body.hpp). So in memory the head of a block overlaps the end of the data
// captured before.
constexpr uint64_t kBlockHeadBytes = sizeof(task::KmpBlock);

uint64_t kept_bytes(uint32_t block_bytes) { return base::round_up(block_bytes - kBlockHeadBytes, alignof(uint64_t)); }

Graph* make_graph(const rondo_static_graph& known) {
  HeapMemory memory;
  auto* graph = new (memory.allocate(sizeof(Graph))) Graph;
  graph->n_nodes = graph->n_units = known.n_tasks;
  graph->n_edges = graph->n_unit_edges = known.n_edges;
  graph->n_edges_unreduced = known.n_edges_unreduced;
  graph->n_edges_distinct = known.n_edges_distinct;
  graph->depth = known.depth;
  graph->can_skip_code = true;
  if (make_table(*graph, known.n_constructs, 0) == nullptr) HeapMemory::refuse(known.n_tasks * sizeof(Node));
  graph->successors = const_cast<NodeIndex*>(known.successors);  // the successors of a graph are never written to
  graph->borrows_successors = true;
  for (uint32_t i = 0; i < known.n_tasks; i++) {
    graph->pristine_bytes += kept_bytes(known.constructs[known.tasks[i].construct].block_bytes);
  }
  graph->pristine_bytes += kBlockHeadBytes + base::kCacheLine;  // blocks are copied in whole lines
  graph->pristine = static_cast<char*>(memory.allocate(graph->pristine_bytes));
  std::memset(graph->pristine, 0, kBlockHeadBytes);
  return graph;
}

}  // namespace

Graph* load(const StaticTasks& tasks, const base::PodVector<uint32_t>& n_predecessors) {
  Graph* graph = make_graph(*tasks.graph);
  for (uint32_t i = 0; i < graph->n_shapes; i++) {
    const task::TaskSpec spec = spec_of(tasks.graph->constructs[i]);
    graph->shapes[i] = {spec, 0, kNoGroup, kNoEvent, {ListForm::kNone, ListForm::kNone, nullptr, Act::Task}};
  }
  base::PodVector<NodeIndex> roots;
  uint64_t pristine = 0;
  uint32_t n_successors = 0;
  NodeIndex index = 0;
  for (StaticTask task(tasks); !task.is_last(); index++) {
    const rondo_static_task& known = task.known();
    const NodeShape& shape = graph->shapes[known.construct];
    Node& node = *new (&graph->nodes[index]) Node{};
    node.set_shape(shape);
    node.kind = NodeKind::Task;
    node.be_alone();
    node.first_successor = n_successors;
    node.n_predecessors = n_predecessors[index];
    node.block = static_cast<uint32_t>(graph->payload_bytes / Node::kWord);
    node.pristine = static_cast<uint32_t>(pristine / Node::kWord);
    node.home = known.place;
    node.is_sink = known.n_successors == 0;
    n_successors += known.n_successors;
    graph->n_sinks += node.is_sink ? 1 : 0;
    if (node.n_predecessors == 0) roots.push_back(index);
    graph->payload_bytes += base::round_up(shape.spec.block_bytes, base::kCacheLine);
    task.fill_data(graph->pristine + pristine);
    pristine += kept_bytes(shape.spec.block_bytes);
  }
  graph->nodes[index].first_successor = n_successors;
  std::memset(graph->pristine + pristine + kBlockHeadBytes, 0, base::kCacheLine);
  graph->n_roots = static_cast<uint32_t>(roots.size());
  graph->roots = roots.release_trimmed();
  return graph;
}

}  // namespace rondo::graph
