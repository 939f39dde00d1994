// SPDX-License-Identifier: Apache-2.0
//
// Which variables a block declares: as much of C and C++ as tells a declaration from an expression. Text that is not
// understood is no declaration, so checks that use the answer report too little, not too much.
#pragma once

#include <string>
#include <vector>

#include "token.hpp"

namespace rondo::directives {

// Automatic variables that are declared at [begin, end) of a program and can be named at `end`.
std::vector<std::string> declared_variables(const Tokens& tokens, TokenRange range);

}  // namespace rondo::directives
