// SPDX-License-Identifier: Apache-2.0
//
// Preprocessed text with directives in, text without them out: the shell around the lowering where no compiler's
// parser is used. Used by the gcc plugin and by the program rondo-filter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "filter/lexeme.hpp"
#include "filter/restore.hpp"
#include "lowering/lower.hpp"
#include "shell/file.hpp"

namespace rondo::filter {

// A mistake of the user's and its place.
struct Report {
  directives::Severity severity = directives::Severity::Error;
  std::string path;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string text;
};

enum class Reports : uint8_t {
  Returned,
  InText,  // also as `#pragma rondo` lines, for the compiler that reads the text: see kReportPragma
};

struct Options {
  directives::Language language = directives::Language::C;
  std::string path;  // of the text, where it has no line markers
  Reports reports = Reports::Returned;
  bool cancels_by_call = false;  // see directives::Options
  directives::SavedItems saved_items = directives::SavedItems::Unknown;
  ReadFile read = shell::read_file;  // the user's files, for the columns
};

struct Rewritten {
  bool has_directives = false;  // if not, the text is to be used as it is and `text` is empty
  std::string text;
  std::vector<Report> reports;
};

Rewritten rewrite(std::string_view text, const Options& options);

// The form of a report in the text: `#pragma rondo error <column> "<text>"` on the line that it is about; with the
// name of the severity.
const char* name_of(directives::Severity severity);
inline constexpr const char* kReportPragma = "rondo";

}  // namespace rondo::filter
