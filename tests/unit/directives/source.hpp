// SPDX-License-Identifier: Apache-2.0
//
// Programs as the lowering sees them: text to tokens, pieces to text.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

#include "lowering/lower.hpp"

namespace rondo::directives::test {

inline bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

inline Token punctuator(std::string_view rest) {
  for (std::string_view known : {"&&", "||", "::", "++", "--", "+=", "-=", "==", "!=", "<=", ">=", "->"}) {
    if (rest.starts_with(known)) return {TokenKind::Punctuator, std::string(known)};
  }
  return {TokenKind::Punctuator, std::string(rest.substr(0, 1))};
}

// "#pragma omp" begins a pragma, which ends with its line; "@" is an opaque token.
inline Tokens tokens_of(std::string_view source) {
  Tokens tokens;
  bool is_in_pragma = false;
  constexpr std::string_view kPragma = "#pragma omp";
  while (!source.empty()) {
    std::size_t length = 1;
    if (source.starts_with(kPragma)) {
      tokens.push_back({TokenKind::PragmaBegin, ""});
      is_in_pragma = true;
      length = kPragma.size();
    } else if (source[0] == '\n') {
      if (is_in_pragma) tokens.push_back({TokenKind::PragmaEnd, ""});
      is_in_pragma = false;
    } else if (source[0] == '@') {
      tokens.push_back({TokenKind::Opaque, ""});
    } else if (source[0] == '"') {
      length = source.find('"', 1) + 1;
      tokens.push_back({TokenKind::Literal, std::string(source.substr(0, length))});
    } else if (is_word_character(source[0])) {
      while (length < source.size() && is_word_character(source[length])) length++;
      bool is_number = std::isdigit(static_cast<unsigned char>(source[0])) != 0;
      tokens.push_back({is_number ? TokenKind::Literal : TokenKind::Word, std::string(source.substr(0, length))});
    } else if (source[0] != ' ') {
      tokens.push_back(punctuator(source));
      length = tokens.back().text.size();
    }
    source.remove_prefix(length);
  }
  return tokens;
}

// Tokens one at a time, then End.
class Program {
 public:
  explicit Program(std::string_view source) : all_(tokens_of(source)) {}

  ReadMore reader() {
    return [this](Tokens& read) { read.push_back(next_ < all_.size() ? all_[next_++] : Token{}); };
  }
  std::size_t n_read() const { return next_; }
  const Tokens& all() const { return all_; }

 private:
  Tokens all_;
  std::size_t next_ = 0;
};

inline std::string text_of(const Tokens& tokens, TokenRange range) {
  std::string text;
  for (TokenIndex i = range.begin; i < range.end; i++) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::End) continue;
    if (!text.empty() && text.back() != '\n') text += ' ';
    text += token.kind == TokenKind::PragmaBegin ? "#pragma omp"
            : token.kind == TokenKind::PragmaEnd ? "\n"
            : token.kind == TokenKind::Opaque    ? "@"
                                                 : token.text;
  }
  return text;
}

struct Result {
  Tokens tokens;
  Lowered lowered;
  std::string text;  // of the pieces; generated text between < and >
  std::string rest;  // of the program behind the statement
};

inline Result lower_text(std::string_view source, Language language = Language::C, Effect effect = Effect::Full) {
  Program program(source);
  Result result;
  ReadMore read = program.reader();
  Options options;
  options.language = language;
  options.declarations = Declarations::Prelude;
  options.effect = effect;
  options.place_of = [](TokenIndex index) { return Place{"file.c", static_cast<std::uint32_t>(index)}; };
  result.lowered = lower(result.tokens, 0, read, options);
  for (const Piece& piece : result.lowered.pieces) {
    bool is_text = piece.kind == Piece::Kind::Text;
    result.text += is_text ? "<" + piece.text + ">" : text_of(result.tokens, piece.range);
  }
  result.rest = text_of(program.all(), {result.lowered.end, program.all().size()});
  return result;
}

}  // namespace rondo::directives::test
