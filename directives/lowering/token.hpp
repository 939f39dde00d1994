// SPDX-License-Identifier: Apache-2.0
//
// The input of the lowering: the preprocessed program as tokens, from a shell. A token has no position; its index
// does, and only the shell knows which.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace rondo::directives {

enum class TokenKind {
  Word,         // identifier or keyword
  Punctuator,   // one operator or bracket, e.g. "<<=", "::", "("
  Literal,      // number, character or string
  PragmaBegin,  // stands for "#pragma omp"; what follows up to PragmaEnd is the pragma's line, macros expanded
  PragmaEnd,
  Opaque,       // anything else that has a meaning of its own to the compiler, e.g. another pragma
  End,          // of the program; never consumed
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text;

  bool is(const char* expected) const { return text == expected && kind != TokenKind::Literal; }
  bool is_word() const { return kind == TokenKind::Word; }
};

using Tokens = std::vector<Token>;
using TokenIndex = std::size_t;

// Half open.
struct TokenRange {
  TokenIndex begin = 0;
  TokenIndex end = 0;

  bool is_empty() const { return begin == end; }
};

// Appends at least one token to those read so far. After the last one of the program it appends an End.
using ReadMore = std::function<void(Tokens&)>;

}  // namespace rondo::directives
