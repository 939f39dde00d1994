// SPDX-License-Identifier: Apache-2.0
#include "check_loop.hpp"

#include <algorithm>

#include "check_data.hpp"
#include "clause.hpp"
#include "declarations.hpp"

namespace rondo::directives {

namespace {

bool is_member(const Tokens& tokens, TokenIndex at) {
  return tokens[at - 1].is(".") || tokens[at - 1].is("->") || tokens[at - 1].is("::");
}

bool is_assignment(const Token& token) {
  constexpr const char* kOperators[] = {"=", "+=", "-=", "*=", "/=", "<<=", ">>=", "++", "--"};
  return std::any_of(std::begin(kOperators), std::end(kOperators), [&](const char* text) { return token.is(text); });
}

// The first `text` at [range) outside of brackets, or the end.
TokenIndex find_outside(const Tokens& tokens, TokenRange range, const char* text) {
  for (TokenIndex at = range.begin; at < range.end; at++) {
    if (tokens[at].is(text)) return at;
    if (tokens[at].is("(") || tokens[at].is("[") || tokens[at].is("{")) at = closing(tokens, at, range.end);
  }
  return range.end;
}

// `auto x : list`, `auto [a, b] : list`.
Names variables_of_range(const Tokens& tokens, TokenRange declaration) {
  TokenIndex last = declaration.end - 1;
  if (declaration.is_empty()) return {};
  if (tokens[last].is_word()) return {tokens[last].text};
  Names names;
  for (; tokens[last].is("]") && last > declaration.begin && !tokens[last - 1].is("["); last--) {
    if (tokens[last - 1].is_word()) names.push_back(tokens[last - 1].text);
    if (!tokens[last - 1].is_word() && !tokens[last - 1].is(",")) return names;
  }
  return names;
}

// The variable that the last part of the header changes: `i++`, `i += 2`, `p = p->next`.
Names variables_of_step(const Tokens& tokens, TokenRange step) {
  Names names;
  for (TokenIndex at = step.begin; at < step.end; at++) {
    if (!tokens[at].is_word() || is_member(tokens, at)) continue;
    bool is_changed = is_assignment(tokens[at + 1]) || tokens[at - 1].is("++") || tokens[at - 1].is("--");
    if (is_changed && !has(names, tokens[at].text)) names.push_back(tokens[at].text);
  }
  return names;
}

// `keyword` is a for: the variable that it changes from iteration to iteration.
Names control_variables(const Tokens& tokens, TokenIndex keyword, TokenIndex end) {
  if (!tokens[keyword].is("for") || !tokens[keyword + 1].is("(")) return {};
  TokenRange header = {keyword + 2, closing(tokens, keyword + 1, end)};
  TokenIndex first = find_outside(tokens, header, ";");
  if (first == header.end) {
    TokenIndex colon = find_outside(tokens, header, ":");
    return colon == header.end ? Names() : variables_of_range(tokens, {header.begin, colon});
  }
  TokenIndex second = find_outside(tokens, {first + 1, header.end}, ";");
  return second == header.end ? Names() : variables_of_step(tokens, {second + 1, header.end});
}

// The first place in the task's statement at which it means the loop's variable, or the end.
TokenIndex use_of(const Tokens& tokens, const Construct& task, const std::string& name, bool is_unrolled) {
  for (TokenIndex at = task.statement.begin; at < task.statement.end; at++) {
    if (!tokens[at].is_word() || tokens[at].text != name || is_member(tokens, at)) continue;
    // Its place in the period, which recorded iterations have.
    if (is_unrolled && (tokens[at + 1].is("%") || tokens[at + 1].is("&"))) continue;
    if (has(declared_variables(tokens, {task.statement.begin, at + 2}), name)) continue;  // also if this declares it
    return at;
  }
  return task.statement.end;
}

// The task has its own: private, or what a taskloop counts with.
Names own_variables(const Tokens& tokens, const Construct& task) {
  Line line = line_of(tokens, task);
  Diagnostics ignored;
  Names names;
  for (const Clause& clause : parse_clauses(line, name_length(line), ignored)) {
    bool is_own = clause.name == "private" || clause.name == "lastprivate";
    for (TokenRange item : is_own ? items_of(line, clause.argument) : std::vector<TokenRange>()) {
      names.push_back(line[item.end - 1].text);
    }
  }
  if (name_of(line).find("taskloop") == std::string::npos) return names;
  for (const std::string& name : control_variables(tokens, task.statement.begin, task.statement.end)) {
    names.push_back(name);
  }
  return names;
}

}  // namespace

std::string control_variable_text(const std::string& name) {
  return "the task has '" + name +
         "' of the recorded iteration in later ones of the taskiter loop, too; add 'update' to the taskiter, or let a "
         "task count";
}

void check_control_variables(const Tokens& tokens, const Construct& loop, const Construct& task,
                             Diagnostics& diagnostics) {
  if (!loop.loop || task.statement.is_empty()) return;
  Line line = line_of(tokens, loop);
  Diagnostics ignored;
  Clauses clauses = parse_clauses(line, name_length(line), ignored);
  if (find(clauses, "update") != nullptr) return;
  Names own = own_variables(tokens, task);
  Names hidden = declared_variables(tokens, {loop.loop->body.begin, task.begin});
  for (const std::string& name : control_variables(tokens, loop.loop->keyword, loop.statement.end)) {
    if (has(own, name) || has(hidden, name)) continue;
    TokenIndex use = use_of(tokens, task, name, find(clauses, "unroll") != nullptr);
    if (use != task.statement.end) diagnostics.push_back({Severity::Warning, use, control_variable_text(name)});
  }
}

}  // namespace rondo::directives
