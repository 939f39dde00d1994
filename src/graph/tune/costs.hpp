// SPDX-License-Identifier: Apache-2.0
//
// What it costs to run a unit besides its bodies, and to hand it to another slot.
#pragma once

#include <cstdint>

namespace rondo::graph {

// Of a round of ordinary tasks, a task: shorter ones have mostly run where they were created. docs/tuning.md
inline constexpr uint64_t kInPlace_ns = 100;
// Of ordinary tasks that have taken so long, creation and dependences are a large part, which a graph saves.
bool is_mostly_creation(uint64_t n_tasks, uint64_t ticks);

// In ticks. Chosen by measurement: docs/tuning.md.
struct Costs {
  uint64_t member;    // running a node besides its body
  uint64_t unit;      // counting down successors, finding the next unit
  uint64_t send;      // making a unit known to another slot
  uint64_t receive;   // taking it there, and for each edge fetching what the body reads from the other core
  uint64_t latency;   // until the other slot can see it
  uint64_t capture = 0;  // filling a node, which slot 0 does with each of them before it runs any; 0: nobody does
};
enum class Capturing : uint8_t { No, Yes };  // Yes: the region's code runs in each replay, and fills the nodes
Costs measured_costs(Capturing capturing = Capturing::No);

// Encounters, or rounds of a loop, have taken so long that making a graph of so many tasks costs next to nothing.
bool is_unnoticed(uint64_t n_tasks, uint64_t spent_us);
// Whether a graph is worth making when they have taken so long without it. `gains`: its replays will not execute the
// program's code, or save a large part otherwise.
bool is_paid_for(uint64_t n_tasks, uint64_t spent_us, uint64_t n_encounters, bool gains);

}  // namespace rondo::graph
