// SPDX-License-Identifier: Apache-2.0
//
// Whether a creator runs a dependent task inline when its predecessors are done. A task that is over before its next
// sibling is created needs no node, no entry in the table, no edge, no release and no transfer to another core; a
// long one would keep its creator from creating others. So only bodies that were found to be fine-grained in earlier
// runs are run inline, and each such run is timed. How long that is depends on what it costs to queue a task, which
// creators measure. What it gains, and what a wrong guess costs: README.md, "Inline policy".
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

// The bodies that an arena has found to be fine-grained, and how long they may take. Read and written by any of its
// workers; hints, in lines that are seldom written. Times are ticks.
class FineGrainedBodies {
 public:
  bool has(Body body) const { return bodies_[place_of(body)].load_relaxed() == body; }  // [S2]
  uint64_t limit(Body body) const { return limits_[place_of(body)].load_relaxed(); }  // [S2]
  void add(Body body, uint32_t limit) {
    set_if_far(limits_[place_of(body)], limit);
    if (has(body)) return;
    bodies_[place_of(body)].store_relaxed(body);  // [S2]
    has_any_.store_relaxed(true);  // [S2]
  }
  void remove(Body body) {
    if (has(body)) bodies_[place_of(body)].store_relaxed(0);
  }
  // Most regions know none: one look then. A body that is added meanwhile may stay until the next region ends, which
  // does no harm: what it takes is timed there as well.
  void clear() {
    if (!has_any_.load_relaxed()) return;  // [S2]
    has_any_.store_relaxed(false);  // [S2]
    for (auto& body : bodies_) {
      if (body.load_relaxed() != 0) body.store_relaxed(0);  // [S2]
    }
  }

  // How often its runs have turned out to be no shorter than if it were queued, and once if its first samples say
  // so. The more often, the more samples are asked for: a try makes a creator wait for the tasks before. Outlasts
  // clear().
  uint32_t n_doubts(Body body) const { return n_doubts_[place_of(body)].load_relaxed(); }  // [S2]
  void doubt(Body body) {
    remove(body);
    base::Atomic<uint32_t>& n = n_doubts_[place_of(body)];
    if (n.load_relaxed() < kMostDoubts) n.store_relaxed(n.load_relaxed() + 1);  // [S2]
  }

  // What it takes a creator to link and to queue a dependent task. 0: unknown.
  uint32_t queueing() const { return queueing_.load_relaxed(); }  // [S2]
  void note_queueing(uint32_t took) { set_if_far(queueing_, took); }

 private:
  static constexpr uint32_t kMostDoubts = 8;

  // An eighth is no news, and would only make other workers load the line again.
  static void set_if_far(base::Atomic<uint32_t>& field, uint32_t value) {
    const uint32_t old = field.load_relaxed();
    if ((value > old ? value - old : old - value) > old / 8) field.store_relaxed(value);  // [S2]
  }

  alignas(base::kCacheLine) base::Atomic<Body> bodies_[kBodyPlaces];
  base::Atomic<uint32_t> limits_[kBodyPlaces];
  base::Atomic<uint32_t> n_doubts_[kBodyPlaces];
  base::Atomic<uint32_t> queueing_{0};
  base::Atomic<bool> has_any_{false};
};

// A task that was taken from a queue, and timed.
struct InlineSample {
  Body body;
  uint64_t took;  // with its end: what becomes ready is released
  bool has_created;
};

// Inline runs of a worker, and how long they took.
struct InlineRuns {
  uint64_t n = 0;
  uint64_t ticks = 0;
  InlineRuns operator-(InlineRuns before) const { return {n - before.n, ticks - before.ticks}; }
};

// A worker's part: the times of tasks that it took from queues, and how often its guesses as a creator were wrong.
// Times are ticks; `most` is settings.fine_grained_ticks.
class InlinePolicy {
 public:
  // Whether this dependent task from a queue is one of those that are timed.
  bool is_sample() { return ++n_run_ % kSampled == 0; }
  // One that has created tasks is not fine-grained: it may be the root of a large tree.
  void note_sample(FineGrainedBodies& known, const InlineSample& sample, uint32_t n_workers, uint64_t most);

  // Creator: whether the queueing of this dependent task is timed, and how long it took.
  bool is_queueing_sample() { return ++n_queued_ % kSampled == 0; }
  void note_queueing(FineGrainedBodies& known, uint64_t took);

  // Creator, around an inline run; begin() returns false if there is to be none. There is none inside another one, so
  // tasks that an inline run creates go to other workers.
  bool begin(uint64_t now) {
    if (is_running_ || barred_until_ > now) return false;
    is_running_ = true;
    return true;
  }
  void end(FineGrainedBodies& known, Body body, uint64_t start, uint64_t now);
  // The run that was begun does not take place.
  void take_back() { is_running_ = false; }
  // All runs until now. Two of them tell how long the bodies were that ran in between.
  InlineRuns runs() const { return runs_; }

  // Creator: whether it may wait for a task of another worker, so that the next task can run inline.
  bool may_wait(uint64_t now) const { return !is_running_ && barred_until_ <= now && waits_from_ <= now; }
  // Where each look in vain is a yield, and other programs use their time slices, a wait may be long though the task
  // has come: it is paid back like one in vain. An interrupt looks like a long wait, too.
  void note_wait(bool is_in_vain, uint64_t start, uint64_t now, uint64_t most) {
    const uint64_t took = now - start;
    if (is_in_vain || took > kForgiven * most) waits_from_ = now + kPayback * took;
  }

 private:
  // docs/tuning.md: inline policy.
  static constexpr uint32_t kSampled = 8;
  static constexpr uint32_t kEvidence = 4;  // samples
  static constexpr uint64_t kWay = 2;  // a body that is not in its creator's cache takes so many times as long
  static constexpr int64_t kCredit = 32;  // runs of fine-grained bodies
  static constexpr uint64_t kPayback = 32;
  static constexpr uint64_t kForgiven = 800;  // runs of fine-grained bodies
  static constexpr uint64_t kAdvance = 20000;  // runs, as if they had been inline before the first one: a time slice
  static constexpr uint64_t kMostGained = 100000;  // runs of fine-grained bodies
  static constexpr uint64_t kLikely = 2;  // this part of the most that a body may take is believed of few samples
  static constexpr uint64_t kTaking = 10;  // what it takes to take a task from a queue, as a part of the same
  // Groups of samples: by then data is where queued tasks leave it. Doubled by each doubt but the first.
  static constexpr uint32_t kSettled = 4;

  // Samples of one body, in groups of kEvidence.
  struct Evidence {
    Body body = 0;
    uint32_t n = 0;
    uint64_t ticks = 0;
    uint64_t longest = 0;
    uint32_t n_groups = 0;
    uint64_t settled_ticks = 0;  // of the second half of the groups, without the longest sample of each
    uint64_t usual_ticks() const { return ticks - longest; }
    void begin_group() {
      n = 0;
      ticks = longest = 0;
    }
  };
  void judge(FineGrainedBodies& known, Evidence& seen, uint32_t n_workers, uint64_t most);
  bool pays_from_gains(const FineGrainedBodies& known, Body body, uint64_t took, uint64_t now);

  Evidence evidence_[kBodyPlaces];
  uint32_t n_run_ = 0;
  uint32_t n_queued_ = 0;
  uint64_t queueing_ = 0;  // the mean of late
  bool is_running_ = false;
  int64_t credit_ = 0;  // by which inline runs have been shorter than fine-grained ones, lately
  InlineRuns runs_;
  // What the runs behind the last one that was long have gained over queued ones pays for the next.
  InlineRuns paid_runs_ = {0 - kAdvance, 0};
  uint64_t gained_ = 0;  // by those before, and not spent
  uint64_t barred_until_ = 0;  // when the time will have paid for the guesses that were wrong
  uint64_t waits_from_ = 0;
};

}  // namespace rondo::sched
