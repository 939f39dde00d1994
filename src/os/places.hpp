// SPDX-License-Identifier: Apache-2.0
//
// OMP_PLACES: the text form of a list of processor sets ("cores", "threads(8)", "{0:4}:4:4,!{8}") and what it means
// on this machine. The grammar (OpenMP 6.0, section 4.1.6) is checked without touching the machine's description, so
// that a misspelt value is reported at process start and a correct one costs nothing until threads are bound.
#pragma once

#include "os/cpu_set.hpp"
#include "os/machine.hpp"

namespace rondo::os {

// An owned array of places; movable, not copyable.
class PlaceList {
 public:
  PlaceList() = default;
  ~PlaceList();
  PlaceList(const PlaceList&) = delete;
  PlaceList& operator=(const PlaceList&) = delete;
  PlaceList(PlaceList&& other) noexcept;
  PlaceList& operator=(PlaceList&& other) noexcept;

  unsigned count() const { return count_; }
  const CpuSet& operator[](unsigned place) const { return places_[place]; }

  // The place that holds `cpu`, or CpuSet::kNone.
  unsigned place_of(unsigned cpu) const;

  // False when out of memory or at kMaxCpus places.
  bool append(const CpuSet& place);
  void remove_equal(const CpuSet& place);
  // Drops processors outside `available`, then empty places. True when something was dropped.
  bool restrict_to(const CpuSet& available);
  // Keeps the first `count` places.
  void truncate(unsigned count);

 private:
  CpuSet* places_ = nullptr;
  unsigned count_ = 0;
  unsigned capacity_ = 0;
};

// What is wrong with the text, in words that fit behind "OMP_PLACES='...' ": nullptr when it is well formed.
const char* problem_with_places(const char* text);

// The places `text` names on `machine`, restricted to `available`; names give them in the machine's order (neighbours
// adjacent). A text of KMP_AFFINITY is understood as well: the two languages have no text in common. Says once on
// standard error when processors outside `available` were named. Empty when the text is malformed or nothing is left.
PlaceList make_places(const char* text, const Machine& machine, const CpuSet& available);

// The same on this machine, among process_cpus().
PlaceList make_places(const char* text);

}  // namespace rondo::os
