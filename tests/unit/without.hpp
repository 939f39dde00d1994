// SPDX-License-Identifier: Apache-2.0
//
// A mechanism is turned off as long as an object of this type lives, as if RONDO_WITHOUT had named it.
#pragma once

#include "config/mechanism.hpp"

namespace rondo::test {

class Without {
 public:
  explicit Without(config::Mechanism mechanism) : before_(config::process.without.load_relaxed()) {
    config::process.without.store_relaxed(before_ | config::bit_of(mechanism));
  }
  ~Without() { config::process.without.store_relaxed(before_); }
  Without(const Without&) = delete;
  Without& operator=(const Without&) = delete;

 private:
  uint32_t before_;
};

}  // namespace rondo::test
