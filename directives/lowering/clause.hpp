// SPDX-License-Identifier: Apache-2.0
//
// Clauses of a pragma: NAME or NAME(ARGUMENT), with or without commas between them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "diagnostic.hpp"
#include "token.hpp"

namespace rondo::directives {

// All positions are those of the line that was parsed.
struct Clause {
  std::string name;
  TokenRange whole;
  bool has_argument = false;
  TokenRange argument;    // between the parentheses, without a modifier of ours
  bool is_saved = false;  // firstprivate(saved: ARGUMENT)
  bool is_closed = true;  // else the line ends in the argument, which has been reported
};

using Clauses = std::vector<Clause>;

// `begin`: behind the directive's name. Text that is no clause is reported and left out.
Clauses parse_clauses(std::span<const Token> line, TokenIndex begin, Diagnostics& diagnostics);

const Clause* find(const Clauses& clauses, const char* name);

// The items of a list, separated by commas outside of brackets.
std::vector<TokenRange> items_of(std::span<const Token> line, TokenRange list);

// The bracket that closes the one at `open`, or `end`.
TokenIndex closing(std::span<const Token> tokens, TokenIndex open, TokenIndex end);

// Reports clauses that a directive of ours does not have, has twice, or has with the wrong kind of argument.
enum class Argument { None, Optional, Required };
struct ClauseRule {
  const char* name;
  Argument argument;
  bool may_repeat = false;
};
void check_clauses(const std::string& directive, const Clauses& clauses, std::span<const ClauseRule> rules,
                   Diagnostics& diagnostics);

}  // namespace rondo::directives
