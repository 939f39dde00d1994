// SPDX-License-Identifier: Apache-2.0
//
// The functions that generated text calls, declared where the whole unit sees them. Used in unnamed namespaces only:
// what a function there declares has internal linkage and cannot be weak.
#pragma once

#include <string>

#include "clang/Sema/Sema.h"

namespace rondo::directives {

// The parser is in an unnamed namespace.
bool is_in_unnamed_namespace(const clang::Sema& sema);

// Under their names with `unit` behind (Options::unit), as of a header that is included at `at`.
void declare_globally(clang::Sema& sema, const std::string& unit, clang::SourceLocation at);

}  // namespace rondo::directives
