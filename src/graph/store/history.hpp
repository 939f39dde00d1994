// SPDX-License-Identifier: Apache-2.0
//
// What has happened to the graphs of this process, for reports: one History for each region and graph id, kept until
// the process ends, together with the graph of its newest record. Taskiter loops and tags of dep_pattern have one as
// well. Made only if a report or check was asked for (`rondo graph`, `rondo check`); otherwise nothing here is
// called.
#pragma once

#include "base/atomic.hpp"
#include "graph/record/findings.hpp"
#include "graph/store/record_table.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::graph {

enum class Event : uint8_t {
  Recorded,      // a loop: made a cyclic graph
  LeftEarly,     // recorded in part: break, return, goto or an exception left the block
  Refused,       // found to be unrecordable
  PureReplay,    // of a loop: iterations that ran from the cyclic graph, here without the body's code,
  Recapture,     // and here with it
  Mismatch,      // a re-capture that did not fit, a loop that does not repeat itself
  Checked,       // executed by ordinary tasks and compared with the record
  PlainIf,       // ordinary tasks: the if clause was false,
  PlainOff,      // RONDO_GRAPH=false,
  PlainNested,   // part of another region's graph,
  PlainBusy,     // being recorded by another thread at that time,
  PlainRefused,  // found to be unrecordable before
  PlainShort,    // a loop: it ended before there was an iteration to run from a graph
  Loop,          // encounters of a loop
  Loaded,        // of a tag: its pattern comes from a file; of a region: its graph comes from the compiler
  PlainTask,     // the encountering task is final (of a tag), or has detachable children
};
inline constexpr uint32_t kEvents = 16;
const char* name_of(Event event);

// Texts in static storage.
enum class Reason : uint8_t {
  Refused,   // why the region cannot be recorded
  Mismatch,  // how an encounter did not fit its record
  NotPure,   // why replays execute the block
  Pure,      // why they need not execute it
  NotKept,   // why each encounter of a loop makes a graph of its own
};
inline constexpr uint32_t kReasons = 5;
const char* name_of(Reason reason);

// What identifies a region, to a reader and in this process.
struct Site {
  const char* construct;  // "taskgraph", "taskiter", "dep_pattern"
  const char* file;       // or a function, if `line` is 0; of a dep_pattern the tag
  uint32_t line;
  const void* slot;       // the region's own static word, or the tag
  uint64_t id;            // graph id; of a loop the iterations in a round
  bool is_directive = false;  // written as a directive, not with rondo.h

  Spelling spelling() const { return is_directive ? Spelling::Directive : Spelling::Header; }
};

class History {
 public:
  // The history of this site; made if there is none. Any thread.
  static History& of(const Site& site);

  // All of them in the order in which they were made.
  template <class Visit>
  static void for_each(Visit visit) {
    for (History* history = first(); history != nullptr; history = history->next_.load_acquire()) visit(*history);
  }

  // In the child of a fork(2), which has one thread: it counts from here. Takes no lock.
  static void restart_in_child();

  const Site& site() const { return site_; }
  void count(Event event, uint64_t n = 1) { n_[static_cast<uint32_t>(event)].add_relaxed(n); }
  uint64_t n(Event event) const { return n_[static_cast<uint32_t>(event)].load_relaxed(); }
  void set_reason(Reason reason, const char* text) { reasons_[static_cast<uint32_t>(reason)].store_relaxed(text); }
  const char* reason(Reason reason) const { return reasons_[static_cast<uint32_t>(reason)].load_relaxed(); }
  bool is_untouched() const;

  // Encounters, rounds of a loop or blocks of a tag that have run in this way, and how long one takes now; 0: not
  // known.
  void note_way(Way way, uint64_t n) { ways_[static_cast<uint32_t>(way)].n.add_relaxed(n); }
  void set_ticks(Way way, uint64_t ticks) { ways_[static_cast<uint32_t>(way)].ticks.store_relaxed(ticks); }
  uint64_t n(Way way) const { return ways_[static_cast<uint32_t>(way)].n.load_relaxed(); }
  uint64_t ticks(Way way) const { return ways_[static_cast<uint32_t>(way)].ticks.load_relaxed(); }

  // The newest record: its graph stays for the report. The caller gives one use of it away.
  void keep(Record& record);

  // The newest cyclic graph of a loop, likewise. It has two users from now on, the history and the loop; the last of
  // them frees it.
  void keep(Graph& cyclic);
  void release(Graph& cyclic);  // called by the loop when it is over

  // Adds what a comparison found; returns the kinds that are new, one bit each.
  uint32_t add(const Findings& findings);

  // visit(record or nullptr, cyclic graph or nullptr, findings) while none of them changes: a thread that makes a
  // record meanwhile yields until visit() returns.
  template <class Visit>
  void look(Visit visit) {
    sync::SpinGuard guard(lock_);
    visit(record_, cyclic_, findings_);
  }

 private:
  explicit History(const Site& site);
  static History* first();
  bool is_of(const Site& site) const;

  struct WayCounts {
    base::Atomic<uint64_t> n{0};
    base::Atomic<uint64_t> ticks{0};
  };

  Site site_;  // with a copy of the file's name: its module may be unloaded
  base::Atomic<uint64_t> n_[kEvents]{};
  base::Atomic<const char*> reasons_[kReasons]{};
  WayCounts ways_[static_cast<uint32_t>(Way::Any)];
  sync::SpinLock lock_;
  Record* record_ = nullptr;  // under the lock
  Graph* cyclic_ = nullptr;   // under the lock
  Findings findings_;  // under the lock
  History* same_bucket_ = nullptr;
  base::Atomic<History*> next_{nullptr};  // in order of creation
};

}  // namespace rondo::graph
