// SPDX-License-Identifier: Apache-2.0
#include "graph/compile/shapes.hpp"

#include <cstring>
#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

using depend::Kind;

namespace {

uint64_t mix(uint64_t sum, uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15;
  return sum ^ (sum >> 32);
}

uint64_t hash(const Shape& shape, const Kind* kinds) {
  const task::TaskSpec& spec = shape.spec;
  uint64_t sum = mix(reinterpret_cast<uintptr_t>(spec.entry.gomp), spec.block_bytes);
  sum =
      mix(sum, uint64_t{spec.shareds_offset} << 32 | uint64_t{spec.flags} << 16 | static_cast<uint16_t>(spec.priority));
  sum = mix(sum, uint64_t{shape.copy} << 32 | shape.group);
  sum = mix(sum, uint64_t{shape.n_dependences} << 16 | static_cast<uint64_t>(shape.kind) << 8 |
                     static_cast<uint64_t>(shape.depth));
  for (uint32_t i = 0; i < shape.n_dependences; i++) sum = mix(sum, static_cast<uint64_t>(kinds[i]));
  return sum;
}

// Outs first, then ins: how many are outs.
uint64_t count_leading_outs(const Kind* kinds, uint32_t n) {
  uint32_t n_out = 0;
  while (n_out < n && kinds[n_out] == Kind::Out) n_out++;
  for (uint32_t i = n_out; i < n; i++) {
    if (kinds[i] != Kind::In) return ListForm::kNone;
  }
  return n_out;
}

Act act_of(const Shape& shape) {
  if (shape.kind != NodeKind::Join) return Act::Task;
  return shape.depth == task::Depth::Descendants ? Act::JoinDescendants : Act::JoinChildren;
}

}  // namespace

Shapes::Shapes(const Notes& notes) : notes_(notes) {
  constexpr uint32_t kFree = ~uint32_t{0};
  const base::PodVector<Shape>& all = notes.shapes();
  size_t n_slots = 16;
  while (n_slots < 2 * all.size()) n_slots *= 2;
  base::PodVector<uint32_t> slots;  // numbers, by hash
  slots.resize(n_slots, kFree);
  for (size_t i = 0; i < all.size(); i++) {
    size_t slot = hash(all[i], notes.kinds_of(all[i])) % n_slots;
    while (slots[slot] != kFree && !notes.are_same(all[first_[slots[slot]]], all[i])) slot = (slot + 1) % n_slots;
    if (slots[slot] == kFree) {
      slots[slot] = static_cast<uint32_t>(first_.size());
      first_.push_back(static_cast<uint32_t>(i));
      n_kinds_ += all[i].n_dependences;
    }
    number_.push_back(slots[slot]);
  }
}

bool Shapes::make_table(Graph& graph, bool has_groups) const {
  Kind* kinds = graph::make_table(graph, static_cast<uint32_t>(first_.size()), n_kinds_);
  if (kinds == nullptr) return false;
  for (size_t number = 0; number < first_.size(); number++) {
    const Shape& shape = notes_.shapes()[first_[number]];
    const Kind* its_kinds = notes_.kinds_of(shape);
    const uint32_t n = shape.n_dependences;
    if (n != 0) std::memcpy(kinds, its_kinds, n * sizeof(Kind));
    const auto group = static_cast<uint16_t>(has_groups ? shape.group : kNoGroup);
    const ListForm form = {n, count_leading_outs(its_kinds, n), kinds, act_of(shape)};
    graph.shapes[number] = {shape.spec, shape.copy, group, shape.event_offset, form};
    kinds += n;
  }
  return true;
}

namespace {
size_t bytes_before_nodes(uint32_t n_shapes, size_t n_kinds) {
  return base::round_up((n_shapes + size_t{1}) * sizeof(NodeShape) + n_kinds * sizeof(Kind), base::kCacheLine);
}
}  // namespace

Kind* make_table(Graph& graph, uint32_t n_shapes, size_t n_kinds) {
  const size_t before = bytes_before_nodes(n_shapes, n_kinds);
  graph.table_bytes = before + (graph.n_nodes + size_t{1}) * sizeof(Node);
  if (graph.table_bytes / Node::kWord > INT32_MAX) return nullptr;
  auto* memory = static_cast<char*>(HeapMemory().allocate_lines(graph.table_bytes));
  graph.shapes = reinterpret_cast<NodeShape*>(memory);
  graph.n_shapes = n_shapes;
  graph.nodes = reinterpret_cast<Node*>(memory + before);
  const ListForm none = {ListForm::kNone, ListForm::kNone, nullptr, Act::Task};
  graph.shapes[n_shapes] = {.spec = {}, .copy = 0, .group = kNoGroup, .event_offset = kNoEvent, .form = none};
  graph.nodes[graph.n_nodes] = {};
  graph.nodes[graph.n_nodes].set_shape(graph.shapes[n_shapes]);
  return reinterpret_cast<Kind*>(graph.shapes + n_shapes + 1);
}

void copy_table(const Graph& from, Graph& graph) {
  auto* memory = static_cast<char*>(HeapMemory().allocate_lines(from.table_bytes));
  const auto* original = reinterpret_cast<const char*>(from.shapes);
  std::memcpy(memory, original, from.table_bytes);
  graph.shapes = reinterpret_cast<NodeShape*>(memory);
  graph.n_shapes = from.n_shapes;
  graph.table_bytes = from.table_bytes;
  graph.nodes = reinterpret_cast<Node*>(memory + (reinterpret_cast<const char*>(from.nodes) - original));
  for (uint32_t shape = 0; shape < graph.n_shapes; shape++) {
    const Kind*& kinds = graph.shapes[shape].form.kinds;
    if (kinds == nullptr) continue;  // a graph made at compile time keeps no dependences
    kinds = reinterpret_cast<const Kind*>(memory + (reinterpret_cast<const char*>(kinds) - original));
  }
}

}  // namespace rondo::graph
