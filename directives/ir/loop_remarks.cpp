// SPDX-License-Identifier: Apache-2.0
#include "ir/loop_remarks.hpp"

#include <optional>
#include <set>
#include <vector>

#include "ir/region.hpp"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "rondo/directive.h"

namespace rondo::directives {

namespace {

constexpr const char* kPassOfLoops = "rondo";
constexpr const char* kTold = "rondo.told";  // the pass runs again when a program is linked
constexpr uint64_t kHasDestructors = 8;      // of a task, in __kmpc_omp_task_alloc()

using Argument = llvm::DiagnosticInfoOptimizationBase::Argument;

llvm::StringRef callee_of(const llvm::CallBase& call) {
  const llvm::Function* function = call.getCalledFunction();
  return function == nullptr ? llvm::StringRef() : function->getName();
}

// Without optimisation the argument is the value of a variable of the lowering's, which is written once.
const llvm::Value* only_value(const llvm::Value& value) {
  const auto* load = llvm::dyn_cast<llvm::LoadInst>(&value);
  if (load == nullptr || !llvm::isa<llvm::AllocaInst>(load->getPointerOperand())) return &value;
  const llvm::Value* written = nullptr;
  for (const llvm::User* user : load->getPointerOperand()->users()) {
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (store == nullptr) continue;
    if (written != nullptr) return &value;
    written = store->getValueOperand();
  }
  return written != nullptr ? written : &value;
}

std::optional<uint64_t> constant(const llvm::CallBase& call, unsigned argument) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(only_value(*call.getArgOperand(argument)));
  return number == nullptr ? std::nullopt : std::optional(number->getZExtValue());
}

bool captures_objects(const llvm::CallBase& call) {
  if (callee_of(call) != "__kmpc_omp_task_alloc") return false;
  std::optional<uint64_t> flags = constant(call, 2);
  return flags && (*flags & kHasDestructors) != 0;
}

// With two loops in one function, the first must not get the remarks about the second's tasks.
bool ends_loop(const llvm::CallBase& call) {
  return callee_of(call) == "rondo_directive_taskiter_end" || callee_of(call).contains("__rondo_scope");
}

// A task that is created between the loop's begin and its end, in this function.
const llvm::CallBase* task_with_objects(const llvm::CallBase& begin) {
  std::set<const llvm::BasicBlock*> entered;
  std::vector<const llvm::Instruction*> waiting = {begin.getNextNode()};
  while (!waiting.empty()) {
    const llvm::Instruction* at = waiting.back();
    waiting.pop_back();
    bool is_over = false;
    for (; at != nullptr && !is_over; at = at->getNextNode()) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(at);
      if (call != nullptr && captures_objects(*call)) return call;
      is_over = call != nullptr && ends_loop(*call);
      if (!at->isTerminator() || is_over) continue;
      if (const llvm::BasicBlock* next = only_way(*at)) {
        if (entered.insert(next).second) waiting.push_back(&next->front());
        continue;
      }
      for (unsigned i = 0; i < at->getNumSuccessors(); i++) {
        const llvm::BasicBlock* next = at->getSuccessor(i);
        if (entered.insert(next).second) waiting.push_back(&next->front());
      }
    }
  }
  return nullptr;
}

void tell_of_loop(const llvm::CallBase& begin, llvm::OptimizationRemarkEmitter& remarks) {
  auto miss = [&](const char* reason, const llvm::Instruction& at) {
    remarks.emit([&] {
      const llvm::Instruction* where = at.getDebugLoc() ? &at : &begin;
      return llvm::OptimizationRemarkMissed(kPassOfLoops, "Loop", where)
             << "taskiter's body is executed in every iteration: " << Argument("Reason", reason);
    });
  };
  std::optional<uint64_t> flags = constant(begin, 2);
  if (flags && (*flags & RONDO_DIRECTIVE_UPDATE) != 0) return miss("it has 'update'", begin);
  if (const llvm::CallBase* task = task_with_objects(begin)) return miss("a task in it captures a C++ object", *task);
  std::optional<uint64_t> unroll = constant(begin, 3);
  remarks.emit([&] {
    llvm::OptimizationRemark remark(kPassOfLoops, "Loop", &begin);
    remark << "taskiter's body is executed ";
    if (!unroll)
      remark << "as often as 'unroll' says";
    else if (*unroll > 1)
      remark << Argument("Unroll", *unroll) << " times";
    else
      remark << "once";
    return remark << " and recorded when it runs; the tasks of further iterations come from the graph";
  });
}

void tell_of_pattern(const llvm::CallBase& begin, llvm::OptimizationRemarkEmitter& remarks) {
  llvm::StringRef tag;
  bool is_known = llvm::getConstantStringInfo(begin.getArgOperand(2), tag);
  remarks.emit([&] {
    llvm::OptimizationRemark remark(kPassOfLoops, "Pattern", &begin);
    remark << "dep_pattern";
    if (is_known) remark << " \"" << Argument("Tag", tag) << "\"";
    return remark << " is recorded at its first use; later ones create their tasks and take the dependences from it";
  });
}

}  // namespace

void tell_of_loops_and_patterns(llvm::Module& module, llvm::FunctionAnalysisManager& functions) {
  for (const char* name : {"rondo_directive_taskiter", "rondo_directive_pattern"}) {
    llvm::Function* directive = module.getFunction(name);
    if (directive == nullptr) continue;
    bool is_loop = name == std::string_view("rondo_directive_taskiter");
    for (llvm::User* user : directive->users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      bool is_new = call != nullptr && call->getCalledFunction() == directive && !call->hasMetadata(kTold);
      if (!is_new) continue;
      auto& remarks = functions.getResult<llvm::OptimizationRemarkEmitterAnalysis>(*call->getFunction());
      call->setMetadata(kTold, llvm::MDNode::get(call->getContext(), {}));
      is_loop ? tell_of_loop(*call, remarks) : tell_of_pattern(*call, remarks);
    }
  }
}

}  // namespace rondo::directives
