// SPDX-License-Identifier: Apache-2.0
//
// Where statements begin and end around and inside a directive, and where control leaves them: it knows no more of
// the language than that needs. A statement that it does not understand is read to its semicolon; the compiler has
// the last word.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "construct.hpp"
#include "token.hpp"

namespace rondo::directives {

struct Loop {
  TokenIndex keyword = 0;   // for, while, do
  TokenRange header;        // for, while: from the keyword to the closing parenthesis
  TokenRange condition;     // while, do: between the parentheses
  TokenRange body;
};

// A pragma with its statement.
struct Construct {
  TokenIndex begin = 0;  // PragmaBegin
  TokenRange line;
  TokenRange statement;  // empty for a directive that stands alone
  std::optional<Loop> loop;  // of a taskiter
  std::optional<std::size_t> parent;  // lexically around this one
  bool is_in_own_function = false;    // between it and its parent a lambda expression or a class begins

  TokenIndex line_end() const { return line.end; }  // PragmaEnd
  TokenIndex end() const { return statement.is_empty() ? line.end + 1 : statement.end; }
};

inline Line line_of(const Tokens& tokens, const Construct& construct) {
  return Line(tokens).subspan(construct.line.begin, construct.line.end - construct.line.begin);
}

// A statement that leaves a construct, which the construct must not allow.
struct Exit {
  TokenIndex at = 0;
  std::size_t construct = 0;  // the innermost one that it leaves
};

struct Outline {
  std::vector<Construct> constructs;  // in the order of their pragmas; the first one is that of `begin`
  std::vector<Exit> exits;
};

// `tokens[begin]` is a PragmaBegin. Reads on with `read_more` as far as needed.
Outline outline(Tokens& tokens, TokenIndex begin, const ReadMore& read_more);

}  // namespace rondo::directives
