// SPDX-License-Identifier: Apache-2.0
#include "filter/scan.hpp"

#include <algorithm>
#include <map>

#include "lowering/lower.hpp"
#include "lowering/text.hpp"

namespace rondo::filter {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r'; }

std::string without_escapes(std::string_view spelling) {
  std::string path;
  for (size_t i = 0; i < spelling.size(); ++i) {
    if (spelling[i] != '\\' || i + 1 == spelling.size()) {
      path += spelling[i];
      continue;
    }
    ++i;
    if (!is_digit(spelling[i])) {
      path += spelling[i];
      continue;
    }
    unsigned byte = 0;
    for (size_t end = std::min(i + 3, spelling.size()); i < end && is_digit(spelling[i]); ++i)
      byte = byte * 8 + static_cast<unsigned>(spelling[i] - '0');
    --i;
    path += static_cast<char>(byte);
  }
  return path;
}

// The end of a line that begins with #.
size_t directive_end(std::string_view text, size_t at) {
  size_t end = at;
  do {
    end = std::min(text.find('\n', end + 1), text.size());
  } while (end < text.size() && text[end - 1] == '\\');
  return end;
}

bool is_openmp(std::string_view line) {
  size_t at = 1;
  for (std::string_view word : {"pragma", "omp"}) {
    while (at < line.size() && is_blank(line[at])) ++at;
    size_t end = at < line.size() ? token_end(line, at) : at;
    if (line.substr(at, end - at) != word) return false;
    at = end;
  }
  return true;
}

class Scanner {
 public:
  Scanner(std::string_view text, std::string_view path, size_t begin) : text_(text), begin_(begin) {
    here_ = name(path);
  }

  Unit run() {
    while (at_ < text_.size()) step();
    return std::move(unit_);
  }

 private:
  void step() {
    char c = text_[at_];
    if (c == '\n') {
      ++at_;
      ++line_;
      line_start_ = at_;
      is_line_empty_ = true;
      directive_ = Directive::None;
      is_after_blank_ = true;
      if (is_behind_marker_ && is_of_system_) lines();
      is_behind_marker_ = false;
    } else if (is_blank(c)) {
      ++at_;
      is_after_blank_ = true;
    } else if (c == '\\' && text_.substr(at_, 2) == "\\\n") {
      at_ += 2;
      ++line_;
      line_start_ = at_;
      is_after_blank_ = true;
    } else if (size_t end = comment_end(text_, at_); end != at_) {
      add(Lexeme::Kind::Comment, end);
    } else if (c == '#' && is_line_empty_) {
      directive();
    } else {
      is_line_empty_ = false;
      add(Lexeme::Kind::Token, token_end(text_, at_));
    }
  }

  void add(Lexeme::Kind kind, size_t end) {
    Lexeme lexeme;
    lexeme.text = text_.substr(at_, end - at_);
    lexeme.place = {here_, line_, static_cast<uint32_t>(at_ - line_start_ + 1)};
    lexeme.kind = kind;
    lexeme.follows_blank = is_after_blank_;
    lexeme.is_of_system = is_of_system_;
    lexeme.is_of_c = is_of_c_;
    lexeme.is_in_directive = directive_ != Directive::None;
    lexeme.begins_directive = directive_ == Directive::Begins;
    if (directive_ == Directive::Begins) directive_ = Directive::Inside;
    unit_.lexemes.push_back(lexeme);
    is_after_blank_ = false;
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') continue;
      ++line_;
      line_start_ = at_ + 1;
    }
  }

  // The text that follows a marker, up to the next one, if it stands before everything of interest.
  void lines() {
    size_t last = text_.find("\n# ", at_ - 1);
    if (last == std::string_view::npos || last >= begin_) return;
    size_t end = last + 1;
    if (!has_token(text_.substr(at_, end - at_))) return;
    Lexeme lexeme;
    lexeme.text = text_.substr(at_, end - at_);
    lexeme.place = {here_, line_, 1};
    lexeme.kind = Lexeme::Kind::Lines;
    lexeme.is_of_system = true;
    lexeme.is_of_c = is_of_c_;
    unit_.lexemes.push_back(lexeme);
    line_ += static_cast<uint32_t>(std::count(lexeme.text.begin(), lexeme.text.end(), '\n'));
    at_ = end;
    line_start_ = end;
  }

  // True if the text has a token. Declarations must not be put in front of text that has none: the pragma of a
  // precompiled header has to come first.
  static bool has_token(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      size_t end = comment_end(text, at);
      if (end == at && text[at] == '#') end = directive_end(text, at);
      if (end == at && (is_blank(text[at]) || text[at] == '\n')) end = at + 1;
      if (end == at) return true;
      at = end;
    }
    return false;
  }

  // A line that begins with #: a line marker, a pragma of OpenMP, of which we want the tokens, or anything else.
  void directive() {
    size_t end = directive_end(text_, at_);
    std::string_view line = text_.substr(at_, end - at_);
    directive_ = Directive::Begins;
    if (marker(line)) return;
    is_line_empty_ = false;
    if (is_openmp(line))
      add(Lexeme::Kind::Token, at_ + 1);
    else
      add(Lexeme::Kind::Opaque, end);
  }

  bool marker(std::string_view line) {
    size_t at = 1;
    auto skip = [&] {
      while (at < line.size() && is_blank(line[at])) ++at;
    };
    skip();
    if (line.substr(at, 4) == "line") at += 4;
    skip();
    if (at >= line.size() || !is_digit(line[at])) return false;
    uint32_t number = 0;
    for (; at < line.size() && is_digit(line[at]); ++at) number = number * 10 + static_cast<uint32_t>(line[at] - '0');
    skip();
    std::string_view flags;
    if (at < line.size() && line[at] == '"') {
      size_t end = at + 1;
      while (end < line.size() && line[end] != '"') end += line[end] == '\\' ? 2 : 1;
      end = std::min(end, line.size());
      here_ = file(line.substr(at + 1, end - at - 1));
      flags = line.substr(std::min(end + 1, line.size()));
      is_of_system_ = flags.find('3') != std::string_view::npos;
      is_of_c_ = flags.find('4') != std::string_view::npos;
    }
    add(Lexeme::Kind::Marker, at_ + line.size());
    unit_.lexemes.back().place = {here_, number, 1};
    is_behind_marker_ = true;
    line_ = number - 1;  // the end of this line makes it `number`
    return true;
  }

  const File* file(std::string_view spelling) {
    auto found = by_spelling_.find(spelling);
    if (found != by_spelling_.end()) return found->second;
    unit_.files.push_back({std::string(spelling), without_escapes(spelling)});
    const File* added = &unit_.files.back();
    by_spelling_.emplace(added->spelling, added);
    return added;
  }

  const File* name(std::string_view path) {
    std::string literal = directives::string_literal(path);
    return file(std::string_view(literal).substr(1, literal.size() - 2));
  }

  enum class Directive : uint8_t { None, Begins, Inside };

  std::string_view text_;
  size_t begin_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  const File* here_ = nullptr;
  bool is_of_system_ = false;
  bool is_of_c_ = false;
  bool is_line_empty_ = true;
  bool is_after_blank_ = false;
  bool is_behind_marker_ = false;
  Directive directive_ = Directive::None;
  Unit unit_;
  std::map<std::string, const File*, std::less<>> by_spelling_;
};

}  // namespace

Unit scan(std::string_view text, std::string_view path, size_t begin) { return Scanner(text, path, begin).run(); }

size_t first_directive(std::string_view text) {
  for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
    size_t begin = at;
    while (begin > 0 && is_blank(text[begin - 1])) --begin;
    if (begin != 0 && text[begin - 1] != '\n') continue;
    std::string_view line = text.substr(at, directive_end(text, at) - at);
    if (is_openmp(line) && directives::mentions_own_word(line)) return begin;
  }
  return std::string_view::npos;
}

std::vector<Lexeme> scan_source(std::string_view text, uint32_t line) {
  std::vector<Lexeme> lexemes;
  size_t line_start = 0;
  bool is_after_blank = true;
  for (size_t at = 0; at < text.size();) {
    bool is_splice = text.substr(at, 2) == "\\\n";
    if (is_splice || text[at] == '\n') {
      at += is_splice ? 2 : 1;
      ++line;
      line_start = at;
      is_after_blank = true;
      continue;
    }
    if (is_blank(text[at])) {
      ++at;
      is_after_blank = true;
      continue;
    }
    size_t end = comment_end(text, at);
    Lexeme lexeme;
    lexeme.kind = end == at ? Lexeme::Kind::Token : Lexeme::Kind::Comment;
    if (end == at) end = token_end(text, at);
    lexeme.text = text.substr(at, end - at);
    lexeme.place = {nullptr, line, static_cast<uint32_t>(at - line_start + 1)};
    lexeme.follows_blank = is_after_blank;
    is_after_blank = false;
    lexemes.push_back(lexeme);
    for (; at < end; ++at) {
      if (text[at] != '\n') continue;
      ++line;
      line_start = at + 1;
    }
  }
  return lexemes;
}

}  // namespace rondo::filter
