// SPDX-License-Identifier: Apache-2.0
//
// Fork and join of one region. Argument for the phases and the barrier: README.md.
#include "team/fork.hpp"

#include <new>

#include "depend/table.hpp"
#include "sched/wait.hpp"
#include "team/arrival.hpp"
#include "team/binding.hpp"
#include "team/child.hpp"
#include "team/elbow_room.hpp"
#include "team/pool.hpp"
#include "team/runtime.hpp"

namespace rondo::team {

using sched::ConditionLatch;
using sched::TallyLatch;
using sched::Worker;
using task::Depth;

// The member's implicit task begins: no children yet.
void open_implicit(Member& member, const Worker& worker) {
  task::Domain& domain = member.domain;
  domain.tally.open(worker.id);
  domain.encounter = nullptr;
  domain.has_pattern_children = false;
  domain.has_detached = false;
  member.implicit.group = nullptr;
  member.implicit.parent = nullptr;
  member.n_workshares = member.team().first_workshare;
  member.n_singles = member.team().first_single;
  member.icvs = member.team().icvs;
}

void sit_down(Worker& worker, Member& member) {
  worker.seat = &member;
  worker.current = &member.implicit;
  worker.icvs = &member.icvs;
}

void complete_tasks(Worker& worker, Member& member) {
  // A worksharing construct with a task reduction is a taskgroup that has a barrier inside.
  for (task::TaskGroup* group = member.implicit.group; group != nullptr; group = group->outer) {
    sched::work_until(worker, *member.crew, TallyLatch(group->tally, Depth::Descendants), nullptr);
  }
  sched::work_until(worker, *member.crew, TallyLatch(member.domain.tally, Depth::Descendants), nullptr);
}

namespace {

constexpr uint32_t kArity = 4;  // of the arrival tree; docs/tuning.md

// Whether members look at each other's flags, or report up a tree (docs/tuning.md: barrier arity). In a crowd a turn
// of each thread costs more than its look at all flags, unless there are many processors to carry every flag to.
bool meets_directly(uint32_t size, bool is_crowded) {
  constexpr uint32_t kMany = 16;
  return size <= (is_crowded ? kMany : kArity + 1) || (is_crowded && n_processors() <= kMany);
}

// It is over, and so are all its descendants.
void close_implicit(Member& member, Worker& worker) {
  task::Domain& domain = member.domain;
  if (domain.table == nullptr) return;
  domain.table->release(worker.slab);
  domain.table->~Table();
  worker.slab.release(domain.table);
  domain.table = nullptr;
}

// Nobody sleeps behind a region of this team, who could look after memory.
bool is_alone(const Team& team) {
  return team.n_seats == 1 || sched::idle_policy.spin_ticks.load_relaxed() == config::kForever;
}

// Members [first, end) whose arrivals a member waits for at a region's end, and the one to whom it reports.
struct Links {
  uint32_t first;
  uint32_t end;
  uint32_t above;
};

Links links_of(const Team& team, uint32_t index) {
  if (team.meets_directly) return {1, index == 0 ? team.n_seats : 1, 0};
  const uint32_t first = index * kArity + 1;
  const uint32_t end = first + kArity;
  return {first, end < team.n_seats ? end : team.n_seats, (index - 1) / kArity};
}

void await_arrivals(Worker& worker, Team& team, uint32_t first, uint32_t end, uint64_t seq) {
  Arrivals arrivals(team, first, end, seq);
  sched::work_until(worker, team, ConditionLatch([&] { return arrivals.are_complete(); }), nullptr);
}

// Waits for the tasks below this implicit task and for the members that report to this one, then reports itself.
void arrive(Worker& worker, Member& member, Team& team) {
  const uint64_t seq = ++member.barrier_seq;
  complete_tasks(worker, member);
  const Links links = links_of(team, member.index);
  await_arrivals(worker, team, links.first, links.end, seq);
  if (member.index != 0) report_to(member, *team.member(links.above));
}

// The barrier of a small team: nobody has to hear from the master what it sees for itself, so that the flags cross on
// their way.
void meet(Worker& worker, Member& member, Team& team) {
  const uint64_t seq = ++member.barrier_seq;
  complete_tasks(worker, member);
  report_to_all(member, team);
  await_arrivals(worker, team, 0, team.n_seats, seq);
}

// The barrier of a large team: up the tree, and then the master's word.
void meet_by_master(Worker& worker, Member& member, Team& team) {
  arrive(worker, member, team);
  uint64_t seq = member.barrier_seq;
  if (member.index == 0) {
    team.released.store_release(seq);  // [B4]
    if (team.n_seats > 1) sched::announce_latch(team);
    return;
  }
  auto is_released = [&] { return team.released.load_acquire() >= seq; };  // [B4]
  sched::work_until(worker, team, ConditionLatch(is_released), nullptr);
}

// A late reader may hold an array that has become too small, so they all stay, each holding the one before.
struct SeatArray {
  sched::Seat** before;
  sched::Seat** seats() { return reinterpret_cast<sched::Seat**>(this + 1); }
};

void make_members(Team& team, uint32_t n) {
  if (n <= team.capacity) return;
  auto* array = static_cast<SeatArray*>(std::malloc(sizeof(SeatArray) + n * sizeof(sched::Seat*)));
  if (array == nullptr) base::fatal("out of memory for a team of %u threads; use fewer threads", n);
  array->before = team.seats;
  sched::Seat** seats = array->seats();
  for (uint32_t i = 0; i < n; i++) {
    if (i < team.capacity) {
      seats[i] = team.seats[i];
      continue;
    }
    void* memory = std::aligned_alloc(alignof(Member), base::round_up(sizeof(Member), alignof(Member)));
    if (memory == nullptr) base::fatal("out of memory for a team of %u threads; use fewer threads", n);
    seats[i] = new (memory) Member(team, i);
  }
  team.seats = seats;
  team.capacity = n;
}

Team* new_team() {
  void* memory = std::aligned_alloc(alignof(Team), base::round_up(sizeof(Team), alignof(Team)));
  if (memory == nullptr) base::fatal("out of memory for a team; use fewer nested parallel regions");
  return new (memory) Team;
}

// Waits until no thread of the last region looks at the team any more, so that its size may change.
void quiesce(Team& team) {
  const uint64_t phase = team.phase.load_relaxed();
  sched::Idle idle(team.is_crowded.load_relaxed());  // in a crowd they may need this thread's processor to leave
  for (uint32_t i = 1; i < team.n_seats; i++) {
    while (team.member(i)->left.load_acquire() < phase) {  // [B3]
      if (!idle.pause()) idle.reset();
    }
  }
}

// Members [old, n) join, or as many of them as there are threads.
void grow(Team& team, uint32_t old, uint32_t n) {
  make_members(team, n);
  for (uint32_t i = old; i < n; i++) {
    Member& member = *team.member(i);
    member.barrier_seq = team.released.load_relaxed();  // [B5]
    member.arrived.store_relaxed(member.barrier_seq);  // [B5]
    member.left.store_relaxed(team.phase.load_relaxed());  // [B5]
  }
  team.n_seats = n > 1 ? seat_threads(team, old, n) : 1;
}

void resize(Team& team, uint32_t n) {
  uint32_t old = team.n_seats;
  if (n == old) return;
  // All teams beside this one have its size, as far as one can know.
  auto estimate_crowd = [&](uint32_t size) {
    team.n_workers_estimate = team.parent->n_workers_estimate * size;
    const bool is_crowded = team.n_workers_estimate > n_processors();
    team.is_crowded.store_relaxed(is_crowded);
    team.meets_directly = meets_directly(size, is_crowded);
  };
  quiesce(team);
  estimate_crowd(n);  // before threads come: each looks once
  if (n < old) {
    dismiss_threads(team, n, old);
    team.n_seats = n;
  } else {
    grow(team, old == 0 ? 1 : old, n);
    if (team.n_seats != n) estimate_crowd(team.n_seats);
  }
}

// The cached team of that size below `outer`.
Team& team_below(Member& outer, uint32_t n_threads) {
  Team*& cached = n_threads == 1 ? outer.serial_team : outer.hot_team;
  if (cached == nullptr) cached = new_team();
  keep_or_set(cached->parent, &outer.team());
  keep_or_set(cached->parent_member, &outer);
  keep_or_set(cached->level, outer.team().level + 1);
  resize(*cached, n_threads);
  keep_or_set(cached->active_level, outer.team().active_level + (cached->n_seats > 1 ? 1 : 0));
  return *cached;
}

Team& contention_group(Team& team) {
  Team* root = &team;
  while (root->level != 0) root = root->parent;
  return *root;
}

// Of the `n` threads asked for (the caller's one included), as many as the limit leaves (OpenMP 5.2 section 10.1.1).
uint32_t reserve_threads(Team& group, uint32_t n, uint32_t limit) {
  uint32_t busy = group.n_busy.load_acquire();  // [L1]
  for (;;) {
    uint32_t available = busy < limit ? limit - busy + 1 : 1;
    uint32_t granted = n < available ? n : available;
    if (granted == 1 || group.n_busy.cas_acq_rel(busy, busy + granted - 1)) return granted;  // [L1]
  }
}

void release_threads(Team& team) {
  if (team.n_reserved == 0) return;
  contention_group(team).n_busy.sub_acq_rel(team.n_reserved);  // [L1]
  team.n_reserved = 0;
}

}  // namespace

uint32_t team_size(Worker& worker, uint32_t n_requested) {
  const config::Icvs& icvs = *worker.icvs;
  if (team_of(worker).active_level >= icvs.max_active_levels) return 1;
  uint32_t n = n_requested != 0 ? n_requested : icvs.n_threads;
  return n < icvs.thread_limit ? n : icvs.thread_limit;
}

void begin_region(Worker& worker, RegionBody body, uint32_t n_threads) {
  base::CountFor counting(base::Construct::Parallel);
  Member& outer = member_of(worker);
  uint32_t limit = worker.icvs->thread_limit;
  bool is_limited = n_threads > 1 && limit < config::kMaxThreads;
  if (is_limited) n_threads = reserve_threads(contention_group(outer.team()), n_threads, limit);
  Team& team = team_below(outer, n_threads);
  if (is_limited && team.n_seats < n_threads) {  // threads that could not be started
    contention_group(team).n_busy.sub_acq_rel(n_threads - team.n_seats);  // [L1]
  }
  keep_or_set(team.n_reserved, is_limited ? team.n_seats - 1 : 0);
  const config::Options& options = config::load();
  if (may_bind(options)) [[unlikely]]
    assign_places(worker, outer, team);
  keep_or_set(team.icvs, config::inherited_icvs(*worker.icvs, options));
  keep_or_set(team.body, body);
  team.continue_numbering();
  Member& master = *team.member(0);
  if (master.worker.load_relaxed() != &worker) master.worker.store_release(&worker);  // [sched/S1]
  master.outer_task = worker.current;
  master.outer_icvs = worker.icvs;
  open_implicit(master, worker);
  sit_down(worker, master);
  if (team.n_seats == 1) return;
  note_processor(master);
  team.phase.store_release(team.phase.load_relaxed() + 1);  // [B2]
  os::light_fence();  // [sched/P1]
  for (uint32_t i = 1; i < team.n_seats; i++) sched::unpark(*team.member(i)->worker.load_acquire());  // [sched/S1]
}

void end_region(Worker& worker) {
  base::CountFor counting(base::Construct::Parallel);
  Member& master = member_of(worker);
  Team& team = master.team();
  if (team.stands_for != nullptr) [[unlikely]]
    return leave_region_in_child(worker, team);
  arrive(worker, master, team);
  close_implicit(master, worker);
  team.released.store_relaxed(master.barrier_seq);  // [B5]: where members that join later begin to count
  if (worker.slab.holds_much()) [[unlikely]]
    sched::tidy_own_memory(worker, is_alone(team));
  if (team.parent->level == 0) sched::leave_memory(worker);  // before the others sleep, who will see to it
  if (team.n_seats > 1) {
    team.phase.store_release(team.phase.load_relaxed() + 1);  // [B2]
    sched::announce_latch(team);
    // Only the threads of an outermost team stay with it; inner ones go where they are needed next.
    if (team.parent->level != 0) resize(team, 1);
  }
  release_threads(team);
  worker.seat = team.parent_member;
  worker.current = master.outer_task;
  worker.icvs = master.outer_icvs;
}

void disband(Team& team) { resize(team, 1); }

void fork(Worker& worker, RegionBody body, uint32_t n_threads) {
  begin_region(worker, body, n_threads);
  body.call(body.context, worker, 0);
  end_region(worker);
}

void barrier(Worker& worker) {
  base::CountFor counting(base::Construct::Barrier);
  Member& member = member_of(worker);
  Team& team = member.team();
  team.meets_directly ? meet(worker, member, team) : meet_by_master(worker, member, team);
  // Tables still hold what they know of finished tasks: a first look, if it is to come at once, would be wasted here.
  if (worker.slab.holds_much() && !is_alone(team)) [[unlikely]]
    sched::tidy_own_memory(worker, false);
}

void serve(Thread& thread, Member& member) {
  Team& team = member.team();
  uint64_t seen = member.left.load_relaxed();  // [B5]
  uint64_t elbow_room_ticks = 0;
  for (;;) {
    auto is_called = [&] {
      return team.phase.load_acquire() > seen || thread.assignment.load_acquire() != &member;  // [B2] [B5]
    };
    wait_idle(thread, team.is_crowded.load_relaxed(), is_called);
    uint64_t phase = team.phase.load_acquire();  // [B2]
    // Dismissed: looked at after the phase, for the team may run its next region with another thread on this seat.
    if (phase <= seen || thread.assignment.load_acquire() != &member) return;  // [B5]
    open_implicit(member, thread);
    sit_down(thread, member);
    const bool is_bound = member.seating.place != kNoPlace;  // behind the region the seating may be the next one's
    if (is_bound) [[unlikely]]
      bind(thread, member.seating.place);
    note_processor(member);
    // A new thread may be on its maker's processor, and its first region may be long.
    const bool is_first = elbow_room_ticks == 0;
    if (is_first && !is_bound && !team.is_crowded.load_relaxed()) seek_elbow_room(team, member, elbow_room_ticks);
    team.body.call(team.body.context, thread, member.index);
    if (thread.seat != &member) [[unlikely]]
      end_of_way_in_child();
    base::CountFor counting(base::Construct::Parallel);
    arrive(thread, member, team);
    close_implicit(member, thread);
    if (thread.slab.holds_much()) [[unlikely]]
      sched::tidy_own_memory(thread, is_alone(team));
    auto is_over = [&] { return team.phase.load_acquire() > phase; };  // [B2]
    sched::work_until(thread, team, ConditionLatch(is_over), nullptr);
    if (!is_bound && !team.is_crowded.load_relaxed()) seek_elbow_room(team, member, elbow_room_ticks);
    seen = phase + 1;
    member.left.store_release(seen);  // [B3]
  }
}

}  // namespace rondo::team
