// SPDX-License-Identifier: Apache-2.0
//
// Linear forms: a constant and multiples of symbols, modulo 2^64. The evaluation computes with them; a form without
// symbols is a number known at compile time.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace rondo::evaluate {

using SymbolId = uint32_t;

struct Term {
  SymbolId symbol;
  uint64_t factor;  // never 0
  auto operator<=>(const Term&) const = default;
};

inline constexpr unsigned kWordBits = 64;

inline uint64_t low_bits(uint64_t value, unsigned bits) {
  return bits >= kWordBits ? value : value & ((uint64_t{1} << bits) - 1);
}
inline int64_t sign_extended(uint64_t value, unsigned bits) {
  unsigned shift = kWordBits - bits;
  return static_cast<int64_t>(value << shift) >> shift;
}

class Form {
 public:
  Form() = default;
  explicit Form(uint64_t constant) : constant_(constant) {}
  static Form of(SymbolId symbol) {
    Form form;
    form.terms_.push_back({symbol, 1});
    return form;
  }

  bool is_constant() const { return terms_.empty(); }
  uint64_t constant() const { return constant_; }
  const std::vector<Term>& terms() const { return terms_; }  // in the order of their symbols
  // True for one symbol, once, and nothing else.
  bool is_symbol() const { return constant_ == 0 && terms_.size() == 1 && terms_[0].factor == 1; }
  Form without_constant() const {
    Form form = *this;
    form.constant_ = 0;
    return form;
  }

  // this + factor * other.
  Form plus(const Form& other, uint64_t factor = 1) const;
  Form times(uint64_t factor) const;
  // The form modulo 2^bits, as an instruction of that width computes it.
  Form wrapped(unsigned bits) const;

  auto operator<=>(const Form&) const = default;

 private:
  uint64_t constant_ = 0;
  std::vector<Term> terms_;
};

}  // namespace rondo::evaluate
