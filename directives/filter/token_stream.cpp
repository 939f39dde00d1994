// SPDX-License-Identifier: Apache-2.0
#include "filter/token_stream.hpp"

#include <string_view>

namespace rondo::filter {
namespace {

using directives::Token;
using directives::TokenKind;
using directives::Tokens;
using Kind = Lexeme::Kind;

TokenKind kind_of(const Lexeme& lexeme) {
  if (lexeme.kind == Kind::Opaque || lexeme.kind == Kind::Lines) return TokenKind::Opaque;
  auto first = static_cast<unsigned char>(lexeme.text[0]);
  bool begins_number = first >= '0' && first <= '9';
  if (first == '.' && lexeme.text.size() > 1 && lexeme.text[1] >= '0' && lexeme.text[1] <= '9') begins_number = true;
  if (begins_number || lexeme.text.find_first_of("\"'") != std::string_view::npos) return TokenKind::Literal;
  bool is_letter = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z');
  return is_letter || first == '_' || first == '$' || first >= 0x80 ? TokenKind::Word : TokenKind::Punctuator;
}

bool is_silent(const Lexeme& lexeme) { return lexeme.kind == Kind::Comment || lexeme.kind == Kind::Marker; }

}  // namespace

std::string_view meaning(std::string_view text) {
  if (text == "<%") return "{";
  if (text == "%>") return "}";
  if (text == "<:") return "[";
  if (text == ":>") return "]";
  return text;
}

void TokenStream::add(Tokens& tokens, TokenKind kind, std::string_view text, size_t lexeme) {
  Token token;
  token.kind = kind;
  token.text = meaning(text);
  tokens.push_back(token);
  lexeme_of_.push_back(lexeme);
}

void TokenStream::read(Tokens& tokens) {
  while (next_ < lexemes_.size() && is_silent(lexemes_[next_])) ++next_;
  bool is_at_end = next_ == lexemes_.size();
  if (is_in_pragma_ && (is_at_end || !lexemes_[next_].is_in_directive || lexemes_[next_].begins_directive)) {
    is_in_pragma_ = false;
    size_t behind_last = next_;
    while (is_silent(lexemes_[behind_last - 1])) --behind_last;
    return add(tokens, TokenKind::PragmaEnd, "", behind_last);
  }
  if (is_at_end) return add(tokens, TokenKind::End, "", next_);
  const Lexeme& lexeme = lexemes_[next_];
  if (lexeme.begins_directive && lexeme.kind == Kind::Token) {
    is_in_pragma_ = true;
    add(tokens, TokenKind::PragmaBegin, "", next_);
    next_ += kPragmaWords;
    return;
  }
  add(tokens, kind_of(lexeme), lexeme.text, next_++);
}

Tokens TokenStream::pragma_line(const std::vector<Lexeme>& lexemes, size_t first) {
  TokenStream stream(lexemes, first);
  Tokens tokens;
  do {
    stream.read(tokens);
  } while (tokens.back().kind != TokenKind::PragmaEnd);
  tokens.pop_back();
  tokens.erase(tokens.begin());
  return tokens;
}

}  // namespace rondo::filter
