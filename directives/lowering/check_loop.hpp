// SPDX-License-Identifier: Apache-2.0
//
// Tasks of a taskiter loop that use its control variable: they keep the value that they captured when they were
// recorded. As far as the source makes that certain.
#pragma once

#include "diagnostic.hpp"
#include "outline.hpp"

namespace rondo::directives {

// The message in all languages; `name` is the variable.
std::string control_variable_text(const std::string& name);

// `task` is encountered by the body of `loop`, a taskiter.
void check_control_variables(const Tokens& tokens, const Construct& loop, const Construct& task,
                             Diagnostics& diagnostics);

}  // namespace rondo::directives
