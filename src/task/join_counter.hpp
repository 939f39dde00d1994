// SPDX-License-Identifier: Apache-2.0
//
// Counts the children of one task (or the tasks of one taskgroup) without an atomic operation while they are created
// and finished by the worker that runs the parent. Every wait for tasks in Rondo is a wait for a join counter:
// taskwait (children), taskgroup, barrier and the end of a replay (children and all their descendants).
//
// A child that finishes elsewhere is added to `elsewhere_`. A child that finishes while it still has unfinished
// children of its own leaves an *orphan*: it is done, but the descendants are done only when the orphan is.
// Argument: README.md, "Join counter".
#pragma once

#include <cstdint>

#include "base/assert.hpp"
#include "base/atomic.hpp"

namespace rondo::task {

using WorkerId = uint32_t;
inline constexpr WorkerId kNoWorker = ~0u;

// How far a wait reaches: taskwait waits for children, taskgroups and barriers for all descendants.
enum class Depth : uint8_t { Children, Descendants };

class JoinCounter {
 public:
  // What a reporting worker has to do next.
  enum class After : uint8_t {
    Nothing,
    Wake,  // the owner sleeps until exactly this report: wake the worker named by owner(), read before the report
    Dead,  // the join counter was closed and this was the last report: its memory belongs to the caller now
  };

  static constexpr int64_t kOrphan = int64_t{1} << 32;

  // Owner: starts counting. `owner` is the worker that runs the parent; kNoWorker if there is none in particular (a
  // replay that goes on behind its region): every completion is reported as from elsewhere then, and wakes address
  // the whole arena.
  void open(WorkerId owner) {
    created_ = 0;
    done_here_ = 0;
    owner_.store_relaxed(owner);  // [T4]
    elsewhere_.store_relaxed(kOpen);
  }

  WorkerId owner() const { return owner_.load_relaxed(); }  // any thread [T4]

  // Owner.
  void count_created(uint32_t n = 1) {
    uint32_t before = created_;
    created_ += n;
    if ((created_ ^ before) >> 28 != 0) forget_done();  // long before `done` would run into the orphans
  }
  // The same for one child; true from time to time, see is_time_to_look().
  bool count_one_created() {
    created_ += 1;
    if (!is_time_to_look()) [[likely]]
      return false;
    if ((created_ & ((1u << 28) - 1)) == 0) forget_done();
    return true;
  }
  bool is_time_to_look() const { return (created_ & 63) == 0; }  // for checks that are too expensive for each creation
  void count_done_here(uint32_t n = 1) { done_here_ += n; }
  uint32_t outstanding(Depth depth = Depth::Children) const {
    const int64_t elsewhere = elsewhere_.load_acquire();  // [T1]
    const uint32_t n_children = created_ - done_here_ - static_cast<uint32_t>(done_of(elsewhere));
    return depth == Depth::Children ? n_children : n_children + static_cast<uint32_t>(orphans_of(elsewhere));
  }
  bool is_done(Depth depth) const {
    int64_t elsewhere = elsewhere_.load_acquire();  // [T1]
    if (created_ - done_here_ != static_cast<uint32_t>(done_of(elsewhere))) return false;
    return depth == Depth::Children || orphans_of(elsewhere) == 0;
  }

  // Any worker: `n` children finished, not by the owner (delta = n), or an orphan came (kOrphan) or went (-kOrphan).
  [[nodiscard]] After report(int64_t delta) {
    int64_t before = elsewhere_.add_acq_rel(delta);  // [T1] [T2] [T3]
    int64_t now = before + delta;
    if (now == 0) return After::Dead;
    return (now & kAwaited) != 0 && done_of(now) == 0 ? After::Wake : After::Nothing;
  }

  // Owner, around a sleep: from begin_wait() on, the report that completes the children returns After::Wake.
  // Returns false if they are complete already. end_wait() takes the announcement back, in either case.
  [[nodiscard]] bool begin_wait(Depth depth) {
    int64_t delta = kAwaited - remaining_here();
    int64_t now = elsewhere_.add_acq_rel(delta) + delta;  // [T2]
    return done_of(now) != 0 || (depth == Depth::Descendants && orphans_of(now) != 0);
  }
  void end_wait() { (void)elsewhere_.sub_acq_rel(kAwaited - remaining_here()); }  // [T2]

  // Owner: the parent is finished and will neither create nor wait any more. True: nothing is outstanding and the
  // join counter is dead; false: the report that ends it returns After::Dead, and the join counter may be gone at any
  // moment.
  [[nodiscard]] bool close() {
    owner_.store_relaxed(kNoWorker);  // [T4]: from here on this worker's completions come from elsewhere, too
    int64_t delta = -kOpen - remaining_here();
    return elsewhere_.add_acq_rel(delta) + delta == 0;  // [T3]
  }

 private:
  // elsewhere_ = kOpen (parent alive) + kAwaited (owner sleeps) + kOrphan * orphans + done, where `done` is counted
  // from 0 while the join counter is open and awake, and from -remaining while it is awaited or closed: then 0 means
  // "all".
  static constexpr int64_t kOpen = int64_t{1} << 61;
  static constexpr int64_t kAwaited = int64_t{1} << 60;

  static int32_t done_of(int64_t word) { return static_cast<int32_t>(word); }
  static int64_t orphans_of(int64_t word) { return ((word - done_of(word)) >> 32) & ((int64_t{1} << 28) - 1); }
  // Owner, awake: children that were reported are taken out of both counts.
  void forget_done() {
    int64_t done = done_of(elsewhere_.load_acquire());  // [T1]
    (void)elsewhere_.sub_acq_rel(done);  // [T1]
    created_ -= static_cast<uint32_t>(done);
  }

  int64_t remaining_here() const { return static_cast<int64_t>(static_cast<uint32_t>(created_ - done_here_)); }

  uint32_t created_ = 0;  // owner only
  uint32_t done_here_ = 0;  // owner only
  base::Atomic<WorkerId> owner_{kNoWorker};
  base::Atomic<int64_t> elsewhere_{0};
};

}  // namespace rondo::task
