// SPDX-License-Identifier: Apache-2.0
#include "ir/emit.hpp"

#include "ir/constant_writer.hpp"
#include "ir/materialize.hpp"
#include "rondo/directive.h"
#include "rondo/static_graph.h"

namespace rondo::directives {

using evaluate::Form;
using evaluate::Slot;
using evaluate::Task;

namespace {

// The tables of static_graph.h, before they become constants of the program.
class Tables {
 public:
  explicit Tables(const StaticGraph& graph) {
    std::vector<uint16_t> construct_of = sort_into_constructs(graph.tasks);
    for (Members& members : constructs_) add_slots(members);
    for (std::size_t i = 0; i < graph.tasks.size(); i++) add_data(graph.tasks[i], constructs_[construct_of[i]]);
    add_successors(graph.edges);
    for (std::size_t i = 0; i < graph.tasks.size(); i++) {
      std::size_t n_successors = first_successor_[i + 1] - first_successor_[i];
      has_too_many_successors |= n_successors > UINT16_MAX;
      for (auto field : {std::size_t{construct_of[i]}, std::size_t{graph.edges.places[i]}, n_successors}) {
        task_fields.push_back(static_cast<uint16_t>(field));
      }
    }
    if (graph.edges.n_bases > 1) {
      for (const Form& address : graph.edges.addresses)
        addresses.push_back({address.constant(), number_of(address), 0});
    }
  }

  struct Members {
    std::vector<const Task*> tasks;
    uint32_t first_slot = 0;
  };
  const std::vector<Members>& constructs() const { return constructs_; }

  std::vector<rondo_static_slot> slots;
  std::vector<uint16_t> task_fields;  // of rondo_static_task, one after the other
  std::vector<uint8_t> data;
  std::vector<uint32_t> successors;
  bool has_too_many_successors = false;
  std::vector<rondo_static_address> addresses;
  std::vector<Form> values;

 private:
  using Layout = std::vector<std::pair<uint32_t, uint32_t>>;

  std::vector<uint16_t> sort_into_constructs(const std::vector<Task>& tasks) {
    std::vector<uint16_t> construct_of;
    std::map<std::tuple<evaluate::TaskShape, int32_t, Layout>, std::size_t> known;
    for (const Task& task : tasks) {
      Layout layout;
      for (const Slot& slot : task.slots) layout.emplace_back(slot.offset, slot.n_bytes);
      auto [found, is_new] = known.try_emplace({task.shape, task.priority, std::move(layout)}, constructs_.size());
      if (is_new) constructs_.emplace_back();
      constructs_[found->second].tasks.push_back(&task);
      construct_of.push_back(static_cast<uint16_t>(found->second));
    }
    return construct_of;
  }

  uint32_t number_of(const Form& form) {
    Form base = form.without_constant();
    if (base.is_constant()) return RONDO_STATIC_NO_VALUE;
    auto [known, is_new] = numbers_.try_emplace(base, static_cast<uint32_t>(values.size()));
    if (is_new) values.push_back(base);
    return known->second;
  }
  // As a signed number, because differences of these are small.
  static int64_t addend_of(const Slot& slot) {
    unsigned unused = 64 - slot.n_bytes * 8;
    return static_cast<int64_t>(slot.value.constant() << unused) >> unused;
  }

  // Varying numbers are written as differences from the smallest one.
  void add_slots(Members& members) {
    members.first_slot = static_cast<uint32_t>(slots.size());
    for (std::size_t i = 0; i < members.tasks[0]->slots.size(); i++) {
      const Slot& first = members.tasks[0]->slots[i];
      uint32_t value = number_of(first.value);
      bool has_values = false;
      int64_t least = addend_of(first);
      int64_t most = least;
      for (const Task* task : members.tasks) {
        has_values |= number_of(task->slots[i].value) != value;
        least = std::min(least, addend_of(task->slots[i]));
        most = std::max(most, addend_of(task->slots[i]));
      }
      slots.push_back({first.offset, static_cast<uint8_t>(first.n_bytes),
                       bytes_for(static_cast<uint64_t>(most) - static_cast<uint64_t>(least)),
                       static_cast<uint16_t>(has_values ? 1 : 0), static_cast<uint64_t>(least), value, 0});
    }
  }

  static uint8_t bytes_for(uint64_t range) {
    return range == 0 ? 0 : range <= UINT8_MAX ? 1 : range <= UINT16_MAX ? 2 : range <= UINT32_MAX ? 4 : 8;
  }

  void add_data(const Task& task, const Members& members) {
    for (std::size_t i = 0; i < task.slots.size(); i++) {
      const rondo_static_slot& slot = slots[members.first_slot + i];
      if (slot.has_values != 0) add_number(number_of(task.slots[i].value), 2);
      add_number(static_cast<uint64_t>(addend_of(task.slots[i])) - slot.addend, slot.n_data);
    }
  }

  void add_number(uint64_t number, unsigned n_bytes) {
    for (unsigned i = 0; i < n_bytes; i++) data.push_back(static_cast<uint8_t>(number >> (8 * i)));
  }

  void add_successors(const evaluate::Edges& edges) {
    const std::size_t n_tasks = edges.first.size() - 1;
    first_successor_.assign(n_tasks + 1, 0);
    for (uint32_t predecessor : edges.predecessors) first_successor_[predecessor + 1]++;
    for (std::size_t i = 0; i < n_tasks; i++) first_successor_[i + 1] += first_successor_[i];
    std::vector<uint32_t> next(first_successor_.begin(), first_successor_.end() - 1);
    successors.resize(edges.predecessors.size());
    for (std::size_t i = 0; i < n_tasks; i++) {
      bool is_only = edges.first[i + 1] - edges.first[i] == 1;
      for (uint32_t k = edges.first[i]; k < edges.first[i + 1]; k++) {
        uint32_t& entry = successors[next[edges.predecessors[k]]++];
        entry = static_cast<uint32_t>(i) | (is_only ? RONDO_STATIC_ONLY_PREDECESSOR : 0);
      }
    }
  }

  std::vector<uint32_t> first_successor_;  // of each task, and one more
  std::vector<Members> constructs_;
  std::map<Form, uint32_t> numbers_;
};

llvm::GlobalVariable* write(ConstantWriter& writer, const Translation& translation, const StaticGraph& graph,
                            const Tables& tables) {
  std::vector<llvm::Constant*> constructs;
  for (const Tables::Members& members : tables.constructs()) {
    const Task& task = *members.tasks[0];
    uint32_t end =
        task.shape.shareds_bytes != 0 ? task.shape.shareds_offset + task.shape.shareds_bytes : task.shape.block_bytes;
    constructs.push_back(writer.structure(
        {&translation.entry_of(task.shape.entry), writer.word(end), writer.word(task.shape.shareds_offset),
         writer.word(task.shape.priority_offset != 0 ? 1 : 0), writer.word(static_cast<uint32_t>(task.priority)),
         writer.word(members.first_slot), writer.word(task.slots.size())}));
  }
  std::vector<llvm::Constant*> slots;
  for (const rondo_static_slot& slot : tables.slots) {
    slots.push_back(writer.structure({writer.word(slot.offset), writer.number(slot.n_bytes, 8),
                                      writer.number(slot.n_data, 8), writer.number(slot.has_values, 16),
                                      writer.number(slot.addend, 64), writer.word(slot.value), writer.word(0)}));
  }
  std::vector<llvm::Constant*> addresses;
  for (const rondo_static_address& address : tables.addresses) {
    addresses.push_back(
        writer.structure({writer.number(address.addend, 64), writer.word(address.value), writer.word(0)}));
  }
  return writer.global(
      writer.structure(
          {writer.word(RONDO_STATIC_GRAPH_ABI), writer.word(graph.tasks.size()), writer.word(tables.values.size()),
           writer.word(constructs.size()), writer.word(slots.size()), writer.word(tables.data.size()),
           writer.word(tables.successors.size()), writer.word(graph.edges.n_unreduced),
           writer.word(graph.edges.n_distinct), writer.word(tables.addresses.size()), writer.word(graph.edges.depth),
           writer.word(0), writer.array(constructs), writer.array(slots), writer.numbers(tables.task_fields),
           writer.numbers(tables.data), writer.numbers(tables.successors), writer.array(addresses), writer.null()}),
      false);
}

// The values that an encounter passes to the runtime, computed right before the region begins.
llvm::Value* hand_over(llvm::CallBase& begin, const Translation& translation, const StaticGraph& graph,
                       const std::vector<Form>& values) {
  llvm::IRBuilder<> entry(&*begin.getFunction()->getEntryBlock().getFirstInsertionPt());
  if (values.empty()) return llvm::ConstantPointerNull::get(entry.getPtrTy());
  auto* array = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt64Ty(), values.size()));
  llvm::IRBuilder<> builder(&begin);
  Materialization materialization(builder, translation, graph.symbols);
  for (std::size_t i = 0; i < values.size(); i++) {
    builder.CreateStore(materialization.value(values[i]),
                        builder.CreateConstInBoundsGEP2_64(array->getAllocatedType(), array, 0, i));
  }
  return array;
}

}  // namespace

Emitted emit(llvm::CallBase& begin, const Translation& translation, const StaticGraph& graph) {
  Tables tables(graph);
  Emitted result = {tables.values.size(), tables.constructs().size(), nullptr};
  result.obstacle = graph.edges.obstacle;
  if (result.n_values > kMaxValues) result.obstacle = "its tasks use more than 4096 different values from outside";
  if (result.n_constructs > kMaxConstructs) result.obstacle = "its tasks have more than 65535 different shapes";
  if (tables.has_too_many_successors) result.obstacle = "more than 65535 of its tasks come after one";
  if (result.obstacle != nullptr) return result;
  ConstantWriter writer(*begin.getModule(), "rondo.graph");
  llvm::GlobalVariable* known = write(writer, translation, graph, tables);
  llvm::Value* values = hand_over(begin, translation, graph, tables.values);
  llvm::IRBuilder<> builder(&begin);
  llvm::Value* words = begin.getArgOperand(0);
  builder.CreateStore(known, words);
  builder.CreateStore(values, builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), words, 1));
  begin.setArgOperand(2, builder.CreateOr(begin.getArgOperand(2), builder.getInt32(RONDO_DIRECTIVE_STATIC)));
  return result;
}

}  // namespace rondo::directives
