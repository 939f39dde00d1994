// SPDX-License-Identifier: Apache-2.0
#include "work/allocation_registry.hpp"

#include <cstdint>
#include <cstdlib>

#include "base/message.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::work {

namespace {

struct Note {
  Note* next;
  void* block;
};

// Such variables are allocated rarely; what counts is that the search for one among many stays short.
constexpr unsigned kBucketBits = 10;
sync::SpinLock g_lock;
Note* g_buckets[1u << kBucketBits];

Note*& bucket_of(void* block) {
  return g_buckets[(reinterpret_cast<uintptr_t>(block) * 0x9E3779B97F4A7C15u) >> (64 - kBucketBits)];
}

}  // namespace

void register_allocation(void* block) {
  auto* note = static_cast<Note*>(std::malloc(sizeof(Note)));
  if (note == nullptr) base::fatal("out of memory for a note of 16 bytes; use less memory");
  sync::SpinGuard guard(g_lock);
  Note*& first = bucket_of(block);
  *note = {first, block};
  first = note;
}

bool forget_allocation(void* block) {
  Note* found = nullptr;
  {
    sync::SpinGuard guard(g_lock);
    Note** link = &bucket_of(block);
    while (*link != nullptr && (*link)->block != block) link = &(*link)->next;
    found = *link;
    if (found != nullptr) *link = found->next;
  }
  std::free(found);
  return found != nullptr;
}

}  // namespace rondo::work
