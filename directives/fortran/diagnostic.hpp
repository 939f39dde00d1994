// SPDX-License-Identifier: Apache-2.0
//
// A mistake in the use of a directive, and the form in which gfortran shows its own.
#pragma once

#include <string>
#include <vector>

#include "lowering/diagnostic.hpp"
#include "text.hpp"

namespace rondo::fortran {

using directives::Severity;

struct Diagnostic {
  Severity severity = Severity::Error;
  Place at;
  std::string text;  // one line
};

using Diagnostics = std::vector<Diagnostic>;

// file:line:column, the source line with a mark under the column, and the message.
std::string show(const Diagnostic& diagnostic, const Text& text);

}  // namespace rondo::fortran
