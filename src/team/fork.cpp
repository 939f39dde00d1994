// SPDX-License-Identifier: Apache-2.0
//
// Fork and join of one region. Argument for the phases: README.md.
#include "team/fork.hpp"

#include <cstdlib>
#include <new>

#include "base/message.hpp"
#include "sched/idle/park.hpp"
#include "task/reserve.hpp"
#include "team/barrier.hpp"
#include "team/binding.hpp"
#include "team/child.hpp"
#include "team/implicit.hpp"
#include "team/observed.hpp"
#include "team/processor_spread.hpp"
#include "team/resize.hpp"
#include "team/runtime.hpp"
#include "team/service.hpp"

namespace rondo::team {

using sched::Worker;

namespace {

Team* new_team() {
  void* memory = std::aligned_alloc(alignof(Team), base::round_up(sizeof(Team), alignof(Team)));
  if (memory == nullptr) base::fatal("out of memory for a team; use fewer nested parallel regions");
  return new (memory) Team;
}

// The team that this member keeps for its regions (one for those of one thread, one for all others), brought to that
// size as far as there are threads.
[[gnu::always_inline]] inline Team& team_below(Member& outer, uint32_t n_threads) {
  Team*& cached = n_threads == 1 ? outer.serial_team : outer.hot_team;
  if (cached == nullptr) cached = new_team();
  keep_or_set(cached->parent, &outer.team());
  keep_or_set(cached->parent_member, &outer);
  keep_or_set(cached->level, outer.team().level + 1);
  resize(*cached, n_threads);
  keep_or_set(cached->active_level, outer.team().active_level + (cached->n_slots > 1 ? 1 : 0));
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

// The numbers of threads that a num_threads clause lists for the levels inside the region.
[[gnu::cold]] void take_list(Worker& worker, Member& outer, Team& team) {
  if (team.listed != nullptr) worker.slab.release(team.listed);
  team.listed = outer.pushed.further;
  team.icvs.further = team.listed;
  team.icvs.n_further = outer.pushed.n_further;
  team.icvs = config::inherited_icvs(team.icvs);
  outer.pushed.further = nullptr;
}

// `kIsObserved`: a tool is on, or a trace, which is asked once.
template <bool kIsObserved>
void begin(Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads) {
  base::CountFor counting(base::Construct::Parallel);
  Member& outer = member_of(worker);
  uint32_t limit = icvs.thread_limit;
  const uint32_t n_wanted = n_threads;
  bool is_limited = n_threads > 1 && limit < config::kMaxThreads;
  if (is_limited) n_threads = reserve_threads(contention_group(outer.team()), n_threads, limit);
  Team& team = team_below(outer, n_threads);
  if (is_limited && team.n_slots < n_threads) {  // threads that could not be started
    contention_group(team).n_busy.sub_acq_rel(n_threads - team.n_slots);  // [L1]
  }
  keep_or_set(team.n_reserved, is_limited ? team.n_slots - 1 : 0);
  if (task::is_memory_scarce() && team.parent->level == 0) [[unlikely]]
    task::keep_reserve(task::Slab::kChunkBytes);
  if (may_bind(options())) [[unlikely]]
    assign_places(worker, outer, team);
  if (icvs.n_further == 0) {
    keep_or_set(team.icvs, icvs);
  } else {
    keep_or_set(team.icvs, config::inherited_icvs(icvs));
  }
  if (outer.pushed.further != nullptr) [[unlikely]]
    take_list(worker, outer, team);
  keep_or_set(team.body, body);
  keep_or_set(team.defers_tasks, sched::settings.suspends);
  team.continue_numbering();
  Member& master = *team.member(0);
  if (master.worker.load_relaxed() != &worker) master.worker.store_release(&worker);  // [sched/S1]
  master.outer_task = worker.current;
  if constexpr (kIsObserved) begin_parallel(worker, team, n_wanted);
  open_implicit(master, worker);
  occupy<kIsObserved>(worker, master);
  if (team.n_slots == 1) return;
  note_processor(master);
  sched::note_quiet(team);
  call_members(team);
}

template <bool kIsObserved>
void end(Worker& worker) {
  base::CountFor counting(base::Construct::Parallel);
  Member& master = member_of(worker);
  Team& team = master.team();
  if (team.stands_for != nullptr) [[unlikely]]
    return leave_region_in_child(worker, team);
  if constexpr (kIsObserved) begin_last_barrier(worker, master);
  arrive(worker, master, team);
  close_implicit(master, worker);
  if constexpr (kIsObserved) end_implicit(worker, master);
  team.released.store_relaxed(master.barrier_seq);  // [B5]: where members that join later begin to count
  if (worker.slab.holds_much()) [[unlikely]]
    sched::purge_own_memory(worker, is_alone(team));
  if (team.parent->level == 0) sched::leave_memory(worker);  // before the others sleep: they will purge it
  if (team.n_slots > 1) {
    release_members(team);
    // Only the threads of an outermost team stay with it; inner ones, also those of a target region inside of another
    // team, go where they are needed next.
    if (team.parent->level != 0 || has_company(*team.parent_member)) resize(team, 1);
  }
  release_threads(team);
  worker.slot = team.parent_member;
  worker.current = master.outer_task;
  if constexpr (kIsObserved) end_parallel(worker, master);
}

template <bool kIsObserved>
void fork_as(Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads) {
  begin<kIsObserved>(worker, icvs, body, n_threads);
  body.call(body.context, worker, 0);
  end<kIsObserved>(worker);
}

}  // namespace

uint32_t limit_of_library(const void* code, uint32_t n_threads) {
  return std::min(n_threads, process.library_limits.of(code));
}

void begin_region(Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads) {
  if (ompt::is_on()) [[unlikely]]
    return begin<true>(worker, icvs, body, n_threads);
  begin<false>(worker, icvs, body, n_threads);
}

void end_region(Worker& worker) {
  if (ompt::is_on()) [[unlikely]]
    return end<true>(worker);
  end<false>(worker);
}

void fork(Worker& worker, const config::Icvs& icvs, RegionBody body, uint32_t n_threads) {
  if (ompt::is_on()) [[unlikely]]
    return fork_as<true>(worker, icvs, body, n_threads);
  fork_as<false>(worker, icvs, body, n_threads);
}

}  // namespace rondo::team
