// SPDX-License-Identifier: Apache-2.0
//
// Data of worksharing constructs; the algorithms are in work/. The constructs of a team are numbered in the order in
// which its threads meet them, from one region to the next without a break. A short ring of Workshares lets threads
// be several nowait constructs apart: construct n uses entry n % kEntries once the last thread has left construct n -
// kEntries. Argument: work/README.md.
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "config/options.hpp"

namespace rondo::team {

// What the threads of one construct share. Not its bounds: each thread is told them and keeps them itself, so an
// entry needs no set-up before it is used.
struct Workshare {
  // Above kPresentBits bits: how many constructs have used the entry, which is the round of the one that may use it.
  // Below, in a construct that a thread may miss: how many threads are present, or kClosed behind the last of them.
  alignas(base::kCacheLine) base::Atomic<uint64_t> turn{0};
  base::Atomic<void*> memory{nullptr};  // zero-filled, made by the first thread that asks for it
  base::Atomic<uint32_t> n_sleepers{0};  // threads that sleep until a word of the construct is written

  // Units handed out; then the threads that found none left count themselves out on top.
  alignas(base::kCacheLine) base::Atomic<uint64_t> next{0};

  // Chunks of an ordered loop wait at different words. So the thread that passes the turn on neither takes the line
  // at which it waits for its own next turn, nor that of threads whose turn is far.
  static constexpr uint32_t kTurns = 4;
  struct alignas(base::kCacheLine) OrderedTurn {
    base::Atomic<uint64_t> first{0};  // the chunk that begins with this iteration has the turn, or had it
  };
  OrderedTurn turns[kTurns];

  bool is_turn_of(uint64_t round) const { return round_of(turn.load_acquire()) == round; }  // [work/W1]
  bool has_come_to(uint64_t round) const { return round_of(turn.load_relaxed()) >= round; }  // who enters looks again

  // The calling thread is present in the construct of that round, which it might have missed, until it leaves it.
  // False: it has missed it.
  bool enter_missable(uint64_t round) {
    uint64_t seen = turn.load_relaxed();
    while (round_of(seen) == round && (seen & kClosed) != kClosed) {
      if (turn.cas_acq_rel(seen, seen + 1)) return true;  // [work/W1], [work/W12]
    }
    return false;
  }

  // The calling thread has found nothing left to do, or the construct is cancelled. True for the last one present:
  // from now on nobody enters, and it passes the entry on.
  bool leave_missable() {
    uint64_t seen = turn.load_relaxed();
    for (;;) {
      const bool is_last = (seen & kClosed) == 1;
      if (turn.cas_acq_rel(seen, is_last ? seen | kClosed : seen - 1)) return is_last;  // [work/W12]
    }
  }

  // Takes the next unit, or counts the calling thread out: how many units and threads there were before.
  uint64_t count() { return next.add_acq_rel(1); }  // [work/W2]

  // True for one thread only: it makes the memory, hands it over, and announces that (sched/idle/park.hpp).
  bool takes_on_memory() {
    void* none = memory.load_acquire();  // [work/W4]
    return none == nullptr && memory.cas_acq_rel(none, being_made());  // [work/W4]
  }
  void hand_over_memory(void* made) { memory.store_release(made); }  // [work/W4]
  bool has_memory() const { return memory.load_acquire() != being_made(); }  // [work/W4]

  // By the last thread that leaves: returns memory to be freed, if there is any. Then the entry is the next
  // construct's, and the caller announces that.
  void* take_memory() {
    void* made = memory.load_relaxed();
    if (made != nullptr) memory.store_relaxed(nullptr);
    return made;
  }
  void pass_on(uint64_t next_round) {
    next.store_relaxed(0);
    turn.store_release(next_round << kPresentBits);  // [work/W1]
  }

  void reset_turns() {
    for (OrderedTurn& word : turns) word.first.store_relaxed(0);
  }

  static constexpr unsigned kPresentBits = 17;  // which leaves rounds for 10^15 constructs
  static constexpr uint64_t kClosed = (uint64_t{1} << kPresentBits) - 1;
  static_assert(config::kMaxThreads < kClosed);
  static uint64_t round_of(uint64_t turn) { return turn >> kPresentBits; }

 private:
  // Not an address of memory: a thread is about to make it.
  static void* being_made() {
    static constexpr char kNothing = 0;
    return const_cast<char*>(&kNothing);
  }
};

struct WorkshareRing {
  static constexpr uint32_t kEntries = 8;  // nowait constructs in a row before a fast thread waits
  Workshare entries[kEntries];

  static uint64_t round_of(uint64_t number) { return number / kEntries; }
  Workshare& entry_of(uint64_t number) { return entries[number % kEntries]; }

  // No thread is in a construct, and the next one is number 0.
  void reset() {
    for (Workshare& entry : entries) {
      entry.turn.store_relaxed(0);
      entry.next.store_relaxed(0);
      entry.reset_turns();
    }
  }
};

enum class LoopKind : uint8_t {
  Block,  // one contiguous share a thread
  Cyclic,  // units in turn
  Dynamic,  // a unit at a time, first come first served
  Shares,  // the same without an order: a share for each thread, and then what others have not begun of theirs
  Guided,  // the same with shares that shrink
};

// What has been taken of a thread's share in a loop (LoopKind::Shares): by itself from the front, by others from the
// back.
using ShareWord = base::Atomic<uint64_t>;
inline constexpr unsigned kShareCountBits = 24;
// Loops with as many units a thread, or more, are not dealt out in shares. Each thread may add once to a word whose
// units are gone, so the counts may exceed the share by the size of the team.
inline constexpr uint64_t kShareLimit = (uint64_t{1} << kShareCountBits) - 1 - 2 * config::kMaxThreads;

// A thread's own view of the loop it is in: iterations 0 .. n_iterations - 1, handed out in units of `chunk`.
struct LoopState {
  uint64_t begin = 0;  // the user's value of iteration i is begin + i * step, modulo 2^64
  uint64_t step = 1;
  uint64_t end = 0;
  uint64_t n_iterations = 0;
  uint64_t chunk = 1;
  uint64_t n_units = 0;
  uint64_t position = 0;  // Block, Cyclic: the next unit of this thread. Shares: whose share it takes from,
  uint64_t share_first = 0;  // which begins with this unit
  uint64_t share_units = 0;  // and had so many
  Workshare* counter = nullptr;  // Dynamic without ordered regions: as `workshare`
  ShareWord* own_share = nullptr;  // Shares, from the first unit of its own share to the last
  uint64_t first = 0, last = 0;  // the current chunk: iterations [first, last)
  uint64_t n_ordered = 0;  // ordered regions of the current chunk that are over
  Workshare* workshare = nullptr;  // until this thread has counted itself out; nullptr: nothing is shared
  uint64_t number = 0;  // of the construct
  LoopKind kind = LoopKind::Block;
  bool is_missable = false;  // a thread that comes when nothing is left does not enter it (work/README.md, "Missed")
  bool is_ordered = false;
  bool has_turn = false;  // the ordered regions before `first` are over, and it has waited for that
  bool passed_turn = true;  // the current chunk's are over too
};

// A loop with ordered(n) and depend(source/sink) clauses: one loop of its nest, as the KMP interface describes it.
struct DoacrossDimension {
  int64_t first;
  int64_t last;  // inclusive
  int64_t step;
};
// The same as posts and waits want it: what takes a division is computed once.
struct DoacrossAxis {
  int64_t first;
  uint64_t span;  // from the first to the last iteration
  uint64_t stride;  // the step without its sign
  uint64_t n_iterations;
  bool is_upwards;
};
struct DoacrossState {
  Workshare* workshare = nullptr;  // nullptr: not in one, or alone in it
  uint64_t number = 0;
  base::Atomic<uint8_t>* posted = nullptr;  // one for each iteration of the nest
  uint32_t n_dimensions = 0;
  DoacrossAxis* axes = nullptr;  // one for each loop of the nest, outermost first; a slab block
};

// Memory that the threads of a construct share for the time they are in it.
struct SharedMemoryState {
  Workshare* workshare = nullptr;
  void* own = nullptr;  // in its place, for a thread that came after a cancellation
  uint64_t number = 0;
};

// Clauses that the KMP interface announces before the construct that they belong to. 0: no such clause.
struct PushedClauses {
  uint32_t n_threads = 0;
  uint32_t proc_bind = 0;  // a config::ProcBind; False: none. Taken by assign_places()
  uint32_t n_teams = 0;
  uint32_t thread_limit = 0;
  uint32_t n_further = 0;  // of a list of numbers of threads, those for the levels inside the region,
  uint32_t* further = nullptr;  // in a slab block. Taken by begin_region()
};

// State of cancel constructs; used only with OMP_CANCELLATION=true, by work/cancel.cpp.
struct Cancellation {
  alignas(base::kCacheLine) base::Atomic<uint32_t> requested{0};  // bits: work::CancelKind
  base::Atomic<uint32_t> n_arrived{0};
  base::Atomic<uint64_t> n_barriers{0};
};

}  // namespace rondo::team
