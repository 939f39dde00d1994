// SPDX-License-Identifier: Apache-2.0
//
// Open-addressing map from an address to its slot, for one thread at a time. The array doubles when it is three
// quarters full. Before that, entries for which `is_stale` holds are dropped. So a parent that goes through ever new
// addresses keeps a table of at most eight times the size of what is outstanding, and few nodes of finished tasks.
// Where the system has no memory for a larger array, the old one is filled up.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/bits.hpp"
#include "base/zeros.hpp"

namespace rondo::depend {

// `Slot`: what is kept of an address, with a member `uintptr_t address`; it begins as zeros, and 0 is no address.
// `Memory` provides allocate(bytes), which ends the process if there is no memory, and release(pointer). If it also
// provides try_allocate(bytes), which then returns nullptr, arrays that cannot grow are filled up first.
template <class Slot, class Memory>
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

  Slot* find(uintptr_t address) {
    if (slots_ == nullptr) return nullptr;
    Slot& slot = probe(address);
    return slot.address == address ? &slot : nullptr;
  }

  // Where entries do not fit into the first-level cache, one that will be looked at soon may come meanwhile.
  bool is_large() const { return capacity_ >= kLarge; }
  void fetch(uintptr_t address) const { __builtin_prefetch(&slots_[index_of(address)], 1); }

  // Makes room for `n` addresses. is_stale(entry) may release what the entry holds and return true: it is removed.
  // False: there is no memory for a larger array, and few more will fit into this one.
  template <class IsStale>
  bool reserve(uint32_t n, IsStale is_stale) {
    if (n_entries_ + n <= limit_) [[likely]]
      return true;
    // Addresses tend to come back: the array stays as it is only where most of it was stale. docs/tuning.md: table.
    return rebuild(is_stale, n, capacity_ == 0 ? kFirstCapacity : capacity_);
  }

  // The entry of `address`, made if there is none; there is room for it. References stay valid until the next
  // reserve().
  Slot& find_or_add(uintptr_t address) {
    Slot& slot = probe(address);
    if (slot.address == 0) {
      slot.address = address;
      n_entries_++;
    }
    return slot;
  }

  // The same where there may be no room.
  template <class IsStale>
  Slot& find_or_add(uintptr_t address, IsStale is_stale) {
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
    if (slots_ != nullptr) std::memset(static_cast<void*>(slots_), 0, capacity_ * sizeof(Slot));
  }

  uint32_t size() const { return n_entries_; }
  // Whether a walk through it would cost more than its entries are worth.
  bool is_sparse() const { return n_entries_ < capacity_ / 8; }

 private:
  static constexpr uint32_t kFirstCapacity = 16;
  static constexpr uint32_t kLarge = 1024;  // docs/tuning.md: prefetch
  static constexpr uint64_t kSpread = 0x0868B622BB629699;  // docs/tuning.md: spread

  uint32_t index_of(uintptr_t address) const { return static_cast<uint32_t>((address * kSpread) >> shift_); }

  Slot& probe(uintptr_t address) {
    uint32_t index = index_of(address);
    while (slots_[index].address != 0 && slots_[index].address != address) index = (index + 1) & (capacity_ - 1);
    return slots_[index];
  }

  template <class IsStale>
  [[gnu::noinline]] bool rebuild(IsStale is_stale, uint32_t n_more, uint32_t least_capacity) {
    n_entries_ = drop_stale(is_stale);
    uint32_t capacity = least_capacity;
    while (n_entries_ + n_more > capacity - capacity / 4) capacity *= 2;
    if (n_entries_ >= capacity / 4) capacity *= 2;
    void* memory = larger_array(capacity * sizeof(Slot), n_more);
    if (memory == nullptr) {
      put_back_in_place();
      limit_ = n_entries_ + n_more + (capacity_ - 1 - n_entries_ - n_more) / 2;
      return false;
    }
    Slot* old = slots_;
    const uint32_t old_capacity = capacity_;
    slots_ = static_cast<Slot*>(memory);
    base::write_zeros(slots_, capacity * sizeof(Slot));
    capacity_ = capacity;
    limit_ = capacity - capacity / 4;
    shift_ = 64 - static_cast<uint32_t>(std::bit_width(capacity) - 1);
    for (uint32_t i = 0; i < old_capacity; i++) {
      if (old[i].address != 0) probe(old[i].address) = old[i];
    }
    if (old != nullptr) memory_->release(old);
    return true;
  }

  // nullptr: there is none, and so many more entries fit into the array that there is, of which one slot stays empty.
  void* larger_array(size_t bytes, uint32_t n_more) {
    if constexpr (requires { memory_->try_allocate(bytes); }) {
      void* memory = memory_->try_allocate(bytes);
      if (memory != nullptr || n_entries_ + n_more < capacity_) return memory;
    }
    return memory_->allocate(bytes);
  }

  // Empties their slots. The others may not be found until they are put into an array again; returns their number.
  template <class IsStale>
  uint32_t drop_stale(IsStale is_stale) {
    uint32_t n_live = 0;
    for (uint32_t i = 0; i < capacity_; i++) {
      if (slots_[i].address == 0) continue;
      if (is_stale(slots_[i])) {
        slots_[i] = {};
      } else {
        n_live++;
      }
    }
    return n_live;
  }

  // From behind an empty slot on, each entry moves to the first free slot that is its own or behind it. No slot that
  // a moved entry has passed is emptied later.
  void put_back_in_place() {
    uint32_t empty = 0;
    while (slots_[empty].address != 0) empty++;
    for (uint32_t i = 1; i < capacity_; i++) {
      Slot& slot = slots_[(empty + i) & (capacity_ - 1)];
      if (slot.address == 0) continue;
      const Slot entry = slot;
      slot = {};
      probe(entry.address) = entry;
    }
  }

  Memory* memory_;
  Slot* slots_ = nullptr;
  uint32_t capacity_ = 0;
  uint32_t limit_ = 0;  // of entries, before there is to be a larger array
  uint32_t shift_ = 0;
  uint32_t n_entries_ = 0;
};

}  // namespace rondo::depend
