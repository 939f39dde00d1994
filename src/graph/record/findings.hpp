// SPDX-License-Identifier: Apache-2.0
//
// What a check has found: where an encounter of a region, loop or tag drifts away from its record.
#pragma once

#include "graph/model/graph.hpp"

namespace rondo::graph {

enum class Drift : uint8_t {
  Number,   // it creates more or fewer tasks and waits
  Shape,    // a task has another body, size or kind
  Wait,     // it waits where it did not, does not wait where it did, or waits for other tasks
  Order,    // a task has to wait for one that a replay would not make it wait for
  Data,     // a task captured other bytes: a pure replay would use the recorded ones
  Refusal,  // it does something that no graph can hold
  Variable,  // of a loop: its code changes what a task captures by reference
  Misfit,    // of a tag: a block does not fit the pattern
};
inline constexpr uint32_t kDrifts = 8;

// What is compared with its record: an encounter of a region, an iteration of a loop, a block under a tag.
enum class Subject : uint8_t { Region, Loop, Pattern };

// How a region was written; the advice to the user is in the same words.
enum class Spelling : uint8_t { Header, Directive };

// The first place where a drift of this kind shows, and the number of such places.
struct Finding {
  uint64_t n_places = 0;  // 0: no drift of this kind
  NodeIndex node = 0;
  NodeIndex earlier = 0;            // Order: the node that has to come first
  uint32_t offset = 0, n_bytes = 0;  // Data: where in the block
  uint64_t recorded = 0, current = 0;  // Number: nodes; Shape: bodies; Data: values
  const void* body = nullptr;        // recorded code of `node`, if it is a task
  const char* reason = nullptr;     // Refusal, Misfit; Shape: what differs
};

struct Findings {
  Finding of[kDrifts];

  Finding& operator[](Drift drift) { return of[static_cast<uint32_t>(drift)]; }
  const Finding& operator[](Drift drift) const { return of[static_cast<uint32_t>(drift)]; }
  // A re-capture would notice by itself: the record does not fit.
  bool has_other_shape() const {
    const Findings& self = *this;
    return self[Drift::Number].n_places + self[Drift::Shape].n_places + self[Drift::Wait].n_places +
               self[Drift::Refusal].n_places !=
           0;
  }
};

}  // namespace rondo::graph
