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
    sort_into_constructs(graph.tasks);
    for (Members& members : constructs_) add_slots(members);
    for (std::size_t i = 0; i < graph.tasks.size(); i++) add_words(graph.tasks[i], constructs_[construct_of[i]]);
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

  std::vector<uint16_t> construct_of;
  std::vector<rondo_static_slot> slots;
  std::vector<uint32_t> words;
  std::vector<rondo_static_address> addresses;
  std::vector<Form> values;

 private:
  using Layout = std::vector<std::pair<uint32_t, uint32_t>>;

  void sort_into_constructs(const std::vector<Task>& tasks) {
    std::map<std::tuple<evaluate::TaskShape, int32_t, Layout>, std::size_t> known;
    for (const Task& task : tasks) {
      Layout layout;
      for (const Slot& slot : task.slots) layout.emplace_back(slot.offset, slot.n_bytes);
      auto [found, is_new] = known.try_emplace({task.shape, task.priority, std::move(layout)}, constructs_.size());
      if (is_new) constructs_.emplace_back();
      constructs_[found->second].tasks.push_back(&task);
      construct_of.push_back(static_cast<uint16_t>(found->second));
    }
  }

  uint32_t number_of(const Form& form) {
    Form base = form.without_constant();
    if (base.is_constant()) return RONDO_STATIC_NO_VALUE;
    auto [known, is_new] = numbers_.try_emplace(base, static_cast<uint32_t>(values.size()));
    if (is_new) values.push_back(base);
    return known->second;
  }
  static uint64_t addend_of(const Slot& slot) { return evaluate::low_bits(slot.value.constant(), slot.n_bytes * 8); }

  void add_slots(Members& members) {
    members.first_slot = static_cast<uint32_t>(slots.size());
    const Task& model = *members.tasks[0];
    for (std::size_t i = 0; i < model.slots.size(); i++) {
      const Slot& first = model.slots[i];
      rondo_static_slot slot = {
          first.offset,    static_cast<uint16_t>(first.n_bytes), RONDO_STATIC_FIXED, number_of(first.value), 0,
          addend_of(first)};
      for (const Task* task : members.tasks) {
        const Slot& other = task->slots[i];
        if (number_of(other.value) != slot.value) {
          slot.kind = RONDO_STATIC_ALL;
        } else if (addend_of(other) != slot.addend && slot.kind == RONDO_STATIC_FIXED) {
          slot.kind = RONDO_STATIC_ADDEND;
        }
      }
      slots.push_back(slot);
    }
  }

  void add_words(const Task& task, const Members& members) {
    for (std::size_t i = 0; i < task.slots.size(); i++) {
      const rondo_static_slot& slot = slots[members.first_slot + i];
      uint64_t addend = addend_of(task.slots[i]);
      if (slot.kind == RONDO_STATIC_ALL) words.push_back(number_of(task.slots[i].value));
      if (slot.kind == RONDO_STATIC_FIXED) continue;
      words.push_back(static_cast<uint32_t>(addend));
      bool has_two = slot.kind == RONDO_STATIC_ALL || slot.n_bytes > 4;
      if (has_two) words.push_back(static_cast<uint32_t>(addend >> 32));
    }
  }

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
    slots.push_back(
        writer.structure({writer.word(slot.offset), writer.number(slot.n_bytes, 16), writer.number(slot.kind, 16),
                          writer.word(slot.value), writer.word(0), writer.number(slot.addend, 64)}));
  }
  std::vector<llvm::Constant*> addresses;
  for (const rondo_static_address& address : tables.addresses) {
    addresses.push_back(
        writer.structure({writer.number(address.addend, 64), writer.word(address.value), writer.word(0)}));
  }
  return writer.global(
      writer.structure({writer.word(RONDO_STATIC_GRAPH_ABI), writer.word(graph.tasks.size()),
                        writer.word(tables.values.size()), writer.word(tables.addresses.size()),
                        writer.word(graph.edges.n_unreduced), writer.word(graph.edges.n_distinct),
                        writer.array(constructs), writer.array(slots), writer.numbers(tables.construct_of),
                        writer.numbers(tables.words), writer.numbers(graph.edges.first),
                        writer.numbers(graph.edges.predecessors), writer.array(addresses), writer.null()}),
      false);
}

// What an encounter hands over, computed right before the region begins.
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
