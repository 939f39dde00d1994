// SPDX-License-Identifier: Apache-2.0
#include "gcc/pragmas.hpp"

#include <cstring>

#include "filter/rewrite.hpp"
#include "gcc/arguments.hpp"
#include "gcc/gcc.hpp"

namespace rondo::gcc {
namespace {

using directives::Severity;

void ignore(cpp_reader*) {}

std::string string_argument(cpp_ttype kind, tree value) {
  if (kind != CPP_STRING) return {};
  return {TREE_STRING_POINTER(value), static_cast<size_t>(TREE_STRING_LENGTH(value)) - 1};
}

// Rondo does not need what such a warning asks for, so -Werror and -pedantic-errors must not make an error of it.
void warn_pedantic(location_t at, const char* text) {
  bool are_errors = global_dc->warning_as_error_requested;
  diagnostic_t& of_option = global_dc->classify_diagnostic[OPT_Wpedantic];
  diagnostic_t kind = of_option;
  global_dc->warning_as_error_requested = false;
  if (kind == DK_ERROR) of_option = DK_WARNING;
  warning_at(at, OPT_Wpedantic, "%s", text);
  global_dc->warning_as_error_requested = are_errors;
  of_option = kind;
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
  else if (is(Severity::Pedantic))
    warn_pedantic(at, message.c_str());
  else
    warning_at(at, 0, "%s", message.c_str());
}

using UnknownPragma = void (*)(cpp_reader*, location_t);
UnknownPragma g_unknown_pragma;

std::string text_of(cpp_reader* reader, const cpp_token* token) {
  if (token->type == CPP_EOF || token->type == CPP_PRAGMA_EOL) return {};
  return reinterpret_cast<const char*>(cpp_token_as_text(reader, token));
}

void on_unknown_pragma(cpp_reader* reader, location_t at) {
  const cpp_token* first = cpp_get_token(reader);
  std::string space = text_of(reader, first);
  bool is_openmp = space == "omp" && !expand_location(at).sysp;
  if (!is_openmp) {
    _cpp_backup_tokens(reader, 1);
    return g_unknown_pragma(reader, at);
  }
  const cpp_token* second = cpp_get_token(reader);
  std::string name = text_of(reader, second);
  error_at(name.empty() ? at : second->src_loc,
           "%<#pragma omp %s%> is neither a directive of this compiler nor of Rondo; correct it, or ignore what is "
           "unknown with %<-Wno-unknown-pragmas%>",
           name.c_str());
}

}  // namespace

void refuse_unknown_directives() {
  if (forbids(OPT_Wunknown_pragmas)) return;
  cpp_callbacks* callbacks = cpp_get_callbacks(parse_in);
  g_unknown_pragma = callbacks->def_pragma;
  callbacks->def_pragma = on_unknown_pragma;
}

void name_directives() {
  // gcc needs a handler's name before it lets the preprocessor print the pragma, and a plugin cannot add one to
  // "omp". So the names are given to a space of our own; then the preprocessor is told that they mean the same in
  // "omp". It prints the space's name, to which it has a pointer: `space`.
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
