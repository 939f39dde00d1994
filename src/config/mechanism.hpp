// SPDX-License-Identifier: Apache-2.0
//
// Whether a mechanism is used. Asked where the mechanism itself decides something. All are until settings are read.
#pragma once

#include "config/options.hpp"
#include "config/process.hpp"

namespace rondo::config {

inline bool uses(Mechanism mechanism) { return (process.without.load_relaxed() & bit_of(mechanism)) == 0; }

}  // namespace rondo::config
