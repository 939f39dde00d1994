// SPDX-License-Identifier: Apache-2.0
#include "ir/translate.hpp"

#include "ir/function_translation.hpp"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"

namespace rondo::directives {

using evaluate::Form;
using evaluate::Value;

bool calls(const llvm::CallBase& call, llvm::StringRef name) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee != nullptr && callee->getName() == name;
}

namespace {
bool ends(const llvm::Function& function, int depth) {
  if (function.getName() == "rondo_directive_taskgraph_end") return true;
  if (depth == 0 || function.isDeclaration() || function.isInterposable()) return false;
  for (const llvm::BasicBlock& block : function) {
    for (const llvm::Instruction& instruction : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && ends(*callee, depth - 1)) return true;
    }
  }
  return false;
}
}  // namespace

// In clang's code, a constructor or destructor may call another one of the same object.
bool ends_region(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_size() == 0) return false;
  bool is_destructor = callee->getName().contains("__rondo_scope") && call.arg_size() == 1;
  return ends(*callee, is_destructor ? 2 : 0);
}

bool is_rondos(const llvm::Value& value) {
  const auto* function = llvm::dyn_cast<llvm::Function>(&value);
  return function != nullptr && function->getName().starts_with("rondo_directive_");
}

Translation::Translation(llvm::Module& module, evaluate::Symbols& symbols, const RegionScope& scope)
    : module_(module), symbols_(symbols), scope_(scope) {}
Translation::~Translation() = default;

const evaluate::Function& Translation::region() {
  if (region_ == nullptr) region_ = std::make_unique<FunctionTranslation>(*this, *scope_.function, true);
  return region_->result;
}

evaluate::Register Translation::register_of(llvm::Value& value) { return region_->register_of(value); }
llvm::Value* Translation::value_of(evaluate::Register reg) const { return region_->values[reg]; }

std::pair<evaluate::BlockId, uint32_t> Translation::behind(llvm::CallBase& call) const {
  evaluate::BlockId block = region_->blocks.lookup(call.getParent());
  const std::vector<llvm::Instruction*>& sources = region_->sources[block];
  uint32_t index = 0;
  for (uint32_t i = 0; i < sources.size(); i++) {
    if (sources[i] == &call) index = i + 1;
  }
  return {block, index};
}

evaluate::FunctionId Translation::id_of(llvm::Function& function) {
  auto [known, is_new] = ids_.try_emplace(&function, static_cast<evaluate::FunctionId>(functions_.size()));
  if (is_new) {
    functions_.push_back(&function);
    translated_.emplace_back();
  }
  return known->second;
}

const evaluate::Function* Translation::function(evaluate::FunctionId id) {
  if (translated_[id] == nullptr) {
    translated_[id] = std::make_unique<FunctionTranslation>(*this, *functions_[id], false);
  }
  return &translated_[id]->result;
}

uint32_t Translation::tag_of(llvm::Constant& global) {
  auto [known, is_new] = tags_.try_emplace(&global, static_cast<uint32_t>(addresses_.size()));
  if (is_new) addresses_.push_back(&global);
  return known->second;
}

uint32_t Translation::number_of(llvm::Function& entry) {
  for (uint32_t i = 0; i < entries_.size(); i++) {
    if (entries_[i] == &entry) return i;
  }
  entries_.push_back(&entry);
  return static_cast<uint32_t>(entries_.size() - 1);
}

evaluate::PlaceId Translation::place_of(const llvm::Instruction& instruction) {
  if (places_.empty() || places_.back() != &instruction) places_.push_back(&instruction);
  return static_cast<evaluate::PlaceId>(places_.size() - 1);
}

Value Translation::constant(const llvm::Constant& constant) {
  const llvm::DataLayout& layout = module_.getDataLayout();
  if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    return number->getBitWidth() <= 64 ? Value::known(Form(number->getZExtValue())) : Value::unknown();
  }
  if (const auto* number = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    llvm::APInt bits = number->getValueAPF().bitcastToAPInt();
    return bits.getBitWidth() <= 64 ? Value::known(Form(bits.getZExtValue())) : Value::unknown();
  }
  // Undefined values may be taken as 0.
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(constant)) return Value::known(Form());
  if (constant.getType()->isPointerTy()) {
    llvm::APInt offset(64, 0);
    const llvm::Value* base = constant.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
    const auto* global = llvm::dyn_cast<llvm::GlobalValue>(base);
    if (global == nullptr) return Value::unknown();
    bool is_nonnull = is_rondos(*global) || !global->hasExternalWeakLinkage();
    auto& address = const_cast<llvm::GlobalValue&>(*global);
    Form form = Form::of(symbols_.address(tag_of(address), is_nonnull));
    return Value::known(form.plus(Form(static_cast<uint64_t>(offset.getSExtValue()))));
  }
  const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  bool is_number = expression != nullptr && expression->getOpcode() == llvm::Instruction::PtrToInt &&
                   expression->getType()->isIntegerTy(64);
  return is_number ? this->constant(*expression->getOperand(0)) : Value::unknown();
}

Value Translation::fold(evaluate::PlaceId at, const std::vector<uint64_t>& operands) {
  auto& instruction = const_cast<llvm::Instruction&>(*places_[at]);
  llvm::SmallVector<llvm::Constant*, 4> constants;
  for (std::size_t i = 0; i < operands.size(); i++) {
    llvm::Type* type = instruction.getOperand(static_cast<unsigned>(i))->getType();
    unsigned bits = type->isPointerTy() ? 64 : static_cast<unsigned>(type->getPrimitiveSizeInBits());
    llvm::APInt number(bits, operands[i]);
    if (type->isPointerTy() && operands[i] != 0) return Value::unknown();
    if (type->isPointerTy()) {
      constants.push_back(llvm::Constant::getNullValue(type));
    } else if (type->isIntegerTy()) {
      constants.push_back(llvm::ConstantInt::get(type, number));
    } else {
      constants.push_back(llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), number)));
    }
  }
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) constants.push_back(call->getCalledFunction());
  llvm::Constant* result = llvm::ConstantFoldInstOperands(&instruction, constants, module_.getDataLayout());
  return result == nullptr ? Value::unknown() : constant(*result);
}

Value Translation::constant_at(uint32_t address, uint64_t offset, uint8_t bits) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(addresses_[address]);
  if (global == nullptr || !global->isConstant() || !global->hasDefinitiveInitializer()) return {};
  auto* type = llvm::IntegerType::get(module_.getContext(), bits);
  llvm::Constant* content =
      llvm::ConstantFoldLoadFromConst(global->getInitializer(), type, llvm::APInt(64, offset), module_.getDataLayout());
  if (content == nullptr) return {};
  Value value = constant(*content);
  return value.is_known() ? value : Value{};
}

}  // namespace rondo::directives
