// SPDX-License-Identifier: Apache-2.0
#include "ir/task_call.hpp"

#include "ir/translate.hpp"
#include "llvm/IR/Constants.h"

namespace rondo::directives {

namespace {

enum : uint64_t { kTied = 1, kFinal = 2, kDestructors = 8, kPriority = 32, kDetachable = 64 };

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

const char* construct_of(llvm::StringRef name) {
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

const char* unusual(uint64_t flags, GraphOrigin origin) {
  bool is_known = origin == GraphOrigin::Known;
  if (is_known && (flags & kFinal) != 0) return "a task in it may be final";
  if ((flags & kDestructors) != 0) return "a task in it captures objects with destructors";
  if ((flags & kDetachable) != 0) return "a task in it is detachable";
  if (is_known && (flags & kTied) == 0) return "a task in it is untied";
  return (flags & ~(kTied | kFinal | kPriority)) != 0 ? "a task in it is of an unknown kind" : nullptr;
}

}  // namespace

TaskCall kind_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return TaskCall::Other;
  llvm::StringRef name = callee->getName();
  if (name == "__kmpc_omp_task_alloc") return TaskCall::Create;
  if (name == "__kmpc_omp_task") return TaskCall::Submit;
  if (name == "rondo_directive_task") return TaskCall::Announce;
  if (name == "rondo_directive_saved") return TaskCall::Saved;
  if (name == "__kmpc_omp_taskwait" || name == "__kmpc_taskgroup" || name == "__kmpc_end_taskgroup") {
    return TaskCall::Wait;
  }
  if (name == "__kmpc_global_thread_num" || name == "omp_get_thread_num") return TaskCall::ThreadNumber;
  return name == "__kmpc_omp_task_with_deps" ? TaskCall::SubmitWithDependences : TaskCall::Other;
}

const char* unusual_task(const llvm::CallBase& create, GraphOrigin origin) {
  const auto* flags = llvm::dyn_cast<llvm::ConstantInt>(create.getArgOperand(2));
  const auto* entry = llvm::dyn_cast<llvm::Function>(create.getArgOperand(5)->stripPointerCasts());
  if (flags == nullptr) return "a clause of a task (final, if) is evaluated when it runs";
  bool has_size =
      llvm::isa<llvm::ConstantInt>(create.getArgOperand(3)) && llvm::isa<llvm::ConstantInt>(create.getArgOperand(4));
  if (!has_size || entry == nullptr) return "a task in it is of an unknown kind";
  if (const char* what = unusual(flags->getZExtValue(), origin)) return what;
  return reduces(*entry, 2) ? "a task in it takes part in a reduction" : nullptr;
}

std::string refusal_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr) return "it calls a function through a pointer";
  if (const char* text = construct_of(callee->getName())) return text;
  return "it calls " + callee->getName().str() + ", which may do anything";
}

}  // namespace rondo::directives
