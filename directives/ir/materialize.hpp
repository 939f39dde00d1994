// SPDX-License-Identifier: Apache-2.0
//
// Instructions that compute forms where a region begins.
#pragma once

#include "ir/translate.hpp"
#include "llvm/IR/IRBuilder.h"

namespace rondo::directives {

class Materialization {
 public:
  Materialization(llvm::IRBuilder<>& builder, const Translation& translation, const evaluate::Symbols& symbols)
      : builder_(builder), translation_(translation), symbols_(symbols) {}

  // 64 bits.
  llvm::Value* value(const evaluate::Form& form);

 private:
  llvm::Value* symbol(evaluate::SymbolId id);
  llvm::Value* make(const evaluate::Symbol& symbol);
  llvm::Value* input(llvm::Value& value);
  llvm::Value* operation(const evaluate::Symbol& symbol);

  llvm::IRBuilder<>& builder_;
  const Translation& translation_;
  const evaluate::Symbols& symbols_;
  std::map<evaluate::SymbolId, llvm::Value*> made_;
};

}  // namespace rondo::directives
