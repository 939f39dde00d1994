// SPDX-License-Identifier: Apache-2.0
#include "evaluate/form.hpp"

namespace rondo::evaluate {

Form Form::plus(const Form& other, uint64_t factor) const {
  Form sum(constant_ + factor * other.constant_);
  auto a = terms_.begin();
  auto b = other.terms_.begin();
  while (a != terms_.end() || b != other.terms_.end()) {
    bool takes_a = b == other.terms_.end() || (a != terms_.end() && a->symbol <= b->symbol);
    bool takes_b = a == terms_.end() || (b != other.terms_.end() && b->symbol <= a->symbol);
    SymbolId symbol = takes_a ? a->symbol : b->symbol;
    uint64_t total = (takes_a ? a->factor : 0) + (takes_b ? factor * b->factor : 0);
    if (total != 0) sum.terms_.push_back({symbol, total});
    a += takes_a ? 1 : 0;
    b += takes_b ? 1 : 0;
  }
  return sum;
}

Form Form::times(uint64_t factor) const { return Form().plus(*this, factor); }

Form Form::wrapped(unsigned bits) const {
  if (bits >= kWordBits) return *this;
  Form form(low_bits(constant_, bits));
  for (const Term& term : terms_) {
    uint64_t factor = low_bits(term.factor, bits);
    if (factor != 0) form.terms_.push_back({term.symbol, factor});
  }
  return form;
}

}  // namespace rondo::evaluate
