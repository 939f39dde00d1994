// SPDX-License-Identifier: Apache-2.0
//
// Symbols stand for values that are not known at compile time but stay the same during a region: values from before
// the region, addresses, contents of memory that the region does not change, and results computed from these in ways
// that a linear form cannot express. A symbol stands for a number from 0 to 2^bits - 1.
#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "evaluate/form.hpp"

namespace rondo::evaluate {

enum class Operator : uint8_t {
  Add,
  Subtract,
  Multiply,
  ShiftLeft,
  ShiftRight,
  ShiftRightSigned,
  DivideUnsigned,
  DivideSigned,
  RemainderUnsigned,
  RemainderSigned,
  And,
  Or,
  Xor,
  MinUnsigned,
  MinSigned,
  MaxUnsigned,
  MaxSigned,
  SignExtend,  // of `from_bits` bits; one operand, as the next two
  ZeroExtend,
  Truncate,
};

struct Symbol {
  enum class Kind : uint8_t {
    Input,      // a register of the region's function, set before the region
    Address,    // of something with a name: `tag` is the front end's number for it
    Object,     // of memory that is created while the region is evaluated
    Load,       // the content of memory at `a`
    Operation,  // `a` `op` `b`
  };
  Kind kind;
  uint8_t bits;
  uint8_t from_bits = 0;    // of an Operation's operand
  bool is_nonnull = false;
  int32_t object = -1;      // memory whose content the evaluation knows; -1: none
  uint32_t tag = 0;         // Input: the register
  Operator op = {};
  Form a = {}, b = {};
};

class Symbols {
 public:
  const Symbol& operator[](SymbolId id) const { return symbols_[id]; }

  // Each of these gives the same symbol for the same description.
  SymbolId input(uint32_t tag, uint8_t bits, bool is_nonnull = false, int32_t object = -1);
  SymbolId address(uint32_t tag, bool is_nonnull);
  SymbolId load(const Form& address, uint8_t bits);
  SymbolId operation(Operator op, uint8_t from_bits, uint8_t bits, const Form& a, const Form& b);
  // Makes a new symbol.
  SymbolId object(int32_t index);

  // True for the address of memory whose content the evaluation knows, hence of memory that the region writes.
  bool is_written(const Form& form) const;

 private:
  SymbolId add(Symbol symbol);

  std::vector<Symbol> symbols_;
  std::map<uint32_t, SymbolId> inputs_, addresses_;
  std::map<std::pair<Form, uint8_t>, SymbolId> loads_;
  std::map<std::tuple<Operator, uint8_t, uint8_t, Form, Form>, SymbolId> operations_;
};

}  // namespace rondo::evaluate
