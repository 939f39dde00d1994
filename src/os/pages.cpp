// SPDX-License-Identifier: Apache-2.0
//
// Anonymous mappings. The kernel aligns to pages only: for more, a larger range is mapped and its ends are given
// back.
#include "os/pages.hpp"

#include <cerrno>
#include <cstdint>

#include <sys/mman.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "base/bits.hpp"

namespace rondo::os {
namespace {

void* map(size_t bytes) {
  const int saved_errno = errno;
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  errno = saved_errno;
  return start == MAP_FAILED ? nullptr : start;
}

}  // namespace

size_t page_bytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

void* map_pages(size_t bytes, size_t alignment) {
  RONDO_ASSERT(base::is_power_of_two(alignment) && alignment >= 4096);
  const size_t page = page_bytes();
  if (bytes == 0 || bytes > SIZE_MAX - page) return nullptr;
  bytes = base::round_up(bytes, page);
  if (alignment <= page) return map(bytes);

  const size_t slack = alignment - page;
  if (bytes > SIZE_MAX - slack) return nullptr;
  void* range = map(bytes + slack);
  if (range == nullptr) return nullptr;
  const auto start = reinterpret_cast<uintptr_t>(range);
  const uintptr_t aligned = base::round_up(start, alignment);
  const size_t before = aligned - start;
  const size_t after = slack - before;
  char* result = static_cast<char*>(range) + before;
  if (before != 0) munmap(range, before);
  if (after != 0) munmap(result + bytes, after);
  return result;
}

bool unmap_pages(void* start, size_t bytes) {
  if (start == nullptr) return true;
  const int saved_errno = errno;
  const bool is_unmapped = munmap(start, base::round_up(bytes, page_bytes())) == 0;
  errno = saved_errno;
  return is_unmapped;
}

bool has_room(size_t bytes) {
  if (bytes < (size_t{1} << 20)) return true;
  void* pages = map_pages(bytes, page_bytes());
  return pages != nullptr && unmap_pages(pages, bytes);
}

void discard_pages(void* start, size_t bytes) {
  const uintptr_t first = base::round_up(reinterpret_cast<uintptr_t>(start), page_bytes());
  const uintptr_t end = (reinterpret_cast<uintptr_t>(start) + bytes) & ~(page_bytes() - 1);
  if (first >= end) return;
  const int saved_errno = errno;
  madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
  errno = saved_errno;
}

bool lock_pages(void* start, size_t bytes) {
  const int saved_errno = errno;
  const bool is_locked = mlock(start, bytes) == 0;
  errno = saved_errno;
  return is_locked;
}

}  // namespace rondo::os
