// SPDX-License-Identifier: Apache-2.0
//
// Tables for the runtime as constants of the program.
#pragma once

#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace rondo::directives {

class ConstantWriter {
 public:
  ConstantWriter(llvm::Module& module, const char* name)
      : module_(module), context_(module.getContext()), name_(name) {}

  llvm::Constant* number(uint64_t value, unsigned bits) {
    return llvm::ConstantInt::get(llvm::Type::getIntNTy(context_, bits), value);
  }
  llvm::Constant* word(uint64_t value) { return number(value, 32); }
  llvm::Constant* structure(llvm::ArrayRef<llvm::Constant*> fields) {
    return llvm::ConstantStruct::getAnon(context_, fields);
  }
  template <class Element>
  llvm::Constant* numbers(const std::vector<Element>& elements) {
    if (elements.empty()) return null();
    return global(llvm::ConstantDataArray::get(context_, llvm::ArrayRef<Element>(elements)), true);
  }
  llvm::Constant* array(const std::vector<llvm::Constant*>& elements) {
    if (elements.empty()) return null();
    auto* type = llvm::ArrayType::get(elements[0]->getType(), elements.size());
    return global(llvm::ConstantArray::get(type, elements), true);
  }
  llvm::Constant* null() { return llvm::ConstantPointerNull::get(llvm::PointerType::get(context_, 0)); }
  llvm::GlobalVariable* global(llvm::Constant* content, bool is_constant) {
    auto* variable = new llvm::GlobalVariable(module_, content->getType(), is_constant,
                                              llvm::GlobalValue::PrivateLinkage, content, name_);
    variable->setAlignment(llvm::Align(8));
    return variable;
  }

 private:
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const char* name_;
};

}  // namespace rondo::directives
