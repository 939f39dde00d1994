// SPDX-License-Identifier: Apache-2.0
#include "task/reduction.hpp"

#include <cstring>
#include <new>

#include "base/bits.hpp"

namespace rondo::task {

namespace {

// Whole cache lines, so that threads do not write to each other's. (For array sections clang passes the size of an
// element, and then initialises the section. The lines hide that for small ones, as they do on libomp.)
size_t stride_of(const ReductionItem& item) { return base::round_up(item.bytes, base::kCacheLine); }

size_t head_bytes(size_t n_items, size_t item_bytes, uint32_t n_threads) {
  return base::round_up(sizeof(Reductions) + n_items * (item_bytes + n_threads), base::kCacheLine);
}

}  // namespace

size_t Reductions::bytes(Items items, uint32_t n_threads) {
  size_t bytes = head_bytes(items.size(), sizeof(Copies), n_threads);
  for (const ReductionItem& item : items) bytes += stride_of(item) * n_threads;
  return bytes;
}

// The copies of all items behind the bytes that say which of them are made.
Reductions* Reductions::make(void* memory, Items items, uint32_t n_threads) {
  auto* reductions = new (memory) Reductions(static_cast<uint32_t>(items.size()), n_threads);
  auto* is_made = reinterpret_cast<char*>(reductions->copies() + items.size());
  std::memset(is_made, 0, items.size() * n_threads);
  char* copies = static_cast<char*>(memory) + head_bytes(items.size(), sizeof(Copies), n_threads);
  for (size_t i = 0; i < items.size(); i++) {
    new (&reductions->copies()[i]) Copies{items[i], copies, stride_of(items[i]), is_made + i * n_threads};
    copies += stride_of(items[i]) * n_threads;
  }
  return reductions;
}

bool Reductions::covers(const Copies& copies, const void* address) const {
  auto* byte = static_cast<const char*>(address);
  return address == copies.item.shared || (byte >= copies.memory && byte < copies.memory + copies.stride * n_threads_);
}

void* Reductions::copy_of(Copies& copies, uint32_t thread) {
  char* copy = copies.memory + thread * copies.stride;
  if (copies.is_made[thread] != 0) return copy;
  copies.is_made[thread] = 1;
  std::memset(copy, 0, copies.item.bytes);
  if (copies.item.init != nullptr) copies.item.init(copy, copies.item.original);
  return copy;
}

void* Reductions::find(const void* address, uint32_t thread) {
  for (uint32_t i = 0; i < n_items_; i++) {
    if (covers(copies()[i], address)) return copy_of(copies()[i], thread);
  }
  return nullptr;
}

void* Reductions::find_original(const void* address, uint32_t thread) {
  for (uint32_t i = 0; i < n_items_; i++) {
    if (copies()[i].item.original == address) return copy_of(copies()[i], thread);
  }
  return nullptr;
}

void Reductions::combine() { end_copies(End::Combined); }
void Reductions::discard() { end_copies(End::Discarded); }

void Reductions::end_copies(End end) {
  for (uint32_t i = 0; i < n_items_; i++) {
    Copies& copies = this->copies()[i];
    for (uint32_t thread = 0; thread < n_threads_; thread++) {
      if (copies.is_made[thread] == 0) continue;
      copies.is_made[thread] = 0;
      char* copy = copies.memory + thread * copies.stride;
      if (end == End::Combined) copies.item.combine(copies.item.shared, copy);
      if (copies.item.finish != nullptr) copies.item.finish(copy);
    }
  }
}

}  // namespace rondo::task
