// SPDX-License-Identifier: Apache-2.0
//
// How a value changes if *inputs* (numbers from before the region) change, while the way through the code stays the
// same: by a constant multiple of an input's change, modulo 2^64, or in some other way; then the input is *mixed*
// into it. A value computed from counters and constants only does not change at all. This serves regions whose code
// cannot be followed at compile time, to find out where their captured data comes from.
#pragma once

#include <cstdint>
#include <map>

namespace rondo::evaluate {

using InputSet = uint64_t;  // a bit for each
inline constexpr unsigned kMaxInputs = 64;

class Flow {
 public:
  // Unset: no value has come here (yet).
  Flow() = default;
  static Flow unchanging() { return of_mixed(0); }
  static Flow of(unsigned input) {
    Flow flow = unchanging();
    flow.factors_[input] = 1;
    return flow;
  }
  static Flow of_mixed(InputSet inputs) {
    Flow flow;
    flow.is_set_ = true;
    flow.mixed_ = inputs;
    return flow;
  }

  bool is_set() const { return is_set_; }
  const std::map<unsigned, uint64_t>& factors() const { return factors_; }  // never 0
  InputSet mixed() const { return mixed_; }
  // All inputs with which the value changes.
  InputSet inputs() const;

  // this + factor * other; unset if one of them is.
  Flow plus(const Flow& other, uint64_t factor = 1) const;
  // Some other function of this value.
  Flow mixed_up() const { return is_set_ ? of_mixed(inputs()) : Flow(); }

  // The value may also be `other`, depending on the way through the code. True: this has changed it.
  bool join(const Flow& other);

  bool operator==(const Flow&) const = default;

 private:
  bool is_set_ = false;
  std::map<unsigned, uint64_t> factors_;
  InputSet mixed_ = 0;
};

}  // namespace rondo::evaluate
