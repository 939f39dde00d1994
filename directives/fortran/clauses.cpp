// SPDX-License-Identifier: Apache-2.0
// See clauses.hpp.
#include "clauses.hpp"

#include <string>

#include "lowering/own_clauses.hpp"

namespace rondo::fortran {

namespace {

directives::TokenKind kind_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Word:
      return directives::TokenKind::Word;
    case TokenKind::Punctuator:
      return directives::TokenKind::Punctuator;
    default:
      return directives::TokenKind::Literal;
  }
}

// The library's messages use C's form of a directive.
std::string in_fortran(std::string text) {
  constexpr std::string_view kC = "#pragma omp";
  for (std::size_t at = text.find(kC); at != std::string::npos; at = text.find(kC))
    text.replace(at, kC.size(), "!$omp");
  return text;
}

}  // namespace

directives::Tokens translated(const Tokens& tokens) {
  directives::Tokens result;
  for (const Token& token : tokens) result.push_back({kind_of(token.kind), token.text});
  return result;
}

void hand_over(const directives::Diagnostics& found, const Statement& statement, Diagnostics& diagnostics) {
  for (const directives::Diagnostic& diagnostic : found) {
    Place at =
        diagnostic.at < statement.tokens.size() ? statement.tokens[diagnostic.at].begin : statement.tokens.back().end;
    diagnostics.push_back({diagnostic.severity, at, in_fortran(diagnostic.text)});
  }
}

namespace {

// gfortran itself reports mistakes in the directives that it knows, except in the parts that it does not get to see.
void check_task_clauses(const directives::Tokens& tokens, const Clauses& clauses, DirectiveName name,
                        directives::Diagnostics& found) {
  const Clause* replayable = find(clauses, "replayable");
  if (name == DirectiveName::Taskwait && replayable != nullptr && find(clauses, "depend") == nullptr) {
    found.push_back({Severity::Error, replayable->whole.begin, directives::kWaitsForAll});
  }
  directives::check_saved_items(tokens, clauses, found);
  for (const Clause& clause : clauses) {
    bool is_pattern = clause.name == "dep_pattern";
    if (!is_pattern && clause.name != "replayable") continue;
    if (find(clauses, clause.name.c_str()) != &clause) {
      found.push_back({Severity::Error, clause.whole.begin, "more than one '" + clause.name + "' clause"});
    } else if (is_pattern && !clause.has_argument) {
      found.push_back({Severity::Error, clause.whole.begin, "expected '(' after 'dep_pattern'"});
    } else if (clause.has_argument && clause.argument.is_empty()) {
      found.push_back({Severity::Error, clause.whole.begin,
                       "expected an argument between the parentheses of '" + clause.name + "'"});
    }
  }
}

}  // namespace

Clauses parse_clauses(const Statement& statement, const DirectiveHead& head, Diagnostics& diagnostics) {
  directives::Diagnostics found;
  directives::Tokens tokens = translated(statement.tokens);
  Clauses clauses = directives::parse_clauses(tokens, head.clauses, found);
  if (head.name == DirectiveName::Taskgraph) {
    directives::check_taskgraph_clauses(clauses, found);
  } else if (head.name == DirectiveName::Taskiter) {
    directives::check_taskiter_clauses(tokens, clauses, found);
  } else {
    found.clear();
    check_task_clauses(tokens, clauses, head.name, found);
  }
  hand_over(found, statement, diagnostics);
  return clauses;
}

}  // namespace rondo::fortran
