// SPDX-License-Identifier: Apache-2.0
#include "gcc/pragmas.hpp"

#include <cstring>

#include "filter/rewrite.hpp"
#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

using directives::Severity;

void ignore(cpp_reader*) {}

std::string string_argument(cpp_ttype kind, tree value) {
  if (kind != CPP_STRING) return {};
  return {TREE_STRING_POINTER(value), static_cast<size_t>(TREE_STRING_LENGTH(value)) - 1};
}

// error|warning|pedantic <column> "<text>"
void report(cpp_reader*) {
  tree severity = nullptr;
  tree column = nullptr;
  tree text = nullptr;
  location_t line = UNKNOWN_LOCATION;
  if (pragma_lex(&severity, &line) != CPP_NAME || pragma_lex(&column) != CPP_NUMBER) return;
  cpp_ttype kind = pragma_lex(&text);  // by itself: an argument beside it might be read before it is set
  std::string message = string_argument(kind, text);
  location_t at = line;
  const line_map* map = linemap_lookup(line_table, line);
  if (map && !linemap_macro_expansion_map_p(map))
    at = linemap_position_for_line_and_column(line_table, linemap_check_ordinary(map),
                                              static_cast<linenum_type>(expand_location(line).line),
                                              static_cast<unsigned>(TREE_INT_CST_LOW(column)));
  const char* name = IDENTIFIER_POINTER(severity);
  auto is = [&](Severity candidate) { return std::strcmp(name, filter::name_of(candidate)) == 0; };
  if (is(Severity::Error))
    error_at(at, "%s", message.c_str());
  else
    warning_at(at, is(Severity::Pedantic) ? OPT_Wpedantic : 0, "%s", message.c_str());
}

}  // namespace

void name_directives() {
  // gcc wants a handler's name before it lets the preprocessor print the pragma, and lets nobody add one to "omp".
  // So the names are given to a space of our own; then the preprocessor is told that they mean the same in "omp".
  // What it prints is the space's name, which it has as a pointer to `space`.
  static char space[] = "rondo_omp";
  constexpr const char* kOpenMp = "omp";
  for (const char* name : {"taskgraph", "taskiter"}) {
    c_register_pragma_with_expansion(space, name, ignore);
    for (unsigned id = PRAGMA_FIRST_EXTERNAL;; ++id) {
      const char* found_space = nullptr;
      const char* found_name = nullptr;
      c_pp_lookup_pragma(id, &found_space, &found_name);
      if (found_space != space || std::strcmp(found_name, name) != 0) continue;
      cpp_register_deferred_pragma(parse_in, kOpenMp, name, id, true, true);
      break;
    }
  }
  std::strcpy(space, kOpenMp);
}

void read_reports() { c_register_pragma(nullptr, filter::kReportPragma, report); }

}  // namespace rondo::gcc
