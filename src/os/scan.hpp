// SPDX-License-Identifier: Apache-2.0
//
// Reading the small languages of environment variables: words of letters of either case, whole numbers, and marks,
// with blanks between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <strings.h>

namespace rondo::os {

// Of ASCII, whatever the locale is. The tables of <cctype> are not there in a thread of the program where this
// library has a namespace of the loader for itself (dlmopen).
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
inline char upper(char c) { return static_cast<char>(c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c); }

inline bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

class Scan {
 public:
  explicit Scan(const char* text) : at_(text) { skip_blanks(); }

  bool is_at_end() const { return *at_ == '\0'; }
  bool is_at_number() const { return is_digit(*at_); }

  bool accept(char wanted) {
    if (*at_ != wanted) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  // Letters, digits and underscores; empty when something else stands here.
  std::string_view word() {
    const char* start = at_;
    while (is_letter(*at_) || is_digit(*at_) || *at_ == '_') ++at_;
    const std::string_view result(start, static_cast<size_t>(at_ - start));
    skip_blanks();
    return result;
  }

  // Takes the word only if the whole of it is `wanted`.
  bool accept_word(std::string_view wanted) {
    const Scan before = *this;
    if (same_word(word(), wanted)) return true;
    *this = before;
    return false;
  }

  // Takes `wanted` if the text goes on with it, whatever stands behind it.
  bool accept_letters(std::string_view wanted) {
    if (strncasecmp(at_, wanted.data(), wanted.size()) != 0) return false;
    at_ += wanted.size();
    skip_blanks();
    return true;
  }

  // Digits, saturating: ranges are checked by the caller, and every range ends below the largest number.
  bool number(uint64_t* value) {
    if (!is_at_number()) return false;
    uint64_t sum = 0;
    for (; is_at_number(); ++at_) {
      if (__builtin_mul_overflow(sum, 10u, &sum) ||
          __builtin_add_overflow(sum, static_cast<unsigned>(*at_ - '0'), &sum)) {
        sum = UINT64_MAX;
      }
    }
    skip_blanks();
    *value = sum;
    return true;
  }

  // A number of processors and the like: kMost is larger than any machine, and small enough to be added.
  static constexpr unsigned kMost = 1 << 20;
  bool number(unsigned* value) {
    uint64_t any = 0;
    if (!number(&any)) return false;
    *value = any < kMost ? static_cast<unsigned>(any) : kMost;
    return true;
  }

 private:
  void skip_blanks() {
    while (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r') ++at_;
  }

  const char* at_;
};

}  // namespace rondo::os
