// SPDX-License-Identifier: Apache-2.0
//
// One period of a stream that repeats: the dependences of its creations, and which creations come before each of
// them, as distances: 3 is the third one before, in this period or in the last. The rules are those of access.hpp,
// applied once to two periods. Used by stream.cpp. Argument: README.md, "Forecasts".
#pragma once

#include <cstdlib>
#include <span>

#include "base/pod_vector.hpp"
#include "depend/address_map.hpp"
#include "depend/repetition.hpp"

namespace rondo::depend {

class CyclicOrder {
 public:
  void release() {  // its memory, too; it is empty then
    base::PodVector<Dependence>().swap(dependences_);
    base::PodVector<Position>().swap(positions_);
    base::PodVector<uint32_t>().swap(distances_);
    base::PodVector<Dependence>().swap(shared_);
    n_ = 0;
  }

  // The next creation of the period.
  void add(std::span<const Dependence> dependences) {
    positions_.push_back({static_cast<uint32_t>(dependences_.size()), 0, 0});
    for (const Dependence& dependence : dependences) dependences_.push_back(dependence);
  }

  // The period is complete: works out the distances. False: there are too many.
  bool close();

  uint32_t period() const { return n_; }
  std::span<const Dependence> dependences(uint32_t position) const {
    const uint32_t first = positions_[position].first_dependence;
    return {dependences_.data() + first, positions_[position + 1].first_dependence - first};
  }
  // Ascending: the nearest one first. None is more than a period.
  std::span<const uint32_t> distances(uint32_t position) const {
    const uint32_t first = positions_[position].first_distance;
    return {distances_.data() + first, positions_[position + 1].first_distance - first};
  }
  // Those dependences on *shared* addresses: all of the stream's accesses there may overlap.
  std::span<const Dependence> shared(uint32_t position) const {
    const uint32_t first = positions_[position].first_shared;
    return {shared_.data() + first, positions_[position + 1].first_shared - first};
  }
  std::span<const Dependence> shared() const { return {shared_.data(), shared_.size()}; }  // of all positions

  uint32_t n_dependences() const { return static_cast<uint32_t>(dependences_.size()); }
  uint32_t n_edges() const { return static_cast<uint32_t>(distances_.size()); }

  bool is_at(uint32_t position, std::span<const Dependence> dependences) const {
    const std::span<const Dependence> known = this->dependences(position);
    if (known.size() != dependences.size()) return false;
    for (size_t i = 0; i < known.size(); i++) {
      if (known[i].address != dependences[i].address || known[i].kind != dependences[i].kind) return false;
    }
    return true;
  }
  // Why it is not.
  Miss difference(uint32_t position, std::span<const Dependence> dependences) const {
    const std::span<const Dependence> known = this->dependences(position);
    if (known.size() != dependences.size()) return Miss::Number;
    for (size_t i = 0; i < known.size(); i++) {
      if (known[i].kind != dependences[i].kind) return Miss::Kind;
    }
    return Miss::Address;
  }

 private:
  struct Creation;  // what access.hpp calls a node: the number of a creation, carried as a pointer to this
  struct HeapMemory {
    void* allocate(size_t bytes);
    void release(void* memory) { std::free(memory); }
  };
  static Creation* creation(uint32_t number) { return reinterpret_cast<Creation*>(uintptr_t{number} + 1); }
  static uint32_t number_of(const Creation* creation) {
    return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(creation) - 1);
  }
  struct Position {
    uint32_t first_dependence;
    uint32_t first_distance;
    uint32_t first_shared;
  };

  bool find_distances();
  void find_shared(AddressMap<Creation, HeapMemory>& map);
  void drop_implied();

  base::PodVector<Dependence> dependences_;
  base::PodVector<Position> positions_;  // and one behind the last
  base::PodVector<uint32_t> distances_;
  base::PodVector<Dependence> shared_;
  uint32_t n_ = 0;  // once it is closed
};

}  // namespace rondo::depend
