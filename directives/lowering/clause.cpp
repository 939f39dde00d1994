// SPDX-License-Identifier: Apache-2.0
#include "clause.hpp"

#include <algorithm>

namespace rondo::directives {

namespace {

bool opens(const Token& token) { return token.is("(") || token.is("[") || token.is("{"); }
bool closes(const Token& token) { return token.is(")") || token.is("]") || token.is("}"); }

// A modifier of ours in front of the argument: firstprivate(saved: ...), if(taskgraph: ...).
bool has_modifier(std::span<const Token> line, TokenRange argument, const char* modifier) {
  return argument.end - argument.begin >= 2 && line[argument.begin].is(modifier) && line[argument.begin + 1].is(":");
}

// The parenthesis that closes the one at `open`, if all brackets between are of their kinds; else the line's end.
TokenIndex closing_of_its_kind(std::span<const Token> line, TokenIndex open) {
  std::vector<std::string> expected;
  for (TokenIndex i = open; i < line.size(); i++) {
    if (opens(line[i])) expected.emplace_back(line[i].is("(") ? ")" : line[i].is("[") ? "]" : "}");
    if (!closes(line[i])) continue;
    if (line[i].text != expected.back()) break;
    expected.pop_back();
    if (expected.empty()) return i;
  }
  return line.size();
}

std::string list_of(std::span<const ClauseRule> rules) {
  std::string text;
  for (const ClauseRule& rule : rules) text += (text.empty() ? "" : ", ") + std::string(rule.name);
  return text;
}

std::string in_quotes(const std::string& text) { return "'" + text + "'"; }

void check_argument(const Clause& clause, const ClauseRule& rule, Diagnostics& diagnostics) {
  TokenIndex at = clause.whole.begin;
  if (rule.argument == Argument::None && clause.has_argument) {
    diagnostics.push_back({Severity::Error, at, "clause " + in_quotes(clause.name) + " takes no argument"});
  } else if (rule.argument == Argument::Required && !clause.has_argument) {
    diagnostics.push_back({Severity::Error, at, "expected '(' after " + in_quotes(clause.name)});
  } else if (clause.has_argument && clause.argument.is_empty()) {
    diagnostics.push_back(
        {Severity::Error, at, "expected an argument between the parentheses of " + in_quotes(clause.name)});
  }
}

}  // namespace

TokenIndex closing(std::span<const Token> tokens, TokenIndex open, TokenIndex end) {
  std::size_t depth = 0;
  for (TokenIndex i = open; i < end; i++) {
    if (opens(tokens[i])) depth++;
    if (closes(tokens[i]) && --depth == 0) return i;
  }
  return end;
}

Clauses parse_clauses(std::span<const Token> line, TokenIndex begin, Diagnostics& diagnostics) {
  Clauses clauses;
  TokenIndex i = begin;
  while (i < line.size()) {
    if (line[i].is(",")) {
      i++;
      continue;
    }
    if (!line[i].is_word()) {
      diagnostics.push_back({Severity::Error, i, "expected a clause, not " + in_quotes(line[i].text)});
      return clauses;
    }
    Clause clause;
    clause.name = line[i].text;
    clause.whole = {i, i + 1};
    if (i + 1 < line.size() && line[i + 1].is("(")) {
      TokenIndex end = closing_of_its_kind(line, i + 1);
      clause.is_closed = end != line.size();
      if (!clause.is_closed) {
        diagnostics.push_back(
            {Severity::Error, i + 1, "expected ')' to close the argument of " + in_quotes(clause.name)});
      }
      clause.has_argument = true;
      clause.argument = {i + 2, end};
      clause.whole.end = clause.is_closed ? end + 1 : end;
      clause.is_saved = clause.name == "firstprivate" && has_modifier(line, clause.argument, "saved");
      bool is_named_if = clause.name == "if" && has_modifier(line, clause.argument, "taskgraph");
      if (clause.is_saved || is_named_if) clause.argument.begin += 2;
    }
    i = clause.whole.end;
    clauses.push_back(clause);
  }
  return clauses;
}

const Clause* find(const Clauses& clauses, const char* name) {
  auto found = std::find_if(clauses.begin(), clauses.end(), [&](const Clause& clause) { return clause.name == name; });
  return found == clauses.end() ? nullptr : &*found;
}

std::vector<TokenRange> items_of(std::span<const Token> line, TokenRange list) {
  std::vector<TokenRange> items;
  TokenIndex begin = list.begin;
  for (TokenIndex i = list.begin; i < list.end; i++) {
    if (opens(line[i])) i = closing(line, i, list.end);
    if (i >= list.end || !line[i].is(",")) continue;
    items.push_back({begin, i});
    begin = i + 1;
  }
  if (begin < list.end) items.push_back({begin, list.end});
  return items;
}

void check_clauses(const std::string& directive, const Clauses& clauses, std::span<const ClauseRule> rules,
                   Diagnostics& diagnostics) {
  for (const Clause& clause : clauses) {
    auto rule = std::find_if(rules.begin(), rules.end(),
                             [&](const ClauseRule& candidate) { return clause.name == candidate.name; });
    if (rule == rules.end()) {
      diagnostics.push_back({Severity::Error, clause.whole.begin,
                             in_quotes(clause.name) + " is not a clause of '#pragma omp " + directive +
                                 "', which has " + list_of(rules)});
      continue;
    }
    bool is_repeated = find(clauses, clause.name.c_str()) != &clause;
    if (is_repeated && !rule->may_repeat) {
      diagnostics.push_back(
          {Severity::Error, clause.whole.begin,
           "'#pragma omp " + directive + "' has more than one " + in_quotes(clause.name) + " clause"});
      continue;
    }
    if (clause.is_closed) check_argument(clause, *rule, diagnostics);
  }
}

}  // namespace rondo::directives
