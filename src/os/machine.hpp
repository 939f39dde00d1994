// SPDX-License-Identifier: Apache-2.0
//
// Rondo's description of the machine: for each processor the core, caches, NUMA node and package it belongs to. hwloc
// is asked once and its own data is freed at once; later queries are array look-ups without a lock. Used inside os/
// and by its tests; other code uses topology.hpp and places.hpp.
#pragma once

#include <cstdint>

#include "os/cpu_set.hpp"

namespace rondo::os {

// The domains a processor is in. Within one field, numbers are equal exactly for processors of one domain.
struct Location {
  uint16_t cpu;  // the operating system's number
  uint16_t core;
  uint16_t l2;
  uint16_t last_cache;
  uint16_t numa;
  uint16_t package;
};

class Machine {
 public:
  Machine() = default;
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  // Reads this machine, or the one that a synthetic description of hwloc gives ("pack:2 l3:1 core:4 pu:2", for
  // tests). When hwloc fails the machine is taken as one package of single-thread cores. Call once.
  void read(const char* synthetic = nullptr);

  unsigned n_cpus() const { return n_cpus_; }
  // In hwloc's logical order: processors that are close have neighbouring indices.
  const Location& operator[](unsigned index) const { return locations_[index]; }
  // nullptr for a processor the description does not know.
  const Location* find(unsigned cpu) const;

 private:
  bool read_hwloc(const char* synthetic);
  void assume_flat();
  bool allocate(unsigned n_cpus, unsigned highest_cpu);

  Location* locations_ = nullptr;
  uint16_t* index_of_cpu_ = nullptr;
  unsigned n_cpus_ = 0;
  unsigned n_indices_ = 0;
};

// This machine, read at the first call.
const Machine& machine();

}  // namespace rondo::os
