// SPDX-License-Identifier: Apache-2.0
//
// KMP_AFFINITY, libomp's older way to say where threads go: an order of the hardware threads, by which thread i goes
// to place i. The text is parsed without the machine's description; its places are made when a thread is bound.
#pragma once

#include "os/cpu_set.hpp"
#include "os/machine.hpp"
#include "os/places.hpp"

namespace rondo::os {

struct KmpAffinity {
  enum class Kind : uint8_t {
    None,       // no binding; as places: one with all processors
    Disabled,   // no binding, and no queries about it
    Compact,    // neighbours one behind the other
    Scatter,    // as far apart as possible
    Balanced,   // neighbours one behind the other; the team is spread over all
    Logical,    // Compact without a permutation
    Physical,   // cores before their second hardware threads
    Explicit,   // as listed
  };

  Kind kind = Kind::None;
  uint16_t Location::* unit = &Location::core;  // granularity: the unit within which a thread may move
  unsigned permute = 0;   // how many of the innermost levels count most
  unsigned offset = 0;    // the place of thread 0
  bool is_verbose = false;
  bool is_silent = false;        // nowarnings
  bool exceeds_mask = false;     // norespect
  bool resets = false;           // reset
  bool drops_duplicates = false;
  PlaceList listed;

  bool binds() const { return kind != Kind::None && kind != Kind::Disabled; }

  // nullptr, or what is wrong, in words that fit behind "KMP_AFFINITY='...' ".
  const char* parse(const char* text);

  // Thread i of a team that is not spread goes to place i. May print on standard error what the machine does not
  // have.
  PlaceList make_places(const Machine& machine, const CpuSet& available) const;

 private:
  PlaceList ordered(const Machine& machine, const CpuSet& available) const;
  PlaceList explicit_places(const Machine& machine, const CpuSet& available) const;
};

}  // namespace rondo::os
