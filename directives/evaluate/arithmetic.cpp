// SPDX-License-Identifier: Apache-2.0
#include "evaluate/arithmetic.hpp"

#include <algorithm>
#include <optional>

namespace rondo::evaluate {

namespace {

bool divides(Operator op) {
  return op == Operator::DivideUnsigned || op == Operator::DivideSigned || op == Operator::RemainderUnsigned ||
         op == Operator::RemainderSigned;
}
bool shifts(Operator op) {
  return op == Operator::ShiftLeft || op == Operator::ShiftRight || op == Operator::ShiftRightSigned;
}

// Returns nothing where the program's behaviour would be undefined.
std::optional<uint64_t> fold(Operator op, uint8_t from_bits, uint8_t bits, uint64_t a, uint64_t b) {
  if (shifts(op) && b >= bits) return {};
  if (divides(op) && b == 0) return {};
  int64_t signed_a = sign_extended(a, bits);
  int64_t signed_b = sign_extended(b, bits);
  bool overflows = signed_b == -1 && signed_a == sign_extended(uint64_t{1} << (bits - 1), bits);
  switch (op) {
    case Operator::Add:
      return a + b;
    case Operator::Subtract:
      return a - b;
    case Operator::Multiply:
      return a * b;
    case Operator::ShiftLeft:
      return a << b;
    case Operator::ShiftRight:
      return a >> b;
    case Operator::ShiftRightSigned:
      return static_cast<uint64_t>(signed_a >> b);
    case Operator::DivideUnsigned:
      return a / b;
    case Operator::RemainderUnsigned:
      return a % b;
    case Operator::DivideSigned:
      return overflows ? std::optional<uint64_t>() : static_cast<uint64_t>(signed_a / signed_b);
    case Operator::RemainderSigned:
      return overflows ? std::optional<uint64_t>() : static_cast<uint64_t>(signed_a % signed_b);
    case Operator::And:
      return a & b;
    case Operator::Or:
      return a | b;
    case Operator::Xor:
      return a ^ b;
    case Operator::MinUnsigned:
      return std::min(a, b);
    case Operator::MaxUnsigned:
      return std::max(a, b);
    case Operator::MinSigned:
      return static_cast<uint64_t>(std::min(signed_a, signed_b));
    case Operator::MaxSigned:
      return static_cast<uint64_t>(std::max(signed_a, signed_b));
    case Operator::SignExtend:
      return static_cast<uint64_t>(sign_extended(a, from_bits));
    case Operator::ZeroExtend:
    case Operator::Truncate:
      return a;
  }
  return {};
}

// The result as a linear form, where it is one.
std::optional<Form> linear(Operator op, const Form& a, const Form& b) {
  switch (op) {
    case Operator::Add:
      return a.plus(b);
    case Operator::Subtract:
      return a.plus(b, ~uint64_t{0});
    case Operator::Multiply:
      if (b.is_constant()) return a.times(b.constant());
      if (a.is_constant()) return b.times(a.constant());
      return {};
    case Operator::ShiftLeft:
      if (b.is_constant() && b.constant() < kWordBits) return a.times(uint64_t{1} << b.constant());
      return {};
    case Operator::Truncate:
      return a;
    case Operator::ZeroExtend:  // a symbol is the number itself; a sum may have wrapped around
      if (a.is_symbol()) return a;
      return {};
    default:
      return {};
  }
}

}  // namespace

Value compute(Symbols& symbols, Operator op, uint8_t from_bits, uint8_t bits, const Value& a, const Value& b) {
  if (bits == 0 || bits > kWordBits || from_bits == 0 || from_bits > kWordBits) return Value::unknown();
  if (!a.is_known() || !b.is_known()) return Value::unknown();
  if (a.is_constant() && b.is_constant()) {
    std::optional<uint64_t> result = fold(op, from_bits, bits, a.form.constant(), b.form.constant());
    return result ? Value::known(Form(low_bits(*result, bits))) : Value::unknown();
  }
  if (std::optional<Form> form = linear(op, a.form, b.form)) {
    Form wrapped = form->wrapped(bits);
    // A symbol stands for a number of its own width. A narrower form of it stays a form, but is not the same number
    // as the symbol.
    bool is_narrowed = wrapped.is_symbol() && symbols[wrapped.terms()[0].symbol].bits > bits;
    if (!is_narrowed) return Value::known(std::move(wrapped));
    return Value::known(Form::of(symbols.operation(Operator::Truncate, kWordBits, bits, wrapped, {})));
  }
  // A division by a value that may be 0 must not happen earlier than in the program.
  if (divides(op) && !b.is_constant()) return Value::unknown();
  return Value::known(Form::of(symbols.operation(op, from_bits, bits, a.form, b.form)));
}

namespace {

Value truth(bool is_true) { return Value::known(Form(is_true ? 1 : 0)); }

bool is_address(const Symbols& symbols, const Form& difference) {
  if (difference.constant() != 0 || difference.terms().size() != 1) return false;
  const Term& term = difference.terms()[0];
  return symbols[term.symbol].is_nonnull && (term.factor == 1 || term.factor == ~uint64_t{0});
}

bool holds(Relation relation, uint8_t bits, uint64_t a, uint64_t b) {
  switch (relation) {
    case Relation::Equal:
      return a == b;
    case Relation::NotEqual:
      return a != b;
    case Relation::LessUnsigned:
      return a < b;
    case Relation::LessEqualUnsigned:
      return a <= b;
    case Relation::LessSigned:
      return sign_extended(a, bits) < sign_extended(b, bits);
    case Relation::LessEqualSigned:
      return sign_extended(a, bits) <= sign_extended(b, bits);
  }
  return false;
}

}  // namespace

Value compare(const Symbols& symbols, Relation relation, uint8_t bits, const Value& a, const Value& b) {
  if (bits == 0 || bits > kWordBits || !a.is_known() || !b.is_known()) return Value::unknown();
  if (a.is_constant() && b.is_constant()) {
    return truth(holds(relation, bits, low_bits(a.form.constant(), bits), low_bits(b.form.constant(), bits)));
  }
  Form difference = a.form.plus(b.form, ~uint64_t{0}).wrapped(bits);
  bool is_equal = difference == Form();
  bool is_different = (difference.is_constant() && !is_equal) || (bits == kWordBits && is_address(symbols, difference));
  if (is_equal) return truth(holds(relation, bits, 0, 0));
  if (!is_different) return Value::unknown();
  if (relation == Relation::Equal) return truth(false);
  if (relation == Relation::NotEqual) return truth(true);
  return Value::unknown();
}

}  // namespace rondo::evaluate
