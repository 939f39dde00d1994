// SPDX-License-Identifier: Apache-2.0
//
// Runs before every other pass, on the code as clang generates it for a task:
//   - the creating function allocates the block and fills it,
//       task = __kmpc_omp_task_alloc(..., entry);  p = &task->privates.field;  *p = value
//   - entry(task) calls the body with &task->privates and a map, a function
//   - map(privates, T0** out0, T1** out1, ...) does *outk = &privates->field for the k-th private item, in the
// order of     the clauses.
// It is an error if the place of a saved item is not found in this way. Objects, which the program copies itself, are
// not looked for.
#include "saved_offsets.hpp"

#include <optional>

#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"

namespace rondo::directives {

namespace {

struct Field {
  uint64_t offset;
  bool is_last;
  uint64_t n_bytes;  // with the padding behind it: a block whose fields are all saved is saved whole
};

bool calls(const llvm::CallBase& call, llvm::StringRef name) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName() == name;
}

std::optional<uint64_t> constant_offset(const llvm::Value& pointer, const llvm::DataLayout& layout) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/false);
  if (offset.isNegative()) return {};
  return offset.getZExtValue();
}

// ---- The body's side: which field is the k-th item
// ------------------------------------------------------------------

// The value that the map stores through its argument, or through the slot that the argument is kept in.
llvm::Value* stored_through(llvm::Argument& argument) {
  for (llvm::User* user : argument.users()) {
    auto* keep = llvm::dyn_cast<llvm::StoreInst>(user);
    if (keep == nullptr || keep->getValueOperand() != &argument) continue;
    for (llvm::User* use_of_slot : keep->getPointerOperand()->users()) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(use_of_slot);
      if (load == nullptr) continue;
      for (llvm::User* use : load->users()) {
        auto* store = llvm::dyn_cast<llvm::StoreInst>(use);
        if (store != nullptr && store->getPointerOperand() == load) return store->getValueOperand();
      }
    }
  }
  return nullptr;
}

std::optional<Field> field_of_item(llvm::Function& map, uint64_t index, const llvm::DataLayout& layout) {
  if (map.isDeclaration() || index + 1 >= map.arg_size()) return {};
  auto* address = llvm::dyn_cast_or_null<llvm::GEPOperator>(stored_through(*map.getArg(unsigned(index) + 1)));
  if (address == nullptr) return {};
  auto* privates = llvm::dyn_cast<llvm::StructType>(address->getSourceElementType());
  std::optional<uint64_t> offset = constant_offset(*address, layout);
  if (privates == nullptr || !offset) return {};
  const llvm::StructLayout& fields = *layout.getStructLayout(privates);
  unsigned number = fields.getElementContainingOffset(*offset);
  bool is_last = number + 1 == privates->getNumElements();
  uint64_t end = is_last ? fields.getSizeInBytes() : uint64_t(fields.getElementOffset(number + 1));
  return Field{*offset, is_last, end - *offset};
}

struct Privates {
  llvm::Function* map;
  uint64_t offset;  // in the block
};

std::optional<Privates> privates_of(llvm::Function& entry, const llvm::DataLayout& layout) {
  for (llvm::BasicBlock& block : entry) {
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      for (unsigned i = 1; i < call->arg_size(); i++) {
        auto* map = llvm::dyn_cast<llvm::Function>(call->getArgOperand(i));
        if (map == nullptr || !map->getName().starts_with(".omp_task_privates_map.")) continue;
        std::optional<uint64_t> offset = constant_offset(*call->getArgOperand(i - 1), layout);
        if (offset) return Privates{map, *offset};
      }
    }
  }
  return {};
}

// ---- The creator's side: how the field is filled
// --------------------------------------------------------------------

// An object that a constructor makes is more than its bytes.
bool fills_with_bytes(const llvm::User& user, const llvm::Value& address) {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&user)) return store->getPointerOperand() == &address;
  if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(&user)) return copy->getRawDest() == &address;
  return llvm::isa<llvm::LoadInst>(user);
}

bool is_filled_with_bytes(const llvm::Value& pointer, uint64_t offset, const Field& field,
                          const llvm::DataLayout& layout) {
  for (const llvm::User* user : pointer.users()) {
    if (const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user)) {
      llvm::APInt step(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
      if (!address->accumulateConstantOffset(layout, step)) return false;
      if (!is_filled_with_bytes(*address, offset + step.getZExtValue(), field, layout)) return false;
      continue;
    }
    bool is_block_itself = offset == 0;  // the one that the runtime gets
    bool is_in_field = field.offset <= offset && offset < field.offset + field.n_bytes;
    if (!is_block_itself && is_in_field && !fills_with_bytes(*user, pointer)) return false;
  }
  return true;
}

// ---- The pass
// -------------------------------------------------------------------------------------------------------

std::optional<Field> find(llvm::CallBase& saved, llvm::CallBase& allocation, const llvm::DataLayout& layout) {
  auto* index = llvm::dyn_cast<llvm::ConstantInt>(saved.getArgOperand(0));
  auto* entry = llvm::dyn_cast<llvm::Function>(allocation.getArgOperand(5));
  if (index == nullptr || entry == nullptr) return {};
  std::optional<Privates> privates = privates_of(*entry, layout);
  if (!privates) return {};
  std::optional<Field> field = field_of_item(*privates->map, index->getZExtValue(), layout);
  if (!field) return {};
  field->offset += privates->offset;
  if (!is_filled_with_bytes(allocation, 0, *field, layout)) return {};
  auto* task_bytes = llvm::dyn_cast<llvm::ConstantInt>(allocation.getArgOperand(3));  // without what is shared
  if (field->is_last && task_bytes != nullptr) field->n_bytes = task_bytes->getZExtValue() - field->offset;
  return field;
}

// For private items the place is useful, but not necessary: with it, none of the task's data needs a new value.
void tell(llvm::CallBase& saved, llvm::CallBase& allocation, const llvm::DataLayout& layout) {
  if (std::optional<Field> field = find(saved, allocation, layout)) {
    saved.setArgOperand(1, llvm::ConstantInt::get(saved.getArgOperand(1)->getType(), field->n_bytes));
    saved.setArgOperand(2, llvm::ConstantInt::get(saved.getArgOperand(2)->getType(), field->offset));
    return;
  }
  auto* wanted = llvm::dyn_cast<llvm::ConstantInt>(saved.getArgOperand(1));
  if (wanted != nullptr && wanted->isZero()) return;
  llvm::Function& function = *saved.getFunction();
  function.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
      function, "firstprivate(saved: ...) of a variable that is not found in the data of its task",
      saved.getDebugLoc()));
}

struct SavedOffsets : llvm::PassInfoMixin<SavedOffsets> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* saved = module.getFunction("rondo_directive_saved");
    if (saved == nullptr) return llvm::PreservedAnalyses::all();
    for (llvm::Function& function : module) run_on(function, module.getDataLayout());
    return llvm::PreservedAnalyses::none();
  }

  // Functions marked optnone included.
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming): the pass manager's name

 private:
  // Items are announced right before their task is allocated.
  static void run_on(llvm::Function& function, const llvm::DataLayout& layout) {
    llvm::SmallVector<llvm::CallBase*, 8> announced;
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr) continue;
        if (calls(*call, "rondo_directive_saved")) announced.push_back(call);
        if (!calls(*call, "__kmpc_omp_task_alloc")) continue;
        for (llvm::CallBase* saved : announced) tell(*saved, *call, layout);
        announced.clear();
      }
    }
  }
};

}  // namespace

void register_saved_offsets(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) { passes.addPass(SavedOffsets()); });
}

}  // namespace rondo::directives
