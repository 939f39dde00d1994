// SPDX-License-Identifier: Apache-2.0
// See message.hpp.

#include "message.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

namespace rondo::cli {
namespace {

// Letters to insert, drop, replace or swap with their neighbour to turn one word into the other. Three rows of the
// usual table are alive: the one being filled, the one above, and the one above that (for swaps).
std::size_t edit_distance(std::string_view left, std::string_view right) {
  std::vector<std::size_t> before(right.size() + 1);
  std::vector<std::size_t> above(right.size() + 1);
  std::iota(above.begin(), above.end(), std::size_t{0});
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::vector<std::size_t> row(right.size() + 1);
    row[0] = i + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const std::size_t replaced = above[j] + (left[i] == right[j] ? 0 : 1);
      row[j + 1] = std::min({replaced, row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j]) {
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      }
    }
    before = std::move(above);
    above = std::move(row);
  }
  return above.back();
}

}  // namespace

void print_message(std::string_view text) {
  const std::string line = "rondo: " + std::string(text) + "\n";
  std::fputs(line.c_str(), stderr);
}

std::string nearest(std::string_view word, std::span<const std::string> candidates) {
  std::string best;
  // A third of the letters may be wrong; more is another word.
  std::size_t best_distance = std::max<std::size_t>(word.size() / 3, 1) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string> candidates, std::string_view otherwise) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? std::string(otherwise) : "did you mean " + near + "?";
}

}  // namespace rondo::cli
