// SPDX-License-Identifier: Apache-2.0
// See check.hpp.
#include "check.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "clauses.hpp"

namespace rondo::fortran {

namespace {

bool is_task(const Construct& construct) {
  return construct.kind == ConstructKind::Task || construct.kind == ConstructKind::Taskloop;
}

// ---- Directives in a region -------------------------------------------------------------------------------------

constexpr const char* kWaits = "is not allowed there by OpenMP 6.0; Rondo records it as a wait for the tasks before it";
constexpr const char* kMayBeSkipped = "is not executed by an encounter that replays the region without its code";
constexpr const char* kNeedsTeam = "needs all threads of the team, but one encounters the region";
constexpr const char* kNoTask = "creates no task that could be recorded; put it around the region or into a task";

// Named by the word that decides.
struct Rule {
  std::string_view word;
  Severity severity;
  const char* text;
};

constexpr Rule kRules[] = {
    {"taskgraph", Severity::Error, "is nested directly in a taskgraph region; put it into a task, or use one region"},
    {"parallel", Severity::Error, kNoTask},
    {"teams", Severity::Error, kNoTask},
    {"do", Severity::Error, kNeedsTeam},
    {"sections", Severity::Error, kNeedsTeam},
    {"single", Severity::Error, kNeedsTeam},
    {"workshare", Severity::Error, kNeedsTeam},
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

const Rule* rule_for(const Statement& directive) {
  for (const Token& word : directive.tokens) {
    if (!word.is_word()) break;
    for (const Rule& rule : kRules) {
      if (rule.word == word.text) return &rule;
    }
  }
  return nullptr;
}

// `.false.`, which is three tokens, perhaps behind a modifier.
bool is_false(const Statement& statement, const Clause* clause) {
  if (clause == nullptr || !clause->has_argument || clause->argument.end - clause->argument.begin < 3) return false;
  std::size_t word = clause->argument.end - 2;
  bool is_alone = word - clause->argument.begin == 1 || statement.is(word - 2, ":");
  return is_alone && statement.is(word, "false");
}

void check_task(const Statement& statement, const DirectiveHead& head, Diagnostics& diagnostics) {
  Diagnostics ignored;
  Clauses clauses = parse_clauses(statement, head, ignored);
  if (is_false(statement, find(clauses, "replayable"))) return;
  auto report = [&](const Clause* clause, Severity severity, const char* text) {
    std::size_t at = clause == nullptr ? 0 : clause->whole.begin;
    diagnostics.push_back({severity, statement.tokens[at].begin, text});
  };
  if (const Clause* detach = find(clauses, "detach")) {
    report(detach, Severity::Error, "a detachable task in a taskgraph region must say replayable(.false.)");
  }
  if (const Clause* condition = find(clauses, "if"); is_false(statement, condition)) {
    report(condition, Severity::Error, "an undeferred task in a taskgraph region must say replayable(.false.)");
  }
  if (head.name == DirectiveName::Taskloop && find(clauses, "nogroup") == nullptr) {
    report(nullptr, Severity::Warning,
           "taskloop in a taskgraph region should say nogroup (OpenMP 6.0); Rondo records its end as a wait");
  }
}

void check_in_region(const Statement& statement, const DirectiveHead& head, Diagnostics& diagnostics) {
  if (head.is_end || statement.tokens.front().text.starts_with("end")) return;
  bool is_plain = statement.is(0, "task") || statement.is(0, "taskloop");
  if (is_plain) return check_task(statement, head, diagnostics);
  if (head.name == DirectiveName::Taskwait) {
    Diagnostics ignored;
    if (find(parse_clauses(statement, head, ignored), "depend") != nullptr) return;
  }
  const Rule* rule = rule_for(statement);
  if (rule == nullptr) return;
  diagnostics.push_back({rule->severity, statement.tokens.front().begin,
                         "'!$omp " + std::string(rule->word) + "' in a taskgraph region " + rule->text});
}

// ---- Statements that leave --------------------------------------------------------------------------------------

// Behind `name:` and `if (...)`: what is done.
std::size_t action_of(const Statement& statement) {
  std::size_t at = behind_name(statement);
  if (!statement.is(at, "if") || !statement.is(at + 1, "(")) return at;
  std::size_t next = skip_parentheses(statement.tokens, at + 1);
  return statement.is(next, "then") || statement.is(next, "=") ? at : next;
}

class Exits {
 public:
  Exits(const Program& program, std::size_t construct, Diagnostics& diagnostics)
      : program_(program), construct_(program.constructs[construct]), diagnostics_(diagnostics) {}

  void check(std::size_t index) {
    const Statement& statement = program_.statements[index];
    std::size_t action = action_of(statement);
    std::size_t next = 0;
    if (statement.is(action, "return") && action + 1 == statement.tokens.size()) {
      report(statement, action, "return");
    } else if (match_words(statement, action, {"go", "to"}, next)) {
      check_labels(statement, next, "goto");
    } else if (is_keyword(statement, action, "exit") || is_keyword(statement, action, "cycle")) {
      check_loop_exit(statement, index, action);
    } else if (action > 0 && statement.tokens[action].kind == TokenKind::Number) {
      check_labels(statement, action, "if");
    } else {
      check_branch_specifiers(statement);
    }
  }

 private:
  static bool is_keyword(const Statement& statement, std::size_t at, const char* word) {
    return statement.is(at, word) && (at + 1 == statement.tokens.size() ||
                                      (statement.tokens[at + 1].is_word() && at + 2 == statement.tokens.size()));
  }

  bool is_inside(std::size_t statement) const { return statement > construct_.first && statement < construct_.last; }

  void report(const Statement& statement, std::size_t at, const std::string& word) {
    std::string text = "'" + word + "' must not leave ";
    text += construct_.kind == ConstructKind::Taskgraph
                ? "a taskgraph region"
                : "a taskiter loop; iterations that were recorded cannot decide it";
    diagnostics_.push_back({Severity::Error, statement.tokens[at].begin, text});
  }

  bool has_label(const std::string& label) const {
    for (std::size_t at = construct_.first + 1; at < construct_.last; at++) {
      if (program_.statements[at].label == label) return true;
    }
    return program_.statements[construct_.last].label == label;
  }

  // Every number from `at` up to the closing parenthesis or the end is a label.
  void check_labels(const Statement& statement, std::size_t at, const char* word) {
    for (std::size_t next = at; next < statement.tokens.size() && !statement.is(next, ")"); next++) {
      const Token& token = statement.tokens[next];
      if (token.kind == TokenKind::Number && !has_label(token.text)) return report(statement, next, word);
    }
  }

  // err=10, end=20, eor=30 of input and output; *40 of a call.
  void check_branch_specifiers(const Statement& statement) {
    for (std::size_t at = 1; at + 1 < statement.tokens.size(); at++) {
      bool begins_item = statement.is(at - 1, "(") || statement.is(at - 1, ",");
      if (!begins_item) continue;
      bool is_specifier =
          (statement.is(at, "err") || statement.is(at, "end") || statement.is(at, "eor")) && statement.is(at + 1, "=");
      bool is_alternate = statement.is(0, "call") && statement.is(at, "*");
      std::size_t label = is_specifier ? at + 2 : at + 1;
      if (!(is_specifier || is_alternate) || label >= statement.tokens.size()) continue;
      const Token& token = statement.tokens[label];
      if (token.kind == TokenKind::Number && !has_label(token.text)) {
        report(statement, label, is_specifier ? statement.tokens[at].text + "=" : "call");
      }
    }
  }

  // The loop or block that the statement names, or the innermost loop, must be inside; the loop of a taskiter can be
  // cycled, not left.
  void check_loop_exit(const Statement& statement, std::size_t index, std::size_t action) {
    std::string name = action + 1 < statement.tokens.size() ? statement.tokens[action + 1].text : "";
    bool may_cycle = construct_.kind == ConstructKind::Taskiter && statement.is(action, "cycle");
    if (!name.empty()) {
      for (std::size_t at = construct_.first + 1; at < construct_.last; at++) {
        const Statement& candidate = program_.statements[at];
        bool is_named = behind_name(candidate) != 0 && candidate.is(0, name.c_str());
        if (is_named && (construct_.kind != ConstructKind::Taskiter || at != construct_.body || may_cycle)) return;
      }
      return report(statement, action, statement.tokens[action].text);
    }
    for (std::size_t at = program_.construct_of[index]; at != kNone; at = program_.constructs[at].parent) {
      const Construct& around = program_.constructs[at];
      if (around.kind != ConstructKind::Loop) continue;
      bool is_own = construct_.kind == ConstructKind::Taskiter && around.first == construct_.body;
      if (is_inside(around.first) && (!is_own || may_cycle)) return;
      break;
    }
    report(statement, action, statement.tokens[action].text);
  }

  const Program& program_;
  const Construct& construct_;
  Diagnostics& diagnostics_;
};

// The innermost region, taskiter loop or task around a statement.
std::size_t encounterer(const Program& program, std::size_t statement) {
  std::size_t at = program.construct_of[statement];
  if (at != kNone && program.constructs[at].first == statement) at = program.constructs[at].parent;
  while (at != kNone &&
         (program.constructs[at].kind == ConstructKind::Loop || program.constructs[at].kind == ConstructKind::Block)) {
    at = program.constructs[at].parent;
  }
  return at;
}

}  // namespace

std::size_t region_around(const Program& program, std::size_t statement) {
  std::size_t at = program.construct_of[statement];
  if (at != kNone && program.constructs[at].first == statement) at = program.constructs[at].parent;
  while (at != kNone && program.constructs[at].kind != ConstructKind::Taskgraph) {
    if (is_task(program.constructs[at])) return kNone;
    at = program.constructs[at].parent;
  }
  return at;
}

void check(const Program& program, Diagnostics& diagnostics) {
  for (std::size_t at = 0; at < program.statements.size(); at++) {
    const Statement& statement = program.statements[at];
    if (statement.is_directive) {
      if (region_around(program, at) != kNone) check_in_region(statement, program.heads[at], diagnostics);
      continue;
    }
    std::size_t around = encounterer(program, at);
    if (around == kNone || is_task(program.constructs[around]) || program.constructs[around].last == kNone) continue;
    Exits(program, around, diagnostics).check(at);
  }
}

}  // namespace rondo::fortran
