// SPDX-License-Identifier: Apache-2.0
//
// A set of addresses of a size known beforehand, emptied as a whole. Address 0 is never in it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/message.hpp"
#include "base/zeros.hpp"

namespace rondo::graph {

class AddressSet {
 public:
  // At most `n` addresses at a time.
  explicit AddressSet(uint32_t n) : bits_(static_cast<uint32_t>(std::bit_width(n | 1u)) + 1) {
    slots_ = static_cast<uintptr_t*>(std::malloc(capacity() * sizeof(uintptr_t)));
    if (slots_ == nullptr) base::fatal("out of memory for a pattern (%u addresses); set RONDO_GRAPH=0", n);
    base::write_zeros(slots_, capacity() * sizeof(uintptr_t));
  }
  AddressSet(const AddressSet&) = delete;
  AddressSet& operator=(const AddressSet&) = delete;
  ~AddressSet() { std::free(slots_); }

  bool contains(uintptr_t address) const { return *probe(address) == address && address != 0; }
  void insert(uintptr_t address) { *probe(address) = address; }
  void clear() { std::memset(slots_, 0, capacity() * sizeof(uintptr_t)); }

 private:
  size_t capacity() const { return size_t{1} << bits_; }

  uintptr_t* probe(uintptr_t address) const {
    size_t index = (address * 0x9E3779B97F4A7C15u) >> (64 - bits_);
    while (slots_[index] != 0 && slots_[index] != address) index = (index + 1) & (capacity() - 1);
    return &slots_[index];
  }

  uint32_t bits_;
  uintptr_t* slots_;
};

}  // namespace rondo::graph
