// SPDX-License-Identifier: Apache-2.0
//
// One period of a stream that repeats: the dependences of its creations, and which creations come before each of
// them, as distances: 3 is the third one before, in this period or in the last. The rules are those of access.hpp.
// Used by stream.cpp. Argument: README.md, "Forecasts".
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "base/pod_vector.hpp"
#include "depend/access.hpp"
#include "depend/repetition.hpp"

namespace rondo::depend {

using Dependences = std::span<const Dependence>;

// Of the first and the last one only: a period has to be right in all of them when it is forecast.
inline uint32_t token_of(Dependences dependences) {
  const Dependence& first = dependences.front();
  const Dependence& last = dependences.back();
  const uint64_t sum = first.address + 5 * last.address + 3 * static_cast<uint64_t>(first.kind) +
                       static_cast<uint64_t>(last.kind) + (dependences.size() << 48);
  return static_cast<uint32_t>((sum * 0x9E3779B97F4A7C15) >> 32);
}

class CyclicOrder {
 public:
  void swap(CyclicOrder& other) noexcept {
    dependences_.swap(other.dependences_);
    positions_.swap(other.positions_);
    distances_.swap(other.distances_);
    shared_.swap(other.shared_);
    places_.swap(other.places_);
    std::swap(n_, other.n_);
    std::swap(counts, other.counts);
  }
  void release() { CyclicOrder().swap(*this); }  // its memory, too; it is empty then

  // The next creation of the period.
  void add(std::span<const Dependence> dependences) {
    positions_.push_back({static_cast<uint32_t>(dependences_.size()), 0, 0});
    for (const Dependence& dependence : dependences) dependences_.push_back(dependence);
  }

  // The period is complete. Then its creations can be compared, and close() works out the distances; false: there are
  // too many. `n_addresses`: about so many different ones are named, which saves memory.
  void complete() {
    n_ = static_cast<uint32_t>(positions_.size());
    positions_.push_back({static_cast<uint32_t>(dependences_.size()), 0, 0});
  }
  bool close(uint32_t n_addresses);

  uint32_t period() const { return n_; }  // 0: it is empty
  uint32_t before(uint32_t position,
                  uint32_t distance) const {  // that comes so many creations before, at most a period
    return position >= distance ? position - distance : position + n_ - distance;
  }
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

  // Calls fits(position) for some of the positions that have these dependences, until it says yes; period(): it never
  // did.
  template <class Fits>
  uint32_t find(Dependences dependences, Fits fits) {
    if (n_ == 0) return n_;
    if (places_.is_empty()) index();
    uint32_t n_left = kMostTried;
    for (uint32_t place = token_of(dependences);; place++) {
      const uint32_t position = places_[place & (places_.size() - 1)];
      if (position == n_ || n_left-- == 0) return n_;
      if (is_at(position, dependences) && fits(position)) return position;
    }
  }

  bool is_at(uint32_t position, std::span<const Dependence> dependences) const {
    const std::span<const Dependence> known = this->dependences(position);
    if (known.size() != dependences.size()) return false;
    for (size_t i = 0; i < known.size(); i++) {
      if (known[i].address != dependences[i].address || known[i].kind != dependences[i].kind) return false;
    }
    return true;
  }
  bool has_same(uint32_t position, const CyclicOrder& other, uint32_t position_there) const {
    return is_at(position, other.dependences(position_there));
  }
  // The position from which on it is the same as the other one from its first creation on; period(): there is none.
  uint32_t place_of(const CyclicOrder& other) {
    if (n_ != other.n_ || n_ == 0) return n_;
    return find(other.dependences(0), [&](uint32_t first) {
      for (uint32_t i = 1; i < n_; i++) {
        if (!has_same(first + i < n_ ? first + i : first + i - n_, other, i)) return false;
      }
      return true;
    });
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

  Repetition* counts = nullptr;  // where its forecasts are counted

 private:
  static constexpr uint32_t kMostTried = 32;  // places, from that of a token on

  struct Position {
    uint32_t first_dependence;
    uint32_t first_distance;
    uint32_t first_shared;
  };

  bool find_distances(uint32_t n_addresses);
  void drop_implied();
  void index();

  base::PodVector<Dependence> dependences_;
  base::PodVector<Position> positions_;  // and one behind the last
  base::PodVector<uint32_t> distances_;
  base::PodVector<Dependence> shared_;
  base::PodVector<uint32_t> places_;  // of positions, from their tokens on; empty until it is asked for
  uint32_t n_ = 0;  // once it is closed
};

}  // namespace rondo::depend
