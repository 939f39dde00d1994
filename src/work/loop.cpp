// SPDX-License-Identifier: Apache-2.0
#include "work/loop.hpp"

#include "config/process.hpp"
#include "sched/run/observe.hpp"
#include "team/icvs.hpp"
#include "work/construct.hpp"
#include "work/ordered.hpp"

namespace rondo::work {

using sched::Worker;
using team::LoopState;
using team::Member;
using team::Team;
using team::Workshare;

namespace {

// Counters of units stay far from overflow, although threads that leave are added to them.
constexpr uint64_t kMaxUnits = uint64_t{1} << 62;

uint64_t n_units_of(uint64_t n_iterations, uint64_t chunk) {
  return n_iterations / chunk + (n_iterations % chunk != 0);
}

void set_chunk(LoopState& loop, uint64_t first_unit, uint64_t n_units) {
  loop.first = first_unit * loop.chunk;
  uint64_t last_unit = first_unit + n_units;
  loop.last = last_unit >= loop.n_units ? loop.n_iterations : last_unit * loop.chunk;
}

void count_out(Team& team, LoopState& loop, uint64_t n_left_before) {
  const Construct construct = {loop.workshare, loop.number};
  loop.workshare = nullptr;
  if (loop.is_missable) return leave_missable(team, construct);
  if (loop.is_ordered && n_left_before + 1 == team.n_slots) construct.workshare->reset_turns();
  leave(team, construct, n_left_before);
}

bool take_block(LoopState& loop, const Member& member, const Team& team) {
  if (loop.position != 0) return false;
  loop.position = 1;
  Share share = share_of(loop.n_iterations, team.n_slots, member.index);
  loop.first = share.first;
  loop.last = share.last;
  return share.first != share.last;
}

bool take_cyclic(LoopState& loop, const Team& team) {
  if (loop.position >= loop.n_units) return false;
  set_chunk(loop, loop.position, 1);
  loop.position += team.n_slots;
  return true;
}

// `unit`: what the counter has given.
bool take_counted(LoopState& loop, Team& team, uint64_t unit) {
  if (unit >= loop.n_units) {
    count_out(team, loop, unit - loop.n_units);
    return false;
  }
  set_chunk(loop, unit, 1);
  return true;
}

bool take_dynamic(LoopState& loop, Team& team) {
  return loop.workshare != nullptr && take_counted(loop, team, loop.workshare->count());
}

// Compilers take the value of a lastprivate variable from the thread that has the last iteration, after everything it
// has executed. So that iteration must be the last of its thread; the order of the others does not matter. The first
// thread for which nothing else is left has it.
bool take_share(LoopState& loop, Member& member, Team& team) {
  if (loop.workshare == nullptr) return false;
  uint64_t unit = 0;
  if (take_from_shares(loop, member, unit)) {
    set_chunk(loop, unit, 1);
    return true;
  }
  const uint64_t n_left_before = loop.workshare->count();
  count_out(team, loop, n_left_before);
  if (n_left_before != 0 || loop.n_units == 0) return false;
  set_chunk(loop, loop.n_units - 1, 1);
  return true;
}

// A fair share of what remains.
bool take_guided(LoopState& loop, Team& team) {
  if (loop.workshare == nullptr) return false;
  uint64_t unit = loop.workshare->next.load_relaxed();
  while (unit < loop.n_units) {
    uint64_t share = (loop.n_units - unit) / team.n_slots;
    uint64_t n_taken = share == 0 ? 1 : share;
    if (loop.workshare->next.cas_acq_rel(unit, unit + n_taken)) {  // [W2]
      set_chunk(loop, unit, n_taken);
      return true;
    }
  }
  count_out(team, loop, loop.workshare->count() - loop.n_units);
  return false;
}

bool take(LoopState& loop, Member& member, Team& team) {
  switch (loop.kind) {
    case LoopKind::Block:
      return take_block(loop, member, team);
    case LoopKind::Cyclic:
      return take_cyclic(loop, team);
    case LoopKind::Dynamic:
      return take_dynamic(loop, team);
    case LoopKind::Shares:
      return take_share(loop, member, team);
    case LoopKind::Guided:
      return take_guided(loop, team);
  }
  return false;
}

// Whether chunks come from a counter in the construct's entry.
bool hands_out(LoopKind kind) { return kind == LoopKind::Dynamic || kind == LoopKind::Guided; }

// Whether a thread has to get its chunks in increasing order. The compilers' own runtimes do that in all loops that
// do not say otherwise, and programs rely on it, knowingly or not: README.md, "Order".
bool is_monotonic(config::ScheduleModifier modifier) {
  if (modifier == config::ScheduleModifier::Monotonic) return true;
  switch (config::process.loop_order.load_relaxed()) {
    case config::LoopOrder::Compiler:
      return modifier == config::ScheduleModifier::None;
    case config::LoopOrder::Monotonic:
      return true;
    case config::LoopOrder::Nonmonotonic:
      return false;
  }
  return true;
}

// The threads of an ordered or doacross loop wait for earlier iterations, so those have to come first.
bool needs_order(const LoopSpec& spec, const Member& member) {
  return spec.is_ordered || member.doacross.workshare != nullptr || is_monotonic(spec.modifier);
}

bool is_shared(const LoopState& loop) {
  return hands_out(loop.kind) || loop.kind == LoopKind::Shares || loop.is_ordered;
}

// False: there is nothing for this thread to do in the loop.
bool enter_loop(Worker& worker, LoopState& loop) {
  loop.is_missable = !loop.is_ordered && worker.slot->arena->is_oversubscribed.load_relaxed();
  const Construct construct = loop.is_missable ? enter_missable(worker) : enter(worker);
  loop.workshare = construct.workshare;
  loop.number = construct.number;
  return construct.workshare != nullptr;
}

}  // namespace

void begin_loop(Worker& worker, const LoopSpec& spec) {
  base::CountFor counting(base::Construct::Loop);
  end_loop(worker);  // of a cancelled loop: some compilers do not announce that a thread leaves it
  Member& member = team::member_of(worker);
  LoopState& loop = member.loop;
  bool is_alone = member.team().n_slots == 1;
  loop.begin = spec.begin;
  loop.step = spec.step;
  loop.end = spec.end;
  loop.n_iterations = spec.n_iterations;
  loop.kind = !is_alone ? spec.kind : spec.is_sections ? LoopKind::Cyclic : LoopKind::Block;
  loop.is_ordered = spec.is_ordered && !is_alone;
  loop.chunk = spec.chunk == 0 ? 1 : spec.chunk;
  loop.n_units = n_units_of(spec.n_iterations, loop.chunk);
  while (loop.n_units > kMaxUnits) {
    loop.chunk *= 2;
    loop.n_units = n_units_of(spec.n_iterations, loop.chunk);
  }
  if (loop.kind == LoopKind::Dynamic && !needs_order(spec, member) && fits_shares(loop, member.team())) {
    loop.kind = LoopKind::Shares;
    begin_shares(loop, member);
  } else {
    loop.position = loop.kind == LoopKind::Cyclic ? member.index : 0;
  }
  loop.passed_turn = true;
  if (!is_shared(loop)) return;
  if (!enter_loop(worker, loop)) return end_loop(worker);
  if (loop.kind == LoopKind::Dynamic && !loop.is_ordered) loop.counter = loop.workshare;
}

namespace {
// The thread has looked for its next chunk.
bool give_or_end(Worker& worker, LoopState& loop, bool has_chunk, Chunk& chunk) {
  if (!has_chunk) {
    end_loop(worker);
    return false;
  }
  if (loop.is_ordered) begin_ordered_chunk(loop);
  chunk = {loop.first, loop.last, loop.last == loop.n_iterations};
  return true;
}
}  // namespace

bool find_chunk(Worker& worker, Chunk& chunk) {
  base::CountFor counting(base::Construct::Loop);
  Member& member = team::member_of(worker);
  LoopState& loop = member.loop;
  if (loop.is_ordered) finish_ordered_chunk(worker);
  return give_or_end(worker, loop, take(loop, member, member.team()), chunk);
}

bool end_count(Worker& worker, uint64_t unit, Chunk& chunk) {
  Member& member = team::member_of(worker);
  return give_or_end(worker, member.loop, take_counted(member.loop, member.team(), unit), chunk);
}

void end_loop(Worker& worker) {
  Member& member = team::member_of(worker);
  Team& team = member.team();
  LoopState& loop = member.loop;
  if (Workshare* workshare = loop.workshare) {
    if (hands_out(loop.kind)) {
      // The thread leaves early (cancellation): it takes the remaining units, so that the counter is where the
      // counting of leaving threads begins.
      uint64_t unit = workshare->next.load_relaxed();
      while (unit < loop.n_units && !workshare->next.cas_acq_rel(unit, loop.n_units)) {  // [W2]
      }
      count_out(team, loop, workshare->count() - loop.n_units);
    } else {
      count_out(team, loop, workshare->count());
    }
  }
  loop.kind = LoopKind::Block;
  loop.position = 1;  // nothing left
  loop.counter = nullptr;
  loop.own_share = nullptr;
}

ompt::WorkKind kind_for_tool(const LoopSpec& spec) {
  if (spec.is_sections) return ompt::WorkKind::Sections;
  switch (spec.kind) {
    case LoopKind::Block:
    case LoopKind::Cyclic:
      return ompt::WorkKind::StaticLoop;
    case LoopKind::Dynamic:
    case LoopKind::Shares:
      return ompt::WorkKind::DynamicLoop;
    case LoopKind::Guided:
      return ompt::WorkKind::GuidedLoop;
  }
  return ompt::WorkKind::OtherLoop;
}

void note_chunk(const Worker& worker, uint64_t first, uint64_t n_iterations, ompt::DispatchKind kind) {
  ompt::DispatchChunk chunk = {first, n_iterations};
  ompt::Data instance;
  instance.pointer = &chunk;
  ompt::dispatch(worker.record, sched::parallel_of(worker), sched::current_data(worker), kind, instance);
}

void apply_runtime_schedule(const Worker& worker, LoopSpec& spec) {
  const config::Schedule& schedule = team::icvs_of(worker).schedule;
  spec.chunk = schedule.chunk > 0 ? static_cast<uint64_t>(schedule.chunk) : 0;
  const bool steals = schedule.kind == config::ScheduleKind::StaticSteal;
  if (spec.modifier == config::ScheduleModifier::None)
    spec.modifier = steals ? config::ScheduleModifier::Nonmonotonic : schedule.modifier;
  switch (schedule.kind) {
    case config::ScheduleKind::Static:
      spec.kind = spec.chunk == 0 ? LoopKind::Block : LoopKind::Cyclic;
      return;
    case config::ScheduleKind::Dynamic:
    case config::ScheduleKind::StaticSteal:
      spec.kind = LoopKind::Dynamic;
      return;
    case config::ScheduleKind::Guided:
    case config::ScheduleKind::Trapezoidal:
      spec.kind = LoopKind::Guided;
      return;
    case config::ScheduleKind::Auto:
      spec.kind = LoopKind::Block;
      spec.chunk = 0;
      return;
  }
}

}  // namespace rondo::work
