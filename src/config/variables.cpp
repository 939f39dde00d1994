// SPDX-License-Identifier: Apache-2.0
//
// Variables that are set but have no effect, and the variables that the user may have meant.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/message.hpp"
#include "config/settings.hpp"

namespace rondo::config {
namespace {

constexpr char kPrefix[] = "RONDO_";
constexpr size_t kLongestName = 64;

// How many insertions, deletions, replacements and swaps of neighbours lead from `a` to `b` (restricted
// Damerau-Levenshtein).
size_t edit_distance(std::string_view a, std::string_view b) {
  if (a.size() > kLongestName || b.size() > kLongestName) return kLongestName;
  size_t before_last[kLongestName + 1] = {};
  size_t last[kLongestName + 1];
  size_t row[kLongestName + 1];
  for (size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    std::copy_n(last, b.size() + 1, before_last);
    std::copy_n(row, b.size() + 1, last);
  }
  return last[b.size()];
}

// Calls visit(name) for each variable with Rondo's prefix that Rondo or its programs read.
template <class Visit>
void for_each_known(const Visit& visit) {
  for (const Row& row : kRows) {
    if (const char* variable = variable_with_prefix(row, kPrefix); variable != nullptr) visit(variable);
  }
  for (const char* variable : companion_variables()) visit(variable);
}

bool is_known(std::string_view variable) {
  bool found = false;
  for_each_known([&](const char* known) { found |= variable == known; });
  return found;
}

void warn_about_unknown(const char* entry) {
  const char* end = strchr(entry, '=');
  const std::string_view variable(entry, end == nullptr ? strlen(entry) : static_cast<size_t>(end - entry));
  if (is_known(variable)) return;
  char name[kLongestName + 1] = {};
  memcpy(name, variable.data(), std::min(variable.size(), kLongestName));
  if (const char* meant = nearest_variable(name); meant != nullptr) {
    base::warn("%s is not a setting of Rondo and is ignored; did you mean %s?", name, meant);
  } else {
    base::warn("%s is not a setting of Rondo and is ignored; `rondo info --env` lists them", name);
  }
}

}  // namespace

const char* nearest_variable(const char* variable) {
  const size_t prefix_length = sizeof kPrefix - 1;
  const std::string_view wanted(variable);
  const char* nearest = nullptr;
  // A third of the letters behind the prefix may be wrong: enough for slips, too little to match unrelated words.
  size_t smallest = (wanted.size() - std::min(wanted.size(), prefix_length)) / 3 + 1;
  for_each_known([&](const char* known) {
    const size_t distance = edit_distance(wanted, known);
    if (distance < smallest) {
      smallest = distance;
      nearest = known;
    }
  });
  return nearest;
}

void warn_about_ineffective_variables(const Environment& environment) {
  for (const Unsupported& unsupported : unsupported_variables()) {
    const char* value = environment.find(unsupported.variable);
    if (value == nullptr) continue;
    if (unsupported.harmless_value != nullptr && strcmp(value, unsupported.harmless_value) == 0) continue;
    base::warn("%s has no effect in this version; %s", unsupported.variable, unsupported.remedy);
  }
  if (environment.entries() == nullptr || environment.is_secure()) return;
  for (const char* const* entry = environment.entries(); *entry != nullptr; ++entry) {
    if (strncmp(*entry, kPrefix, sizeof kPrefix - 1) == 0) warn_about_unknown(*entry);
  }
}

}  // namespace rondo::config
