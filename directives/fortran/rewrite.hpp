// SPDX-License-Identifier: Apache-2.0
//
// Rewrites Fortran with the directives into Fortran that gfortran knows: README.md shows the rewritten forms.
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

// The message if `saved_at` is set and no plugin can find the place of a saved variable in a task's data.
Diagnostic no_places(const Rewritten& result, const std::string& plugin);

}  // namespace rondo::fortran
