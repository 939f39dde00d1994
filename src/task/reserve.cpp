// SPDX-License-Identifier: Apache-2.0
#include "task/reserve.hpp"

#include <cstdint>

#include "base/message.hpp"
#include "os/pages.hpp"

namespace rondo::task {

namespace {

constexpr size_t kReserveBytes = 1024 * 1024;  // docs/tuning.md: reserve

}  // namespace

void keep_reserve(size_t chunk_bytes) {
  sync::SpinGuard guard(process.reserve.lock);
  if (process.reserve.begin == process.reserve.end) {
    auto* pages = static_cast<char*>(os::map_pages(kReserveBytes, chunk_bytes));
    if (pages == nullptr) return;
    process.reserve.begin = pages;
    process.reserve.end = pages + kReserveBytes;
  }
  process.is_memory_scarce.store_relaxed(false);  // [R1]
}

void note_scarcity() {
  process.is_memory_scarce.store_relaxed(true);  // [R1]
  base::warn_once(
      "the system refuses memory for tasks; until there is some, tasks that would have to wait run where they are "
      "created. Create fewer tasks at once, or raise the limit (`ulimit -v`, the cgroup's memory.max)");
}

void* take_reserved(size_t chunk_bytes) {
  note_scarcity();
  sync::SpinGuard guard(process.reserve.lock);
  if (static_cast<size_t>(process.reserve.end - process.reserve.begin) < chunk_bytes) return nullptr;
  char* chunk = process.reserve.begin;
  process.reserve.begin += chunk_bytes;
  return chunk;
}

}  // namespace rondo::task
