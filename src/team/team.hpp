// SPDX-License-Identifier: Apache-2.0
//
// A team: an arena plus what a parallel region needs beyond scheduling: the region's body, barriers, worksharing and
// the place in the nest of regions. Teams and members are kept and used again; they are never freed, so that a worker
// that is late in leaving a region looks at memory that is still a team.
#pragma once

#include "base/atomic.hpp"
#include "config/icvs.hpp"
#include "config/mechanism.hpp"
#include "sched/settings.hpp"
#include "sched/worker/worker.hpp"
#include "task/observed.hpp"
#include "team/place_binding.hpp"
#include "team/workshare.hpp"

namespace rondo::team {

struct ReductionMemory;
struct Team;
struct Thread;

// The code that each thread of a region calls: outlined functions of gcc and of clang take their arguments
// differently.
struct RegionBody {
  void (*call)(void* context, sched::Worker& worker, uint32_t thread_num) = nullptr;
  void* context = nullptr;

  bool operator==(const RegionBody&) const = default;
};

// How the members of a team meet at its barriers and at a region's end: README.md, "Barrier".
enum class Meeting : uint8_t {
  Direct,   // each looks at all flags
  Counted,  // one counter; the last to arrive releases all
  Tree,     // up a tree of flags to the master, which releases all
};

struct Member : sched::Slot {
  Member(Team& team, uint32_t index);

  Team& team() const;

  // Owner's line.
  uint64_t barrier_seq = 0;     // barriers this slot has entered, over all regions of the team
  uint64_t n_workshares = 0;    // number of the next worksharing construct this thread meets (workshare.hpp)
  uint64_t n_singles = 0;       // and of the next single
  LoopState loop;               // the loop or sections construct it is in
  DoacrossState doacross;       // of the doacross loop it is in
  SharedMemoryState shared_memory;
  ReductionMemory* reduction_memory = nullptr;  // of the innermost construct that reduces
  task::Task* outer_task = nullptr;     // master: the task that encountered the region
  Team* hot_team = nullptr;     // team of the last region forked from here, with its threads if it is outermost
  Team* serial_team = nullptr;  // team of one for serialized regions
  PushedClauses pushed;         // of the next parallel or teams construct
  PlaceBinding binding;  // no place unless threads are bound
  void* reduction_lock = nullptr;  // held while this thread combines its reduction variables
  uint64_t reduction_turn = 0;     // of this thread's last one in a fixed order (work/reduce.cpp)
  task::Observed observed;  // of the implicit task, for a tool; and of the construct it is in
  ompt::WorkKind open_work = ompt::WorkKind::None;
  uint64_t open_work_count = 0;
  bool is_reducing = false;  // the tool has been told so

  alignas(base::kCacheLine) base::Atomic<uint64_t> arrived{0};  // == barrier_seq once it and its subtree have arrived
  base::Atomic<uint64_t> left{0};  // the last phase this member's thread has left for good
  base::Atomic<const void*> awaited{nullptr};  // the word of a construct that its thread sleeps for, or the turn
  base::Atomic<uint32_t> processor{~0u};  // where its thread ran when the last region began; a hint

  alignas(base::kCacheLine) ShareWord shares[WorkshareRing::kEntries] = {};  // one for each construct in progress
};

struct Team : sched::Arena {
  Member* member(uint32_t index) const { return static_cast<Member*>(slots[index]); }

  // Written by the master while the team is quiet.
  Team* parent = nullptr;
  Member* parent_member = nullptr;  // the master's slot in the parent team
  uint32_t level = 0;  // enclosing parallel regions, serialized ones included; 0: the initial task's
  uint32_t active_level = 0;  // those with more than one thread
  uint32_t capacity = 0;  // members allocated
  config::ProcBind proc_bind =
      config::ProcBind::False;  // bind-var of its implicit tasks; may_bind() and level > 0 only
  uint32_t n_reserved = 0;  // threads that the running region counts in `n_busy` of its contention group
  uint32_t n_workers_estimate = 1;  // product of the team sizes from the outermost one down to this
  Meeting meeting = Meeting::Direct;
  RegionBody body;
  config::Icvs icvs = {};  // of its implicit tasks, and of their descendants, as long as none is set
  uint32_t* listed = nullptr;  // what `icvs.further` may point to, in a slab block: of the last region that had a list
  uint64_t first_workshare = 0;  // the region's constructs are numbered from here
  uint64_t first_single = 0;
  uint32_t league_size = 0;  // != 0: the team of an initial thread of a teams region
  uint32_t league_index = 0;
  Member* stands_for = nullptr;  // in a child of fork(): the member in whose place this team of one is (child.hpp)
  uint64_t displayed = 0;  // OMP_DISPLAY_AFFINITY: what its threads displayed last (work/display.cpp)
  bool is_cancellable = sched::settings.cancellation;
  uint64_t share_limit = config::uses(config::Mechanism::Shares) ? kShareLimit : 0;
  base::Atomic<uint32_t> numbers_diverged{
      0};  // a construct was cancelled: the threads' numbers of constructs differ now

  // Odd: a region runs; even: the team is quiet. Written by the master, looked at by all.
  alignas(base::kCacheLine) base::Atomic<uint64_t> phase{0};
  base::Atomic<uint64_t> released{0};  // newest barrier that all may leave

  // Where members are counted: how many have yet to arrive. Set again by the last one.
  alignas(base::kCacheLine) base::Atomic<uint32_t> n_absent{0};

  // Whose turn it is to combine reduction variables, where the order is fixed (work/reduce.cpp).
  base::Atomic<uint64_t> reduction_turn{0};  // [work/W10]

  // Of a contention group's initial thread: threads of the group that execute a region. Counted only under a limit.
  base::Atomic<uint32_t> n_busy{1};

  alignas(base::kCacheLine) base::Atomic<uint64_t> n_singles_taken{0};
  base::Atomic<void*> copyprivate{nullptr};
  Cancellation cancellation;
  WorkshareRing workshares;

  // Before a region: constructs are numbered on from the last region's.
  void continue_numbering();
  // After a region in which something was cancelled: entries and numbers are as new.
  void forget_constructs();
};

inline Member::Member(Team& its_team, uint32_t its_index) : Slot(its_team, its_index) {}
inline Team& Member::team() const { return static_cast<Team&>(*arena); }

// A field that all members read, set in a quiet team. Without a write, if it is as in the last region, its line stays
// in the members' caches.
template <class T>
void keep_or_set(T& field, const T& value) {
  if (field != value) field = value;
}

inline void Team::continue_numbering() {
  fine_grained_bodies.clear();
  if (numbers_diverged.load_relaxed() != 0) return forget_constructs();
  keep_or_set(first_workshare, member(0)->n_workshares);
  keep_or_set(first_single, member(0)->n_singles);
}

inline Member& member_of(const sched::Worker& worker) { return static_cast<Member&>(*worker.slot); }
inline Team& team_of(const sched::Worker& worker) { return static_cast<Team&>(*worker.slot->arena); }

// Visits a member and the masters of the serial teams below it. Teams of level 0 among these, of leagues and target
// regions, keep the threads of their regions.
template <class Visit>
void for_each_serial(Member& member, Visit visit) {
  for (Member* next = &member; next != nullptr;) {
    visit(*next);
    next = next->serial_team == nullptr ? nullptr : next->serial_team->member(0);
  }
}

// Other threads take part in one of the regions that this slot is in.
bool has_company(const Member& member);

}  // namespace rondo::team
