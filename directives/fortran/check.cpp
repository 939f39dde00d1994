// SPDX-License-Identifier: Apache-2.0
// See check.hpp.
#include "check.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "clauses.hpp"
#include "lowering/check_data.hpp"
#include "lowering/check_loop.hpp"
#include "lowering/region_rules.hpp"

namespace rondo::fortran {

using directives::RegionRule;

namespace {

bool is_task(const Construct& construct) {
  return construct.kind == ConstructKind::Task || construct.kind == ConstructKind::Taskloop;
}

// ---- Directives in a region -------------------------------------------------------------------------------------

const RegionRule* rule_for(const Statement& directive) {
  for (const Token& word : directive.tokens) {
    if (!word.is_word()) break;
    if (const RegionRule* rule = directives::region_rule(word.text)) return rule;
  }
  return nullptr;
}

// `.false.` or `.true.`, which is three tokens, perhaps behind a modifier.
bool is_literal(const Statement& statement, const Clause* clause, const char* value) {
  if (clause == nullptr || !clause->has_argument || clause->argument.end - clause->argument.begin < 3) return false;
  std::size_t word = clause->argument.end - 2;
  bool is_alone = word - clause->argument.begin == 1 || statement.is(word - 2, ":");
  return is_alone && statement.is(word, value);
}

bool is_false(const Statement& statement, const Clause* clause) { return is_literal(statement, clause, "false"); }

bool is_wait_for_some(const Statement& statement, const DirectiveHead& head) {
  if (head.name != DirectiveName::Taskwait) return false;
  Diagnostics ignored;
  return find(parse_clauses(statement, head, ignored), "depend") != nullptr;
}

// TYPE, ATTRIBUTES :: NAMES
void add_declared(const Statement& statement, directives::Names& names) {
  std::size_t at = 0;
  while (at < statement.tokens.size() && !statement.is(at, "::")) {
    if (statement.is(at, "save") || statement.is(at, "import") || statement.is(at, "use")) return;
    at++;
  }
  for (bool begins_item = true; ++at < statement.tokens.size(); begins_item = statement.is(at, ",")) {
    if (begins_item && statement.tokens[at].is_word()) names.push_back(statement.tokens[at].text);
    if (statement.is(at, "(")) at = skip_parentheses(statement.tokens, at) - 1;
  }
}

// The names that the BLOCK constructs between a region and a statement in it declare.
directives::Names declared_around(const Program& program, std::size_t region, std::size_t at) {
  directives::Names names;
  for (std::size_t around = program.constructs[program.construct_of[at]].first == at
                                ? program.constructs[program.construct_of[at]].parent
                                : program.construct_of[at];
       around != kNone && around != region; around = program.constructs[around].parent) {
    const Construct& construct = program.constructs[around];
    if (construct.kind != ConstructKind::Block) continue;
    for (std::size_t next = construct.first + 1; next < at; next++) add_declared(program.statements[next], names);
  }
  return names;
}

void check_task(const Statement& statement, const DirectiveHead& head, const directives::Names& declared,
                Diagnostics& diagnostics) {
  Diagnostics ignored;
  Clauses clauses = parse_clauses(statement, head, ignored);
  auto report = [&](const Clause* clause, Severity severity, const std::string& text) {
    std::size_t at = clause == nullptr ? 0 : clause->whole.begin;
    diagnostics.push_back({severity, statement.tokens[at].begin, text});
  };
  if (head.name == DirectiveName::Taskloop && find(clauses, "nogroup") == nullptr) {
    report(nullptr, Severity::Warning, directives::kWantsNogroup);
  }
  if (is_false(statement, find(clauses, "replayable"))) return;
  const std::string remedy = "replayable(.false.)";
  if (const Clause* detach = find(clauses, "detach")) {
    report(detach, Severity::Error, directives::kIsDetachable + remedy);
  }
  if (const Clause* condition = find(clauses, "if"); is_false(statement, condition)) {
    report(condition, Severity::Error, directives::kIsUndeferred + remedy);
  }
  directives::Diagnostics found;
  directives::check_data(translated(statement.tokens), clauses, declared, found);
  hand_over(found, statement, diagnostics);
}

void check_in_region(const Program& program, std::size_t region, std::size_t at, Diagnostics& diagnostics) {
  const Statement& statement = program.statements[at];
  const DirectiveHead& head = program.heads[at];
  if (head.is_end || statement.tokens.front().text.starts_with("end")) return;
  bool is_plain_task = statement.is(0, "task") || statement.is(0, "taskloop");
  if (is_plain_task || is_wait_for_some(statement, head)) {
    return check_task(statement, head, declared_around(program, region, at), diagnostics);
  }
  const RegionRule* rule = rule_for(statement);
  if (rule == nullptr) return;
  diagnostics.push_back({rule->severity, statement.tokens.front().begin,
                         "'!$omp " + std::string(rule->word) + "' in a taskgraph region " + rule->text});
}

// ---- Tasks in a loop ----------------------------------------------------------------------------------------------

// `do i = 1, n`, perhaps behind a name and with a label: its variable, or "".
std::string control_variable(const Statement& loop) {
  std::size_t at = behind_name(loop);
  if (!loop.is(at++, "do")) return "";
  if (at < loop.tokens.size() && loop.tokens[at].kind == TokenKind::Number) at++;
  if (loop.is(at, ",")) at++;
  return loop.is(at + 1, "=") ? loop.tokens[at].text : "";
}

bool is_private(const Statement& task, const Clauses& clauses, const std::string& name) {
  const directives::Tokens tokens = translated(task.tokens);
  for (const Clause& clause : clauses) {
    if (clause.name != "private" && clause.name != "lastprivate") continue;
    for (directives::TokenRange item : directives::items_of(tokens, clause.argument)) {
      if (tokens[item.begin].text == name) return true;
    }
  }
  return false;
}

// Token `at` is the variable `name`: no component, and no keyword of a call. In an unrolled loop the variable's place
// in the period is known, since iterations of each place are recorded.
bool means(const Statement& statement, std::size_t at, const std::string& name, bool is_unrolled) {
  const Token& token = statement.tokens[at];
  if (!token.is_word() || token.text != name || (at != 0 && statement.is(at - 1, "%"))) return false;
  bool is_item = at != 0 && (statement.is(at - 1, "(") || statement.is(at - 1, ","));
  if (is_item && statement.is(at + 1, "=")) return false;
  bool is_place = at > 1 && statement.is(at - 1, "(") && statement.is(at + 1, ",") &&
                  (statement.is(at - 2, "mod") || statement.is(at - 2, "modulo") || statement.is(at - 2, "iand"));
  return !(is_unrolled && is_place);
}

// The task keeps what it captured when it was recorded: directives/lowering/check_loop.hpp.
void check_in_loop(const Program& program, std::size_t loop, std::size_t at, Diagnostics& diagnostics) {
  const Construct& around = program.constructs[loop];
  const Construct& task = program.constructs[program.construct_of[at]];
  if (task.first != at || task.last == kNone || around.body >= program.statements.size()) return;
  const std::string name = control_variable(program.statements[around.body]);
  Diagnostics ignored;
  Clauses of_loop = parse_clauses(program.statements[around.first], program.heads[around.first], ignored);
  Clauses of_task = parse_clauses(program.statements[at], program.heads[at], ignored);
  if (name.empty() || find(of_loop, "update") != nullptr || is_private(program.statements[at], of_task, name)) return;
  if (task.kind == ConstructKind::Taskloop && control_variable(program.statements[task.body]) == name) return;
  const directives::Names declared = declared_around(program, loop, at);
  if (std::find(declared.begin(), declared.end(), name) != declared.end()) return;
  for (std::size_t next = at + 1; next < task.last; next++) {
    const Statement& statement = program.statements[next];
    for (std::size_t token = 0; token < statement.tokens.size(); token++) {
      if (!means(statement, token, name, find(of_loop, "unroll") != nullptr)) continue;
      diagnostics.push_back(
          {Severity::Warning, statement.tokens[token].begin, directives::control_variable_text(name)});
      return;
    }
  }
}

// ---- Statements that leave --------------------------------------------------------------------------------------

// The action of the statement, behind `name:` and `if (...)`.
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

// The construct of this kind that the statement belongs to: lexically around it, and no task between them; or kNone.
std::size_t construct_around(const Program& program, std::size_t statement, ConstructKind kind) {
  std::size_t at = program.construct_of[statement];
  if (at != kNone && program.constructs[at].first == statement) at = program.constructs[at].parent;
  while (at != kNone && program.constructs[at].kind != kind) {
    if (is_task(program.constructs[at])) return kNone;
    at = program.constructs[at].parent;
  }
  return at;
}

// A region whose tasks would be undeferred.
void check_not_final(const Program& program, std::size_t at, Diagnostics& diagnostics) {
  if (program.heads[at].name != DirectiveName::Taskgraph || program.heads[at].is_end) return;
  std::size_t around = encounterer(program, at);
  if (around == kNone || !is_task(program.constructs[around])) return;
  std::size_t task = program.constructs[around].first;
  Diagnostics ignored;
  Clauses clauses = parse_clauses(program.statements[task], program.heads[task], ignored);
  if (!is_literal(program.statements[task], find(clauses, "final"), "true")) return;
  diagnostics.push_back({Severity::Warning, program.statements[at].tokens.front().begin, directives::kInFinalTask});
}

}  // namespace

std::size_t region_around(const Program& program, std::size_t statement) {
  return construct_around(program, statement, ConstructKind::Taskgraph);
}

bool forbids_record(const Program& program, std::size_t region) {
  for (std::size_t at = program.constructs[region].first + 1; at < program.constructs[region].last; at++) {
    if (!program.statements[at].is_directive || region_around(program, at) != region) continue;
    const RegionRule* rule = rule_for(program.statements[at]);
    if (rule != nullptr && rule->forbids_record) return true;
  }
  return false;
}

void check(const Program& program, Diagnostics& diagnostics) {
  for (std::size_t at = 0; at < program.statements.size(); at++) {
    const Statement& statement = program.statements[at];
    if (statement.is_directive) {
      std::size_t region = region_around(program, at);
      if (region != kNone) check_in_region(program, region, at, diagnostics);
      std::size_t own = program.opened_by(at);
      std::size_t loop = construct_around(program, at, ConstructKind::Taskiter);
      bool is_tasks = own != kNone && is_task(program.constructs[own]);
      if (is_tasks && loop != kNone) check_in_loop(program, loop, at, diagnostics);
      check_not_final(program, at, diagnostics);
      continue;
    }
    std::size_t around = encounterer(program, at);
    if (around == kNone || is_task(program.constructs[around]) || program.constructs[around].last == kNone) continue;
    Exits(program, around, diagnostics).check(at);
  }
}

}  // namespace rondo::fortran
