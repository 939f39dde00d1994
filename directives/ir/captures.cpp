// SPDX-License-Identifier: Apache-2.0
#include "ir/captures.hpp"

#include "ir/constant_writer.hpp"
#include "ir/kmp_layout.hpp"
#include "ir/linear.hpp"
#include "ir/object_flows.hpp"
#include "ir/task_call.hpp"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "rondo/directive.h"

namespace rondo::directives {

using evaluate::Flow;
using evaluate::InputSet;

namespace {

constexpr InputSet kAllInputs = ~InputSet{0};

// Follows the inputs through the region's instructions until nothing changes any more. `deciding` inputs are taken as
// unchanging. found_deciding() returns the others that turn out to decide.
class Propagation {
 public:
  Propagation(const Region& region, const Inputs& inputs, InputSet deciding)
      : region_(region), inputs_(inputs), deciding_(deciding), layout_(region.begin->getModule()->getDataLayout()) {}

  void run() {
    while (visit_all()) {
    }
    for (const llvm::Instruction* instruction : region_.instructions) decide(*instruction);
    for_each([&](const llvm::Instruction& instruction) { add_to_construct(instruction); });
    for (CaptureTable::Construct& construct : constructs_) finish(construct);
  }

  InputSet found_deciding() const { return found_; }
  void move_to(CaptureTable& table) {
    table.constructs = std::move(constructs_);
    table.distances = std::move(distances_);
  }

 private:
  template <class Visit>
  void for_each(Visit visit) const {
    for (const llvm::BasicBlock& block : *region_.begin->getFunction()) {
      for (const llvm::Instruction& instruction : block) {
        if (region_.instructions.count(&instruction) != 0) visit(instruction);
      }
    }
  }

  bool visit_all() {
    bool has_changed = false;
    for_each([&](const llvm::Instruction& instruction) { has_changed |= visit(instruction); });
    return has_changed;
  }

  Flow flow_of(const llvm::Value& value) const {
    auto input = inputs_.numbers.find(&value);
    if (input != inputs_.numbers.end()) {
      bool is_deciding = (deciding_ >> input->second & 1) != 0;
      return is_deciding ? Flow::unchanging() : Flow::of(input->second);
    }
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || instruction == region_.begin) return Flow::unchanging();
    if (region_.instructions.count(instruction) != 0) return flows_.lookup(instruction);
    // The operands of such sums from before the region are inputs.
    return linear_terms(*instruction, layout_) ? result_of(*instruction) : Flow::unchanging();
  }

  // ---- Instructions ----

  bool visit(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      const llvm::Value& value = *store->getValueOperand();
      return objects_.store(place_of(*store->getPointerOperand(), layout_), size_of(*value.getType()), flow_of(value));
    }
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy->getLength());
      return objects_.copy(place_of(*copy->getRawDest(), layout_), place_of(*copy->getRawSource(), layout_),
                           length == nullptr ? std::optional<uint64_t>() : length->getZExtValue());
    }
    return !instruction.getType()->isVoidTy() && flows_[&instruction].join(result_of(instruction));
  }

  uint64_t size_of(llvm::Type& type) const { return layout_.getTypeStoreSize(&type).getKnownMinValue(); }
  uint64_t size_of(const llvm::Type& type) const { return size_of(const_cast<llvm::Type&>(type)); }

  Flow result_of(const llvm::Instruction& instruction) const {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) {
      Flow joined;
      for (const llvm::Value* value : phi->incoming_values()) joined.join(flow_of(*value));
      return joined;
    }
    if (llvm::isa<llvm::LoadInst>(instruction)) return content_of(llvm::cast<llvm::LoadInst>(instruction));
    if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) {
      return Flow::unchanging();  // a task's block, the thread's number
    }
    std::optional<std::vector<LinearTerm>> terms = linear_terms(instruction, layout_);
    if (!terms) return mix(instruction);
    Flow sum = Flow::unchanging();
    for (const LinearTerm& term : *terms) sum = sum.plus(flow_of(*term.value), term.factor);
    return sum;
  }

  Flow mix(const llvm::Instruction& instruction) const {
    Flow mixed = Flow::unchanging();
    for (const llvm::Value* value : instruction.operands()) {
      Flow flow = flow_of(*value);
      if (!flow.is_set()) return {};
      mixed.join(flow.mixed_up());
    }
    return mixed;
  }

  Flow content_of(const llvm::LoadInst& load) const {
    ObjectPlace from = place_of(*load.getPointerOperand(), layout_);
    if (from.object.value != nullptr) return objects_.load(from, size_of(*load.getType()));
    return flow_of(*load.getPointerOperand()).mixed_up();  // of a constant table
  }

  // ---- What decides ----

  void decide(const Flow& flow) { found_ |= flow.inputs(); }
  void decide_place(const llvm::Value& address) {
    ObjectPlace place = place_of(address, layout_);
    for (const llvm::Value* index : place.indices) decide(flow_of(*index));
  }

  void decide(const llvm::Instruction& instruction) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
      if (branch->isConditional()) decide(flow_of(*branch->getCondition()));
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
      decide(flow_of(*choice->getCondition()));
    } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
      decide_place(*store->getPointerOperand());
      if (place_of(*store->getPointerOperand(), layout_).object.value == nullptr) found_ = kAllInputs;
    } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      decide_place(*load->getPointerOperand());
    } else if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&instruction)) {
      decide_place(*copy->getRawDest());
      decide_place(*copy->getRawSource());
      decide(flow_of(*copy->getLength()));
      if (place_of(*copy->getRawDest(), layout_).object.value == nullptr) found_ = kAllInputs;
      if (place_of(*copy->getRawSource(), layout_).object.value == nullptr) found_ = kAllInputs;
    }
  }

  // ---- Tasks ----

  struct Captured {
    std::map<ObjectFlows::CellKey, Flow> cells;  // by offset in the block
    std::vector<Flow> dependences;
    bool has_dependences = false;
  };

  void add_to_construct(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr) return;
    TaskCall kind = kind_of(*call);
    if (kind == TaskCall::Create) add_block(*call);
    if (kind == TaskCall::Submit) add_dependences(*call, {});
    if (kind == TaskCall::SubmitWithDependences) add_dependences(*call, dependences_of(*call));
  }

  static llvm::Function* entry_of(const llvm::CallBase& create) {
    return llvm::cast<llvm::Function>(create.getArgOperand(5)->stripPointerCasts());
  }
  Captured& captured_by(llvm::Function* entry) {
    auto [found, is_new] = numbers_.try_emplace(entry, constructs_.size());
    if (is_new) {
      constructs_.push_back({entry, {}, {}});
      captured_.emplace_back();
    }
    return captured_[found->second];
  }

  void add_block(const llvm::CallBase& create) {
    Captured& captured = captured_by(entry_of(create));
    uint64_t block_bytes = llvm::cast<llvm::ConstantInt>(create.getArgOperand(3))->getZExtValue();
    for (bool is_shareds : {false, true}) {
      uint64_t shift = is_shareds ? kmp::shareds_offset(block_bytes) : 0;
      for (const auto& [cell, flow] : objects_.cells({&create, is_shareds}, found_)) {
        bool is_head = !is_shareds && cell.first < kmp::kHeadBytes;
        if (is_head) {
          decide(flow);
        } else {
          captured.cells[{cell.first + shift, cell.second}].join(flow);
        }
      }
    }
  }

  // The flows of the addresses, in their order.
  std::vector<Flow> dependences_of(const llvm::CallBase& submit) {
    std::vector<Flow> flows;
    uint64_t n = llvm::cast<llvm::ConstantInt>(submit.getArgOperand(3))->getZExtValue();
    const auto* n_noalias = llvm::dyn_cast<llvm::ConstantInt>(submit.getArgOperand(5));
    ObjectPlace list = place_of(*submit.getArgOperand(4), layout_);
    if (n_noalias == nullptr || !n_noalias->isZero() || !list.is_fixed || list.object.value == nullptr) {
      found_ = kAllInputs;
      return flows;
    }
    for (uint64_t i = 0; i < n; i++) {
      ObjectPlace element = list;
      element.offset += i * uint64_t{kmp::kDependBytes};
      flows.push_back(objects_.load(element, 8));
      element.offset += kmp::kDependFlagsOffset;
      decide(objects_.load(element, 1));
    }
    return flows;
  }

  void add_dependences(const llvm::CallBase& submit, std::vector<Flow> flows) {
    const auto* create = llvm::dyn_cast<llvm::CallBase>(submit.getArgOperand(2)->stripPointerCasts());
    if (create == nullptr || kind_of(*create) != TaskCall::Create) {
      found_ = kAllInputs;
      return;
    }
    Captured& captured = captured_by(entry_of(*create));
    if (!captured.has_dependences) captured.dependences = flows;
    captured.has_dependences = true;
    if (captured.dependences.size() != flows.size()) {  // then none of them may move
      for (const Flow& flow : captured.dependences) decide(flow);
      for (const Flow& flow : flows) decide(flow);
      captured.dependences.clear();
      return;
    }
    for (std::size_t i = 0; i < flows.size(); i++) captured.dependences[i].join(flows[i]);
  }

  void finish(CaptureTable::Construct& construct) {
    const Captured& captured = captured_[numbers_.lookup(construct.entry)];
    for (const auto& [cell, flow] : captured.cells) {
      found_ |= flow.mixed();
      if (flow.factors().empty()) continue;
      auto [offset, n_bytes] = cell;
      construct.slots.push_back(
          {static_cast<uint32_t>(offset), static_cast<uint32_t>(n_bytes), distance_of(flow.factors())});
    }
    bool moves = false;
    for (const Flow& flow : captured.dependences) {
      found_ |= flow.mixed();
      moves |= !flow.factors().empty();
      construct.moves_by.push_back(flow.factors().empty() ? RONDO_CAPTURE_STAYS : distance_of(flow.factors()));
    }
    if (!moves) construct.moves_by.clear();
  }

  uint32_t distance_of(const CaptureTable::Distance& factors) {
    auto [known, is_new] = distance_numbers_.try_emplace(factors, static_cast<uint32_t>(distances_.size()));
    if (is_new) distances_.push_back(factors);
    return known->second;
  }

  const Region& region_;
  const Inputs& inputs_;
  const InputSet deciding_;
  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Instruction*, Flow> flows_;
  ObjectFlows objects_;
  InputSet found_ = 0;
  std::vector<CaptureTable::Construct> constructs_;
  std::vector<Captured> captured_;  // of each construct
  llvm::DenseMap<llvm::Function*, std::size_t> numbers_;
  std::vector<CaptureTable::Distance> distances_;
  std::map<CaptureTable::Distance, uint32_t> distance_numbers_;
};

}  // namespace

CaptureTable find_captures(const Region& region, const Inputs& inputs) {
  CaptureTable table;
  InputSet all = inputs.size() < evaluate::kMaxInputs ? (InputSet{1} << inputs.size()) - 1 : kAllInputs;
  while (true) {
    Propagation propagation(region, inputs, table.deciding);
    propagation.run();
    propagation.move_to(table);
    InputSet found = propagation.found_deciding() & all;
    if ((found & ~table.deciding) == 0) return table;
    table.deciding |= found;
  }
}

void emit_captures(llvm::CallBase& begin, const Inputs& inputs, const CaptureTable& table) {
  ConstantWriter writer(*begin.getModule(), "rondo.captures");
  std::vector<llvm::Constant*> constructs, slots, terms;
  std::vector<uint32_t> moves_by;
  std::vector<uint32_t> first_term = {0};
  std::vector<uint8_t> decides;
  for (const CaptureTable::Construct& construct : table.constructs) {
    constructs.push_back(
        writer.structure({construct.entry, writer.word(slots.size()), writer.word(construct.slots.size()),
                          writer.word(moves_by.size()), writer.word(construct.moves_by.size())}));
    for (const rondo_capture_slot& slot : construct.slots) {
      slots.push_back(
          writer.structure({writer.word(slot.offset), writer.word(slot.n_bytes), writer.word(slot.distance)}));
    }
    moves_by.insert(moves_by.end(), construct.moves_by.begin(), construct.moves_by.end());
  }
  for (const CaptureTable::Distance& distance : table.distances) {
    for (auto [input, factor] : distance) {
      terms.push_back(writer.structure({writer.number(factor, 64), writer.word(input), writer.word(0)}));
    }
    first_term.push_back(static_cast<uint32_t>(terms.size()));
  }
  for (unsigned input = 0; input < inputs.size(); input++) decides.push_back(table.decides(input) ? 1 : 0);
  llvm::Constant* content = writer.structure(
      {writer.word(RONDO_CAPTURE_TABLE_ABI), writer.word(inputs.size()), writer.word(constructs.size()),
       writer.word(table.distances.size()), writer.array(constructs), writer.array(slots), writer.numbers(moves_by),
       writer.numbers(decides), writer.numbers(first_term), writer.array(terms)});
  llvm::IRBuilder<> builder(&begin);
  llvm::Value* words = begin.getArgOperand(0);
  builder.CreateStore(writer.global(content, true), builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), words, 2));
  begin.setArgOperand(2, builder.CreateOr(begin.getArgOperand(2), builder.getInt32(RONDO_DIRECTIVE_CAPTURES)));
}

}  // namespace rondo::directives
