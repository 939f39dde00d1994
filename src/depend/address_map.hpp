// SPDX-License-Identifier: Apache-2.0
//
// Open-addressing map from an address to its Entry, for one thread at a time. The array doubles when it is three
// quarters full. Before that, entries for which `is_stale` holds are dropped. So a parent that goes through ever new
// addresses keeps a table of at most eight times the size of what is outstanding, and few nodes of finished tasks.
#pragma once

#include <bit>
#include <cstring>

#include "base/bits.hpp"
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

  void prefetch(uintptr_t address) {
    if (slots_ != nullptr) __builtin_prefetch(&slots_[index_of(address)], 1);
  }

  // The entry of `address`, made if there is none. References stay valid until the next call.
  // is_stale(entry) may release what the entry holds and return true to have it removed.
  template <class IsStale>
  Entry<Node>& find_or_add(uintptr_t address, IsStale is_stale) {
    if (slots_ != nullptr) {
      Entry<Node>& slot = probe(address);
      if (slot.address == address) return slot;
      if (n_entries_ < limit()) return add(slot, address);
    }
    // Addresses tend to come back: the array stays as it is only where most of it was stale. docs/tuning.md: table.
    rebuild(is_stale, capacity_ == 0 ? kFirstCapacity : capacity_);
    return add(probe(address), address);
  }

  // Drops stale entries, and memory that the others do not need.
  template <class IsStale>
  void shrink(IsStale is_stale) {
    if (slots_ != nullptr) rebuild(is_stale, kFirstCapacity);
  }

  template <class Visit>
  void for_each(Visit visit) {
    for (uint32_t i = 0; i < capacity_; i++) {
      if (slots_[i].address != 0) visit(slots_[i]);
    }
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

  uint32_t limit() const { return capacity_ - capacity_ / 4; }

  uint32_t index_of(uintptr_t address) const {
    return static_cast<uint32_t>((address * 0x9E3779B97F4A7C15u) >> shift_);
  }

  Entry<Node>& probe(uintptr_t address) {
    uint32_t index = index_of(address);
    while (slots_[index].address != 0 && slots_[index].address != address) index = (index + 1) & (capacity_ - 1);
    return slots_[index];
  }

  Entry<Node>& add(Entry<Node>& slot, uintptr_t address) {
    slot.address = address;
    n_entries_++;
    return slot;
  }

  template <class IsStale>
  void rebuild(IsStale is_stale, uint32_t least_capacity) {
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
    while (n_live > capacity - capacity / 4) capacity *= 2;
    if (n_live >= capacity / 4) capacity *= 2;
    slots_ = static_cast<Entry<Node>*>(memory_->allocate(capacity * sizeof(Entry<Node>)));
    std::memset(static_cast<void*>(slots_), 0, capacity * sizeof(Entry<Node>));
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
