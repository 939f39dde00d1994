// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the text of a setting, for the message that refuses it.
#pragma once

#include <cstddef>

#include "config/table.hpp"

namespace rondo::config {

// What is wrong with a value that parse() has refused, in words that follow the quoted value: "is neither true nor
// false".
void describe_problem(Type type, const Row& row, const char* text, char* out, size_t out_bytes);

}  // namespace rondo::config
