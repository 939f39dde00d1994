// SPDX-License-Identifier: Apache-2.0
//
// The statements of a Fortran text, free or fixed form: continuation lines joined, comments left out, several
// statements of one row apart. Directives (`!$omp`) are statements too. Only the parts that the rewriting needs are
// understood; gfortran judges all the rest.
#pragma once

#include <string>
#include <vector>

#include "text.hpp"

namespace rondo::fortran {

enum class TokenKind { Word, Number, String, Punctuator };

struct Token {
  TokenKind kind = TokenKind::Punctuator;
  std::string text;  // in lower case, except of strings; a token that goes over a row's end in one piece
  Place begin;
  Place end;

  bool is(const char* expected) const { return kind != TokenKind::String && text == expected; }
  bool is_word() const { return kind == TokenKind::Word; }
};

using Tokens = std::vector<Token>;

struct Statement {
  bool is_directive = false;  // the tokens are those behind the sentinel
  Tokens tokens;              // at least one
  std::string label;          // digits in front of it, or ""
  Place begin;                // column 0 if it is the first of its row: label and sentinel belong to it
  Place end;                  // where the following text begins: behind the ';', or the next row's beginning

  bool is(std::size_t index, const char* expected) const { return index < tokens.size() && tokens[index].is(expected); }
};

std::vector<Statement> read_statements(const Text& text);

// Words of free form may be written together: `end do` and `enddo`. True if the tokens from `index` on are these
// words in either way; `next` is then the index behind them.
bool match_words(const Statement& statement, std::size_t index, std::initializer_list<const char*> words,
                 std::size_t& next);

// Index behind the ')' that belongs to the '(' at `index`; the number of tokens if there is none.
std::size_t skip_parentheses(const Tokens& tokens, std::size_t index);

}  // namespace rondo::fortran
