// SPDX-License-Identifier: Apache-2.0
#include "construct.hpp"

#include <algorithm>
#include <string_view>

#include "clause.hpp"

namespace rondo::directives {

namespace {

// First words of names that may have several, and what may follow.
constexpr std::string_view kFirstWords[] = {"parallel", "target",  "teams",    "distribute", "for", "masked",
                                            "master",   "declare", "taskloop", "begin",      "end", "cancellation"};
constexpr std::string_view kNextWords[] = {"parallel", "for",      "simd",   "sections",   "loop",      "masked",
                                           "master",   "taskloop", "teams",  "distribute", "enter",     "exit",
                                           "data",     "update",   "target", "point",      "reduction", "mapper",
                                           "variant",  "declare",  "assumes"};

constexpr std::string_view kStandalone[] = {
    "barrier", "taskwait", "taskyield", "flush",   "threadprivate", "cancel",   "cancellation", "declare", "requires",
    "depobj",  "interop",  "error",     "nothing", "assumes",       "allocate", "scan",         "begin",   "end"};

constexpr std::string_view kMoving[] = {"task", "taskloop", "target", "parallel", "teams"};

template <std::size_t n>
bool is_one_of(std::string_view word, const std::string_view (&list)[n]) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool has_word(Line name, std::string_view word) {
  return std::any_of(name.begin(), name.end(), [&](const Token& token) { return token.text == word; });
}

}  // namespace

std::size_t name_length(Line line) {
  if (line.empty()) return 0;
  std::size_t length = 1;
  if (!is_one_of(line[0].text, kFirstWords)) return length;
  // A word with parentheses is a clause, e.g. reduction(...).
  auto belongs = [&](std::size_t i) {
    bool has_argument = i + 1 < line.size() && line[i + 1].is("(");
    return line[i].is_word() && is_one_of(line[i].text, kNextWords) && !has_argument;
  };
  while (length < line.size() && belongs(length)) length++;
  return length;
}

std::string name_of(Line line) {
  std::string name;
  for (const Token& token : line.first(name_length(line))) name += (name.empty() ? "" : " ") + token.text;
  return name;
}

Directive directive_of(Line line) {
  if (line.empty()) return Directive::Other;
  if (line[0].is("taskgraph")) return Directive::Taskgraph;
  if (line[0].is("taskiter")) return Directive::Taskiter;
  if (line[0].is("task")) return Directive::Task;
  if (line[0].is("taskwait")) return Directive::Taskwait;
  return has_word(line.first(name_length(line)), "taskloop") ? Directive::Task : Directive::Other;
}

bool is_standalone(Line line) {
  if (line.empty()) return true;
  Line name = line.first(name_length(line));
  if (name[0].is("target")) return has_word(name, "enter") || has_word(name, "exit") || has_word(name, "update");
  if (name[0].is("ordered")) {
    return std::any_of(line.begin() + 1, line.end(),
                       [](const Token& token) { return token.is("depend") || token.is("doacross"); });
  }
  return is_one_of(name[0].text, kStandalone);
}

bool moves_statement(Line line) {
  Line name = line.first(name_length(line));
  return std::any_of(name.begin(), name.end(), [](const Token& token) { return is_one_of(token.text, kMoving); });
}

bool is_recordable(Line line) {
  Directive directive = directive_of(line);
  if (directive != Directive::Taskwait) return directive == Directive::Task;
  Diagnostics ignored;
  return find(parse_clauses(line, name_length(line), ignored), "depend") != nullptr;
}

bool has_own_clause(Line line) {
  Diagnostics ignored;
  for (const Clause& clause : parse_clauses(line, name_length(line), ignored)) {
    if (clause.name == "replayable" || clause.name == "dep_pattern" || clause.is_saved) return true;
  }
  return false;
}

}  // namespace rondo::directives
