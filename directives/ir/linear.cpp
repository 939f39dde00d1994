// SPDX-License-Identifier: Apache-2.0
#include "ir/linear.hpp"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

namespace rondo::directives {

namespace {

using Terms = std::vector<LinearTerm>;

std::optional<Terms> address_terms(const llvm::GetElementPtrInst& step, const llvm::DataLayout& layout) {
  llvm::MapVector<llvm::Value*, llvm::APInt> scales;
  llvm::APInt constant(64, 0);
  if (!step.collectOffset(layout, 64, scales, constant)) return {};
  Terms terms = {{step.getPointerOperand(), 1}};
  for (const auto& [index, scale] : scales) {
    if (!index->getType()->isIntegerTy(64)) return {};  // it is widened
    terms.push_back({index, scale.getZExtValue()});
  }
  return terms;
}

// On either side, where nothing has been optimised.
std::optional<Terms> product_terms(const llvm::Instruction& product) {
  const llvm::Value* a = product.getOperand(0);
  const llvm::Value* b = product.getOperand(1);
  bool is_shift = product.getOpcode() == llvm::Instruction::Shl;
  if (!is_shift && llvm::isa<llvm::ConstantInt>(a)) std::swap(a, b);
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(b);
  if (number == nullptr || (is_shift && number->getZExtValue() >= 64)) return {};
  return Terms{{a, is_shift ? uint64_t{1} << number->getZExtValue() : number->getZExtValue()}};
}

// Not for vectors, whose parts change independently.
bool is_scalar(const llvm::Type& type) {
  bool is_address = type.isPointerTy() && type.getPointerAddressSpace() == 0;
  bool is_number = type.isIntegerTy() || type.isFloatTy() || type.isDoubleTy();
  return is_address || (is_number && type.getPrimitiveSizeInBits() <= 64);
}

}  // namespace

std::optional<Terms> linear_terms(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  if (!is_scalar(*instruction.getType())) return {};
  const llvm::Value* a = instruction.getNumOperands() != 0 ? instruction.getOperand(0) : nullptr;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::GetElementPtr:
      return address_terms(llvm::cast<llvm::GetElementPtrInst>(instruction), layout);
    case llvm::Instruction::Add:
      return Terms{{a, 1}, {instruction.getOperand(1), 1}};
    case llvm::Instruction::Sub:
      return Terms{{a, 1}, {instruction.getOperand(1), ~uint64_t{0}}};
    case llvm::Instruction::Mul:
    case llvm::Instruction::Shl:
      return product_terms(instruction);
    case llvm::Instruction::Trunc:
    case llvm::Instruction::PtrToInt:
    case llvm::Instruction::IntToPtr:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Freeze: {
      auto size_of = [&](const llvm::Type& type) { return layout.getTypeSizeInBits(const_cast<llvm::Type*>(&type)); };
      bool is_copy = is_scalar(*a->getType()) && size_of(*a->getType()) >= size_of(*instruction.getType());
      return is_copy ? std::optional<Terms>(Terms{{a, 1}}) : std::nullopt;
    }
    default:
      return {};
  }
}

}  // namespace rondo::directives
