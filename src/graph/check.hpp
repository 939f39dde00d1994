// SPDX-License-Identifier: Apache-2.0
//
// Would a replay do what the region asks for now? Compares what an encounter created with what was recorded: number
// and shape of the tasks, the order that their dependences demand and, where the block would be skipped, the bytes
// that they captured. Pure functions; region/ runs the comparison and reports its result.
#pragma once

#include "graph/transcript.hpp"

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
  bool is_empty() const {
    for (const Finding& finding : of) {
      if (finding.n_places != 0) return false;
    }
    return true;
  }
  // A re-capture would notice by itself: the record does not fit.
  bool has_other_shape() const {
    const Findings& self = *this;
    return self[Drift::Number].n_places + self[Drift::Shape].n_places + self[Drift::Wait].n_places +
               self[Drift::Refusal].n_places !=
           0;
  }
};

// `compares_data`: the block would be skipped, so captured bytes have to be the same.
Findings compare(const Transcript& recorded, const Transcript& current, bool compares_data);

// The same for a round of a loop, compared with the first one: dependences have to name the same addresses, since the
// next round depends on this one.
Findings compare_rounds(const Transcript& recorded, const Transcript& current, bool compares_data);

}  // namespace rondo::graph
