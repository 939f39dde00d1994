// SPDX-License-Identifier: Apache-2.0
//
// The functions that generated text calls, declared where the whole unit sees them. Used in unnamed namespaces only:
// declarations inside a function there have internal linkage and cannot be weak.
#pragma once

#include <string>

#include "clang/Sema/Sema.h"

namespace rondo::directives {

// The parser is in an unnamed namespace.
bool is_in_unnamed_namespace(const clang::Sema& sema);

// Declares them under their names with `unit` appended (Options::unit), as a header that is included at `at` would.
void declare_globally(clang::Sema& sema, const std::string& unit, clang::SourceLocation at);

}  // namespace rondo::directives
