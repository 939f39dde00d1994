// SPDX-License-Identifier: Apache-2.0
#include "evaluate/flow.hpp"

namespace rondo::evaluate {

namespace {
InputSet bit_of(unsigned input) { return InputSet{1} << input; }
}  // namespace

InputSet Flow::inputs() const {
  InputSet all = mixed_;
  for (auto [input, factor] : factors_) all |= bit_of(input);
  return all;
}

Flow Flow::plus(const Flow& other, uint64_t factor) const {
  if (!is_set_ || !other.is_set_) return {};
  Flow sum = *this;
  sum.mixed_ |= factor != 0 ? other.mixed_ : 0;
  for (auto [input, times] : other.factors_) sum.factors_[input] += factor * times;
  std::erase_if(sum.factors_, [&](auto& term) { return term.second == 0 || (sum.mixed_ & bit_of(term.first)) != 0; });
  return sum;
}

bool Flow::join(const Flow& other) {
  if (!other.is_set_) return false;
  Flow before = *this;
  if (!is_set_) {
    *this = other;
  } else if (factors_ != other.factors_ || mixed_ != other.mixed_) {
    mixed_ |= other.mixed_;
    auto mix_differing = [&](const auto& some, const auto& others) {
      for (auto [input, factor] : some) {
        auto found = others.find(input);
        if (found == others.end() || found->second != factor) mixed_ |= bit_of(input);
      }
    };
    mix_differing(factors_, other.factors_);
    mix_differing(other.factors_, factors_);
    std::erase_if(factors_, [&](auto& term) { return (mixed_ & bit_of(term.first)) != 0; });
  }
  return *this != before;
}

}  // namespace rondo::evaluate
