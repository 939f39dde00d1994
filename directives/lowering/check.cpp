// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <algorithm>
#include <initializer_list>

#include "check_data.hpp"
#include "check_loop.hpp"
#include "clause.hpp"
#include "declarations.hpp"
#include "region_rules.hpp"

namespace rondo::directives {

namespace {

const Token& keyword_at(const Tokens& tokens, const Exit& exit) { return tokens[exit.at]; }

// ---- Constructs in a region ----------------------------------------------------------------------------------

const RegionRule* rule_for(Line line) {
  for (const Token& word : line.first(name_length(line))) {
    if (const RegionRule* rule = region_rule(word.text)) return rule;
  }
  return nullptr;
}

// The argument is a literal, perhaps behind a modifier.
bool is_literal(Line line, const Clause* clause, std::initializer_list<const char*> texts) {
  if (clause == nullptr || !clause->has_argument || clause->argument.is_empty()) return false;
  TokenIndex last = clause->argument.end - 1;
  TokenIndex n_tokens = clause->argument.end - clause->argument.begin;
  bool is_alone = n_tokens == 1 || (n_tokens == 3 && line[last - 1].is(":"));  // `c ? 1 : 0` is no modifier
  return is_alone && std::find(texts.begin(), texts.end(), line[last].text) != texts.end();
}

bool is_literal_false(Line line, const Clause* clause) { return is_literal(line, clause, {"0", "false"}); }

// Tasks that cannot be part of a record.
void check_task(Line line, TokenIndex offset, const Names& declared, Diagnostics& diagnostics) {
  Diagnostics found;
  Clauses clauses = parse_clauses(line, name_length(line), found);
  found.clear();  // the compiler will say it
  auto report = [&](const Clause* clause, Severity severity, const std::string& text) {
    found.push_back({severity, clause == nullptr ? 0 : clause->whole.begin, text});
  };
  bool is_loop = name_of(line).find("taskloop") != std::string::npos;
  if (is_loop && find(clauses, "nogroup") == nullptr) report(nullptr, Severity::Warning, kWantsNogroup);
  if (!is_literal_false(line, find(clauses, "replayable"))) {
    constexpr const char* kRemedy = "replayable(false)";
    const Clause* detach = find(clauses, "detach");
    if (detach != nullptr) report(detach, Severity::Error, std::string(kIsDetachable) + kRemedy);
    const Clause* condition = find(clauses, "if");
    if (is_literal_false(line, condition)) report(condition, Severity::Error, std::string(kIsUndeferred) + kRemedy);
    check_data(line, clauses, declared, found);
    check_affinity(line, clauses, found);
  }
  for (Diagnostic& diagnostic : found) {
    diagnostic.at += offset;
    diagnostics.push_back(diagnostic);
  }
}

void check_in_region(const Tokens& tokens, const Construct& region, const Construct& construct,
                     Diagnostics& diagnostics) {
  Line line = line_of(tokens, construct);
  bool is_plain_task = directive_of(line) == Directive::Task && (line[0].is("task") || line[0].is("taskloop"));
  if (is_plain_task || (directive_of(line) == Directive::Taskwait && is_recordable(line))) {
    Names declared = declared_variables(tokens, {region.statement.begin, construct.begin});
    return check_task(line, construct.line.begin, declared, diagnostics);
  }
  const RegionRule* rule = rule_for(line);
  if (rule == nullptr) return;
  diagnostics.push_back({rule->severity, construct.line.begin,
                         "'#pragma omp " + name_of(line) + "' in a taskgraph region " + rule->text});
}

// ---- Statements that leave ----------------------------------------------------------------------------------------

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

// The construct around, if the same task executes it, and certainly together with the region; else nothing.
const Construct* encounterer(const Tokens& tokens, const Outline& outline, const Construct& construct) {
  if (!construct.parent || construct.is_in_own_function) return nullptr;
  const Construct& parent = outline.constructs[*construct.parent];
  return moves_statement(line_of(tokens, parent)) ? nullptr : &parent;
}

// The innermost region or loop that the construct is encountered in, or nullptr.
const Construct* around_of(const Tokens& tokens, const Outline& outline, const Construct& construct,
                           Directive directive) {
  const Construct* around = encounterer(tokens, outline, construct);
  while (around != nullptr && directive_of(line_of(tokens, *around)) != directive) {
    around = encounterer(tokens, outline, *around);
  }
  return around;
}

const Construct* region_of(const Tokens& tokens, const Outline& outline, const Construct& construct) {
  return around_of(tokens, outline, construct, Directive::Taskgraph);
}

bool is_in_final_task(const Tokens& tokens, const Outline& outline, const Construct& construct) {
  if (!construct.parent || construct.is_in_own_function) return false;
  const Construct& parent = outline.constructs[*construct.parent];
  return is_final_task(line_of(tokens, parent));
}

}  // namespace

void check_outline(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics) {
  for (const Construct& construct : outline.constructs) {
    const Construct* region = region_of(tokens, outline, construct);
    if (region != nullptr) check_in_region(tokens, *region, construct, diagnostics);
    const Construct* loop = around_of(tokens, outline, construct, Directive::Taskiter);
    bool is_task = directive_of(line_of(tokens, construct)) == Directive::Task;
    if (loop != nullptr && is_task) check_control_variables(tokens, *loop, construct, diagnostics);
    bool is_region = directive_of(line_of(tokens, construct)) == Directive::Taskgraph;
    if (is_region && is_in_final_task(tokens, outline, construct)) {
      diagnostics.push_back({Severity::Warning, construct.line.begin, kInFinalTask});
    }
  }
  for (const Exit& exit : outline.exits) check_exit(tokens, outline, exit, diagnostics);
}

bool is_final_task(Line line) {
  if (directive_of(line) != Directive::Task) return false;
  Diagnostics ignored;
  Clauses clauses = parse_clauses(line, name_length(line), ignored);
  return is_literal(line, find(clauses, "final"), {"1", "true"});
}

bool forbids_record(const Tokens& tokens, const Outline& outline, const Construct& region) {
  return std::any_of(outline.constructs.begin(), outline.constructs.end(), [&](const Construct& construct) {
    if (region_of(tokens, outline, construct) != &region) return false;
    const RegionRule* rule = rule_for(line_of(tokens, construct));
    return rule != nullptr && rule->forbids_record;
  });
}

std::optional<std::size_t> cancelled_task(const Tokens& tokens, const Outline& outline, std::size_t index) {
  const Construct& cancel = outline.constructs[index];
  Line line = line_of(tokens, cancel);
  bool is_cancel = name_of(line) == "cancel" || name_of(line) == "cancellation point";
  if (!is_cancel || !cancel.parent || cancel.is_in_own_function) return {};
  Diagnostics ignored;
  Clauses clauses = parse_clauses(line, name_length(line), ignored);
  if (!ignored.empty() || clauses.empty() || clauses.front().name != "taskgroup") return {};
  if (clauses.size() > (find(clauses, "if") == nullptr ? 1U : 2U)) return {};
  const Construct* around = &outline.constructs[*cancel.parent];
  if (name_of(line_of(tokens, *around)) != "task") return {};
  while (name_of(line_of(tokens, *around)) == "task" && around->parent && !around->is_in_own_function) {
    around = &outline.constructs[*around->parent];
    Directive directive = directive_of(line_of(tokens, *around));
    if (directive == Directive::Taskgraph || directive == Directive::Taskiter) return cancel.parent;
  }
  return {};
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
