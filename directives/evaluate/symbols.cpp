// SPDX-License-Identifier: Apache-2.0
#include "evaluate/symbols.hpp"

#include <algorithm>

namespace rondo::evaluate {

SymbolId Symbols::add(Symbol symbol) {
  symbols_.push_back(std::move(symbol));
  return static_cast<SymbolId>(symbols_.size() - 1);
}

SymbolId Symbols::input(uint32_t tag, uint8_t bits, bool is_nonnull, int32_t object) {
  auto [known, is_new] = inputs_.try_emplace(tag, 0);
  if (is_new) {
    known->second =
        add({.kind = Symbol::Kind::Input, .bits = bits, .is_nonnull = is_nonnull, .object = object, .tag = tag});
  }
  return known->second;
}

SymbolId Symbols::address(uint32_t tag, bool is_nonnull) {
  auto [known, is_new] = addresses_.try_emplace(tag, 0);
  if (is_new) {
    known->second = add({.kind = Symbol::Kind::Address, .bits = kWordBits, .is_nonnull = is_nonnull, .tag = tag});
  }
  return known->second;
}

SymbolId Symbols::load(const Form& address, uint8_t bits) {
  auto [known, is_new] = loads_.try_emplace({address, bits}, 0);
  if (is_new) known->second = add({.kind = Symbol::Kind::Load, .bits = bits, .a = address});
  return known->second;
}

SymbolId Symbols::operation(Operator op, uint8_t from_bits, uint8_t bits, const Form& a, const Form& b) {
  auto [known, is_new] = operations_.try_emplace({op, from_bits, bits, a, b}, 0);
  if (is_new) {
    known->second =
        add({.kind = Symbol::Kind::Operation, .bits = bits, .from_bits = from_bits, .op = op, .a = a, .b = b});
  }
  return known->second;
}

SymbolId Symbols::object(int32_t index) {
  return add({.kind = Symbol::Kind::Object, .bits = kWordBits, .is_nonnull = true, .object = index});
}

bool Symbols::is_written(const Form& form) const {
  return std::any_of(form.terms().begin(), form.terms().end(), [&](const Term& term) {
    const Symbol& symbol = symbols_[term.symbol];
    return symbol.object >= 0 || is_written(symbol.a) || is_written(symbol.b);
  });
}

}  // namespace rondo::evaluate
