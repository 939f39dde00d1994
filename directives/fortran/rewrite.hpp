// SPDX-License-Identifier: Apache-2.0
//
// Fortran with the directives in, Fortran that gfortran knows out: README.md shows what becomes what.
#pragma once

#include <optional>
#include <string>

#include "diagnostic.hpp"
#include "text.hpp"

namespace rondo::fortran {

struct Rewritten {
  bool is_changed = false;  // false: the program has no directives of ours, and is to be compiled as it is
  std::string text;
  std::optional<Place> saved_at;  // firstprivate(saved: ...) is used, for the first time here: it needs gcc's plugin
  Diagnostics diagnostics;  // in the order of the text; with an error among them `text` is not to be used
};

// `text`: preprocessed if it has to be, INCLUDE lines with directives expanded.
Rewritten rewrite(const Text& text);

// What is wrong if `saved_at` is set and there is nobody to find the place of a saved variable in a task's data.
Diagnostic no_places(const Rewritten& result, const std::string& plugin);

}  // namespace rondo::fortran
