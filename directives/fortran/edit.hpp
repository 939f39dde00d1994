// SPDX-License-Identifier: Apache-2.0
//
// Changes of a text, and the resulting text: linemarkers give every row the place where the programmer wrote it, and
// the programmer's own text keeps its columns, so that messages and line tables stay right.
#pragma once

#include <string>
#include <vector>

#include "statement.hpp"
#include "text.hpp"

namespace rondo::fortran {

// A part of a generated statement.
struct Fragment {
  enum class Kind {
    Text,      // may be broken at its blanks
    Verbatim,  // may not
    Source,    // the programmer's, at `place`
  };
  Kind kind = Kind::Text;
  std::string text;
  Place place;
};

// One generated statement.
struct Line {
  bool is_directive = false;
  std::vector<Fragment> fragments;

  Line& text(std::string words) { return add({Fragment::Kind::Text, std::move(words), {}}); }
  Line& verbatim(std::string words) { return add({Fragment::Kind::Verbatim, std::move(words), {}}); }
  // Tokens [begin, end), which keep their places.
  Line& source(const Text& text, const Tokens& tokens, std::size_t begin, std::size_t end);

 private:
  Line& add(Fragment fragment);
};

// The text from `begin` up to `end` becomes `lines`, which belong to `row`.
struct Edit {
  Place begin;
  Place end;
  std::uint32_t row = 0;  // whose line the generated rows get
  std::vector<Line> lines;
};

// `edits` do not overlap; those at one place are applied in their order.
std::string edited(const Text& text, const std::vector<Edit>& edits);

}  // namespace rondo::fortran
