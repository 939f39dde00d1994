// SPDX-License-Identifier: Apache-2.0
//
// The parts of preprocessed C and C++, for the rewriter: tokens and comments, each with the place in the user's file
// that the line markers (`# 12 "file.c"`) give it. Made by scan.cpp, moved to its true column by restore.cpp.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace rondo::filter {

// A file as a line marker names it.
struct File {
  std::string spelling;  // between the quotes, escapes included: written back in this form
  std::string path;      // the same without escapes: to open the file and for messages
};

struct Place {
  const File* file = nullptr;
  uint32_t line = 0;
  uint32_t column = 0;  // of the first byte, from 1; a tab is one byte
};

struct Lexeme {
  enum class Kind : uint8_t {
    Token,
    Comment,
    Marker,  // a whole line marker: kept because it also says where included files begin and end
    Lines,   // whole lines of a system header, which are not taken apart
    Opaque   // a directive line that is none of OpenMP's (`#pragma GCC ...`, `#define ...`), up to its end
  };

  std::string_view text;
  Place place;
  Kind kind = Kind::Token;
  bool follows_blank = false;
  bool is_placed = false;        // the column is the user's own, not that of the preprocessed text
  bool is_of_system = false;     // comes from a system header, or from a macro of one (flag 3 of the marker)
  bool is_of_c = false;          // such a header that C++ takes as C (flag 4)
  bool is_in_directive = false;  // stands on a line that begins with #
  bool begins_directive = false;

  bool is(std::string_view spelling) const { return kind == Kind::Token && text == spelling; }
};

// Preprocessed text taken apart. The views point into the text, which must stay.
struct Unit {
  std::vector<Lexeme> lexemes;
  std::deque<File> files;  // a deque: places point to its elements
};

}  // namespace rondo::filter
