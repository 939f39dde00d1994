// SPDX-License-Identifier: Apache-2.0
//
// Where tokens and comments of C and C++ end. Longest match for identifiers, numbers, literals and punctuators; the
// union of both languages, which is safe because text is only moved, never interpreted by its token boundaries.
#include <algorithm>
#include <array>
#include <cctype>

#include "filter/scan.hpp"

namespace rondo::filter {
namespace {

// Longest first: the first that fits is the token.
constexpr std::array<std::string_view, 33> kPunctuators = {
    "%:%:", "...", "<=>", "<<=", ">>=", "->*", "::", "->", ".*", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",   "||",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "##", "%:", "<%", "%>", "<:", ":>"};

char at_or_nul(std::string_view text, size_t at) { return at < text.size() ? text[at] : '\0'; }

bool continues_name(char c) {
  auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

size_t quoted_end(std::string_view text, size_t at) {
  char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + (at_or_nul(text, at) == quote ? 1 : 0), text.size());
}

// A literal and the suffix that C++ users may define ("1.5 m"_length).
size_t with_suffix(std::string_view text, size_t end) {
  while (end < text.size() && continues_name(text[end])) ++end;
  return end;
}

// R"delimiter( ... )delimiter": `at` is the quote. A string that turns out not to be raw ends like an ordinary one.
size_t raw_string_end(std::string_view text, size_t at) {
  size_t open = text.find_first_of("()\\ \t\n", at);
  if (at_or_nul(text, open) != '(') return quoted_end(text, at);
  std::string close = ")" + std::string(text.substr(at + 1, open - at - 1)) + "\"";
  size_t end = text.find(close, open);
  return end == std::string_view::npos ? text.size() : end + close.size();
}

size_t number_end(std::string_view text, size_t at) {
  for (++at; at < text.size(); ++at) {
    char c = text[at];
    bool is_separator = c == '\'' && continues_name(at_or_nul(text, at + 1));
    bool is_sign = (c == '+' || c == '-') && std::string_view("eEpP").find(text[at - 1]) != std::string_view::npos;
    if (!continues_name(c) && c != '.' && !is_separator && !is_sign) break;
  }
  return at;
}

// In C++ `<::` is `<` and `::`, as in `vector<::name>`, unless that makes `<:` `::` or `<:` `:>`. C, which has no
// `::`, has no such text either.
bool is_less_before_global_name(std::string_view text) {
  char next = at_or_nul(text, 3);
  return text.substr(0, 3) == "<::" && next != ':' && next != '>';
}

}  // namespace

size_t comment_end(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "/*") {
    size_t end = text.find("*/", at + 2);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  if (text.substr(at, 2) != "//") return at;
  size_t end = at;
  do {
    end = std::min(text.find('\n', end + 1), text.size());
  } while (end < text.size() && text[end - 1] == '\\');
  return end;
}

size_t token_end(std::string_view text, size_t at) {
  char c = text[at];
  if (is_digit(c) || (c == '.' && is_digit(at_or_nul(text, at + 1)))) return number_end(text, at);
  if (c == '"' || c == '\'') return with_suffix(text, quoted_end(text, at));
  if (continues_name(c)) {
    size_t end = at;
    while (end < text.size() && continues_name(text[end])) ++end;
    std::string_view name = text.substr(at, end - at);
    char next = at_or_nul(text, end);
    if (next == '"' && (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R"))
      return with_suffix(text, raw_string_end(text, end));
    if ((next == '"' || next == '\'') && (name == "L" || name == "u" || name == "U" || name == "u8"))
      return with_suffix(text, quoted_end(text, end));
    return end;
  }
  if (is_less_before_global_name(text.substr(at))) return at + 1;
  for (std::string_view punctuator : kPunctuators)
    if (text.substr(at, punctuator.size()) == punctuator) return at + punctuator.size();
  return at + 1;
}

}  // namespace rondo::filter
