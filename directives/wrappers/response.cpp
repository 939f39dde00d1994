// SPDX-License-Identifier: Apache-2.0
// See response.hpp.
#include "response.hpp"

#include <cctype>
#include <cstddef>
#include <optional>

#include "shell/file.hpp"

namespace rondo::wrappers {

namespace {

// Of one command. A file that names itself ends here, and the compiler refuses it.
constexpr int kMostFiles = 2000;

class Expander {
 public:
  std::vector<std::string> run(const std::vector<std::string>& arguments) {
    add(arguments);
    return std::move(words_);
  }

 private:
  void add(const std::vector<std::string>& arguments) {
    for (const std::string& argument : arguments) {
      if (std::optional<std::string> content = content_of(argument)) {
        add(words_of_response(*content));
      } else {
        words_.push_back(argument);
      }
    }
  }

  std::optional<std::string> content_of(const std::string& argument) {
    if (!argument.starts_with('@') || n_files_ == kMostFiles) return {};
    n_files_++;
    return shell::read_file(argument.substr(1));
  }

  std::vector<std::string> words_;
  int n_files_ = 0;
};

}  // namespace

std::vector<std::string> expanded(const std::vector<std::string>& arguments) { return Expander().run(arguments); }

std::vector<std::string> words_of_response(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool is_in_word = false;
  char quote = 0;  // that is open, or 0
  for (std::size_t at = 0; at < text.size(); at++) {
    char c = text[at];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (is_in_word) words.push_back(word);
      word.clear();
      is_in_word = false;
      continue;
    }
    is_in_word = true;
    if (c == '\\' && at + 1 < text.size()) {
      word += text[++at];
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else {
      word += c;
    }
  }
  if (is_in_word) words.push_back(word);
  return words;
}

}  // namespace rondo::wrappers
