// SPDX-License-Identifier: Apache-2.0
//
// A team: a crew plus what a parallel region needs beyond scheduling: the region's body, barriers, worksharing and the
// place in the nest of regions. Teams and members are kept and used again; they are never freed, so that a worker
// that is late in leaving a region looks at memory that is still a team.
#pragma once

#include "base/atomic.hpp"
#include "config/icvs.hpp"
#include "sched/worker.hpp"
#include "team/workshare.hpp"

namespace rondo::team {

struct Team;
struct Thread;

// What each thread of a region calls: the faces' outlined functions differ in how they take their arguments.
struct RegionBody {
  void (*call)(void* context, sched::Worker& worker, uint32_t thread_num) = nullptr;
  void* context = nullptr;
};

struct Member : sched::Seat {
  Member(Team& team, uint32_t index);

  Team& team() const;

  // Owner's line.
  config::Icvs icvs = {};
  uint64_t barrier_seq = 0;     // barriers this seat has entered, over all regions of the team
  uint64_t n_workshares = 0;    // worksharing constructs this thread number has met in the region
  uint64_t n_singles = 0;
  Workshare* workshare = nullptr;  // the one it is in
  StaticLoop loop = {};            // GOMP static and runtime loops, and dispatch loops of either face
  task::Task* outer_task = nullptr;     // master: the task that encountered the region,
  config::Icvs* outer_icvs = nullptr;   // and its data environment
  Team* hot_team = nullptr;     // team of the last region forked from here, with its threads if it is outermost
  Team* serial_team = nullptr;  // team of one for serialized regions
  void* face_data[2] = {};      // per-thread state of a face (pushed clauses, reduction method)

  alignas(base::kCacheLine) base::Atomic<uint64_t> arrived{0};  // == barrier_seq once it and its subtree have arrived
  base::Atomic<uint64_t> left{0};  // the last phase this member's thread has left for good
};

struct Team : sched::Crew {
  Member* member(uint32_t index) const { return static_cast<Member*>(seats[index]); }

  // Written by the master while the team is quiet.
  Team* parent = nullptr;
  Member* parent_member = nullptr;  // where the master sits in the parent team
  uint32_t level = 0;               // enclosing parallel regions, serialized ones included; 0: the initial task's
  uint32_t active_level = 0;        // those with more than one thread
  uint32_t capacity = 0;            // members allocated
  RegionBody body;

  // Odd: a region runs; even: the team is quiet. Written by the master, looked at by all.
  alignas(base::kCacheLine) base::Atomic<uint64_t> phase{0};
  base::Atomic<uint64_t> released{0};  // newest barrier that everybody may leave

  alignas(base::kCacheLine) base::Atomic<uint64_t> n_singles_taken{0};
  base::Atomic<void*> copyprivate{nullptr};
  base::Atomic<uint32_t> reduction_lock{0};
  WorkshareRing workshares;
};

inline Team& Member::team() const { return static_cast<Team&>(*crew); }

inline Member& member_of(const sched::Worker& worker) { return static_cast<Member&>(*worker.seat); }
inline Team& team_of(const sched::Worker& worker) { return static_cast<Team&>(*worker.seat->crew); }


// The member's implicit task begins: it has no children yet.
void open_implicit(Member& member, const sched::Worker& worker);
void sit_down(sched::Worker& worker, Member& member);

// The seat of the initial task above everything this worker is in.
Member& root_member(const sched::Worker& worker);

}  // namespace rondo::team
