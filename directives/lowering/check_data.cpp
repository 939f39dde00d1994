// SPDX-License-Identifier: Apache-2.0
#include "check_data.hpp"

#include <algorithm>
#include <initializer_list>

namespace rondo::directives {

bool has(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

namespace {

bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A list behind its modifiers: `in: a, b`, `iterator(k = 0 : n), in: a[k]`.
TokenRange list_of(Line line, const Clause& clause) {
  TokenRange list = clause.argument;
  for (TokenIndex i = list.begin; i < list.end; i++) {
    if (line[i].is(":")) list.begin = i + 1;
    if (line[i].is("(") || line[i].is("[")) i = closing(line, i, list.end);
  }
  return list;
}

TokenIndex first_word(Line line, TokenRange item) {
  TokenIndex at = item.begin;
  while (at < item.end && !line[at].is_word()) at++;
  return at;
}

// Words of an item that name variables other than the one it is about: neither functions nor members.
std::vector<TokenIndex> other_names(Line line, TokenRange item) {
  std::vector<TokenIndex> names;
  for (TokenIndex at = first_word(line, item) + 1; at < item.end; at++) {
    const Token& before = line[at - 1];
    bool is_member = before.is(".") || before.is("->") || before.is("%") || before.is("::");
    bool is_function = line[at + 1].is("(") || line[at + 1].is("::");
    if (line[at].is_word() && !is_member && !is_function) names.push_back(at);
  }
  return names;
}

// Names in lists that make them variables of this task.
Names listed(Line line, const Clauses& clauses, bool saved) {
  Names names;
  for (const Clause& clause : clauses) {
    if (clause.is_saved != saved || !is_one_of(clause.name, {"firstprivate", "private", "shared"})) continue;
    for (TokenRange item : items_of(line, clause.argument)) names.push_back(line[item.begin].text);
  }
  return names;
}

void check_shared(Line line, const Clause& clause, const Names& declared, Diagnostics& diagnostics) {
  for (TokenRange item : items_of(line, clause.argument)) {
    const std::string& name = line[item.begin].text;
    if (!has(declared, name)) continue;
    diagnostics.push_back({Severity::Warning, item.begin,
                           "'" + name +
                               "' is declared in the taskgraph region, whose tasks may outlive it; make it "
                               "firstprivate, or declare it in front of the region (OpenMP 6.0)"});
  }
}

void check_items(Line line, const Clause& clause, const Names& variables, Names& saved, Diagnostics& diagnostics) {
  for (TokenRange item : items_of(line, list_of(line, clause))) {
    for (TokenIndex at : other_names(line, item)) {
      const std::string& name = line[at].text;
      if (!has(variables, name) || has(saved, name)) continue;
      saved.push_back(name);  // reported once
      diagnostics.push_back({Severity::Pedantic, at,
                             "OpenMP 6.0 wants firstprivate(saved: " + name + ") for a variable that an item of '" +
                                 clause.name + "' is written with; Rondo does not need it"});
    }
  }
}

}  // namespace

void check_data(Line line, const Clauses& clauses, const Names& declared, Diagnostics& diagnostics) {
  Names variables = listed(line, clauses, false);
  variables.insert(variables.end(), declared.begin(), declared.end());
  Names saved = listed(line, clauses, true);
  for (const Clause& clause : clauses) {
    if (clause.name == "shared") check_shared(line, clause, declared, diagnostics);
    if (is_one_of(clause.name, {"depend", "affinity"})) check_items(line, clause, variables, saved, diagnostics);
  }
}

void check_affinity(Line line, const Clauses& clauses, Diagnostics& diagnostics) {
  for (const Clause& clause : clauses) {
    if (clause.name != "affinity") continue;
    for (TokenRange item : items_of(line, list_of(line, clause))) {
      TokenIndex at = first_word(line, item);
      if (at >= item.end || !line[at + 1].is("(")) continue;
      diagnostics.push_back({Severity::Warning, at,
                             "an item of 'affinity' in a taskgraph region must be a variable, or what one points to "
                             "(OpenMP 6.0)"});
    }
  }
}

}  // namespace rondo::directives
