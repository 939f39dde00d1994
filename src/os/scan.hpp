// SPDX-License-Identifier: Apache-2.0
//
// Reading the small languages in which other runtimes' variables speak of processors: letters of either case, whole
// numbers, and marks, with blanks between them.
#pragma once

#include <cstddef>
#include <string_view>

#include <strings.h>

namespace rondo::os {

class Scan {
 public:
  explicit Scan(const char* text) : at_(text) { skip_blanks(); }

  bool is_at_end() const { return *at_ == '\0'; }
  bool is_at_number() const { return *at_ >= '0' && *at_ <= '9'; }

  bool accept(char wanted) {
    if (*at_ != wanted) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  // Letters and underscores with digits among them; empty when something else stands here.
  std::string_view word() {
    const char* start = at_;
    while (is_letter(*at_) || (at_ != start && *at_ >= '0' && *at_ <= '9')) ++at_;
    const std::string_view result(start, static_cast<size_t>(at_ - start));
    skip_blanks();
    return result;
  }

  // The next `wanted.size()` letters, whatever stands behind them.
  bool accept_letters(std::string_view wanted) {
    if (strncasecmp(at_, wanted.data(), wanted.size()) != 0) return false;
    at_ += wanted.size();
    skip_blanks();
    return true;
  }

  // A number; saturates at kMost, which is beyond any machine.
  static constexpr unsigned kMost = 1 << 20;
  bool number(unsigned* value) {
    if (!is_at_number()) return false;
    unsigned sum = 0;
    for (; is_at_number(); ++at_) {
      sum = sum * 10 + static_cast<unsigned>(*at_ - '0');
      if (sum > kMost) sum = kMost;
    }
    skip_blanks();
    *value = sum;
    return true;
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  void skip_blanks() {
    while (*at_ == ' ' || *at_ == '\t') ++at_;
  }

  const char* at_;
};

inline bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace rondo::os
