// SPDX-License-Identifier: Apache-2.0
#include "own_clauses.hpp"

#include "check.hpp"

namespace rondo::directives {

namespace {

constexpr ClauseRule kTaskgraph[] = {{"graph_id", Argument::Required}, {"graph_reset", Argument::Optional},
                                     {"if", Argument::Required},       {"nogroup", Argument::Optional},
                                     {"nowait", Argument::None},       {"recurrent", Argument::None}};

constexpr ClauseRule kTaskiter[] = {{"unroll", Argument::Required},
                                    {"update", Argument::None},
                                    {"nowait", Argument::None},
                                    {"inline", Argument::None},
                                    {"task_reduction", Argument::Required, true}};

// Our clauses on OpenMP's directives; the compiler checks all others.
constexpr ClauseRule kTask[] = {{"replayable", Argument::Optional}, {"dep_pattern", Argument::Required}};
constexpr ClauseRule kNoPattern[] = {{"replayable", Argument::Optional}};

void check_statement(const Construct& construct, const std::string& name, Diagnostics& diagnostics) {
  if (!construct.statement.is_empty()) return;
  diagnostics.push_back(
      {Severity::Error, construct.line.begin, "expected a statement after '#pragma omp " + name + "'"});
}

void check_loop(const Construct& construct, Diagnostics& diagnostics) {
  if (construct.loop) return;
  diagnostics.push_back({Severity::Error, 0, "expected a for, while or do loop after '#pragma omp taskiter'"});
}

// A tag that is an expression is for the compiler to check; a literal is told from a string here, in one line.
void check_tag(Line line, const Clauses& clauses, Diagnostics& diagnostics) {
  const Clause* pattern = find(clauses, "dep_pattern");
  if (pattern == nullptr || pattern->argument.end != pattern->argument.begin + 1) return;
  const Token& tag = line[pattern->argument.begin];
  bool is_string = tag.kind != TokenKind::Literal || tag.text.find('"') != std::string::npos;
  if (is_string) return;
  diagnostics.push_back({Severity::Error, pattern->argument.begin, "the tag of 'dep_pattern' must be a string"});
}

void check_task(Line line, const Clauses& clauses, Diagnostics& diagnostics) {
  Clauses own;
  for (const Clause& clause : clauses) {
    if (clause.name == "replayable" || clause.name == "dep_pattern") own.push_back(clause);
    if (clause.is_saved && clause.argument.is_empty()) {
      diagnostics.push_back({Severity::Error, clause.whole.begin, "expected a variable after 'saved:'"});
    }
  }
  check_saved_items(line, clauses, diagnostics);
  if (const Clause* replayable = find(clauses, "replayable"); replayable != nullptr && !is_recordable(line)) {
    diagnostics.push_back({Severity::Error, replayable->whole.begin, kWaitsForAll});
  }
  std::string name = name_of(line);
  check_clauses(name, own, name == "task" ? std::span<const ClauseRule>(kTask) : kNoPattern, diagnostics);
}

void check_construct(const Tokens& tokens, const Outline& outline, std::size_t index, Diagnostics& diagnostics) {
  const Construct& construct = outline.constructs[index];
  Line line = line_of(tokens, construct);
  Directive directive = directive_of(line);
  if (directive == Directive::Other) return;
  bool is_own = directive == Directive::Taskgraph || directive == Directive::Taskiter;
  bool has_own = is_own || has_own_clause(line);
  bool is_lowered = has_own || (is_recordable(line) && is_in_taskgraph(tokens, outline, index));
  if (!is_lowered) return;  // the compiler will say it
  Diagnostics found;        // positions in the line
  Clauses clauses = parse_clauses(line, name_length(line), found);
  if (directive == Directive::Taskgraph) {
    check_taskgraph_clauses(clauses, found);
  } else if (directive == Directive::Taskiter) {
    check_loop(construct, found);
    check_taskiter_clauses(line, clauses, found);
  } else if (has_own) {
    check_task(line, clauses, found);
    check_tag(line, clauses, found);
  }
  for (Diagnostic& diagnostic : found) {
    diagnostic.at += construct.line.begin;
    diagnostics.push_back(diagnostic);
  }
  if (directive == Directive::Taskgraph) check_statement(construct, "taskgraph", diagnostics);
}

}  // namespace

void check_taskgraph_clauses(const Clauses& clauses, Diagnostics& diagnostics) {
  check_clauses("taskgraph", clauses, kTaskgraph, diagnostics);
}

void check_taskiter_clauses(Line line, const Clauses& clauses, Diagnostics& diagnostics) {
  check_clauses("taskiter", clauses, kTaskiter, diagnostics);
  const Clause* unroll = find(clauses, "unroll");
  bool is_literal = unroll != nullptr && unroll->argument.end - unroll->argument.begin == 1;
  if (is_literal && line[unroll->argument.begin].text == "0") {
    diagnostics.push_back({Severity::Error, unroll->argument.begin, "'unroll' needs a positive number of iterations"});
  }
  const Clause* reduction = find(clauses, "task_reduction");
  const Clause* nowait = find(clauses, "nowait");
  if (reduction != nullptr && nowait != nullptr) {
    diagnostics.push_back(
        {Severity::Error, nowait->whole.begin,
         "'nowait' cannot be combined with 'task_reduction', whose results need the end of the loop"});
  }
}

void check_own_clauses(const Tokens& tokens, const Outline& outline, Diagnostics& diagnostics) {
  for (std::size_t index = 0; index < outline.constructs.size(); index++) {
    check_construct(tokens, outline, index, diagnostics);
  }
}

std::size_t count_items(Line line, const Clauses& clauses, const char* name) {
  std::size_t n = 0;
  for (const Clause& clause : clauses) {
    if (clause.name == name && !clause.is_saved) n += items_of(line, clause.argument).size();
  }
  return n;
}

std::vector<TokenRange> saved_items(Line line, const Clauses& clauses) {
  std::vector<TokenRange> all;
  for (const Clause& clause : clauses) {
    if (!clause.is_saved) continue;
    for (TokenRange item : items_of(line, clause.argument)) all.push_back(item);
  }
  return all;
}

void check_saved_items(Line line, const Clauses& clauses, Diagnostics& diagnostics) {
  for (TokenRange item : saved_items(line, clauses)) {
    if (item.end - item.begin == 1) continue;
    diagnostics.push_back({Severity::Error, item.begin, "a saved item must be the plain name of a variable"});
  }
}

// TYPE NAME = ... or TYPE NAME{...}; an expression has an operator in front of the name, or nothing.
bool is_declaration(const Tokens& tokens, TokenRange condition) {
  if (condition.is_empty() || !tokens[condition.begin].is_word()) return false;
  for (TokenIndex i = condition.begin; i < condition.end; i++) {
    const Token& token = tokens[i];
    if (token.is("(") || token.is("[")) {
      i = closing(tokens, i, condition.end);
    } else if (token.is("=") || token.is("{")) {
      if (i < condition.begin + 2 || !tokens[i - 1].is_word()) return false;
      const Token& before = tokens[i - 2];
      return before.is_word() || before.is("*") || before.is("&") || before.is("&&") || before.is(">");
    }
  }
  return false;
}

}  // namespace rondo::directives
