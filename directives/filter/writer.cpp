// SPDX-License-Identifier: Apache-2.0
#include "filter/writer.hpp"

#include <algorithm>
#include <cctype>

namespace rondo::filter {
namespace {

constexpr uint32_t kMaxLineFeeds = 8;  // further lines are reached by a marker, which is shorter

}  // namespace

void Writer::append(std::string_view text) {
  out_ += text;
  size_t last = text.rfind('\n');
  if (last == std::string_view::npos) {
    column_ += static_cast<uint32_t>(text.size());
    return;
  }
  line_ += static_cast<uint32_t>(std::count(text.begin(), text.end(), '\n'));
  column_ = static_cast<uint32_t>(text.size() - last);
}

void Writer::new_line() {
  append("\n");
  is_in_directive_ = false;
}

// Whether the text would merge with the word before it.
bool Writer::continues_word(std::string_view text) const {
  auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  return !text.empty() && !out_.empty() && is_of_word(text.front()) && is_of_word(out_.back());
}

void Writer::marker(Place at, bool is_of_system, bool is_of_c) {
  // Two in a row are one, unless the first says that a file begins or ends.
  if (replaceable_ && out_.size() == *replaceable_ + marker_size_) out_.resize(*replaceable_);
  if (column_ != 1) new_line();
  std::string text = "# " + std::to_string(at.line) + " \"" + at.file->spelling + "\"";
  if (is_of_system) text += " 3";
  if (is_of_c) text += " 4";
  replaceable_ = out_.size();
  append(text + "\n");
  marker_size_ = text.size() + 1;
  file_ = at.file;
  line_ = at.line;
  is_of_system_ = is_of_system;
  is_of_c_ = is_of_c;
  is_in_directive_ = false;
}

void Writer::go_to_line(Place at, bool is_of_system, bool is_of_c) {
  bool is_same_file = at.file == file_ && is_of_system == is_of_system_ && is_of_c == is_of_c_;
  if (!is_same_file || at.line < line_ || at.line - line_ > kMaxLineFeeds) return marker(at, is_of_system, is_of_c);
  while (line_ < at.line) new_line();
  // The text behind a directive needs a line of its own, which then has another number.
  if (is_in_directive_) marker(at, is_of_system, is_of_c);
}

void Writer::pad_to(uint32_t column) {
  if (column > column_) append(std::string(column - column_, ' '));
}

void Writer::write(const Lexeme& lexeme) {
  Place at = lexeme.place;
  is_generated_ = false;
  if (lexeme.kind == Lexeme::Kind::Marker) {
    if (column_ != 1) new_line();
    bool is_plain = lexeme.text.find_first_of("12", lexeme.text.rfind('"') + 1) == std::string_view::npos;
    replaceable_ = is_plain ? std::optional(out_.size()) : std::nullopt;
    append(lexeme.text);
    append("\n");
    marker_size_ = lexeme.text.size() + 1;
    file_ = at.file;
    line_ = at.line;
    is_of_system_ = lexeme.is_of_system;
    is_of_c_ = lexeme.is_of_c;
    return;
  }
  if (lexeme.kind == Lexeme::Kind::Lines) {
    go_to_line(at, lexeme.is_of_system, lexeme.is_of_c);
    return append(lexeme.text);
  }
  if (lexeme.is_in_directive && !lexeme.begins_directive) {
    if (lexeme.follows_blank || continues_word(lexeme.text)) append(" ");
    if (lexeme.is_placed && at.line == line_) pad_to(at.column);
    return append(lexeme.text);
  }
  go_to_line(at, lexeme.is_of_system, lexeme.is_of_c);
  if (lexeme.begins_directive) {
    if (column_ != 1) marker(at, lexeme.is_of_system, lexeme.is_of_c);
    is_in_directive_ = true;
    return append(lexeme.text);
  }
  uint32_t earliest = column_ + (lexeme.follows_blank && column_ != 1 ? 1 : 0);
  if (lexeme.is_placed && at.column < earliest) {
    marker(at, lexeme.is_of_system, lexeme.is_of_c);
    earliest = 1;
  }
  pad_to(lexeme.is_placed || column_ == 1 ? at.column : earliest);
  append(lexeme.text);
}

void Writer::generated(std::string_view code, Place at) {
  if (is_generated_) return append(code);
  // Behind the user's token, if the text continues that line: a mistake in both together is then reported there.
  bool is_continued = file_ == at.file && line_ == at.line && !is_in_directive_;
  uint32_t column = is_continued ? std::max(column_, at.column) : at.column;
  marker(at, true, false);
  pad_to(column);
  append(code);
  is_generated_ = true;
}

void Writer::begin_directive(Place at) {
  is_generated_ = false;
  marker(at, false, false);
  append("#pragma ");
  is_in_directive_ = true;
}

void Writer::in_directive(std::string_view text) {
  if (continues_word(text)) append(" ");
  append(text);
}

void Writer::end_directive() { new_line(); }

void Writer::finish() {
  is_generated_ = false;
  if (column_ != 1) new_line();
}

}  // namespace rondo::filter
