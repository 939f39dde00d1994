// SPDX-License-Identifier: Apache-2.0
// See calls.hpp.
#include "calls.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "rondo/directive.h"

namespace rondo::fortran {

namespace {

constexpr const char* kKinds =
    "use, intrinsic :: iso_c_binding, only: rondo_int => c_int, rondo_word => c_intptr_t, rondo_wide => c_long_long, "
    "rondo_char => c_char, rondo_nul => c_null_char";

constexpr const char* kSite = "integer(rondo_word) :: site(*)";
constexpr const char* kFrame = "integer(rondo_word) :: frame(*)";
constexpr const char* kPlaced = "character(kind=rondo_char) :: file(*); integer(rondo_int), value :: line";

struct Interface {
  const char* head;
  const char* imports;
  std::array<const char*, 4> declarations;
  const char* end;
};

constexpr Interface kInterfaces[] = {
    {"function rondo_taskgraph(frame, site, flags, graph_id, file, line) bind(c, name='rondo_fortran_taskgraph')",
     "rondo_int, rondo_word, rondo_wide, rondo_char",
     {kFrame, kSite, "integer(rondo_int), value :: flags; integer(rondo_wide), value :: graph_id", kPlaced},
     "integer(rondo_int) :: rondo_taskgraph; end function"},
    {"subroutine rondo_taskgraph_end(frame, complete) bind(c, name='rondo_directive_taskgraph_end')",
     "rondo_int, rondo_word",
     {kFrame, "integer(rondo_int), value :: complete"},
     "end subroutine"},
    {"subroutine rondo_taskiter(frame, site, flags, unroll, file, line) bind(c, name='rondo_fortran_taskiter')",
     "rondo_int, rondo_word, rondo_wide, rondo_char",
     {kFrame, kSite, "integer(rondo_int), value :: flags; integer(rondo_wide), value :: unroll", kPlaced},
     "end subroutine"},
    {"function rondo_iteration(frame) bind(c, name='rondo_directive_iteration')",
     "rondo_int, rondo_word",
     {kFrame},
     "integer(rondo_int) :: rondo_iteration; end function"},
    {"function rondo_iteration_end(frame) bind(c, name='rondo_directive_iteration_end')",
     "rondo_int, rondo_word",
     {kFrame},
     "integer(rondo_int) :: rondo_iteration_end; end function"},
    {"subroutine rondo_condition(frame) bind(c, name='rondo_directive_condition')",
     "rondo_word",
     {kFrame},
     "end subroutine"},
    {"subroutine rondo_taskiter_end(frame, complete) bind(c, name='rondo_directive_taskiter_end')",
     "rondo_int, rondo_word",
     {kFrame, "integer(rondo_int), value :: complete"},
     "end subroutine"},
    {"subroutine rondo_pattern(frame, site, tag, file, line) bind(c, name='rondo_fortran_pattern')",
     "rondo_int, rondo_word, rondo_char",
     {kFrame, kSite, "character(kind=rondo_char) :: tag(*)", kPlaced},
     "end subroutine"},
    {"subroutine rondo_pattern_end(frame, complete) bind(c, name='rondo_directive_pattern_end')",
     "rondo_int, rondo_word",
     {kFrame, "integer(rondo_int), value :: complete"},
     "end subroutine"},
    {"subroutine rondo_task(is_replayable) bind(c, name='rondo_directive_task')",
     "rondo_int",
     {"integer(rondo_int), value :: is_replayable"},
     "end subroutine"},
    {"subroutine rondo_saved_item(name, n_bytes, offset) bind(c, name='rondo_directive_saved_item')",
     "rondo_int, rondo_wide, rondo_char",
     {"character(kind=rondo_char) :: name(*)", "integer(rondo_wide), value :: n_bytes",
      "integer(rondo_int), value :: offset"},
     "end subroutine"},
};

// The length of an array of rondo_word that holds so many bytes.
std::string words_of(std::size_t n_bytes) { return std::to_string((n_bytes + sizeof(void*) - 1) / sizeof(void*)); }

}  // namespace

void open_block(Lines& lines, Storage storage) {
  // A BLOCK that is the first statement of a directive's body would be all of that body.
  lines.push_back(statement_of("continue"));
  lines.push_back(statement_of("block"));
  lines.push_back(statement_of(kKinds));
  lines.push_back(statement_of("interface"));
  for (const Interface& interface : kInterfaces) {
    lines.push_back(statement_of(interface.head));
    lines.push_back(statement_of(std::string("import :: ") + interface.imports));
    for (const char* declaration : interface.declarations) {
      if (declaration != nullptr) lines.push_back(statement_of(declaration));
    }
    lines.push_back(statement_of(interface.end));
  }
  lines.push_back(statement_of("end interface"));
  if (storage == Storage::None) return;
  lines.push_back(statement_of("integer(rondo_word), save :: rondo_site(" + words_of(sizeof(rondo_directive_site)) +
                               ") = 0_rondo_word"));
  lines.push_back(statement_of("integer(rondo_word) :: rondo_frame(" + words_of(sizeof(rondo_directive_frame)) + ")"));
}

void close_block(Lines& lines) { lines.push_back(statement_of("end block")); }

void add_place(Line& line, const Row& row) {
  constexpr std::size_t kPart = 40;  // characters in one row
  for (std::size_t begin = 0; begin < std::max<std::size_t>(row.file.size(), 1); begin += kPart) {
    std::string part = "\"";
    for (char c : row.file.substr(begin, kPart)) part += c == '"' ? std::string("\"\"") : std::string(1, c);
    line.verbatim(part + "\"//");
  }
  line.text("rondo_nul, " + std::to_string(row.line) + "_rondo_int)");
}

}  // namespace rondo::fortran
