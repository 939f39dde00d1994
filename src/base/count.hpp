// SPDX-License-Identifier: Apache-2.0
//
// Counts the operations that do not scale: in a build with RONDO_COUNT (preset `count`) every thread counts the
// operations that move cache lines between cores or end in the kernel, for each construct. base::Atomic counts its
// own operations; queues and sleepers count theirs by name. In every other build all of this is empty and leaves no
// code. team/counts.cpp displays them; docs/measurements/scaling.md discusses the figures.
#pragma once

#include <cstdint>

#include "base/build.hpp"

namespace rondo::base {

enum class Event : uint8_t {
  Entry,       // the construct was begun, by one thread
  Rmw,         // read-modify-writes, compare-and-swaps that failed included
  Publish,     // stores with release: each is to be read by another thread
  Fence,       // full fences
  HeavyFence,  // fences of every running thread of the process (membarrier)
  Push,        // onto the worker's own deque
  Take,        // from the worker's own deque
  Steal,       // from another slot's deque
  Post,        // onto a stack that another worker empties: mailboxes, remote-free batches
  Sleep,       // calls that sleep in the kernel
  Wake,        // calls that wake a sleeper
};
inline constexpr unsigned kEvents = static_cast<unsigned>(Event::Wake) + 1;

enum class Construct : uint8_t {
  Other,      // none of the following: initialisation, threads, memory
  Parallel,   // fork and join
  Barrier,
  Loop,       // worksharing loops and sections, by thread
  Single,
  Lock,       // critical and locks
  Ordered,
  Reduction,
  Create,     // of a task, its predecessors included
  Finish,     // of a task: counted, its memory given back
  Report,     // of work for others: counts and memory blocks on their way back
  Release,    // of a task's successors
  Taskwait,
  Taskgroup,
  Replay,     // entering and leaving a region that is replayed
  Node,       // of a replay: armed, run, successors counted down
  Find,       // looking for work, in any wait
  Park,       // going to sleep
};
inline constexpr unsigned kConstructs = static_cast<unsigned>(Construct::Park) + 1;

namespace count_detail {
void count(Event event);
Construct enter(Construct construct);  // counts the entry; the construct before it
void leave(Construct before);
}  // namespace count_detail

inline void count([[maybe_unused]] Event event) {
  if constexpr (kCounts) count_detail::count(event);
}

// While it lives, operations of the calling thread count for `construct`; the innermost one applies.
class [[maybe_unused]] CountFor {
 public:
  explicit CountFor([[maybe_unused]] Construct construct) {
    if constexpr (kCounts) before_ = count_detail::enter(construct);
  }
  ~CountFor() {
    if constexpr (kCounts) count_detail::leave(before_);
  }
  CountFor(const CountFor&) = delete;
  CountFor& operator=(const CountFor&) = delete;

 private:
  Construct before_ = Construct::Other;
};

// The counts of all threads so far; exact when no thread is counting. Counting builds only, like the two below.
uint64_t counted(Construct construct, Event event);
uint32_t n_counting_threads();
void forget_counts();

const char* name_of(Construct construct);
const char* name_of(Event event);

}  // namespace rondo::base
