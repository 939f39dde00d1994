// SPDX-License-Identifier: Apache-2.0
#include "ir/region.hpp"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicInst.h"
#include "rondo/directive.h"

namespace rondo::directives {

const llvm::BasicBlock* only_way(const llvm::Instruction& terminator) {
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch == nullptr || branch->isUnconditional()) return nullptr;
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition())) {
    return branch->getSuccessor(number->isZero() ? 1 : 0);
  }
  const auto* test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (test == nullptr || !test->isEquality() || !is_rondos(*test->getOperand(0))) return nullptr;
  if (!llvm::isa<llvm::ConstantPointerNull>(test->getOperand(1))) return nullptr;
  return branch->getSuccessor(test->getPredicate() == llvm::ICmpInst::ICMP_NE ? 0 : 1);
}

namespace {

const llvm::Value& frame_of(const llvm::CallBase& call) { return *llvm::getUnderlyingObject(call.getArgOperand(0)); }

class Walk {
 public:
  explicit Walk(Region& region) : region_(region) {}

  std::optional<Obstacle> run() {
    find_reachable();
    visit(region_.begin->getIterator());
    while (!waiting_.empty() && !obstacle_) {
      const llvm::BasicBlock* block = waiting_.back();
      waiting_.pop_back();
      visit(block->begin());
    }
    if (obstacle_) return obstacle_;
    if (n_normal_ends_ != 1) return Obstacle{"its end is not the same on all ways through it", region_.begin};
    return check_results();
  }

 private:
  void visit(llvm::BasicBlock::const_iterator from) {
    const llvm::BasicBlock& block = *from->getParent();
    bool is_begin = &*from == region_.begin;
    for (auto at = is_begin ? std::next(from) : from; at != block.end(); ++at) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&*at);
      if (call == region_.begin) return stop(*at);
      if (call != nullptr && ends_here(*call)) return;
      region_.instructions.insert(&*at);
      if (llvm::isa<llvm::ReturnInst>(*at)) return stop(*at);
    }
    for_each_way(block, [&](const llvm::BasicBlock& next) { enter(next); });
  }

  template <class Visit>
  static void for_each_way(const llvm::BasicBlock& block, Visit visit) {
    const llvm::Instruction& last = *block.getTerminator();
    if (const llvm::BasicBlock* next = only_way(last)) return visit(*next);
    for (unsigned i = 0; i < last.getNumSuccessors(); i++) visit(*last.getSuccessor(i));
  }

  void find_reachable() {
    std::vector<const llvm::BasicBlock*> waiting = {&region_.begin->getFunction()->getEntryBlock()};
    while (!waiting.empty()) {
      const llvm::BasicBlock& block = *waiting.back();
      waiting.pop_back();
      if (!region_.reachable.insert(&block).second) continue;
      for_each_way(block, [&](const llvm::BasicBlock& next) { waiting.push_back(&next); });
    }
  }

  bool ends_here(const llvm::CallBase& call) {
    if (!ends_region(call) || &frame_of(call) != &frame_of(*region_.begin)) return false;
    if (!is_cleanup(*call.getParent())) n_normal_ends_++;
    region_.ends.push_back(const_cast<llvm::CallBase*>(&call));
    return true;
  }
  // An exception leaves the region, and the function.
  static bool is_cleanup(const llvm::BasicBlock& from) {
    std::set<const llvm::BasicBlock*> seen;
    std::vector<const llvm::BasicBlock*> waiting = {&from};
    while (!waiting.empty()) {
      const llvm::BasicBlock* block = waiting.back();
      waiting.pop_back();
      if (!seen.insert(block).second) continue;
      const llvm::Instruction& last = *block->getTerminator();
      if (!llvm::isa<llvm::ResumeInst, llvm::UnreachableInst>(last) && last.getNumSuccessors() == 0) return false;
      for (unsigned i = 0; i < last.getNumSuccessors(); i++) waiting.push_back(last.getSuccessor(i));
    }
    return true;
  }

  void enter(const llvm::BasicBlock& block) {
    if (entered_.insert(&block).second) waiting_.push_back(&block);
  }
  void stop(const llvm::Instruction& at) { obstacle_ = Obstacle{"its end is not found on all ways through it", &at}; }

  // Values that the region computes must not be used behind it, because its code may not have been executed. On the
  // way of an exception that it has thrown, it has been; every other way leads through the one normal end.
  std::optional<Obstacle> check_results() const {
    for (const llvm::Instruction* instruction : region_.instructions) {
      for (const llvm::User* user : instruction->users()) {
        const auto* use = llvm::dyn_cast<llvm::Instruction>(user);
        bool is_end = llvm::is_contained(region_.ends, use);
        if (use != nullptr && !is_end && region_.is_outside(*use) && !is_cleanup(*use->getParent())) {
          return Obstacle{"a variable that it assigns is used behind it", use};
        }
      }
    }
    return {};
  }

  Region& region_;
  std::set<const llvm::BasicBlock*> entered_;
  std::vector<const llvm::BasicBlock*> waiting_;
  unsigned n_normal_ends_ = 0;
  std::optional<Obstacle> obstacle_;
};

// All uses of the variable and of addresses in it.
bool is_used_only_in(const Region& region, const llvm::Value& address, std::set<const llvm::Value*>& seen) {
  if (!seen.insert(&address).second) return true;
  for (const llvm::User* user : address.users()) {
    const auto* use = llvm::dyn_cast<llvm::Instruction>(user);
    if (use == nullptr) return false;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(use); call != nullptr && call->isLifetimeStartOrEnd()) {
      continue;
    }
    bool is_address =
        llvm::isa<llvm::GetElementPtrInst, llvm::PtrToIntInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst>(use);
    if (!is_address && region.is_outside(*use)) return false;
    if (is_address && !is_used_only_in(region, *use, seen)) return false;
  }
  return true;
}

}  // namespace

std::vector<llvm::CallBase*> find_regions(llvm::Module& module) {
  std::vector<llvm::CallBase*> found;
  llvm::Function* function = module.getFunction("rondo_directive_taskgraph");
  if (function == nullptr) return found;
  for (llvm::Function& caller : module) {
    for (llvm::BasicBlock& block : caller) {
      for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr || call->getCalledFunction() != function) continue;
        if (!call->hasMetadata(kKnown)) found.push_back(call);
      }
    }
  }
  return found;
}

std::optional<Obstacle> delimit(llvm::CallBase& begin, Region& region) {
  region.begin = &begin;
  if (!llvm::isa<llvm::AllocaInst>(frame_of(begin))) return Obstacle{"its frame is not a variable", &begin};
  return Walk(region).run();
}

bool is_preceded(const Region& region, const llvm::Instruction& at,
                 llvm::function_ref<Sight(const llvm::Instruction&)> look) {
  std::set<const llvm::BasicBlock*> seen;
  std::vector<const llvm::BasicBlock*> waiting;
  bool is_open = false;
  auto climb = [&](const llvm::BasicBlock& block, const llvm::Instruction* from) {
    for (; from != nullptr; from = from->getPrevNode()) {
      Sight sight = from == region.begin ? Sight::No : look(*from);
      is_open |= sight == Sight::No;
      if (sight != Sight::GoOn) return;
    }
    for (const llvm::BasicBlock* above : llvm::predecessors(&block)) {
      const llvm::BasicBlock* way = only_way(*above->getTerminator());
      bool is_taken = region.reachable.count(above) != 0 && (way == nullptr || way == &block);
      if (is_taken && seen.insert(above).second) waiting.push_back(above);
    }
  };
  climb(*at.getParent(), at.getPrevNode());
  while (!waiting.empty() && !is_open) {
    const llvm::BasicBlock& block = *waiting.back();
    waiting.pop_back();
    climb(block, &block.back());
  }
  return !is_open;
}

RegionScope scope_of(const Region& region) {
  RegionScope scope;
  scope.function = region.begin->getFunction();
  for (const llvm::BasicBlock& block : *scope.function) {
    for (const llvm::Instruction& instruction : block) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable == nullptr) continue;
      std::set<const llvm::Value*> seen;
      bool is_frame = variable == &frame_of(*region.begin);
      if (is_frame || is_used_only_in(region, *variable, seen)) scope.private_variables.insert(variable);
    }
  }
  return scope;
}

}  // namespace rondo::directives
