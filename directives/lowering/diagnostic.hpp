// SPDX-License-Identifier: Apache-2.0
//
// A mistake in the use of a directive, for the shell to report where the token stands.
#pragma once

#include <string>
#include <vector>

#include "token.hpp"

namespace rondo::directives {

enum class Severity {
  Pedantic,  // a warning only if the letter of the specification is asked for (-Wpedantic)
  Warning,
  Error,
};

struct Diagnostic {
  Severity severity = Severity::Error;
  TokenIndex at = 0;
  std::string text;  // one line
};

using Diagnostics = std::vector<Diagnostic>;

}  // namespace rondo::directives
