// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic on values: exact on constants, linear on forms where that is exact modulo 2^bits, otherwise a symbol
// that stands for the result.
#pragma once

#include "evaluate/code.hpp"

namespace rondo::evaluate {

// `from_bits`: of the operands of conversions; else the same as `bits`.
Value compute(Symbols& symbols, Operator op, uint8_t from_bits, uint8_t bits, const Value& a, const Value& b);

// 1 bit, or unknown.
Value compare(const Symbols& symbols, Relation relation, uint8_t bits, const Value& a, const Value& b);

}  // namespace rondo::evaluate
