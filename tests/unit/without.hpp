// SPDX-License-Identifier: Apache-2.0
//
// A mechanism is turned off as long as an object of this type lives, as if RONDO_WITHOUT had named it. No other
// thread may look at mechanisms when it begins or ends to live.
#pragma once

#include "config/options.hpp"

namespace rondo::test {

class Without {
 public:
  explicit Without(config::Mechanism mechanism) : before_(without()) { without() |= config::bit_of(mechanism); }
  ~Without() { without() = before_; }
  Without(const Without&) = delete;
  Without& operator=(const Without&) = delete;

 private:
  // The options are constant for the runtime, the object is not.
  static uint32_t& without() { return const_cast<config::Options&>(config::load()).without; }

  uint32_t before_;
};

}  // namespace rondo::test
