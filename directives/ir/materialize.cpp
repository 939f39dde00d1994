// SPDX-License-Identifier: Apache-2.0
#include "ir/materialize.hpp"

namespace rondo::directives {

using evaluate::Form;
using evaluate::Operator;
using evaluate::Symbol;

llvm::Value* Materialization::value(const Form& form) {
  llvm::Value* sum = builder_.getInt64(form.constant());
  for (const evaluate::Term& term : form.terms()) {
    llvm::Value* product = builder_.CreateMul(symbol(term.symbol), builder_.getInt64(term.factor));
    sum = builder_.CreateAdd(sum, product);
  }
  return sum;
}

llvm::Value* Materialization::symbol(evaluate::SymbolId id) {
  llvm::Value*& made = made_[id];
  if (made == nullptr) made = make(symbols_[id]);
  return made_[id];
}

// As a number, with zeros above its own width.
llvm::Value* Materialization::input(llvm::Value& value) {
  llvm::Type* type = value.getType();
  if (type->isPointerTy()) return builder_.CreatePtrToInt(&value, builder_.getInt64Ty());
  if (type->isIntegerTy()) return builder_.CreateZExt(&value, builder_.getInt64Ty());
  llvm::Type* bits = builder_.getIntNTy(static_cast<unsigned>(type->getPrimitiveSizeInBits()));
  return builder_.CreateZExt(builder_.CreateBitCast(&value, bits), builder_.getInt64Ty());
}

llvm::Value* Materialization::make(const Symbol& symbol) {
  switch (symbol.kind) {
    case Symbol::Kind::Input:
      return input(*translation_.value_of(symbol.tag));
    case Symbol::Kind::Address:
      return builder_.CreatePtrToInt(&translation_.address_of(symbol.tag), builder_.getInt64Ty());
    case Symbol::Kind::Load: {
      llvm::Value* address = builder_.CreateIntToPtr(value(symbol.a), builder_.getPtrTy());
      llvm::Value* read = builder_.CreateAlignedLoad(builder_.getIntNTy(symbol.bits), address, llvm::Align(1));
      return builder_.CreateZExt(read, builder_.getInt64Ty());
    }
    case Symbol::Kind::Operation:
      return builder_.CreateZExt(operation(symbol), builder_.getInt64Ty());
    case Symbol::Kind::Object:
      break;  // no form that is passed to the runtime names one
  }
  return builder_.getInt64(0);
}

llvm::Value* Materialization::operation(const Symbol& symbol) {
  llvm::Type* from = builder_.getIntNTy(symbol.from_bits);
  llvm::Type* to = builder_.getIntNTy(symbol.bits);
  llvm::Value* a = builder_.CreateTrunc(value(symbol.a), from);
  auto b = [&] { return builder_.CreateTrunc(value(symbol.b), from); };
  using llvm::Instruction;
  switch (symbol.op) {
    case Operator::Add:
      return builder_.CreateAdd(a, b());
    case Operator::Subtract:
      return builder_.CreateSub(a, b());
    case Operator::Multiply:
      return builder_.CreateMul(a, b());
    case Operator::ShiftLeft:
      return builder_.CreateShl(a, b());
    case Operator::ShiftRight:
      return builder_.CreateLShr(a, b());
    case Operator::ShiftRightSigned:
      return builder_.CreateAShr(a, b());
    case Operator::DivideUnsigned:
      return builder_.CreateUDiv(a, b());
    case Operator::DivideSigned:
      return builder_.CreateSDiv(a, b());
    case Operator::RemainderUnsigned:
      return builder_.CreateURem(a, b());
    case Operator::RemainderSigned:
      return builder_.CreateSRem(a, b());
    case Operator::And:
      return builder_.CreateAnd(a, b());
    case Operator::Or:
      return builder_.CreateOr(a, b());
    case Operator::Xor:
      return builder_.CreateXor(a, b());
    case Operator::MinUnsigned:
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b());
    case Operator::MinSigned:
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b());
    case Operator::MaxUnsigned:
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b());
    case Operator::MaxSigned:
      return builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b());
    case Operator::SignExtend:
      return builder_.CreateSExt(a, to);
    case Operator::ZeroExtend:
    case Operator::Truncate:
      return builder_.CreateZExtOrTrunc(a, to);
  }
  return a;
}

}  // namespace rondo::directives
