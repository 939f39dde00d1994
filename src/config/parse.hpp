// SPDX-License-Identifier: Apache-2.0
//
// Text to value, by type. Pure functions: no environment, no messages. Letters may be upper or lower case and blanks
// may stand around every word and number.
#pragma once

#include "config/table.hpp"
#include "config/value.hpp"

namespace rondo::config {

// False when `text` is not a value of this type within `row`'s range; `value` is then unspecified.
bool parse(Type type, const Row& row, const char* text, Value* value);

}  // namespace rondo::config
