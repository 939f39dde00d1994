// SPDX-License-Identifier: Apache-2.0
//
// Writes rewritten text: the user's tokens at their lines and columns, by line feeds and blanks where these suffice
// and line markers where they do not; generated text under markers of a system header, so that no warning option of
// the user's finds fault with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "filter/lexeme.hpp"

namespace rondo::filter {

class Writer {
 public:
  // A directive's # goes to column 1, because an indented one is none in preprocessed text.
  void write(const Lexeme& lexeme);

  // Code that stands for a directive at `at`: a debugger shows it as part of that line, and a compiler's message
  // about it names that place.
  void generated(std::string_view code, Place at);

  // Opens a line `#pragma ` whose content follows by write() or in_directive(), up to end_directive().
  void begin_directive(Place at);
  void in_directive(std::string_view text);
  void end_directive();

  // Ends the line being written.
  void finish();

  std::string take() { return std::move(out_); }

 private:
  void append(std::string_view text);
  void new_line();
  bool continues_word(std::string_view text) const;
  void marker(Place at, bool is_of_system, bool is_of_c);
  // Makes the line being written the line of `at`.
  void go_to_line(Place at, bool is_of_system, bool is_of_c);
  void pad_to(uint32_t column);

  std::string out_;
  std::optional<size_t> replaceable_;  // where the last line marker begins
  size_t marker_size_ = 0;
  uint32_t column_ = 1;  // of the next byte
  const File* file_ = nullptr;
  uint32_t line_ = 0;
  bool is_of_system_ = false;
  bool is_of_c_ = false;
  bool is_in_directive_ = false;
  bool is_generated_ = false;  // the end of the line being written
};

}  // namespace rondo::filter
