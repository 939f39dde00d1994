// SPDX-License-Identifier: Apache-2.0
#include "team/library_limits.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <fnmatch.h>

#include "base/message.hpp"
#include "config/options.hpp"
#include "os/modules.hpp"

namespace rondo::team {

void LibraryLimits::read(const char* text) {
  while (*text != '\0') {
    const size_t length = std::strcspn(text, ",");
    const size_t name_length = std::strcspn(text, "=,");
    char pattern[kPatternBytes] = {};
    std::memcpy(pattern, text, std::min<size_t>(name_length, kPatternBytes - 1));
    char* end = nullptr;
    const unsigned long n = name_length < length ? std::strtoul(text + name_length + 1, &end, 10) : 0;
    const bool is_number = end == text + length && n >= 1 && n <= config::kMaxThreads;
    if (name_length == 0 || name_length >= kPatternBytes || !is_number || set(pattern, static_cast<uint32_t>(n)) == 0)
      base::warn("RONDO_LIBRARY_THREADS: '%.*s' is not FILE=THREADS, or one too many; ignored, as in libblas*=2",
                 static_cast<int>(length), text);
    text += length + (text[length] == ',' ? 1 : 0);
  }
}

uint32_t LibraryLimits::set(const char* pattern, uint32_t n) {
  if (std::strlen(pattern) >= kPatternBytes) return 0;
  sync::SpinGuard guard(lock_);
  forget();
  const uint32_t n_limits = n_.load_relaxed();
  Limit* end = limits_ + n_limits;
  Limit* limit = std::find_if(limits_, end, [&](Limit& each) { return std::strcmp(each.pattern, pattern) == 0; });
  const uint32_t before = limit == end ? kNone : limit->n;
  if (n == kNone) {
    if (limit == end) return kNone;
    *limit = end[-1];
    n_.store_relaxed(n_limits - 1);
    return before;
  }
  if (limit == end) {
    if (n_limits == kMost) return 0;
    std::strcpy(limit->pattern, pattern);
    n_.store_relaxed(n_limits + 1);
  }
  limit->n = n;
  return before;
}

uint32_t LibraryLimits::of(const void* code) {
  const uint64_t n_unloaded = os::n_unloaded();
  Known& known = known_[reinterpret_cast<uintptr_t>(code) / 16 % kKnown];
  {
    sync::SpinGuard guard(lock_);
    if (n_unloaded != n_unloaded_) forget();
    n_unloaded_ = n_unloaded;
    if (known.code == code) return known.n;
  }
  const char* path = os::locate(code).module;
  const bool is_library = path != nullptr && path[0] != '\0';  // the program has an empty one
  sync::SpinGuard guard(lock_);
  known = {code, is_library ? lowest_for(path) : kNone};
  return known.n;
}

void LibraryLimits::forget() { std::ranges::fill(known_, Known{}); }

uint32_t LibraryLimits::lowest_for(const char* path) const {
  const char* slash = std::strrchr(path, '/');
  const char* name = slash == nullptr ? path : slash + 1;
  uint32_t lowest = kNone;
  for (uint32_t i = 0; i < n_.load_relaxed(); i++) {
    const char* pattern = limits_[i].pattern;
    if (fnmatch(pattern, std::strchr(pattern, '/') == nullptr ? name : path, 0) == 0)
      lowest = std::min(lowest, limits_[i].n);
  }
  return lowest;
}

}  // namespace rondo::team
