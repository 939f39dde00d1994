// SPDX-License-Identifier: Apache-2.0
#include "ir/inputs.hpp"

#include "ir/linear.hpp"
#include "ir/own_contents.hpp"
#include "ir/task_call.hpp"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/Loads.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "rondo/directive.h"

namespace rondo::directives {

namespace {

// Looks at each of the region's instructions once. The order of execution matters only where a variable of the region
// may have content from before it: own_contents.hpp.
class Search {
 public:
  Search(const Region& region, const RegionScope& scope, Inputs& inputs)
      : region_(region),
        scope_(scope),
        inputs_(inputs),
        layout_(region.begin->getModule()->getDataLayout()),
        contents_(region, scope) {}

  std::optional<Obstacle> run() {
    // In the order of the function, so that the same program gives the same code.
    for (llvm::BasicBlock& block : *region_.begin->getFunction()) {
      for (llvm::Instruction& instruction : block) {
        if (region_.instructions.count(&instruction) != 0) visit(instruction);
        if (obstacle_) return obstacle_;
      }
    }
    // Tasks that have been waited for may have written the memory that is read after the wait.
    for (auto [load, index] : reads_) {
      bool may_change = has_waits_ && !is_of_nobody_else(*load);
      if (may_change) return Obstacle{"it reads a variable that tasks it waits for may have written", load};
    }
    if (inputs_.size() > evaluate::kMaxInputs) return Obstacle{"it depends on more than 64 values", region_.begin};
    number();
    return {};
  }

 private:
  void stop(const llvm::Instruction& at, std::string text) {
    if (!obstacle_) obstacle_ = Obstacle{std::move(text), &at};
  }

  // ---- Memory of the region ----

  bool is_private(const llvm::Value& object) const {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&object);
    return variable != nullptr && scope_.private_variables.count(variable) != 0;
  }
  // The block of a task that is being created, or the shareds in it.
  bool is_block(const llvm::Value& object) const {
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&object)) return calls(*call, "__kmpc_omp_task_alloc");
    const auto* load = llvm::dyn_cast<llvm::LoadInst>(&object);
    if (load == nullptr || !load->getType()->isPointerTy()) return false;
    const llvm::Value& from = *llvm::getUnderlyingObject(load->getPointerOperand(), 0);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&from);
    return call != nullptr && calls(*call, "__kmpc_omp_task_alloc");
  }
  bool is_own(const llvm::Value& address) const {
    const llvm::Value& object = *llvm::getUnderlyingObject(&address, 0);
    return is_private(object) || is_block(object);
  }
  bool is_own_address(const llvm::Value& value) const { return value.getType()->isPointerTy() && is_own(value); }

  // An address of the region's own memory must not get into its data: it may be different next time.
  static constexpr const char* kOwnAddress = "a task uses a variable that lives in the region only";
  bool is_own_number(const llvm::Instruction& instruction) const {
    return llvm::isa<llvm::PtrToIntInst>(instruction) && is_own(*instruction.getOperand(0));
  }

  // ---- Instructions ----

  static constexpr const char* kOldContent = "a variable of its own may have what an earlier encounter left in it";
  static constexpr const char* kOfThread = "it depends on the thread that executes it";
  static bool is_of_thread(const llvm::IntrinsicInst& intrinsic) {
    switch (intrinsic.getIntrinsicID()) {
      case llvm::Intrinsic::threadlocal_address:
      case llvm::Intrinsic::thread_pointer:
      case llvm::Intrinsic::frameaddress:
      case llvm::Intrinsic::returnaddress:
      case llvm::Intrinsic::addressofreturnaddress:
      case llvm::Intrinsic::sponentry:
        return true;
      default:
        return false;
    }
  }

  void visit(llvm::Instruction& instruction) {
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return visit_load(*load);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return visit_store(*store);
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) return visit_call(*call);
    if (is_invariant(instruction)) return;  // an instruction that needs its value uses it
    bool is_merge = llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction);
    if (instruction.mayReadOrWriteMemory() || instruction.mayThrow()) return stop(instruction, "it changes memory");
    for (llvm::Value* operand : instruction.operands()) {
      if (is_merge && is_own_address(*operand)) return stop(instruction, "it chooses among its own variables");
      use(*operand);
    }
    if (is_own_number(instruction)) stop(instruction, kOwnAddress);
  }

  void use(llvm::Value& value) {
    if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value); global && global->isThreadLocal()) {
      return stop(*region_.begin, kOfThread);
    }
    if (llvm::isa<llvm::Constant, llvm::BasicBlock, llvm::InlineAsm, llvm::MetadataAsValue>(value)) return;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    bool is_inside = instruction != nullptr && region_.instructions.count(instruction) != 0;
    if (&value == region_.begin || (is_inside && !is_invariant(*instruction))) return;
    if (is_own_address(value)) {  // the place in the object: an optimiser may compute it before the region
      for (llvm::Value* operand : instruction->operands()) use(*operand);
      return;
    }
    if (instruction != nullptr && is_own_number(*instruction)) return stop(*instruction, kOwnAddress);
    if (llvm::isa<llvm::LoadInst>(value) && is_inside) return;  // one of `reads`
    // For a sum, its operands are used; nothing is, if these are constant in the program.
    if (instruction != nullptr && (linear_terms(*instruction, layout_) || is_constant(*instruction))) {
      for (llvm::Value* operand : instruction->operands()) use(*operand);
      return;
    }
    if (!llvm::is_contained(inputs_.values, &value)) inputs_.values.push_back(&value);
  }

  static bool is_constant(const llvm::Instruction& instruction) {
    bool computes = llvm::isa<llvm::CmpInst, llvm::CastInst, llvm::BinaryOperator, llvm::SelectInst>(instruction);
    return computes && llvm::all_of(instruction.operands(),
                                    [](const llvm::Use& operand) { return llvm::isa<llvm::Constant>(operand.get()); });
  }

  // True for an instruction of the region that could be executed before it just as well.
  bool is_invariant(const llvm::Instruction& instruction) const {
    auto known = invariant_.find(&instruction);
    if (known != invariant_.end()) return known->second;
    bool computes = !llvm::isa<llvm::PHINode, llvm::CallBase, llvm::AllocaInst>(instruction) &&
                    !instruction.isTerminator() && !instruction.mayReadOrWriteMemory();
    bool result = computes && is_number(*instruction.getType()) && llvm::isSafeToSpeculativelyExecute(&instruction);
    for (const llvm::Value* operand : instruction.operands()) result = result && is_from_before(*operand);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) result = is_of_variable(*load);
    return invariant_[&instruction] = result;
  }
  bool is_from_before(const llvm::Value& value) const {
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&value);
    if (&value == region_.begin || is_own_address(value) || (global && global->isThreadLocal())) return false;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr) return llvm::isa<llvm::Constant, llvm::Argument>(value);
    if (region_.instructions.count(instruction) != 0) return is_invariant(*instruction);
    return !is_own_number(*instruction);
  }

  // True for a load of one variable that exists whichever way the code takes.
  bool is_of_variable(const llvm::LoadInst& load) const {
    llvm::Value& address = *const_cast<llvm::Value*>(load.getPointerOperand());
    if (!load.isSimple() || is_own(address) || !is_number(*load.getType())) return false;
    auto* base = llvm::dyn_cast<llvm::Instruction>(address.stripInBoundsConstantOffsets());
    bool is_fixed = base == nullptr || region_.instructions.count(base) == 0;
    return is_fixed &&
           llvm::isSafeToLoadUnconditionally(&address, load.getType(), load.getAlign(), layout_, region_.begin);
  }

  void visit_load(llvm::LoadInst& load) {
    llvm::Value& address = *load.getPointerOperand();
    if (!load.isSimple()) return stop(load, "it reads memory in an atomic or volatile way");
    if (is_own(address)) {
      std::optional<uint64_t> n_bytes = layout_.getTypeStoreSize(load.getType()).getFixedValue();
      if (!contents_.is_written_before(load, address, n_bytes)) return stop(load, kOldContent);
      return use(address);
    }
    const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(&address, 0));
    if (global != nullptr && global->isConstant()) return use(address);
    if (!is_of_variable(load)) return stop(load, "it reads memory that is not one variable");
    llvm::APInt offset(64, 0);
    const llvm::Value* variable = address.stripAndAccumulateConstantOffsets(layout_, offset, false);
    auto [known, is_new] = variables_.try_emplace({variable, offset.getZExtValue(), load.getType()}, reads_.size());
    if (is_new) inputs_.reads.push_back(&load);
    reads_.emplace_back(&load, is_new ? inputs_.reads.size() - 1 : reads_[known->second].second);
  }

  static bool is_of_nobody_else(const llvm::LoadInst& load) {
    const llvm::Value* variable = llvm::getUnderlyingObject(load.getPointerOperand(), 0);
    return llvm::isa<llvm::AllocaInst>(variable) &&
           !llvm::PointerMayBeCaptured(variable, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
  }

  void number() {
    for (llvm::Value* value : inputs_.values) inputs_.numbers.try_emplace(value, inputs_.numbers.size());
    auto n_values = static_cast<unsigned>(inputs_.values.size());
    for (auto [load, index] : reads_) inputs_.numbers[load] = n_values + static_cast<unsigned>(index);
  }

  void visit_store(llvm::StoreInst& store) {
    if (!store.isSimple()) return stop(store, "it writes memory in an atomic or volatile way");
    if (!is_own(*store.getPointerOperand())) return stop(store, "it writes to memory that is used outside of it");
    if (is_own_address(*store.getValueOperand())) return stop(store, kOwnAddress);
    use(*store.getPointerOperand());
    use(*store.getValueOperand());
  }

  void visit_call(llvm::CallBase& call) {
    if (auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&call)) return visit_copy(*copy);
    if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
      bool computes = intrinsic->doesNotAccessMemory() && !intrinsic->mayHaveSideEffects();
      if (intrinsic->isLifetimeStartOrEnd() || intrinsic->isAssumeLikeIntrinsic()) return;
      if (!computes) return stop(call, "it calls " + call.getCalledFunction()->getName().str());
      if (is_of_thread(*intrinsic)) return stop(call, kOfThread);
      for (llvm::Value* argument : call.args()) use(*argument);
      return;
    }
    switch (kind_of(call)) {
      case TaskCall::Create:
        if (const char* text = unusual_task(call, GraphOrigin::Recorded)) stop(call, text);
        if (!is_announced(call)) stop(call, "it creates a task that is not part of the graph");
        return;
      case TaskCall::SubmitWithDependences:
        if (!llvm::isa<llvm::ConstantInt>(call.getArgOperand(3))) stop(call, "how many dependences a task has varies");
        return;
      case TaskCall::Submit:
        return;
      case TaskCall::Saved:
        if (llvm::any_of(call.args(), [](const llvm::Use& argument) { return !llvm::isa<llvm::Constant>(argument); })) {
          stop(call, "which data of a task is saved varies");
        }
        return;
      case TaskCall::Wait:
        has_waits_ = true;
        return;
      case TaskCall::ThreadNumber:
        for (const llvm::User* user : call.users()) {
          if (!llvm::isa<llvm::CallBase>(user)) stop(call, kOfThread);
        }
        return;
      case TaskCall::Announce: {
        const auto* replayable = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
        if (replayable == nullptr || replayable->isZero()) stop(call, "a task in it may not be replayable");
        return;
      }
      case TaskCall::Other:
        stop(call, refusal_of(call));
    }
  }

  // On all ways to the task, it is announced: in front of it, and behind the task before it.
  bool is_announced(const llvm::CallBase& create) const {
    return is_preceded(region_, create, [](const llvm::Instruction& before) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&before);
      TaskCall kind = call == nullptr ? TaskCall::Other : kind_of(*call);
      if (kind == TaskCall::Create) return Sight::No;
      return kind == TaskCall::Announce ? Sight::Yes : Sight::GoOn;
    });
  }

  void visit_copy(llvm::MemTransferInst& copy) {
    bool is_known = !copy.isVolatile() && is_own(*copy.getRawDest()) && is_own(*copy.getRawSource());
    if (!is_known) return stop(copy, "a task captures more than numbers and addresses");
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
    std::optional<uint64_t> n_bytes;
    if (length != nullptr) n_bytes = length->getZExtValue();
    if (!contents_.is_written_before(copy, *copy.getRawSource(), n_bytes)) return stop(copy, kOldContent);
    use(*copy.getLength());
  }

  bool is_number(const llvm::Type& type) const {
    bool is_scalar = type.isIntegerTy() || type.isPointerTy() || type.isFloatTy() || type.isDoubleTy();
    return is_scalar && layout_.getTypeStoreSize(const_cast<llvm::Type*>(&type)).getFixedValue() <= 8;
  }

  const Region& region_;
  const RegionScope& scope_;
  Inputs& inputs_;
  const llvm::DataLayout& layout_;
  OwnContents contents_;
  std::map<std::tuple<const llvm::Value*, uint64_t, llvm::Type*>, std::size_t> variables_;  // to the first of `reads_`
  mutable llvm::DenseMap<const llvm::Instruction*, bool> invariant_;
  bool has_waits_ = false;
  std::vector<std::pair<llvm::LoadInst*, std::size_t>> reads_;  // all of them, and which of Inputs::reads they are
  std::optional<Obstacle> obstacle_;
};

}  // namespace

std::optional<Obstacle> find_inputs(const Region& region, const RegionScope& scope, Inputs& inputs) {
  if (std::optional<Obstacle> obstacle = Search(region, scope, inputs).run()) return obstacle;
  for (llvm::Value* value : inputs.values) {
    llvm::Type* type = value->getType();
    bool is_scalar = type->isPointerTy() || type->isFloatTy() || type->isDoubleTy() ||
                     (type->isIntegerTy() && type->getIntegerBitWidth() <= 64);
    if (!is_scalar) return Obstacle{"it depends on a value that is no number or address", region.begin};
  }
  return {};
}

namespace {

// Makes the values where the region begins. Its instructions that could stand there are computed a second time,
// because the region's code may also be executed on other ways.
class EarlyValues {
 public:
  explicit EarlyValues(llvm::CallBase& begin, const Region& region) : builder_(&begin), region_(region) {}

  llvm::Value* value(llvm::Value& value) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (instruction == nullptr || region_.instructions.count(instruction) == 0) return &value;
    auto made = made_.find(instruction);
    if (made != made_.end()) return made->second;
    llvm::Value* copy = make(*instruction);
    made_[instruction] = copy;
    return copy;
  }

  // As a number, with zeros above its own width.
  llvm::Value* number(llvm::Value& from) {
    llvm::Value* value = this->value(from);
    if (value->getType()->isPointerTy()) return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (value->getType()->isFloatingPointTy()) {
      auto bits = static_cast<unsigned>(value->getType()->getPrimitiveSizeInBits());
      value = builder_.CreateBitCast(value, builder_.getIntNTy(bits));
    }
    return builder_.CreateZExt(value, builder_.getInt64Ty());
  }

 private:
  llvm::Value* make(llvm::Instruction& instruction) {
    if (auto* read = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
      // Its address may be computed in the region, from values before it.
      llvm::APInt offset(64, 0);
      llvm::Value* base = read->getPointerOperand()->stripAndAccumulateConstantOffsets(
          read->getModule()->getDataLayout(), offset, /*AllowNonInbounds=*/false);
      llvm::Value* address = builder_.CreatePtrAdd(base, builder_.getInt64(offset.getZExtValue()));
      return builder_.CreateAlignedLoad(read->getType(), address, llvm::Align(1));
    }
    llvm::Instruction* copy = instruction.clone();
    for (llvm::Use& operand : copy->operands()) operand.set(value(*operand.get()));
    copy->dropUnknownNonDebugMetadata();
    return builder_.Insert(copy);
  }

  llvm::IRBuilder<> builder_;
  const Region& region_;
  llvm::DenseMap<llvm::Instruction*, llvm::Value*> made_;
};

}  // namespace

void emit_inputs(const Region& region, const Inputs& inputs) {
  llvm::CallBase& begin = *region.begin;
  std::size_t n = inputs.size();
  llvm::IRBuilder<> entry(&*begin.getFunction()->getEntryBlock().getFirstInsertionPt());
  auto* array = entry.CreateAlloca(llvm::ArrayType::get(entry.getInt64Ty(), n == 0 ? 1 : n));
  llvm::IRBuilder<> builder(&begin);
  EarlyValues early(begin, region);
  uint64_t index = 0;
  auto add = [&](llvm::Value& value) {
    llvm::Value* number = early.number(value);
    builder.CreateStore(number, builder.CreateConstInBoundsGEP2_64(array->getAllocatedType(), array, 0, index++));
  };
  for (llvm::Value* value : inputs.values) add(*value);
  for (llvm::LoadInst* read : inputs.reads) add(*read);
  // A record without values comes from an encounter with an unrecorded task: its replays never skip the code.
  if (n == 0) add(*builder.getInt64(0));
  llvm::Value* words = begin.getArgOperand(0);
  builder.CreateStore(array, words);
  builder.CreateStore(builder.getInt64(index), builder.CreateConstInBoundsGEP1_64(builder.getPtrTy(), words, 1));
  begin.setArgOperand(2, builder.CreateOr(begin.getArgOperand(2), builder.getInt32(RONDO_DIRECTIVE_INPUTS)));
}

std::string name_of(const Inputs& inputs, unsigned number) {
  std::size_t n_values = inputs.values.size();
  const llvm::Value* value = number < n_values ? inputs.values[number] : nullptr;
  const llvm::Value* variable = nullptr;
  if (value == nullptr) variable = llvm::getUnderlyingObject(inputs.reads[number - n_values]->getPointerOperand(), 0);
  if (const auto* global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(variable)) return global->getName().str();
  llvm::SmallVector<llvm::DbgVariableIntrinsic*, 2> intrinsics;
  llvm::SmallVector<llvm::DbgVariableRecord*, 2> records;
  llvm::findDbgUsers(intrinsics, const_cast<llvm::Value*>(value != nullptr ? value : variable), &records);
  for (const llvm::DbgVariableRecord* record : records) {
    llvm::StringRef name = record->getVariable()->getName();
    if (name == "__rondo_id") return "graph_id";  // the lowering's name for the clause's value
    bool is_written = !record->getVariable()->isArtificial() && !name.starts_with("__rondo_");
    if (is_written) return name.str();
  }
  return "";
}

}  // namespace rondo::directives
