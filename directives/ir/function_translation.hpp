// SPDX-License-Identifier: Apache-2.0
//
// One function, instruction by instruction.
#pragma once

#include "ir/translate.hpp"

namespace rondo::directives {

class FunctionTranslation {
 public:
  FunctionTranslation(Translation& unit, llvm::Function& function, bool is_region);

  evaluate::Function result;
  llvm::DenseMap<const llvm::Value*, evaluate::Register> registers;
  llvm::DenseMap<const llvm::BasicBlock*, evaluate::BlockId> blocks;
  std::vector<std::vector<llvm::Instruction*>> sources;  // of each instruction of the result
  std::vector<llvm::Value*> values;                      // of each register, nullptr: none

  evaluate::Register register_of(const llvm::Value& value);

 private:
  evaluate::Register new_register(uint8_t bits, llvm::Value* value);
  evaluate::Register number(uint64_t value);
  uint8_t bits_of(const llvm::Type& type) const;
  uint32_t bytes_of(llvm::Type& type) const;
  evaluate::Instruction& emit(evaluate::Op op);
  evaluate::Instruction& emit_result(evaluate::Op op);
  void refuse(std::string text);
  evaluate::Edge edge(const llvm::BasicBlock& from, const llvm::BasicBlock& to);

  void translate(llvm::Instruction& instruction);
  void unary(evaluate::Operator op, llvm::Value& operand);
  void binary(llvm::BinaryOperator& instruction);
  void cast(llvm::CastInst& instruction);
  void compare(llvm::CmpInst& instruction);
  void address(llvm::GetElementPtrInst& instruction);
  void branch(llvm::Instruction& instruction);
  void load(llvm::LoadInst& instruction);
  void store(llvm::StoreInst& instruction);
  void call(llvm::CallBase& instruction);
  bool intrinsic(llvm::CallBase& instruction);
  bool tasking(llvm::CallBase& instruction);
  void create(llvm::CallBase& instruction);
  void submit_with_dependences(llvm::CallBase& instruction);
  void fold(llvm::Instruction& instruction);
  void copy_operand(llvm::Value& operand);

  Translation& unit_;
  const llvm::DataLayout& layout_;
  const bool is_region_;
  llvm::Instruction* source_ = nullptr;
  std::vector<evaluate::Instruction>* out_ = nullptr;
  std::map<uint64_t, evaluate::Register> numbers_;
};

}  // namespace rondo::directives
