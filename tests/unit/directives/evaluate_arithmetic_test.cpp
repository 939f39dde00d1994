// SPDX-License-Identifier: Apache-2.0
//
// Forms, arithmetic on values, and memory of known content.
#include <gtest/gtest.h>

#include "evaluate/memory.hpp"

namespace rondo::evaluate {
namespace {

Value number(uint64_t value) { return Value::known(Form(value)); }

class Arithmetic : public testing::Test {
 protected:
  Value symbol(uint8_t bits = 64) { return Value::known(Form::of(symbols.input(next_++, bits))); }
  Value add(const Value& a, const Value& b, uint8_t bits = 64) {
    return compute(symbols, Operator::Add, bits, bits, a, b);
  }
  Value extend(Operator op, uint8_t from, uint8_t to, const Value& a) {
    return compute(symbols, op, from, to, a, number(0));
  }
  Symbols symbols;

 private:
  uint32_t next_ = 0;
};

TEST_F(Arithmetic, FormsCancel) {
  Value x = symbol(), y = symbol();
  Value sum = add(add(x, number(7)), y);
  Form rest = sum.form.plus(y.form, ~uint64_t{0}).plus(x.form, ~uint64_t{0});
  EXPECT_TRUE(rest.is_constant());
  EXPECT_EQ(rest.constant(), 7u);
  EXPECT_EQ(add(x, y).form, add(y, x).form);
}

TEST_F(Arithmetic, NumbersWrapAtTheirWidth) {
  EXPECT_EQ(add(number(0xffffffff), number(2), 32).form.constant(), 1u);
  EXPECT_EQ(extend(Operator::SignExtend, 32, 64, number(0xfffffffe)).form.constant(), ~uint64_t{0} - 1);
  EXPECT_EQ(extend(Operator::ZeroExtend, 32, 64, number(0xfffffffe)).form.constant(), 0xfffffffeu);
  EXPECT_EQ(compute(symbols, Operator::DivideSigned, 32, 32, number(uint32_t(-7)), number(2)).form.constant(),
            uint32_t(-3));
}

TEST_F(Arithmetic, WhatHasNoMeaningIsUnknown) {
  EXPECT_FALSE(compute(symbols, Operator::DivideUnsigned, 64, 64, number(1), number(0)).is_known());
  EXPECT_FALSE(compute(symbols, Operator::ShiftLeft, 32, 32, number(1), number(32)).is_known());
  EXPECT_FALSE(compute(symbols, Operator::DivideSigned, 32, 32, number(0x80000000), number(0xffffffff)).is_known());
  EXPECT_FALSE(compute(symbols, Operator::DivideUnsigned, 64, 64, number(1), symbol()).is_known());
}

// x + 1 may wrap at 32 bits before it is extended: it is not extended(x) + 1.
TEST_F(Arithmetic, ExtendingASumIsNoSum) {
  Value x = symbol(32);
  Value wide = extend(Operator::ZeroExtend, 32, 64, x);
  EXPECT_EQ(wide.form, x.form);
  Value sum = extend(Operator::ZeroExtend, 32, 64, add(x, number(1), 32));
  EXPECT_FALSE(add(wide, number(1)).form == sum.form);
  Value difference = compute(symbols, Operator::Subtract, 64, 64, sum, wide);
  EXPECT_FALSE(difference.is_constant());
}

// The low half of a symbol is not the symbol.
TEST_F(Arithmetic, NarrowingASymbolMakesAnother) {
  Value x = symbol(64);
  Value low = extend(Operator::Truncate, 64, 32, x);
  EXPECT_FALSE(extend(Operator::ZeroExtend, 32, 64, low).form == x.form);
  Value again = add(extend(Operator::Truncate, 64, 32, add(x, number(5))), number(uint32_t(-5)), 32);
  EXPECT_EQ(again.form, low.form);
}

TEST_F(Arithmetic, ComparisonsNeedTheSameSymbols) {
  Value x = symbol(), y = symbol();
  EXPECT_TRUE(compare(symbols, Relation::Equal, 64, x, x).form.constant() == 1);
  EXPECT_TRUE(compare(symbols, Relation::NotEqual, 64, x, add(x, number(1))).form.constant() == 1);
  EXPECT_FALSE(compare(symbols, Relation::Equal, 64, x, y).is_known());
  // x + 1 > x does not hold for the largest x.
  EXPECT_FALSE(compare(symbols, Relation::LessUnsigned, 64, x, add(x, number(1))).is_known());
  EXPECT_EQ(compare(symbols, Relation::LessSigned, 32, number(0xffffffff), number(0)).form.constant(), 1u);
  EXPECT_EQ(compare(symbols, Relation::LessUnsigned, 32, number(0xffffffff), number(0)).form.constant(), 0u);
}

TEST_F(Arithmetic, AddressesAreNotNull) {
  Value there = Value::known(Form::of(symbols.address(0, true)));
  Value maybe = Value::known(Form::of(symbols.address(1, false)));
  EXPECT_EQ(compare(symbols, Relation::Equal, 64, there, number(0)).form.constant(), 0u);
  EXPECT_FALSE(compare(symbols, Relation::Equal, 64, maybe, number(0)).is_known());
}

class KnownMemory : public Arithmetic {
 protected:
  Memory memory{symbols};
  int32_t object = memory.add();
  Memory::Location at(uint64_t offset) const { return {Memory::Location::Kind::Known, object, offset}; }
};

TEST_F(KnownMemory, ReadsWhatWasWritten) {
  EXPECT_FALSE(memory.load(at(0), 8).is_known());
  Value x = symbol();
  memory.store(at(8), 8, x);
  EXPECT_EQ(memory.load(at(8), 8).form, x.form);
  EXPECT_FALSE(memory.load(at(4), 8).is_known());
}

TEST_F(KnownMemory, PartsOfNumbers) {
  memory.store(at(0), 8, number(0x1122334455667788));
  EXPECT_EQ(memory.load(at(0), 4).form.constant(), 0x55667788u);
  EXPECT_EQ(memory.load(at(5), 2).form.constant(), 0x2233u);
  memory.store(at(2), 2, number(0xaaaa));
  EXPECT_EQ(memory.load(at(0), 8).form.constant(), 0x11223344aaaa7788u);
}

TEST_F(KnownMemory, AStoreCutsSymbols) {
  Value x = symbol();
  memory.store(at(0), 8, x);
  memory.store(at(4), 8, number(1));
  EXPECT_EQ(memory.load(at(0), 4).form, extend(Operator::Truncate, 64, 32, x).form);
  EXPECT_FALSE(memory.load(at(0), 8).is_known());
  EXPECT_EQ(memory.load(at(4), 8).form.constant(), 1u);
}

TEST_F(KnownMemory, CopiesPartsAndOverlaps) {
  memory.store(at(0), 8, number(0x0807060504030201));
  memory.copy(at(2), at(0), 6);
  EXPECT_EQ(memory.load(at(0), 8).form.constant(), 0x0605040302010201u);
}

TEST_F(KnownMemory, FindsObjectsInAddresses) {
  Form base = Form::of(symbols.object(object));
  EXPECT_EQ(memory.locate(base.plus(Form(16))).offset, 16u);
  EXPECT_EQ(memory.locate(base.plus(symbol().form)).kind, Memory::Location::Kind::Wild);
  EXPECT_EQ(memory.locate(base.times(2)).kind, Memory::Location::Kind::Wild);
  EXPECT_EQ(memory.locate(symbol().form).kind, Memory::Location::Kind::Outside);
}

}  // namespace
}  // namespace rondo::evaluate
