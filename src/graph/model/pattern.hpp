// SPDX-License-Identifier: Apache-2.0
//
// The dependence pattern of a tagged task's children (dep_pattern): for each creation how many dependences it has, of
// which kinds, and on which of the *stations*, the addresses renamed to dense numbers in the order of their first
// use. A pattern names no address, no body and no size: it serves any code that creates tasks in this order, and can
// be kept in a file. Stations that are only read are dropped. Argument: pattern/README.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "depend/access.hpp"
#include "graph/model/graph.hpp"
#include "graph/model/list_form.hpp"

namespace rondo::graph {

// A pattern as it is checked against what happens: one head word an act, one word a dependence.
namespace word {
inline constexpr uint32_t kKind = 3;         // depend::Kind
inline constexpr uint32_t kFirst = 1 << 2;   // the station's first use
inline constexpr uint32_t kSpecial = 1 << 3;
inline constexpr uint32_t kStationShift = 4;
inline constexpr uint32_t kMaxStations = 1u << (32 - kStationShift);
inline constexpr uint32_t kReadOnly = kSpecial | static_cast<uint32_t>(depend::Kind::In);  // of a dropped station
inline constexpr uint32_t kAllMemory = kSpecial | static_cast<uint32_t>(depend::Kind::Out);
inline constexpr uint32_t kEnd = ~0u;        // in place of a head

inline uint32_t station_of(uint32_t word) { return word >> kStationShift; }
inline uint64_t head(Act act, size_t n_dependences) {
  return uint64_t{n_dependences} << 2 | static_cast<uint64_t>(act);
}
inline Act act_of(uint32_t head) { return static_cast<Act>(head & 3); }
inline uint32_t n_dependences_of(uint32_t head) { return head >> 2; }
}  // namespace word

struct PatternCounts {
  uint32_t n_acts = 0;
  uint32_t n_dependences = 0;  // those on dropped stations included
  uint32_t n_stations = 0;     // that are left
  uint32_t n_read_only = 0;    // dependences on dropped stations
  bool operator==(const PatternCounts&) const = default;
};

struct Pattern {
  PatternCounts counts;
  uint32_t* words = nullptr;
  char* stream = nullptr;  // the compact encoding (pattern_stream.hpp)
  uint32_t stream_bytes = 0;
};

// Bytes of the pattern in the form of paper 001, section 3.2: a nibble for the number of dependences and the width of
// what follows, then station and modifier of each, two bits of them the modifier.
uint64_t nibble_form_bytes(const Pattern& pattern);

void free_pattern(Pattern* pattern);

}  // namespace rondo::graph
