// SPDX-License-Identifier: Apache-2.0
// See text.hpp.
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "lowering/lower.hpp"
#include "lowering/text.hpp"
#include "shell/file.hpp"

namespace rondo::fortran {

namespace {

// More levels than any program has; a file that includes itself ends here, and gfortran reports it.
constexpr int kDeepestInclude = 64;

// Reads `# 12 "name" flags`; false if the row is not of this form.
bool read_marker(std::string_view text, std::uint32_t& line, std::string& file) {
  std::size_t at = 1;
  while (at < text.size() && is_blank(text[at])) at++;
  std::size_t digits = at;
  std::uint32_t number = 0;
  while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
    number = number * 10 + static_cast<std::uint32_t>(text[at++] - '0');
  }
  if (at == digits) return false;
  while (at < text.size() && is_blank(text[at])) at++;
  if (at >= text.size() || text[at] != '"') return false;
  std::string name;
  for (at++; at < text.size() && text[at] != '"'; at++) {
    if (text[at] == '\\' && at + 1 < text.size()) at++;
    name += text[at];
  }
  line = number;
  file = name;
  return true;
}

// The file that a row includes: `include 'name'`, alone on its row.
std::optional<std::string> included_file(const Row& row) {
  std::string_view text = row.text;
  std::size_t at = text.find_first_not_of(" \t");
  constexpr std::string_view kWord = "include";
  if (row.is_marker || at == std::string_view::npos || lower_case(text.substr(at, kWord.size())) != kWord) return {};
  at = text.find_first_not_of(" \t", at + kWord.size());
  if (at == std::string_view::npos || (text[at] != '\'' && text[at] != '"')) return {};
  std::size_t end = text.find(text[at], at + 1);
  if (end == std::string_view::npos) return {};
  return std::string(text.substr(at + 1, end - at - 1));
}

// Searches like gfortran: the folders in order, or the name itself if it is absolute.
std::optional<std::string> find_file(const std::string& name, const std::vector<std::string>& folders,
                                     std::string& found) {
  if (!name.empty() && name.front() == '/') {
    found = name;
    return shell::read_file(name);
  }
  for (const std::string& folder : folders) {
    found = folder.empty() || folder == "." ? "" : folder + "/";
    found += name;
    if (std::optional<std::string> text = shell::read_file(found)) return text;
  }
  return {};
}

Row marker_row(std::uint32_t line, const std::string& file, const char* flag) {
  std::string text = linemarker(line, file);
  text.pop_back();
  return {text + flag, file, line, true};
}

class Includes {
 public:
  explicit Includes(const std::vector<std::string>& folders) : folders_(folders) {}

  // Whether the file or one that it includes has directives of ours.
  bool are_needed(const Text& text, int depth) {
    return std::any_of(text.rows.begin(), text.rows.end(), [&](const Row& row) {
      if (row.is_marker) return false;
      if (mentions_directives(row.text)) return true;
      std::optional<Text> inner = open(row, depth);
      return inner && are_needed(*inner, depth + 1);
    });
  }

  void expand(const Text& text, std::vector<Row>& rows, int depth) {
    for (const Row& row : text.rows) {
      std::optional<Text> inner = open(row, depth);
      if (!inner || !are_needed(*inner, depth + 1)) {
        rows.push_back(row);
        continue;
      }
      rows.push_back(marker_row(1, inner->rows.front().file, " 1"));
      expand(*inner, rows, depth + 1);
      rows.push_back(marker_row(row.line + 1, row.file, " 2"));
    }
  }

 private:
  std::optional<Text> open(const Row& row, int depth) {
    std::optional<std::string> name = included_file(row);
    if (!name || depth > kDeepestInclude) return {};
    std::string found;
    std::optional<std::string> content = find_file(*name, folders_, found);
    if (!content) return {};
    Text text = split(*content, found);
    if (text.rows.empty()) return {};
    return text;
  }

  const std::vector<std::string>& folders_;
};

}  // namespace

Text split(std::string_view text, const std::string& file) {
  Text result;
  std::string name = file;
  std::uint32_t line = 1;
  while (!text.empty()) {
    std::size_t end = text.find('\n');
    std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!row.empty() && row.back() == '\r') row.remove_suffix(1);
    bool is_marker = !row.empty() && row.front() == '#';
    result.rows.push_back({std::string(row), name, line, is_marker});
    line++;
    if (is_marker) read_marker(row, line, name);
  }
  return result;
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::string linemarker(std::uint32_t line, const std::string& file) {
  return "# " + std::to_string(line) + " " + directives::string_literal(file) + "\n";
}

bool is_fixed_by_name(std::string_view file) {
  constexpr std::array<std::string_view, 8> kEnds = {".f", ".for", ".ftn", ".fpp", ".F", ".FOR", ".FTN", ".FPP"};
  return std::any_of(kEnds.begin(), kEnds.end(), [&](std::string_view end) { return file.ends_with(end); });
}

std::vector<std::string> include_folders(const std::string& file, const std::vector<std::string>& more) {
  std::size_t slash = file.rfind('/');
  std::vector<std::string> folders = {slash == std::string::npos ? "." : file.substr(0, slash)};
  folders.insert(folders.end(), more.begin(), more.end());
  return folders;
}

void expand_includes(Text& text, const std::vector<std::string>& folders) {
  std::vector<Row> rows;
  Includes(folders).expand(text, rows, 0);
  text.rows = std::move(rows);
}

bool mentions_directives(std::string_view text) { return directives::mentions_own_word(lower_case(text)); }

}  // namespace rondo::fortran
