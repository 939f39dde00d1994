// SPDX-License-Identifier: Apache-2.0
#include "team/observed.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "depend/process.hpp"
#include "ompt/tool.hpp"
#include "os/clock.hpp"
#include "sched/idle/park.hpp"
#include "sched/wait/wait.hpp"
#include "team/inquiry.hpp"
#include "team/pool.hpp"
#include "team/resize.hpp"
#include "trace/session.hpp"

namespace rondo::team {

using ompt::Endpoint;
using ompt::Event;
using ompt::RegionKind;
using ompt::State;
using ompt::SyncKind;
using sched::Worker;
using task::Observed;

// ---- Threads -----------------------------------------------------------------------------------------------------

namespace {
void take_ring(Worker& worker) {
  worker.record.ring = trace::take_ring();
  worker.ring_number.store_relaxed(worker.record.ring->number() + 1);
}
}  // namespace

void begin_thread(Worker& worker, ompt::ThreadKind kind) {
  worker.record = {};
  if (trace::is_on()) take_ring(worker);
  worker.record.state = kind == ompt::ThreadKind::Worker ? State::Idle : State::Undefined;
  ompt::thread_begin(worker.record, kind);
}

void end_thread(Worker& worker, ompt::ThreadKind kind) {
  ompt::thread_end(worker.record, kind);
  if (!trace::is_on()) return;
  worker.ring_number.store_relaxed(0);
  trace::give_back_ring(worker.record.ring);
}

void go_on_in_child(Worker& worker) {
  take_ring(worker);
  ompt::trace_thread_begin(*worker.record.ring, trace::kForked);
}

void end_initial_thread(Worker& worker, Member& member) {
  if (worker.slot == &member) end_implicit(worker, member);
  end_thread(worker, ompt::ThreadKind::Initial);
}

namespace {

// Threads without work end, so that the tool hears of it; not for long, since it need not be heard.
void end_idle_threads() {
  constexpr uint64_t kPatience_ns = 500'000'000;
  close_pool();
  const uint64_t end_ns = os::now_ns() + kPatience_ns;
  sched::Idle idle(true);
  while (ompt::process.n_own_threads.load_acquire() != 0 && os::now_ns() < end_ns) {  // [ompt/O1]
    if (!idle.pause()) idle.reset();
  }
}

// The initial task of the thread that ends the tool, if it is in it; one in the middle of a region stays there.
Member* member_that_ends() {
  Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->slot == nullptr || ompt::process.is_finished.load_relaxed())
    return nullptr;  // [ompt/O2]
  Member& member = member_of(*worker);
  return member.team().parent == nullptr && member.team().stands_for == nullptr ? &member : nullptr;
}

// The process ends. The thread that ends it need not be one of those that have called in.
void end_observing() {
  if (Member* member = member_that_ends()) {
    for_each_serial(*member, [](Member& initial) {
      if (initial.hot_team != nullptr) disband(*initial.hot_team);
    });
    end_idle_threads();
    end_initial_thread(*sched::t_worker, *member);
  } else if (sched::t_worker == nullptr && !ompt::process.is_finished.load_relaxed()) {  // [ompt/O2]
    end_idle_threads();
  }
  ompt::finish_tool();
}

// The files are complete without it; it tells until when this thread went on.
void end_trace() {
  Worker* worker = sched::t_worker;
  if (worker != nullptr) ompt::trace_exit(*worker->record.ring);
}

}  // namespace

void finalize_tool() {
  if (Member* member = member_that_ends()) {
    ompt::shut_down(sched::t_worker->record, &member->observed.data, member->observed.flags);
  }
  ompt::finish_tool();
}

void begin_observing(const config::Options& options) {
  ompt::start_tool(options, find_function);
  if (ompt::is_on()) std::atexit(end_observing);
  if (options.trace != nullptr) trace::begin(options.trace, options.trace_bytes, options.rank);
  if (trace::is_on()) std::atexit(end_trace);
  ompt::process.is_on |= trace::is_on();
  if (!ompt::is_on()) return;
  depend::process.longest_period = 0;  // which tasks come before each one is looked up to be told
  sched::settings.fine_grained_ticks = 0;  // tasks are not worth a guess when each is told of
  sched::settings.minds_nodes = true;
  sched::settings.whole_taskloops = false;
}

// ---- Regions -----------------------------------------------------------------------------------------------------

namespace {

uint32_t flags_of(const Team& team) {
  return ompt::kTeam | (team.body.call != nullptr ? ompt::kInvokedByRuntime : ompt::kInvokedByProgram);
}

bool is_initial(const Member& member) { return (member.observed.flags & ompt::kInitialTask) != 0; }

}  // namespace

void begin_parallel(Worker& worker, Team& team, uint32_t n_requested) {
  team.parallel = {};
  n_requested = std::max(n_requested, std::exchange(worker.record.n_requested, 0));
  if (worker.record.next_region != RegionKind::Parallel) return;
  Observed* task = task::observed_of(*worker.current);
  ompt::parallel_begin(worker.record, task != nullptr ? &task->data : nullptr, task != nullptr ? &task->frame : nullptr,
                       &team.parallel, n_requested, flags_of(team), worker.record.caller);
}

void end_parallel(Worker& worker, const Member& master) {
  if (is_initial(master)) return;
  Team& team = master.team();
  ompt::parallel_end(worker.record, &team.parallel, sched::current_data(worker), flags_of(team), worker.record.caller);
}

void begin_league(Worker& worker, ompt::League& league) {
  league.outer = worker.record.league;
  worker.record.league = &league;
  Observed* task = task::observed_of(*worker.current);
  ompt::parallel_begin(worker.record, task != nullptr ? &task->data : nullptr, task != nullptr ? &task->frame : nullptr,
                       &league.data, league.n_teams, ompt::kLeague | ompt::kInvokedByRuntime, worker.record.caller);
}

void begin_team_of_league(Worker& worker, uint32_t index) {
  worker.record.next_region = RegionKind::League;
  worker.record.league->team_index = index;
}

void end_league(Worker& worker) {
  ompt::League& league = *worker.record.league;
  worker.record.league = league.outer;
  ompt::parallel_end(worker.record, &league.data, sched::current_data(worker), ompt::kLeague | ompt::kInvokedByRuntime,
                     worker.record.caller);
}

// ---- Implicit tasks ----------------------------------------------------------------------------------------------

void begin_implicit(Worker& worker, Member& member) {
  Team& team = member.team();
  Observed& record = member.observed;
  record.data = {};
  record.frame = {};
  record.parallel = &team.parallel;
  record.thread_num = member.index;
  record.below = nullptr;
  member.implicit.entry.observed = &record;
  member.implicit.flags |= task::kObserved;
  member.open_work = ompt::WorkKind::None;
  worker.record.state = State::Undefined;
  if (team.parent != nullptr) record.below = task::observed_of(*team.member(0)->outer_task);
  const RegionKind kind = worker.record.next_region;
  worker.record.next_region = RegionKind::Parallel;
  if (team.parent != nullptr && kind == RegionKind::Parallel) {
    record.flags = ompt::kImplicitTask;
    return ompt::implicit_task(worker.record, Endpoint::Begin, &team.parallel, &record.data, team.n_slots, member.index,
                               record.flags);
  }
  record.flags = ompt::kInitialTask;
  if (team.stands_for != nullptr) return;  // the task goes on that its thread was in before fork(2)
  if (kind != RegionKind::League) {
    return ompt::implicit_task(worker.record, Endpoint::Begin, &team.parallel, &record.data, 1, 1, record.flags);
  }
  ompt::League& league = *worker.record.league;
  league.team = &team;
  team.parallel = league.data;
  ompt::implicit_task(worker.record, Endpoint::Begin, &team.parallel, &record.data, league.n_teams, league.team_index,
                      record.flags);
}

void begin_last_barrier(Worker& worker, Member& member) {
  end_work(worker, nullptr);
  if (is_initial(member)) return;
  sched::begin_sync(worker, SyncKind::ParallelBarrier, worker.record.caller);
  ompt::sync_region(worker.record, Event::SyncRegionWait, SyncKind::ParallelBarrier, Endpoint::Begin,
                    &member.team().parallel, &member.observed.data, worker.record.caller);
  worker.record.state = State::WaitParallelBarrier;
}

void end_implicit(Worker& worker, Member& member) {
  Observed& record = member.observed;
  worker.record.state = member.index == 0 ? State::Undefined : State::Idle;
  if (!is_initial(member)) {
    // The ends name no region: for members other than the master the tool's word for it may be gone.
    for (Event event : {Event::SyncRegionWait, Event::SyncRegion}) {
      ompt::sync_region(worker.record, event, SyncKind::ParallelBarrier, Endpoint::End, nullptr, &record.data,
                        worker.record.caller);
    }
  }
  // Nor does an implicit task's end, and it names no number of threads.
  const ompt::League* league = worker.record.league;
  const bool is_of_league = league != nullptr && league->team == &member.team();
  ompt::implicit_task(worker.record, Endpoint::End, nullptr, &record.data, 0,
                      is_of_league         ? league->team_index
                      : is_initial(member) ? 1
                                           : member.index,
                      record.flags);
  member.implicit.flags &= ~uint32_t{task::kObserved};
}

// ---- Worksharing -------------------------------------------------------------------------------------------------

void begin_work(Worker& worker, ompt::WorkKind kind, uint64_t count, const void* caller) {
  end_work(worker, caller);
  Member& member = member_of(worker);
  member.open_work = kind;
  member.open_work_count = count;
  ompt::work(worker.record, kind, Endpoint::Begin, &member.team().parallel, sched::current_data(worker), count, caller);
}

void end_work(Worker& worker, const void* caller) {
  Member& member = member_of(worker);
  if (member.open_work == ompt::WorkKind::None) return;
  ompt::work(worker.record, member.open_work, Endpoint::End, &member.team().parallel, sched::current_data(worker),
             member.open_work_count, caller);
  member.open_work = ompt::WorkKind::None;
}

}  // namespace rondo::team
