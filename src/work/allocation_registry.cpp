// SPDX-License-Identifier: Apache-2.0
#include "work/allocation_registry.hpp"

#include <cstdint>
#include <cstdlib>

#include "base/message.hpp"
#include "work/process.hpp"

namespace rondo::work {

struct RegisteredAllocation {
  RegisteredAllocation* next;
  void* block;
};

namespace {

using Note = RegisteredAllocation;
using Allocations = Process::Allocations;

Note*& bucket_of(void* block) {
  const uint64_t hash = reinterpret_cast<uintptr_t>(block) * 0x9E3779B97F4A7C15u;
  return process.allocations.buckets[hash >> (64 - Allocations::kBucketBits)];
}

}  // namespace

void register_allocation(void* block) {
  auto* note = static_cast<Note*>(std::malloc(sizeof(Note)));
  if (note == nullptr) base::fatal("out of memory for a note of 16 bytes; use less memory");
  sync::SpinGuard guard(process.allocations.lock);
  Note*& first = bucket_of(block);
  *note = {first, block};
  first = note;
}

bool forget_allocation(void* block) {
  Note* found = nullptr;
  {
    sync::SpinGuard guard(process.allocations.lock);
    Note** link = &bucket_of(block);
    while (*link != nullptr && (*link)->block != block) link = &(*link)->next;
    found = *link;
    if (found != nullptr) *link = found->next;
  }
  std::free(found);
  return found != nullptr;
}

}  // namespace rondo::work
