// SPDX-License-Identifier: Apache-2.0
//
// Worksharing loops and sections, the same for both faces: the face normalises a loop to iterations 0 .. n-1, and
// each thread asks for chunks of them until none is left. A chunk costs one addition to the construct's shared
// counter; a loop with a static schedule needs none. Argument: README.md, "Loops".
#pragma once

#include <cstdint>

#include "config/options.hpp"
#include "team/team.hpp"
#include "work/shares.hpp"

namespace rondo::work {

using team::LoopKind;

struct LoopSpec {
  uint64_t begin = 0;  // the user's value of iteration i is begin + i * step, modulo 2^64
  uint64_t step = 1;
  uint64_t end = 0;    // the user's bound, kept for faces that name the end of the last chunk by it
  uint64_t n_iterations = 0;
  uint64_t chunk = 0;  // 0: the schedule's default
  LoopKind kind = LoopKind::Block;
  bool is_ordered = false;
  // What the program says of the order in which a thread gets chunks of a dynamic loop. None: as on the compilers'
  // own runtimes, all of which have an increasing one then.
  config::ScheduleModifier modifier = config::ScheduleModifier::None;
  bool is_sections = false;  // every chunk is one unit, also for a thread that is alone
};

struct Chunk {
  uint64_t first;  // iterations [first, last)
  uint64_t last;
  bool is_last;  // contains the last iteration of the loop
};

// A unit that is not the loop's last.
inline Chunk unit_of(const team::LoopState& loop, uint64_t unit) {
  const uint64_t first = unit * loop.chunk;
  return {first, first + loop.chunk, false};
}

// The calling thread enters the loop. Each thread of the team does, with the same spec.
void begin_loop(sched::Worker& worker, const LoopSpec& spec);

// Gets the thread's next chunk. False: there is none, and for the other threads this one has left the construct.
[[gnu::always_inline]] inline bool next_chunk(sched::Worker& worker, Chunk& chunk);
bool find_chunk(sched::Worker& worker, Chunk& chunk);  // the same past the two fast paths
// The counter has given a unit behind the last but one: the last, or there is none.
bool end_count(sched::Worker& worker, uint64_t unit, Chunk& chunk);

// Leaves the loop if that has not happened yet (after cancellation, or for a face that always calls this).
void end_loop(sched::Worker& worker);

// For a tool.
ompt::WorkKind kind_for_tool(const LoopSpec& spec);
void note_chunk(const sched::Worker& worker, uint64_t first, uint64_t n_iterations,
                ompt::DispatchKind kind = ompt::DispatchKind::LoopChunk);

// The schedule that schedule(runtime) stands for here.
void apply_runtime_schedule(const sched::Worker& worker, LoopSpec& spec);

inline bool next_chunk(sched::Worker& worker, Chunk& chunk) {
  base::CountFor counting(base::Construct::Loop);
  team::Member& member = team::member_of(worker);
  team::LoopState& loop = member.loop;
  Chunk found;  // `chunk` stays in registers: nobody gets its address
  if (team::Workshare* counter = loop.counter) {
    const uint64_t unit = counter->count();
    if (unit + 1 < loop.n_units) [[likely]] {
      chunk = unit_of(loop, unit);
      return true;
    }
    if (!end_count(worker, unit, found)) return false;
  } else {
    uint64_t unit = 0;
    if (loop.own_share != nullptr && take_next_own(loop, member, unit)) [[likely]] {
      chunk = unit_of(loop, unit);
      return true;
    }
    if (!find_chunk(worker, found)) return false;
  }
  chunk = found;
  return true;
}

// Iterations of a loop from `first` in steps of `step` > 0 over a distance > 0, the end not included.
constexpr uint64_t count_up_to(uint64_t distance, uint64_t step) { return (distance - 1) / step + 1; }

// The share of part `index` when `n_items` are dealt to `n_parts` in contiguous blocks that differ by at most one
// item.
struct Share {
  uint64_t first;
  uint64_t last;
};
constexpr Share share_of(uint64_t n_items, uint32_t n_parts, uint32_t index) {
  uint64_t quotient = n_items / n_parts;
  uint64_t remainder = n_items % n_parts;
  uint64_t n_longer = index < remainder ? index : remainder;
  uint64_t first = quotient * index + n_longer;
  return {first, first + quotient + (index < remainder ? 1 : 0)};
}

}  // namespace rondo::work
