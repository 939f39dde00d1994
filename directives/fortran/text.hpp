// SPDX-License-Identifier: Apache-2.0
//
// A Fortran file as rows, each with its place in messages and line tables. Linemarkers (`# 12 "file"`) of a
// preprocessor are rows too, and are left as they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rondo::fortran {

// A point of the text; both are counted from 0.
struct Place {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  auto operator<=>(const Place&) const = default;
};

struct Row {
  std::string text;  // without its end of line
  std::string file;  // where it stands for the programmer
  std::uint32_t line = 0;
  bool is_marker = false;  // or another line that begins with '#': not the program's
};

enum class Form { Free, Fixed };

// The standard's limit of free form. gfortran may be told another one; more is not needed.
inline constexpr std::uint32_t kFreeColumns = 132;

struct Text {
  std::vector<Row> rows;
  Form form = Form::Free;
  std::uint32_t line_length = 0;  // of fixed form: text behind this column is no code; 0: no limit
  std::uint32_t free_columns = kFreeColumns;  // how long a row of free form may be
  bool are_d_lines_code = false;  // fixed form: a `d` in column 1 is a blank; else it makes a comment
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

// `file`: the file name of the rows until a linemarker gives another one.
Text split(std::string_view text, const std::string& file);

std::string lower_case(std::string_view text);

// `# line "file"` with its end of line.
std::string linemarker(std::uint32_t line, const std::string& file);

// Whether compilers take a file of this name for fixed form.
bool is_fixed_by_name(std::string_view file);

// Where INCLUDE lines of a file are looked up, as gfortran does: beside the file (of standard input in the current
// folder), then in those of -I.
std::vector<std::string> include_folders(const std::string& file, const std::vector<std::string>& more);

// Puts the files of INCLUDE lines in the place of those lines, as far as they have directives of ours: gfortran reads
// included files itself and would meet the directives there. `folders` are looked through in order.
void expand_includes(Text& text, const std::vector<std::string>& folders);

// A quick look: is there a word of ours in it? (It may stand in a comment.)
bool mentions_directives(std::string_view text);

}  // namespace rondo::fortran
