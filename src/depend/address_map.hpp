// SPDX-License-Identifier: Apache-2.0
//
// Open-addressing map from an address to its Entry, for one thread at a time. The array doubles when it is three
// quarters full. Before that, entries for which `is_stale` holds are dropped. So a parent that goes through ever new
// addresses keeps a table of at most eight times the size of what is outstanding, and few nodes of finished tasks.
#pragma once

#include <bit>
#include <cstring>

#include "base/bits.hpp"
#include "base/zeros.hpp"
#include "depend/access.hpp"

namespace rondo::depend {

// `Memory` provides allocate(bytes) and release(pointer).
template <class Node, class Memory>
class AddressMap {
 public:
  explicit AddressMap(Memory& memory) : memory_(&memory) {}
  AddressMap(const AddressMap&) = delete;
  AddressMap& operator=(const AddressMap&) = delete;
  ~AddressMap() {
    if (slots_ != nullptr) memory_->release(slots_);
  }

  // Gets the memory back to `memory` from now on.
  void set_memory(Memory& memory) { memory_ = &memory; }

  Entry<Node>* find(uintptr_t address) {
    if (slots_ == nullptr) return nullptr;
    Entry<Node>& slot = probe(address);
    return slot.address == address ? &slot : nullptr;
  }

  // Where entries do not fit into the first-level cache, one that will be looked at soon may come meanwhile.
  bool is_large() const { return capacity_ >= kLarge; }
  void fetch(uintptr_t address) const { __builtin_prefetch(&slots_[index_of(address)], 1); }

  // Makes room for `n` addresses. is_stale(entry) may release what the entry holds and return true: it is removed.
  template <class IsStale>
  void reserve(uint32_t n, IsStale is_stale) {
    if (n_entries_ + n <= limit()) [[likely]]
      return;
    // Addresses tend to come back: the array stays as it is only where most of it was stale. docs/tuning.md: table.
    rebuild(is_stale, n, capacity_ == 0 ? kFirstCapacity : capacity_);
  }

  // The entry of `address`, made if there is none; there is room for it. References stay valid until the next
  // reserve().
  Entry<Node>& find_or_add(uintptr_t address) {
    Entry<Node>& slot = probe(address);
    if (slot.address == 0) {
      slot.address = address;
      n_entries_++;
    }
    return slot;
  }

  // The same where there may be no room.
  template <class IsStale>
  Entry<Node>& find_or_add(uintptr_t address, IsStale is_stale) {
    reserve(1, is_stale);
    return find_or_add(address);
  }

  // Drops stale entries, and memory that the others do not need.
  template <class IsStale>
  void shrink(IsStale is_stale) {
    if (slots_ != nullptr) rebuild(is_stale, 0, kFirstCapacity);
  }

  template <class Visit>
  void for_each(Visit visit) {
    for (uint32_t i = 0; i < capacity_; i++) {
      if (slots_[i].address != 0) visit(slots_[i]);
    }
  }

  // Whether test(entry) holds for all of them.
  template <class Test>
  bool all_of(Test test) const {
    for (uint32_t i = 0; i < capacity_; i++) {
      if (slots_[i].address != 0 && !test(slots_[i])) return false;
    }
    return true;
  }

  void clear() {
    n_entries_ = 0;
    if (slots_ != nullptr) std::memset(static_cast<void*>(slots_), 0, capacity_ * sizeof(Entry<Node>));
  }

  uint32_t size() const { return n_entries_; }
  // Whether a walk through it would cost more than its entries are worth.
  bool is_sparse() const { return n_entries_ < capacity_ / 8; }

 private:
  static constexpr uint32_t kFirstCapacity = 16;
  static constexpr uint32_t kLarge = 1024;  // docs/tuning.md: prefetch
  static constexpr uint64_t kSpread = 0x0868B622BB629699;  // docs/tuning.md: spread

  uint32_t limit() const { return capacity_ - capacity_ / 4; }

  uint32_t index_of(uintptr_t address) const { return static_cast<uint32_t>((address * kSpread) >> shift_); }

  Entry<Node>& probe(uintptr_t address) {
    uint32_t index = index_of(address);
    while (slots_[index].address != 0 && slots_[index].address != address) index = (index + 1) & (capacity_ - 1);
    return slots_[index];
  }

  template <class IsStale>
  [[gnu::noinline]] void rebuild(IsStale is_stale, uint32_t n_more, uint32_t least_capacity) {
    Entry<Node>* old = slots_;
    const uint32_t old_capacity = capacity_;
    uint32_t n_live = 0;
    for (uint32_t i = 0; i < old_capacity; i++) {
      if (old[i].address == 0) continue;
      if (is_stale(old[i])) {
        old[i].address = 0;
      } else {
        n_live++;
      }
    }
    uint32_t capacity = least_capacity;
    while (n_live + n_more > capacity - capacity / 4) capacity *= 2;
    if (n_live >= capacity / 4) capacity *= 2;
    slots_ = static_cast<Entry<Node>*>(memory_->allocate(capacity * sizeof(Entry<Node>)));
    base::write_zeros(slots_, capacity * sizeof(Entry<Node>));
    capacity_ = capacity;
    shift_ = 64 - static_cast<uint32_t>(std::bit_width(capacity) - 1);
    n_entries_ = n_live;
    for (uint32_t i = 0; i < old_capacity; i++) {
      if (old[i].address != 0) probe(old[i].address) = old[i];
    }
    if (old != nullptr) memory_->release(old);
  }

  Memory* memory_;
  Entry<Node>* slots_ = nullptr;
  uint32_t capacity_ = 0;
  uint32_t shift_ = 0;
  uint32_t n_entries_ = 0;
};

}  // namespace rondo::depend
