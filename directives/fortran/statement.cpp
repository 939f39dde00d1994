// SPDX-License-Identifier: Apache-2.0
// See statement.hpp.
#include "statement.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

namespace rondo::fortran {

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_name_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_name(char c) { return is_name_start(c) || is_digit(c); }

// The kind of a row, before its code is looked at.
struct Content {
  bool is_directive = false;
  bool continues = false;   // fixed form: the mark in column 6
  std::size_t begin = 0;    // of the code
  std::size_t end = 0;      // fixed form: the line length
  std::string label;
};

bool starts_with(std::string_view text, std::size_t at, std::string_view lower) {
  return lower_case(text.substr(std::min(at, text.size()), lower.size())) == lower;
}

std::optional<Content> content_of_free(const std::string& text) {
  std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return {};
  Content content{false, false, first, text.size(), ""};
  if (text[first] != '!') return content;
  auto is_separated = [&](std::size_t at) { return at >= text.size() || is_blank(text[at]) || text[at] == '&'; };
  if (starts_with(text, first, "!$omp") && is_separated(first + 5)) {
    content.is_directive = true;
    content.begin = first + 5;
    return content;
  }
  // Conditional compilation: with -fopenmp the sentinel is two blanks.
  if (starts_with(text, first, "!$") && first + 2 < text.size() && is_separated(first + 2)) {
    content.begin = first + 2;
    return content;
  }
  return {};
}

std::optional<Content> content_of_fixed(const std::string& text, const Text& of) {
  Content content{false, false, 6, text.size(), ""};
  if (of.line_length != 0) content.end = std::min<std::size_t>(content.end, of.line_length);
  if (text.find_first_not_of(" \t") == std::string::npos) return {};
  std::string head = text.substr(0, std::min<std::size_t>(6, text.size()));
  char first = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  if (first == 'c' || first == '*' || first == '!') {
    if (starts_with(text, 1, "$omp")) {
      content.is_directive = true;
      content.continues = text.size() > 5 && !is_blank(text[5]) && text[5] != '0';
      return content;
    }
    // The sentinel of conditional compilation counts if nothing but a label or a mark follows it up to column 6.
    if (text.size() < 3 || text[1] != '$') return {};
    for (std::size_t at = 2; at < std::min<std::size_t>(5, text.size()); at++) {
      if (!is_blank(text[at]) && !is_digit(text[at])) return {};
    }
    head[0] = ' ';
    head[1] = ' ';
  } else {
    if (first == 'd' && !of.are_d_lines_code) return {};
    if (first == 'd') head[0] = ' ';
    std::size_t at = text.find_first_not_of(" \t", first == 'd' ? 1 : 0);
    if (at == std::string::npos) return {};
    bool is_mark = at == 5 && head.find('\t') == std::string::npos;  // in column 6 it continues
    if (text[at] == '!' && !is_mark) return {};
  }
  if (std::size_t tab = head.find('\t'); tab != std::string::npos) {
    content.begin = tab + 1;
    if (content.begin < text.size() && is_digit(text[content.begin]) && text[content.begin] != '0') {
      content.continues = true;
      content.begin++;
    }
    head.resize(tab);
  } else if (head.size() == 6) {
    content.continues = head[5] != ' ' && head[5] != '0';
    head.resize(5);
  }
  for (char c : head) {
    if (is_digit(c)) content.label += c;
  }
  content.begin = std::min(content.begin, content.end);
  return content;
}

class Reader {
 public:
  explicit Reader(const Text& text) : text_(text) {}

  std::vector<Statement> read() {
    for (row_ = 0; row_ < text_.rows.size(); row_++) {
      const Row& row = text_.rows[row_];
      if (row.is_marker) continue;
      std::optional<Content> content =
          text_.form == Form::Free ? content_of_free(row.text) : content_of_fixed(row.text, text_);
      if (!content) continue;
      bool goes_on = text_.form == Form::Free ? goes_on_ : content->continues;
      if (!goes_on || content->is_directive != current_.is_directive) begin_row(*content);
      read_row(row.text, *content, goes_on);
    }
    finish({row_, 0});
    return std::move(statements_);
  }

 private:
  void begin_row(const Content& content) {
    finish({row_, 0});
    quote_ = 0;
    current_.is_directive = content.is_directive;
    current_.label = content.label;
    current_.begin = {row_, 0};
  }

  // The text read so far is a statement; the next one begins at `end`.
  void finish(Place end) {
    if (!current_.tokens.empty()) {
      current_.end = last_row_ < end.row ? Place{last_row_ + 1, 0} : end;
      take_label();
      if (!current_.tokens.empty()) statements_.push_back(std::move(current_));
    }
    bool is_directive = current_.is_directive;
    current_ = {};
    current_.is_directive = is_directive;
    current_.begin = end;
  }

  void take_label() {
    if (text_.form == Form::Fixed || current_.is_directive) return;
    if (current_.tokens.front().kind != TokenKind::Number) return;
    current_.label = current_.tokens.front().text;
    current_.tokens.erase(current_.tokens.begin());
  }

  void read_row(const std::string& text, const Content& content, bool goes_on) {
    std::size_t at = content.begin;
    bool may_glue = false;
    if (text_.form == Form::Free && goes_on) {
      std::size_t first = text.find_first_not_of(" \t", at);
      if (first != std::string::npos && text[first] == '&') {
        at = first + 1;
        may_glue = ends_glued_;
      }
    } else if (text_.form == Form::Fixed) {
      may_glue = goes_on && ends_glued_;
    }
    goes_on_ = false;
    ends_glued_ = false;
    last_row_ = row_;
    while (at < content.end) {
      if (quote_ != 0) {
        at = read_string(text, at, content.end);
        continue;
      }
      char c = text[at];
      if (is_blank(c)) {
        may_glue = false;
        at++;
      } else if (c == '!') {
        return;
      } else if (c == '&' && text_.form == Form::Free && is_rest_void(text, at + 1)) {
        goes_on_ = true;
        ends_glued_ = at > 0 && is_name(text[at - 1]);
        return;
      } else if (c == ';' && !current_.is_directive) {
        finish({row_, static_cast<std::uint32_t>(at + 1)});
        at++;
      } else {
        at = read_token(text, at, content.end, may_glue);
        may_glue = false;
      }
    }
    if (text_.form == Form::Fixed) ends_glued_ = is_full(content) && is_name(text[content.end - 1]);
  }

  // A row of fixed form that is shorter than the limit is as if filled up with blanks, which end its last word.
  bool is_full(const Content& content) const { return text_.line_length != 0 && content.end == text_.line_length; }

  static bool is_rest_void(const std::string& text, std::size_t at) {
    std::size_t next = text.find_first_not_of(" \t", at);
    return next == std::string::npos || text[next] == '!';
  }

  std::size_t read_token(const std::string& text, std::size_t at, std::size_t end, bool is_glued) {
    std::size_t begin = at;
    if (text[at] == '\'' || text[at] == '"') {
      add(TokenKind::String, std::string(1, text[at]), begin, at + 1);
      quote_ = text[at];
      return at + 1;
    }
    TokenKind kind = TokenKind::Punctuator;
    if (is_name_start(text[at]) || (is_glued && is_digit(text[at]) && follows_word())) {
      kind = TokenKind::Word;
      while (at < end && is_name(text[at])) at++;
    } else if (is_digit(text[at])) {
      kind = TokenKind::Number;
      while (at < end && is_name(text[at])) at++;
    } else {
      at = std::min(at + punctuator_length(text.substr(at, 2)), end);
    }
    std::string word = lower_case(text.substr(begin, at - begin));
    if (is_glued && kind == TokenKind::Word && follows_word()) {
      current_.tokens.back().text += word;
      current_.tokens.back().end = place(at);
    } else {
      add(kind, word, begin, at);
    }
    return at;
  }

  bool follows_word() const { return !current_.tokens.empty() && current_.tokens.back().is_word(); }

  static std::size_t punctuator_length(std::string_view two) {
    for (std::string_view pair : {"**", "==", "/=", "<=", ">=", "=>", "::", "//"}) {
      if (two == pair) return 2;
    }
    return 1;
  }

  std::size_t read_string(const std::string& text, std::size_t at, std::size_t end) {
    Token& token = current_.tokens.back();
    for (; at < end; at++) {
      if (text_.form == Form::Free && text[at] == '&' && text.find_first_not_of(" \t", at + 1) == std::string::npos) {
        goes_on_ = true;
        return end;
      }
      token.text += text[at];
      token.end = place(at + 1);
      if (text[at] != quote_) continue;
      quote_ = 0;  // a doubled quote is read as two strings that touch, and is written out again as one
      return at + 1;
    }
    return end;
  }

  Place place(std::size_t column) const { return {row_, static_cast<std::uint32_t>(column)}; }

  void add(TokenKind kind, std::string text, std::size_t begin, std::size_t end) {
    current_.tokens.push_back({kind, std::move(text), place(begin), place(end)});
  }

  const Text& text_;
  std::vector<Statement> statements_;
  Statement current_;
  std::uint32_t row_ = 0;
  std::uint32_t last_row_ = 0;  // that added to the current statement
  char quote_ = 0;              // of the string that is open, or 0
  bool goes_on_ = false;        // the row ended with '&'
  bool ends_glued_ = false;     // and a name touched it
};

}  // namespace

std::vector<Statement> read_statements(const Text& text) { return Reader(text).read(); }

bool match_words(const Statement& statement, std::size_t index, std::initializer_list<const char*> words,
                 std::size_t& next) {
  const Tokens& tokens = statement.tokens;
  std::string joined;
  for (const char* word : words) joined += word;
  std::string found;
  for (std::size_t at = index; at < tokens.size() && tokens[at].is_word() && found.size() < joined.size(); at++) {
    found += tokens[at].text;
    if (found != joined) continue;
    next = at + 1;
    return true;
  }
  return false;
}

std::size_t skip_parentheses(const Tokens& tokens, std::size_t index) {
  int depth = 0;
  for (std::size_t at = index; at < tokens.size(); at++) {
    if (tokens[at].is("(")) depth++;
    if (tokens[at].is(")") && --depth == 0) return at + 1;
  }
  return tokens.size();
}

}  // namespace rondo::fortran
