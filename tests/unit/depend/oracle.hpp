// SPDX-License-Identifier: Apache-2.0
//
// What the depend clause means, said in the plainest way (OpenMP 5.2 section 15.9.5): of two tasks of one parent the
// later one waits for the earlier one if they name a common address, unless both do so with the same kind out of in,
// mutexinoutset and inoutset. Quadratic, and shares no idea with the implementation. For tests of depend/ and graph/.
#pragma once

#include <span>
#include <vector>

#include "base/rng.hpp"
#include "depend/access.hpp"

namespace rondo::test {

using depend::Dependence;
using depend::Kind;
using Dependences = std::vector<Dependence>;

inline bool orders(Kind earlier, Kind later) { return earlier != later || earlier == Kind::Out; }

inline bool names_all_memory(const Dependences& dependences) {
  for (const Dependence& dependence : dependences) {
    if (dependence.address == depend::kAllMemory) return true;
  }
  return false;
}

// omp_all_memory stands for every address that any task names.
inline bool must_wait(const Dependences& later, const Dependences& earlier) {
  if (later.empty() || earlier.empty()) return false;
  if (names_all_memory(later) || names_all_memory(earlier)) return true;
  for (const Dependence& after : later) {
    for (const Dependence& before : earlier) {
      if (before.address == after.address && orders(before.kind, after.kind)) return true;
    }
  }
  return false;
}

inline bool exclude_each_other(const Dependences& a, const Dependences& b) {
  for (const Dependence& mine : a) {
    for (const Dependence& yours : b) {
      const bool both = mine.kind == Kind::MutexInOutSet && yours.kind == Kind::MutexInOutSet;
      if (both && mine.address == yours.address) return true;
    }
  }
  return false;
}

// A set of tasks. Whole words are united: closing relations is what tests of random programs spend their time with.
class TaskSet {
 public:
  explicit TaskSet(size_t n) : words_((n + 63) / 64) {}
  bool operator[](size_t task) const { return (words_[task / 64] >> task % 64 & 1) != 0; }
  void set(size_t task, bool is_in = true) {
    const uint64_t bit = uint64_t{1} << task % 64;
    words_[task / 64] = is_in ? words_[task / 64] | bit : words_[task / 64] & ~bit;
  }
  // Whether the set has grown.
  bool add(const TaskSet& other) {
    uint64_t added = 0;
    for (size_t i = 0; i < words_.size(); i++) {
      added |= other.words_[i] & ~words_[i];
      words_[i] |= other.words_[i];
    }
    return added != 0;
  }
  bool operator==(const TaskSet&) const = default;

 private:
  std::vector<uint64_t> words_;
};

// before[i][j]: task j comes before task i, directly or through others.
class Relation {
 public:
  explicit Relation(size_t n) : rows_(n, TaskSet(n)) {}
  size_t size() const { return rows_.size(); }
  TaskSet& operator[](size_t task) { return rows_[task]; }
  const TaskSet& operator[](size_t task) const { return rows_[task]; }
  bool operator==(const Relation&) const = default;

 private:
  std::vector<TaskSet> rows_;
};

// For relations in which a task comes behind those of smaller numbers only.
inline void close_transitively(Relation& before) {
  for (size_t i = 0; i < before.size(); i++) {
    for (size_t j = i; j-- > 0;) {
      if (before[i][j]) before[i].add(before[j]);
    }
  }
}

// For the others, as that of the heads of units.
inline void close_by_repetition(Relation& before) {
  for (bool is_growing = true; is_growing;) {
    is_growing = false;
    for (size_t i = 0; i < before.size(); i++) {
      for (size_t j = 0; j < before.size(); j++) is_growing |= before[i][j] && before[i].add(before[j]);
    }
  }
}

inline Relation oracle_of(const std::vector<Dependences>& tasks) {
  Relation before(tasks.size());
  for (size_t i = 0; i < tasks.size(); i++) {
    for (size_t j = 0; j < i; j++) before[i].set(j, must_wait(tasks[i], tasks[j]));
  }
  close_transitively(before);
  return before;
}

// Shapes differ from program to program: few or many addresses, mostly readers or mostly writers.
struct RandomDependences {
  base::Rng& rng;
  uint32_t n_addresses;
  uint32_t max_dependences;
  uint32_t all_memory_percent = 0;
  uint32_t writers_percent = 30;
  bool may_repeat = true;

  explicit RandomDependences(base::Rng& source)
      : rng(source), n_addresses(1 + rng.below(rng.below(2) == 0 ? 4 : 40)), max_dependences(1 + rng.below(5)) {
    if (rng.below(3) == 0) all_memory_percent = 1 + rng.below(8);
    writers_percent = 5 + rng.below(60);
  }

  Dependences next() {
    Dependences dependences;
    if (rng.below(100) < all_memory_percent) dependences.push_back({depend::kAllMemory, Kind::Out});
    const uint32_t n = rng.below(max_dependences + 1);
    for (uint32_t i = 0; i < n; i++) {
      const uintptr_t address = 0x1000 + 8 * uintptr_t{rng.below(n_addresses)};
      const bool writes = rng.below(100) < writers_percent;
      const Kind kind = writes ? Kind::Out : static_cast<Kind>(rng.below(8) < 4 ? 0 : rng.below(4));
      bool is_repeated = false;
      for (const Dependence& other : dependences) is_repeated |= other.address == address;
      if (!is_repeated || may_repeat) dependences.push_back({address, kind});
    }
    return dependences;
  }
};

}  // namespace rondo::test
