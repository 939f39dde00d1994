// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <algorithm>
#include <string_view>

#include "clause.hpp"

namespace rondo::directives {

namespace {

Line line_of(const Tokens& tokens, const Construct& construct) {
  return Line(tokens).subspan(construct.line.begin, construct.line.end - construct.line.begin);
}

const Token& keyword_at(const Tokens& tokens, const Exit& exit) { return tokens[exit.at]; }

// ---- Constructs in a region
// ----------------------------------------------------------------------------------------

// Named by the word that decides. An error is what the runtime cannot do in a region: its code may run on any
// encounter or on none. A warning is what it can record or tolerate.
struct Rule {
  std::string_view word;
  Severity severity;
  const char* text;
};

constexpr const char* kWaits = "is not allowed there by OpenMP 6.0; Rondo records it as a wait for the tasks before it";
constexpr const char* kMayBeSkipped = "is not executed by an encounter that replays the region without its code";
constexpr const char* kNeedsTeam = "needs all threads of the team, but one encounters the region";
constexpr const char* kNoTask = "creates no task that could be recorded; put it around the region or into a task";

constexpr Rule kRules[] = {
    {"taskgraph", Severity::Error, "must not be nested directly; put it into a task, or use one region"},
    {"parallel", Severity::Error, kNoTask},
    {"teams", Severity::Error, kNoTask},
    {"for", Severity::Error, kNeedsTeam},
    {"sections", Severity::Error, kNeedsTeam},
    {"section", Severity::Error, kNeedsTeam},
    {"single", Severity::Error, kNeedsTeam},
    {"scope", Severity::Error, kNeedsTeam},
    {"loop", Severity::Error, kNeedsTeam},
    {"distribute", Severity::Error, kNeedsTeam},
    {"barrier", Severity::Error, kNeedsTeam},
    {"masked", Severity::Error, kNoTask},
    {"master", Severity::Error, kNoTask},
    {"critical", Severity::Error, kNoTask},
    {"ordered", Severity::Error, kNoTask},
    {"taskgroup", Severity::Warning, kWaits},
    {"taskwait", Severity::Warning, kWaits},
    {"taskyield", Severity::Warning, kMayBeSkipped},
    {"atomic", Severity::Warning, kMayBeSkipped},
    {"flush", Severity::Warning, kMayBeSkipped},
};

const Rule* rule_for(Line line) {
  for (const Token& word : line.first(name_length(line))) {
    auto rule = std::find_if(std::begin(kRules), std::end(kRules),
                             [&](const Rule& candidate) { return candidate.word == word.text; });
    if (rule != std::end(kRules)) return rule;
  }
  return nullptr;
}

bool is_literal_false(Line line, const Clause* clause) {
  if (clause == nullptr || !clause->has_argument) return false;
  TokenIndex last = clause->argument.end - 1;
  bool is_alone = clause->argument.end - clause->argument.begin == 1 || line[last - 1].is(":");
  return is_alone && (line[last].text == "0" || line[last].text == "false");
}

// Tasks that cannot be part of a record.
void check_task(Line line, TokenIndex offset, Diagnostics& diagnostics) {
  Diagnostics ignored;
  Clauses clauses = parse_clauses(line, name_length(line), ignored);
  if (is_literal_false(line, find(clauses, "replayable"))) return;
  auto report = [&](const char* name, Severity severity, const char* text) {
    const Clause* clause = find(clauses, name);
    TokenIndex at = clause == nullptr ? 0 : clause->whole.begin;
    diagnostics.push_back({severity, offset + at, text});
  };
  if (find(clauses, "detach") != nullptr) {
    report("detach", Severity::Error, "a detachable task in a taskgraph region must say replayable(false)");
  }
  if (is_literal_false(line, find(clauses, "if"))) {
    report("if", Severity::Error, "an undeferred task in a taskgraph region must say replayable(false)");
  }
  bool is_loop = name_of(line).find("taskloop") != std::string::npos;
  if (is_loop && find(clauses, "nogroup") == nullptr) {
    report("nogroup", Severity::Warning,
           "taskloop in a taskgraph region should say nogroup (OpenMP 6.0); Rondo records its end as a wait");
  }
}

void check_in_region(const Tokens& tokens, const Construct& construct, Diagnostics& diagnostics) {
  Line line = line_of(tokens, construct);
  Directive directive = directive_of(line);
  if (directive == Directive::Task && (line[0].is("task") || line[0].is("taskloop"))) {
    return check_task(line, construct.line.begin, diagnostics);
  }
  if (directive == Directive::Taskwait && is_recordable(line)) return;
  const Rule* rule = rule_for(line);
  if (rule == nullptr) return;
  diagnostics.push_back({rule->severity, construct.line.begin,
                         "'#pragma omp " + name_of(line) + "' in a taskgraph region " + rule->text});
}

// ---- Statements that leave
// -----------------------------------------------------------------------------------------

void check_exit(const Tokens& tokens, const Outline& outline, const Exit& exit, Diagnostics& diagnostics) {
  Line line = line_of(tokens, outline.constructs[exit.construct]);
  Directive left = directive_of(line);
  std::string keyword = "'" + keyword_at(tokens, exit).text + "'";
  if (left == Directive::Taskgraph) {
    diagnostics.push_back({Severity::Error, exit.at, keyword + " must not leave a taskgraph region"});
  } else if (left == Directive::Taskiter) {
    diagnostics.push_back(
        {Severity::Error, exit.at,
         keyword + " must not leave a taskiter loop; iterations that were recorded cannot decide it"});
  }
}

// The construct around, if it is executed by the same task and surely with the region; else nothing.
const Construct* encounterer(const Tokens& tokens, const Outline& outline, const Construct& construct) {
  if (!construct.parent || construct.is_in_own_function) return nullptr;
  const Construct& parent = outline.constructs[*construct.parent];
  return moves_statement(line_of(tokens, parent)) ? nullptr : &parent;
}

bool is_directly_in_region(const Tokens& tokens, const Outline& outline, const Construct& construct) {
  for (const Construct* around = encounterer(tokens, outline, construct); around != nullptr;
       around = encounterer(tokens, outline, *around)) {
    if (directive_of(line_of(tokens, *around)) == Directive::Taskgraph) return true;
  }
  return false;
}

}  // namespace

void check_outline(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics) {
  for (const Construct& construct : outline.constructs) {
    if (is_directly_in_region(tokens, outline, construct)) check_in_region(tokens, construct, diagnostics);
  }
  for (const Exit& exit : outline.exits) check_exit(tokens, outline, exit, diagnostics);
}

bool is_in_taskgraph(const Tokens& tokens, const Outline& outline, std::size_t index) {
  const Construct* construct = &outline.constructs[index];
  while (construct->parent) {
    construct = &outline.constructs[*construct->parent];
    Line line = line_of(tokens, *construct);
    if (directive_of(line) == Directive::Taskgraph) return true;
    if (moves_statement(line)) return false;
  }
  return false;
}

}  // namespace rondo::directives
