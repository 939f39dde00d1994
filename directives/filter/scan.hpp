// SPDX-License-Identifier: Apache-2.0
//
// Takes preprocessed text apart. Comments may be left in it (`-E -C`), macros may not be left to expand.
#pragma once

#include <string_view>

#include "filter/lexeme.hpp"

namespace rondo::filter {

// `path` names the text where no line marker does. Text of system headers in front of `begin` is taken as Lines.
Unit scan(std::string_view text, std::string_view path, size_t begin = 0);

// The beginning of the first line that may be a directive of ours, because it has the words; npos if there is none.
// Such a line in a comment counts, too.
size_t first_directive(std::string_view text);

// Tokens and comments of a piece of a source file, for comparison: no line markers, directives are ordinary tokens,
// a backslash at the end of a line is no token. Places count from the given line, column 1.
std::vector<Lexeme> scan_source(std::string_view text, uint32_t line);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the token that begins at `at` with a character that is neither blank nor the start of a comment.
size_t token_end(std::string_view text, size_t at);

// The end of the comment at `at`, or `at` if there is none.
size_t comment_end(std::string_view text, size_t at);

}  // namespace rondo::filter
