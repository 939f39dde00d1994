// SPDX-License-Identifier: Apache-2.0
#include "work/allocator_text.hpp"

#include <cstdlib>
#include <iterator>
#include <string_view>

namespace rondo::work {

using std::string_view;

namespace {

struct Word {
  string_view name;
  uintptr_t value;
};

constexpr Word kAllocators[] = {
    {"omp_default_mem_alloc", 1}, {"omp_large_cap_mem_alloc", 2}, {"omp_const_mem_alloc", 3},
    {"omp_high_bw_mem_alloc", 4}, {"omp_low_lat_mem_alloc", 5},   {"omp_cgroup_mem_alloc", 6},
    {"omp_pteam_mem_alloc", 7},   {"omp_thread_mem_alloc", 8},
};
constexpr Word kSpaces[] = {
    {"omp_default_mem_space", 0}, {"omp_large_cap_mem_space", 1}, {"omp_const_mem_space", 2},
    {"omp_high_bw_mem_space", 3}, {"omp_low_lat_mem_space", 4},
};
constexpr Word kTraits[] = {
    {"sync_hint", kSyncHint}, {"alignment", kAlignment},  {"access", kAccess}, {"pool_size", kPoolSize},
    {"fallback", kFallback},  {"fb_data", kFallbackData}, {"pinned", kPinned}, {"partition", kPartition},
};
constexpr uintptr_t number_of(Fallback fallback) { return static_cast<uintptr_t>(fallback); }
// omp_alloctrait_value_t
constexpr Word kValues[] = {
    {"false", 0},
    {"true", kTraitTrue},
    {"contended", 3},
    {"uncontended", 4},
    {"serialized", 5},
    {"private", 6},
    {"all", 7},
    {"thread", 8},
    {"pteam", 9},
    {"cgroup", 10},
    {"default_mem_fb", number_of(Fallback::DefaultMemory)},
    {"null_fb", number_of(Fallback::Null)},
    {"abort_fb", number_of(Fallback::Abort)},
    {"allocator_fb", number_of(Fallback::Allocator)},
    {"environment", 15},
    {"nearest", 16},
    {"blocked", 17},
    {"interleaved", 18},
};

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; }

bool is_same(string_view text, string_view name) {
  if (text.size() != name.size()) return false;
  for (size_t i = 0; i < text.size(); i++) {
    if (lower(text[i]) != name[i]) return false;
  }
  return true;
}

template <size_t kWords>
bool look_up(string_view text, const Word (&words)[kWords], uintptr_t* value) {
  for (const Word& word : words) {
    if (!is_same(text, word.name)) continue;
    *value = word.value;
    return true;
  }
  return false;
}

bool read_number(string_view text, uintptr_t* value) {
  *value = 0;
  for (char digit : text) {
    if (digit < '0' || digit > '9') return false;
    if (__builtin_mul_overflow(*value, uintptr_t{10}, value)) return false;
    if (__builtin_add_overflow(*value, static_cast<uintptr_t>(digit - '0'), value)) return false;
  }
  return !text.empty();
}

string_view trimmed(string_view text) {
  constexpr string_view kBlanks = " \t";
  while (!text.empty() && kBlanks.find(text.front()) != string_view::npos) text.remove_prefix(1);
  while (!text.empty() && kBlanks.find(text.back()) != string_view::npos) text.remove_suffix(1);
  return text;
}

// Returns the part of *text before `separator` and moves *text behind the separator.
string_view cut(string_view* text, char separator) {
  size_t end = text->find(separator);
  if (end == string_view::npos) end = text->size();
  string_view part(text->data(), end);
  text->remove_prefix(end < text->size() ? end + 1 : end);
  return trimmed(part);
}

bool read_trait(string_view text, AllocatorTrait* trait) {
  uintptr_t key = 0;
  string_view rest = text;
  if (!look_up(cut(&rest, '='), kTraits, &key)) return false;
  string_view value = trimmed(rest);
  trait->key = static_cast<int32_t>(key);
  return look_up(value, kValues, &trait->value) || look_up(value, kAllocators, &trait->value) ||
         read_number(value, &trait->value);
}

}  // namespace

AllocatorHandle allocator_from_text(const char* text) {
  string_view rest = text;
  string_view name = cut(&rest, ':');
  uintptr_t value = 0;
  if (look_up(name, kAllocators, &value)) return trimmed(rest).empty() ? value : kNullAllocator;
  if (read_number(name, &value)) {
    return trimmed(rest).empty() && value >= 1 && value <= std::size(kAllocators) ? value : kNullAllocator;
  }
  if (!look_up(name, kSpaces, &value)) return kNullAllocator;
  if (trimmed(rest).empty()) return value + 1;  // the space's own allocator
  AllocatorTrait traits[std::size(kTraits)];
  size_t n_traits = 0;
  while (!rest.empty()) {
    if (n_traits == std::size(traits) || !read_trait(cut(&rest, ','), &traits[n_traits])) return kNullAllocator;
    n_traits++;
  }
  return make_allocator({traits, n_traits});
}

}  // namespace rondo::work
