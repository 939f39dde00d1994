// SPDX-License-Identifier: Apache-2.0
#include "task/reserve.hpp"

#include <cstdint>

#include "base/message.hpp"
#include "os/pages.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::task {

namespace detail {
constinit base::Atomic<bool> memory_is_scarce{false};
}

namespace {

constexpr size_t kReserveBytes = 1024 * 1024;  // docs/tuning.md: reserve

struct Reserve {
  sync::SpinLock lock;
  char* begin = nullptr;
  char* end = nullptr;
};
constinit Reserve g_reserve;

}  // namespace

void keep_reserve(size_t chunk_bytes) {
  sync::SpinGuard guard(g_reserve.lock);
  if (g_reserve.begin == g_reserve.end) {
    auto* pages = static_cast<char*>(os::map_pages(kReserveBytes, chunk_bytes));
    if (pages == nullptr) return;
    g_reserve.begin = pages;
    g_reserve.end = pages + kReserveBytes;
  }
  detail::memory_is_scarce.store_relaxed(false);  // [R1]
}

void* take_reserved(size_t chunk_bytes) {
  detail::memory_is_scarce.store_relaxed(true);  // [R1]
  base::warn_once(
      "the system refuses memory for tasks; until there is some, tasks that would have to wait run where they are "
      "created. Create fewer tasks at once, or raise the limit (`ulimit -v`, the cgroup's memory.max)");
  sync::SpinGuard guard(g_reserve.lock);
  if (static_cast<size_t>(g_reserve.end - g_reserve.begin) < chunk_bytes) return nullptr;
  char* chunk = g_reserve.begin;
  g_reserve.begin += chunk_bytes;
  return chunk;
}

}  // namespace rondo::task
