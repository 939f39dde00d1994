// SPDX-License-Identifier: Apache-2.0
//
// What is known of each address that dependences name, in one array in the order of their first use: neighbours in a
// program lie next to each other here. An index finds them; it holds numbers only, so that it stays in the caches.
#pragma once

#include <bit>
#include <cstdint>

#include "base/pod_vector.hpp"

namespace rondo::graph {

// `Station` has a member `address`; the others begin as in a Station{}. References hold until the next addition.
template <class Station>
class Stations {
 public:
  Stations() { resize_index(kFirstCapacity); }

  Station& find_or_add(uintptr_t address) {
    for (size_t i = slot_of(address);; i = (i + 1) & (index_.size() - 1)) {
      uint32_t number = index_[i];
      if (number == 0) return add(address, i);
      if (list_[number - 1].address == address) return list_[number - 1];
    }
  }

  uint32_t size() const { return static_cast<uint32_t>(list_.size()); }
  Station* begin() { return list_.begin(); }
  Station* end() { return list_.end(); }

 private:
  static constexpr size_t kFirstCapacity = 64;

  // Addresses in arrays have equal distances, and so have their products: at some distances the products fall into
  // few slots.
  size_t slot_of(uintptr_t address) const { return ((address ^ address >> 15) * 0x9E3779B97F4A7C15u) >> shift_; }

  Station& add(uintptr_t address, size_t slot) {
    Station station = {};
    station.address = address;
    list_.push_back(station);
    index_[slot] = size();
    if (list_.size() > index_.size() / 2) resize_index(4 * index_.size());
    return list_.back();
  }

  void resize_index(size_t capacity) {
    index_.clear();
    index_.resize(capacity, 0);
    shift_ = 64 - static_cast<uint32_t>(std::bit_width(capacity) - 1);
    for (uint32_t number = 1; number <= size(); number++) {
      size_t i = slot_of(list_[number - 1].address);
      while (index_[i] != 0) i = (i + 1) & (capacity - 1);
      index_[i] = number;
    }
  }

  base::PodVector<Station> list_;
  base::PodVector<uint32_t> index_;  // open addressing: number + 1 in list_; 0: free
  uint32_t shift_ = 0;
};

}  // namespace rondo::graph
