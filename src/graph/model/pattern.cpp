// SPDX-License-Identifier: Apache-2.0
#include "graph/model/pattern.hpp"

#include <cstdlib>

namespace rondo::graph {

uint64_t nibble_form_bytes(const Pattern& pattern) {
  // The two bits for the number of dependences hold up to 3, more take another byte; the two bits for the width say
  // nibble, byte, two bytes or four.
  uint64_t n_nibbles = 0;
  for (const uint32_t* words = pattern.words; *words != word::kEnd;) {
    uint32_t n = word::n_dependences_of(*words);
    uint32_t n_kept = 0;
    uint32_t widest = 0;
    for (uint32_t i = 1; i <= n; i++) {
      if (words[i] == word::kReadOnly) continue;
      n_kept++;
      uint32_t value = word::station_of(words[i]) << 2 | (words[i] & word::kKind);
      if (value > widest) widest = value;
    }
    uint32_t width = widest < 1u << 4 ? 1 : widest < 1u << 8 ? 2 : widest < 1u << 16 ? 4 : 8;
    n_nibbles += (n_kept > 3 ? 3 : 1) + uint64_t{n_kept} * width;
    words += n + size_t{1};
  }
  return (n_nibbles + 1) / 2;
}

void free_pattern(Pattern* pattern) {
  if (pattern == nullptr) return;
  std::free(pattern->words);
  std::free(pattern->stream);
  std::free(pattern);
}

}  // namespace rondo::graph
