// SPDX-License-Identifier: Apache-2.0
// See edit.hpp.
#include "edit.hpp"

#include <algorithm>
#include <numeric>

namespace rondo::fortran {

namespace {

constexpr std::uint32_t kMargin = 4;  // of free form, for the '&' at the end
constexpr std::size_t kFixedColumns = 72;
constexpr std::size_t kFixedFirstColumn = 6;

class Writer {
 public:
  explicit Writer(const Text& text) : text_(text) {}

  // Rows as they are, from `at_` up to `end`.
  void copy_to(Place end) {
    while (at_.row < end.row) {
      copy_rest_of_row(text_.rows[at_.row].text.size());
      at_ = {at_.row + 1, 0};
    }
    if (at_.column < end.column) copy_rest_of_row(end.column);
    at_ = end;
  }

  void skip_to(Place end) { at_ = std::max(at_, end); }

  void write(const Line& line, std::uint32_t row) {
    is_directive_ = line.is_directive;
    is_first_ = true;
    place_ = row;
    for (const Fragment& fragment : line.fragments) write(fragment);
    finish_row("");
    is_at_program_ = false;
  }

  std::string take() { return std::move(result_); }

 private:
  bool is_free() const { return text_.form == Form::Free; }
  std::size_t columns() const {
    return is_free() ? text_.free_columns - std::min(kMargin, text_.free_columns) : kFixedColumns;
  }

  void copy_rest_of_row(std::size_t end) {
    const Row& row = text_.rows[at_.row];
    bool is_part = at_.column > 0 || end < row.text.size();
    std::string content = row.text.substr(at_.column, end - at_.column);
    // Behind a statement, the rest of the row is empty or a comment.
    if (is_part && content.find_first_not_of(" \t") == std::string::npos) return;
    if (row.is_marker) {
      is_at_program_ = true;
    } else if (!is_at_program_) {
      result_ += linemarker(row.line, row.file);
      is_at_program_ = true;
    }
    result_ += std::string(at_.column, ' ') + content + "\n";
    // The rest of a row that was cut is still on the same line.
    if (end < row.text.size()) is_at_program_ = false;
  }

  void write(const Fragment& fragment) {
    switch (fragment.kind) {
      case Fragment::Kind::Source:
        write_source(fragment);
        return;
      case Fragment::Kind::Verbatim:
        append(fragment.text);
        return;
      case Fragment::Kind::Text:
        break;
    }
    for (std::size_t begin = 0; begin < fragment.text.size();) {
      std::size_t end = fragment.text.find(' ', begin);
      end = end == std::string::npos ? fragment.text.size() : end + 1;
      append(fragment.text.substr(begin, end - begin));
      begin = end;
    }
  }

  void append(const std::string& word) {
    if (!row_.empty() && row_.size() + word.size() > columns()) finish_row(" &");
    if (row_.empty()) start_row(0);
    row_ += word;
  }

  // At its columns, if the row is long enough for a '&' behind it. What is generated in front of it goes into the
  // same row if it fits there: for gfortran, an expression may begin at the end of the row before.
  void write_source(const Fragment& fragment) {
    bool has_room = !is_free() || fragment.place.column + fragment.text.size() <= columns();
    std::size_t column = has_room ? fragment.place.column : 0;
    bool moves = can_move_to(column);
    if (!moves && !row_.empty()) finish_row(" &");
    std::uint32_t row = place_;
    place_ = fragment.place.row;
    if (moves) {
      row_.insert(0, column - row_.size(), ' ');
    } else {
      start_row(column);
    }
    row_ += fragment.text;
    source_row_ = row;
    is_source_ = true;
  }

  // Neither a sentinel nor the mark of a continuation may leave its column.
  bool can_move_to(std::size_t column) const {
    bool is_free_to_move = is_free() || (row_.size() > kFixedFirstColumn && row_[kFixedFirstColumn - 1] == ' ');
    return !row_.empty() && is_free_to_move && !is_directive_ && !is_source_ && row_.size() <= column;
  }

  void start_row(std::size_t column) {
    std::string head;
    if (is_directive_) head = "!$omp";
    if (is_free()) {
      if (is_directive_) head += " ";
    } else {
      head.resize(kFixedFirstColumn, ' ');
      if (!is_first_) head[kFixedFirstColumn - 1] = '&';
    }
    if (head.size() < column) head.resize(column, ' ');
    row_ = head;
    is_first_ = false;
  }

  void finish_row(const char* continuation) {
    if (row_.empty()) return;
    const Row& place = text_.rows[place_];
    result_ += linemarker(place.line, place.file);
    result_ += row_;
    if (is_free()) result_ += continuation;
    result_ += "\n";
    row_.clear();
    if (is_source_) {
      place_ = source_row_;
      is_source_ = false;
    }
  }

  const Text& text_;
  std::string result_;
  Place at_;  // the next part of the program
  bool is_at_program_ = true;  // rows that are copied now get the right lines by themselves
  std::string row_;  // generated, unfinished
  std::uint32_t place_ = 0;  // the row whose line it gets
  std::uint32_t source_row_ = 0;
  bool is_source_ = false;
  bool is_directive_ = false;
  bool is_first_ = false;
};

}  // namespace

Line& Line::add(Fragment fragment) {
  fragments.push_back(std::move(fragment));
  return *this;
}

Line& Line::source(const Text& text, const Tokens& tokens, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end;) {
    const Token& first = tokens[at];
    if (first.begin.row != first.end.row) {
      add({Fragment::Kind::Source, first.text, first.begin});
      at++;
      continue;
    }
    std::size_t last = at;
    while (last + 1 < end && tokens[last + 1].begin.row == first.begin.row &&
           tokens[last + 1].end.row == first.begin.row) {
      last++;
    }
    const std::string& row = text.rows[first.begin.row].text;
    add({Fragment::Kind::Source, row.substr(first.begin.column, tokens[last].end.column - first.begin.column),
         first.begin});
    at = last + 1;
  }
  return *this;
}

std::string edited(const Text& text, const std::vector<Edit>& edits) {
  std::vector<std::size_t> order(edits.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return edits[a].begin != edits[b].begin ? edits[a].begin < edits[b].begin : a < b;
  });
  Writer writer(text);
  for (std::size_t index : order) {
    const Edit& edit = edits[index];
    writer.copy_to(edit.begin);
    for (const Line& line : edit.lines) writer.write(line, edit.row);
    writer.skip_to(edit.end);
  }
  writer.copy_to({static_cast<std::uint32_t>(text.rows.size()), 0});
  return writer.take();
}

}  // namespace rondo::fortran
