// SPDX-License-Identifier: Apache-2.0
//
// The lexemes of a unit in the form that the lowering needs: without comments and markers, the words `# pragma omp`
// as one token, and an end to each pragma. Every token knows the lexeme it begins with.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "filter/lexeme.hpp"
#include "lowering/token.hpp"

namespace rondo::filter {

class TokenStream {
 public:
  // Begins with the lexeme of that index; `#` of a pragma or anything outside of one.
  TokenStream(const std::vector<Lexeme>& lexemes, size_t first) : lexemes_(lexemes), next_(first) {}

  // Appends the next token (and an End for good after the last).
  void read(directives::Tokens& tokens);

  // The tokens of the pragma that begins at the lexeme, without its begin and end.
  static directives::Tokens pragma_line(const std::vector<Lexeme>& lexemes, size_t first);

  // The first lexeme of a token that was read; of an end of a pragma, the one behind the pragma's last.
  size_t lexeme_of(directives::TokenIndex token) const { return lexeme_of_[token]; }

 private:
  void add(directives::Tokens& tokens, directives::TokenKind kind, std::string_view text, size_t lexeme);

  const std::vector<Lexeme>& lexemes_;
  size_t next_;
  bool is_in_pragma_ = false;
  std::vector<size_t> lexeme_of_;
};

// Brackets may have another spelling (`<%`): this is the usual one. The lexeme keeps its own.
std::string_view meaning(std::string_view text);

inline constexpr size_t kPragmaWords = 3;  // # pragma omp

}  // namespace rondo::filter
