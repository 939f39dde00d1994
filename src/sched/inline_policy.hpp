// SPDX-License-Identifier: Apache-2.0
//
// Whether a creator runs a dependent task inline when its predecessors are done. A task that is over before its next
// sibling is created needs no node, no entry in the table, no edge, no release and no transfer to another core; a
// long one would keep its creator from creating others. So only bodies that were found to be fine-grained in earlier
// runs are run inline, and each such run is timed. What it gains, and what a wrong guess costs: README.md, "Inline
// policy".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "task/task.hpp"

namespace rondo::sched {

// Tells tasks of one construct from those of another.
using Body = uintptr_t;
inline Body body_of(task::Entry entry) { return reinterpret_cast<Body>(entry.gomp); }

// Places for some bodies; a later body may take the place of an earlier one.
inline constexpr uint32_t kBodyPlaces = 8;
inline uint32_t place_of(Body body) { return static_cast<uint32_t>((body * 0x9E3779B97F4A7C15u) >> 61); }

// The bodies that an arena has found to be fine-grained. Read and written by any of its workers; hints, in one line
// that is seldom written.
class FineGrainedBodies {
 public:
  bool has(Body body) const { return bodies_[place_of(body)].load_relaxed() == body; }  // [S2]
  void add(Body body) {
    if (!has(body)) bodies_[place_of(body)].store_relaxed(body);  // [S2]
  }
  void remove(Body body) {
    if (has(body)) bodies_[place_of(body)].store_relaxed(0);
  }
  void clear() {
    for (auto& body : bodies_) {
      if (body.load_relaxed() != 0) body.store_relaxed(0);  // [S2]
    }
  }

 private:
  alignas(base::kCacheLine) base::Atomic<Body> bodies_[kBodyPlaces];
};
static_assert(sizeof(FineGrainedBodies) == base::kCacheLine);

// A worker's part: the times of tasks that it took from queues, and how often its guesses as a creator were wrong.
// Times are ticks; `fine_grained` is settings.fine_grained_ticks.
class InlinePolicy {
 public:
  // Whether this dependent task from a queue is one of those that are timed.
  bool is_sample() { return ++n_run_ % kSampled == 0; }
  // How long it took. One that has created tasks is not fine-grained: it may be the root of a large tree.
  void note_sample(FineGrainedBodies& known, Body body, uint64_t took, bool has_created, uint64_t fine_grained);

  // Creator, around an inline run; begin() returns false if there is to be none. There is none inside another one, so
  // tasks that an inline run creates go to other workers.
  bool begin(uint64_t now) {
    if (is_running_ || barred_until_ > now) return false;
    is_running_ = true;
    return true;
  }
  void end(FineGrainedBodies& known, Body body, uint64_t start, uint64_t now, uint64_t fine_grained);
  // The run that was begun does not take place.
  void take_back() { is_running_ = false; }

  // Creator: whether it may wait for a task of another worker, so that the next task can run inline.
  bool may_wait(uint64_t now) const { return !is_running_ && barred_until_ <= now && waits_from_ <= now; }
  // Where each look in vain is a yield, and other programs use their time slices, a wait may be long though the task
  // has come: it is paid back like one in vain. An interrupt looks like a long wait, too.
  void note_wait(bool is_in_vain, uint64_t start, uint64_t now, uint64_t fine_grained) {
    const uint64_t took = now - start;
    if (is_in_vain || took > kForgiven * fine_grained) waits_from_ = now + kPayback * took;
  }

 private:
  // docs/tuning.md: inline policy.
  static constexpr uint32_t kSampled = 8;
  static constexpr uint32_t kEvidence = 4;  // samples
  static constexpr uint64_t kWay = 2;  // a body that is not in its creator's cache takes so many times as long
  static constexpr int64_t kCredit = 32;  // runs of fine-grained bodies
  static constexpr uint64_t kPayback = 32;
  static constexpr uint64_t kForgiven = 2500;  // runs of fine-grained bodies

  struct Evidence {
    Body body = 0;
    uint32_t n = 0;
    uint64_t ticks = 0;
  };

  Evidence evidence_[kBodyPlaces];
  uint32_t n_run_ = 0;
  bool is_running_ = false;
  int64_t credit_ = 0;  // by which inline runs have been shorter than fine-grained ones, lately
  uint64_t barred_until_ = 0;  // when the time will have paid for the guesses that were wrong
  uint64_t waits_from_ = 0;
};

}  // namespace rondo::sched
