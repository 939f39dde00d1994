// SPDX-License-Identifier: Apache-2.0
//
// Calls: of what clang generates for constructs, of intrinsics, of functions whose code is there.
#include "ir/function_translation.hpp"
#include "ir/kmp_layout.hpp"
#include "ir/task_call.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace rondo::directives {

using evaluate::DependKind;
using evaluate::Instruction;
using evaluate::Op;
using evaluate::Operator;
using evaluate::Register;

namespace {

constexpr uint64_t kHasPriority = 32;  // a task's flag

}  // namespace

// ---- Tasks -------------------------------------------------------------------------------------------------------

void FunctionTranslation::create(llvm::CallBase& call) {
  if (const char* text = unusual_task(call, GraphOrigin::Known)) return refuse(text);
  auto number_of = [&](unsigned i) { return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue(); };
  uint64_t flags = number_of(2);
  Instruction& out = emit_result(Op::Create);
  out.shape.entry = unit_.number_of(*llvm::cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts()));
  out.shape.flags = static_cast<uint32_t>(flags);
  out.shape.head_bytes = kmp::kHeadBytes;
  out.shape.block_bytes = static_cast<uint32_t>(number_of(3));
  out.shape.shareds_bytes = static_cast<uint32_t>(number_of(4));
  out.shape.shareds_offset = out.shape.shareds_bytes != 0 ? kmp::shareds_offset(out.shape.block_bytes) : 0;
  out.shape.priority_offset = (flags & kHasPriority) != 0 ? kmp::kPriorityOffset : 0;
}

// The number of elements of the two lists, and their kinds, must be known when the code is evaluated.
void FunctionTranslation::submit_with_dependences(llvm::CallBase& call) {
  for (unsigned argument : {3u, 5u}) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    if (n != nullptr && n->isZero()) continue;
    Register list = register_of(*call.getArgOperand(argument + 1));
    Register count = register_of(*call.getArgOperand(argument));
    Instruction& out = emit(Op::DependOn);
    out.a = list;
    out.b = count;
    out.n_bytes = kmp::kDependBytes;
    out.kind_offset = kmp::kDependFlagsOffset;
  }
  Register block = register_of(*call.getArgOperand(2));
  emit(Op::Submit).a = block;
}

bool FunctionTranslation::tasking(llvm::CallBase& call) {
  auto argument = [&](unsigned i) { return register_of(*call.getArgOperand(i)); };
  if (ends_region(call)) {
    Register frame = argument(0);
    emit(Op::End).a = frame;
    return true;
  }
  switch (kind_of(call)) {
    case TaskCall::Create:
      create(call);
      return true;
    case TaskCall::Submit: {
      Register block = argument(2);
      emit(Op::Submit).a = block;
      return true;
    }
    case TaskCall::SubmitWithDependences:
      submit_with_dependences(call);
      return true;
    case TaskCall::Announce: {
      Register replayable = argument(0);
      emit(Op::Announce).a = replayable;
      return true;
    }
    case TaskCall::ThreadNumber:
      emit_result(Op::Unknown);
      return true;
    case TaskCall::Saved:
    case TaskCall::Wait:
    case TaskCall::Other:
      return false;
  }
  return false;
}

// ---- Intrinsics --------------------------------------------------------------------------------------------------

namespace {
std::optional<Operator> extremum(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::smin:
      return Operator::MinSigned;
    case llvm::Intrinsic::smax:
      return Operator::MaxSigned;
    case llvm::Intrinsic::umin:
      return Operator::MinUnsigned;
    case llvm::Intrinsic::umax:
      return Operator::MaxUnsigned;
    default:
      return {};
  }
}
}  // namespace

bool FunctionTranslation::intrinsic(llvm::CallBase& call) {
  auto argument = [&](unsigned i) { return register_of(*call.getArgOperand(i)); };
  auto operands = [&](Op op, Register a, Register b, Register c) {
    Instruction& out = emit(op);
    out.a = a;
    out.b = b;
    out.c = c;
    return true;
  };
  auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic == nullptr) return false;
  if (auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(intrinsic); memory != nullptr && memory->isVolatile()) {
    return false;
  }
  if (std::optional<Operator> op = extremum(intrinsic->getIntrinsicID())) {
    Register a = argument(0);
    Register b = argument(1);
    Instruction& out = emit_result(Op::Compute);
    out.operation = *op;
    out.from_bits = out.bits;
    out.a = a;
    out.b = b;
    return true;
  }
  switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
      return operands(Op::CopyBytes, argument(0), argument(1), argument(2));
    case llvm::Intrinsic::memset:
      return operands(Op::Fill, argument(0), argument(1), argument(2));
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
      return operands(Op::Forget, argument(1), evaluate::kNoRegister, evaluate::kNoRegister);
    case llvm::Intrinsic::stacksave:  // around a list whose length is computed
      emit_result(Op::Unknown);
      return true;
    case llvm::Intrinsic::stackrestore:
      return true;
    default:
      return intrinsic->isAssumeLikeIntrinsic() && call.getType()->isVoidTy();
  }
}

// ---- Everything else ---------------------------------------------------------------------------------------------

void FunctionTranslation::call(llvm::CallBase& call) {
  if (intrinsic(call)) return;
  if (tasking(call)) return;
  llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return refuse(refusal_of(call));
  for (unsigned i = 0; i < call.arg_size(); i++) {
    // The callee has an object of its own, but the call names the caller's.
    if (call.isPassPointeeByValueArgument(i)) return refuse("it passes a structure by value");
  }
  bool is_pure = call.onlyReadsMemory() && call.doesNotThrow() && call.hasFnAttr(llvm::Attribute::WillReturn);
  bool is_known = !callee->isDeclaration() && !callee->isInterposable() && !callee->isVarArg();
  if (is_known) {
    std::vector<Register> arguments;
    for (llvm::Value* argument : call.args()) arguments.push_back(register_of(*argument));
    Register reg = call.getType()->isVoidTy() ? evaluate::kNoRegister : register_of(call);
    Instruction& out = emit(Op::Call);
    out.result = reg;
    out.function = unit_.id_of(*callee);
    out.arguments = std::move(arguments);
  } else if (is_pure && !call.getType()->isVoidTy()) {
    fold(call);
  } else if (!is_pure) {
    refuse(refusal_of(call));
  }
}

}  // namespace rondo::directives
