// SPDX-License-Identifier: Apache-2.0
#include "filter/restore.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <span>

#include "filter/scan.hpp"

namespace rondo::filter {
namespace {

// Longer pieces are left as they are: the work grows with the product of both lengths.
constexpr size_t kMaxCompared = 400;
// A macro call over more lines than this keeps only the places of its first lines.
constexpr uint32_t kMaxLines = 40;

// A source file by lines.
class Source {
 public:
  explicit Source(std::string text) : text_(std::move(text)) {
    for (size_t at = 0; at < text_.size(); at = std::min(text_.find('\n', at), text_.size() - 1) + 1)
      starts_.push_back(at);
    starts_.push_back(text_.size());
  }

  // Lines [first, last) that exist, as one piece of text.
  std::string_view lines(uint32_t first, uint32_t last) const {
    size_t n_lines = starts_.size() - 1;
    if (first == 0 || first > n_lines) return {};
    size_t begin = starts_[first - 1];
    size_t end = starts_[std::min<size_t>(last - 1, n_lines)];
    return std::string_view(text_).substr(begin, end - begin);
  }

  bool is_directive(uint32_t line) const {
    std::string_view text = lines(line, line + 1);
    size_t first = text.find_first_not_of(" \t");
    return first != std::string_view::npos && text[first] == '#';
  }

 private:
  std::string text_;
  std::vector<size_t> starts_;
};

using Segment = std::vector<Lexeme*>;  // the part of the text that belongs to one line of one file

void place(Lexeme& lexeme, const Lexeme& original) {
  lexeme.place.line = original.place.line;
  lexeme.place.column = original.place.column;
  lexeme.is_placed = true;
}

bool is_same(const Lexeme& a, const Lexeme& b) { return a.text == b.text && a.kind == b.kind; }

// The longest common subsequence. Of several, it takes the one that skips as little as possible of the user's text
// and as much as possible of the preprocessed text: a macro wraps its arguments, `F(x)` is now `((x) + 1)`.
void place_common(std::span<Lexeme* const> now, std::span<const Lexeme> written) {
  if (now.size() > kMaxCompared || written.size() > kMaxCompared) return;
  size_t columns = written.size() + 1;
  std::vector<uint16_t> length((now.size() + 1) * columns, 0);
  auto at = [&](size_t i, size_t j) -> uint16_t& { return length[i * columns + j]; };
  for (size_t i = now.size(); i-- > 0;)
    for (size_t j = written.size(); j-- > 0;)
      at(i, j) = is_same(*now[i], written[j]) ? static_cast<uint16_t>(at(i + 1, j + 1) + 1)
                                              : std::max(at(i + 1, j), at(i, j + 1));
  // The first token of a macro's expansion gets the place of the macro's name.
  bool is_first = true;
  for (size_t i = 0, j = 0; i < now.size() && j < written.size();) {
    if (at(i + 1, j) == at(i, j)) {
      bool is_name = at(i, j + 1) == at(i, j);
      if (is_first && is_name) place(*now[i], written[j]);
      is_first = false;
      ++i;
    } else if (is_same(*now[i], written[j])) {
      place(*now[i++], written[j++]);
      is_first = true;
    } else {
      ++j;
    }
  }
}

void place_segment(const Segment& segment, std::string_view written_text, uint32_t line) {
  std::vector<Lexeme> written = scan_source(written_text, line);
  auto is_comment = [](const Lexeme& lexeme) { return lexeme.kind == Lexeme::Kind::Comment; };
  bool has_comments = std::any_of(segment.begin(), segment.end(), [&](Lexeme* lexeme) { return is_comment(*lexeme); });
  if (!has_comments) std::erase_if(written, is_comment);  // the preprocessor left them out
  size_t n_equal = 0;
  while (n_equal < segment.size() && n_equal < written.size() && is_same(*segment[n_equal], written[n_equal])) {
    place(*segment[n_equal], written[n_equal]);
    ++n_equal;
  }
  place_common(std::span(segment).subspan(n_equal), std::span(written).subspan(n_equal));
}

class Restorer {
 public:
  Restorer(Unit& unit, const ReadFile& read) : unit_(unit), read_(read) {}

  void run() {
    Segment segment;
    for (Lexeme& lexeme : unit_.lexemes) {
      if (lexeme.kind == Lexeme::Kind::Marker || lexeme.is_of_system) continue;
      if (!segment.empty() &&
          (segment[0]->place.file != lexeme.place.file || segment[0]->place.line != lexeme.place.line)) {
        finish(segment, lexeme.place);
        segment.clear();
      }
      segment.push_back(&lexeme);
    }
    if (!segment.empty()) finish(segment, {});
  }

 private:
  void finish(const Segment& segment, Place next) {
    Place first = segment[0]->place;
    const Source* source = find(first.file);
    if (!source) return;
    // Text that was joined to this line, or was an argument of a macro on this line, stands on the lines up to the
    // next line that has tokens of its own.
    uint32_t end = first.line + 1;
    uint32_t limit = first.line + kMaxLines;
    if (next.file == first.file) limit = std::clamp(next.line, end, limit);
    while (end < limit && !source->is_directive(end)) ++end;
    place_segment(segment, source->lines(first.line, end), first.line);
  }

  const Source* find(const File* file) {
    auto [found, is_new] = sources_.try_emplace(file);
    if (is_new && !file->path.empty() && file->path[0] != '<')
      if (auto text = read_(file->path)) found->second = std::make_unique<Source>(std::move(*text));
    return found->second.get();
  }

  Unit& unit_;
  const ReadFile& read_;
  std::map<const File*, std::unique_ptr<Source>> sources_;  // nothing for a file that cannot be read
};

}  // namespace

void restore_places(Unit& unit, const ReadFile& read) { Restorer(unit, read).run(); }

}  // namespace rondo::filter
