// SPDX-License-Identifier: Apache-2.0
//
// Calls: of what clang generates for constructs, of intrinsics, of functions whose code is there.
#include "ir/function_translation.hpp"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"

namespace rondo::directives {

using evaluate::DependKind;
using evaluate::Instruction;
using evaluate::Op;
using evaluate::Operator;
using evaluate::Register;

namespace {

// kmp_task_t and kmp_depend_info, as clang lays them out.
constexpr uint32_t kHeadBytes = 40;
constexpr uint32_t kPriorityOffset = 32;
constexpr uint32_t kSharedsAlignment = 16;  // the runtime's: abi/kmpc/task.cpp
constexpr uint64_t kDependBytes = 24;
constexpr uint64_t kDependFlagsOffset = 16;

enum : uint64_t { kTied = 1, kFinal = 2, kDestructors = 8, kPriority = 32, kDetachable = 64 };
enum : uint64_t { kIn = 1, kOut = 2, kMutexInOutSet = 4, kInOutSet = 8, kAllMemory = 0x80 };

struct Named {
  const char* function;
  const char* text;
};
constexpr Named kConstructs[] = {
    {"__kmpc_omp_task_begin_if0", "it creates an undeferred task (if clause)"},
    {"__kmpc_omp_taskwait", "it waits (taskwait)"},
    {"__kmpc_omp_taskwait_deps_51", "it waits (taskwait depend, or an undeferred task with depend)"},
    {"__kmpc_omp_wait_deps", "it waits (an undeferred task with depend)"},
    {"__kmpc_taskgroup", "it contains a taskgroup"},
    {"__kmpc_end_taskgroup", "it contains a taskgroup"},
    {"__kmpc_taskloop", "it contains a taskloop"},
    {"__kmpc_taskloop_5", "it contains a taskloop"},
    {"__kmpc_taskred_init", "it contains a task reduction"},
    {"__kmpc_task_reduction_init", "it contains a task reduction"},
    {"__kmpc_taskred_modifier_init", "it contains a task reduction"},
    {"__kmpc_omp_reg_task_with_affinity", "a task in it has an affinity clause"},
    {"__kmpc_task_allow_completion_event", "a task in it is detachable"},
    {"__kmpc_alloc", "it allocates memory, e.g. for a depend clause with an iterator"},
    {"llvm.stacksave.p0", "a task in it has a list of dependences of unknown length (depobj, iterator)"},
    {"rondo_directive_taskgraph", "another region begins in it"},
    {"rondo_directive_taskiter", "it contains a taskiter"},
    {"rondo_directive_pattern", "it contains a task with dep_pattern"},
    {"rondo_directive_saved", "a task in it has saved data"},
};

const char* refusal_of(llvm::StringRef name) {
  for (const Named& construct : kConstructs) {
    if (name == construct.function) return construct.text;
  }
  return nullptr;
}

// Its reductions belong to a taskgroup around the region.
bool reduces(const llvm::Function& entry, int depth) {
  for (const llvm::BasicBlock& block : entry) {
    for (const llvm::Instruction& instruction : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr) continue;
      if (callee->getName().starts_with("__kmpc_task_reduction_get")) return true;
      if (depth > 0 && callee->hasLocalLinkage() && reduces(*callee, depth - 1)) return true;
    }
  }
  return false;
}

const char* unusual(uint64_t flags) {
  if ((flags & kFinal) != 0) return "a task in it may be final";
  if ((flags & kDestructors) != 0) return "a task in it captures objects with destructors";
  if ((flags & kDetachable) != 0) return "a task in it is detachable";
  if ((flags & kTied) == 0) return "a task in it is untied";
  return (flags & ~(kTied | kPriority)) != 0 ? "a task in it is of an unknown kind" : nullptr;
}

}  // namespace

// ---- Tasks -------------------------------------------------------------------------------------------------------

void FunctionTranslation::create(llvm::CallBase& call) {
  const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(3));
  const auto* shareds = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(4));
  auto* entry = llvm::dyn_cast<llvm::Function>(call.getArgOperand(5)->stripPointerCasts());
  if (flags == nullptr) return refuse("a clause of a task (final, if) is evaluated when it runs");
  if (bytes == nullptr || shareds == nullptr || entry == nullptr) return refuse("a task in it is of an unknown kind");
  if (const char* what = unusual(flags->getZExtValue())) return refuse(what);
  if (reduces(*entry, 2)) return refuse("a task in it takes part in a reduction");
  Instruction& out = emit_result(Op::Create);
  out.shape.entry = unit_.number_of(*entry);
  out.shape.flags = static_cast<uint32_t>(flags->getZExtValue());
  out.shape.head_bytes = kHeadBytes;
  out.shape.block_bytes = static_cast<uint32_t>(bytes->getZExtValue());
  out.shape.shareds_bytes = static_cast<uint32_t>(shareds->getZExtValue());
  uint32_t behind = (out.shape.block_bytes + kSharedsAlignment - 1) / kSharedsAlignment * kSharedsAlignment;
  out.shape.shareds_offset = out.shape.shareds_bytes != 0 ? behind : 0;
  out.shape.priority_offset = (flags->getZExtValue() & kPriority) != 0 ? kPriorityOffset : 0;
}

// One element of a kmp_depend_info array: what kind it is has to be known when the code is evaluated, so that it is
// loaded as any other value and decided on there.
void FunctionTranslation::depend(llvm::Value& list, uint64_t offset) {
  Register base = register_of(list);
  auto load = [&](uint64_t at, uint8_t bits) {
    Register address = new_register(64, nullptr);
    Register b = number(at);
    Instruction& sum = emit(Op::Compute);
    sum.operation = Operator::Add;
    sum.bits = sum.from_bits = 64;
    sum.result = address;
    sum.a = base;
    sum.b = b;
    Register value = new_register(bits, nullptr);
    Instruction& read = emit(Op::Load);
    read.bits = bits;
    read.n_bytes = bits / 8u;
    read.result = value;
    read.a = address;
    return value;
  };
  Register address = load(offset, 64);
  Register flags = load(offset + kDependFlagsOffset, 8);
  Instruction& out = emit(Op::Depend);
  out.a = address;
  out.b = flags;
}

void FunctionTranslation::submit_with_dependences(llvm::CallBase& call) {
  for (unsigned argument : {3u, 5u}) {
    const auto* n = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(argument));
    if (n == nullptr) return refuse("how many dependences a task has is not known at compile time");
    for (uint64_t i = 0; i < n->getZExtValue(); i++) depend(*call.getArgOperand(argument + 1), i * kDependBytes);
  }
  Register block = register_of(*call.getArgOperand(2));
  emit(Op::Submit).a = block;
}

bool FunctionTranslation::tasking(llvm::CallBase& call, llvm::StringRef name) {
  auto argument = [&](unsigned i) { return register_of(*call.getArgOperand(i)); };
  if (const char* text = refusal_of(name)) {
    refuse(text);
  } else if (name == "__kmpc_global_thread_num" || name == "omp_get_thread_num") {
    emit_result(Op::Unknown);
  } else if (name == "rondo_directive_task") {
    Register replayable = argument(0);
    emit(Op::Announce).a = replayable;
  } else if (ends_region(call)) {
    Register frame = argument(0);
    emit(Op::End).a = frame;
  } else if (name == "__kmpc_omp_task_alloc") {
    create(call);
  } else if (name == "__kmpc_omp_task") {
    Register block = argument(2);
    emit(Op::Submit).a = block;
  } else if (name == "__kmpc_omp_task_with_deps") {
    submit_with_dependences(call);
  } else {
    return false;
  }
  return true;
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
    default:
      return intrinsic->isAssumeLikeIntrinsic() && call.getType()->isVoidTy();
  }
}

// ---- Everything else ---------------------------------------------------------------------------------------------

void FunctionTranslation::call(llvm::CallBase& call) {
  if (intrinsic(call)) return;
  llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return refuse("it calls a function through a pointer");
  llvm::StringRef name = callee->getName();
  if (tasking(call, name)) return;
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
    refuse("it calls " + name.str() + ", which may do anything");
  }
}

}  // namespace rondo::directives
