// SPDX-License-Identifier: Apache-2.0
#include "region/taskiter/trial.hpp"

#include "config/options.hpp"
#include "os/clock.hpp"
#include "region/taskiter/first_iterations.hpp"

namespace rondo::region {

using config::GraphWay;
using graph::RoundOrder;
using graph::Way;
using sched::Worker;

using Phase = TaskiterLoop::Phase;

namespace {

constexpr uint64_t kFewRounds = 7;  // docs/tuning.md: so few that are left are not worth a graph by themselves
constexpr uint64_t kRoundsInTests = 2;  // before a loop that is put off is recorded

// A loop that is not waited for runs beside what comes behind it: its time says nothing.
bool has_time(const TaskiterLoop& loop) {
  return loop.options->graph_way == GraphWay::Auto && loop.options->graph_coarsen && loop.has_group;
}

// In tests: by a graph, as ordinary tasks, and first one and then the other.
void take_turns(TaskiterLoop& loop) {
  const uint32_t turn = table_of(loop).take_turn() % 3;
  loop.way = turn == 0 ? Way::Any : Way::Plain;
  loop.is_put_off = turn == 2;
}

// How long the bodies of a round take, if nearly all of them have run where they are created; else 0.
uint64_t body_ticks_of(const Worker& worker, const TaskiterLoop& loop, uint64_t n_rounds) {
  constexpr uint64_t kOthers = 8;  // all but this part of them
  const sched::InlineRuns runs = worker.inline_policy.runs() - loop.runs_before;
  const uint64_t n_tasks = n_rounds * loop.known.n_tasks;
  if (n_tasks == 0) return loop.known.body_ticks;
  if (runs.n < n_tasks - n_tasks / kOthers) return 0;
  return loop.known.n_tasks * runs.ticks / runs.n;
}

bool is_worth_recording(const Worker& worker, const TaskiterLoop& loop, uint64_t n_rounds) {
  if (loop.options->graph_way == GraphWay::Turns) return n_rounds == kRoundsInTests;
  if (loop.known.n_tasks == 0) return false;
  const uint64_t n_left = (loop.clauses.n_iterations - loop.n_begun) / loop.clauses.unroll;
  const graph::LoopTrial& trial = loop.known.trial;
  const graph::RoundQuestion round = {.n_tasks = loop.known.n_tasks,
                                      .n_rounds = n_rounds,
                                      .ticks = os::ticks() - loop.entered_at,
                                      .n_ahead = loop.n_known_rounds() != 0 ? n_left : 0,
                                      .skips_code = !loop.clauses.update,
                                      .is_kept = is_keepable(loop) && loop.known.order != RoundOrder::Wait,
                                      .body_ticks = body_ticks_of(worker, loop, n_rounds)};
  if (n_left >= kFewRounds) return trial.is_worth_recording(round);
  // Later encounters have the graph, too.
  return n_rounds == 0 && is_keepable(loop) && (trial.is_long_plain(round.n_tasks) || trial.is_saved_up(round));
}

void note_plain(const TaskiterLoop& loop, uint64_t n_rounds) {
  if (loop.history == nullptr) return;
  if (is_plain(loop)) loop.history->note_way(Way::Plain, n_rounds);
  loop.history->set_ticks(Way::Plain, loop.known.trial.round_ticks(Way::Plain));
}

}  // namespace

void begin_encounter(const Worker& worker, TaskiterLoop& loop) {
  if (loop.options->graph_way == GraphWay::Plain) loop.way = Way::Plain;
  if (loop.options->graph_way == GraphWay::Turns) return take_turns(loop);
  if (!has_time(loop)) return;
  if (loop.history != nullptr) loop.known.trial.begin_with_graph();  // the report is to have one
  loop.way = loop.known.trial.way();
  loop.is_put_off = is_plain(loop) && !loop.known.trial.has_graph();
  loop.entered_at = loop.round_began_at = os::ticks();
  loop.runs_before = worker.inline_policy.runs();
}

void record_if_it_pays(Worker& worker, TaskiterLoop& loop) {
  const uint64_t n_rounds = loop.n_begun / loop.clauses.unroll;
  graph::LoopTrial& trial = loop.known.trial;
  if (n_rounds != 0 && trial.wants_round() && wait_for_round(worker)) {
    const uint64_t now = os::ticks();
    trial.note_round(now - loop.round_began_at);
    loop.round_began_at = now;
  }
  if (!is_worth_recording(worker, loop, n_rounds)) return;
  loop.is_put_off = false;
  record_from_here(worker, loop);
}

void end_encounter(const Worker& worker, TaskiterLoop& loop, bool is_whole) {
  if (!has_time(loop) || loop.way == Way::Any) return;
  const uint64_t ticks = os::ticks() - loop.entered_at;
  const bool has_graph = loop.phase != Phase::Plain;
  const bool has_made_it = !loop.is_reuse && loop.record != nullptr;  // which later encounters need not
  const uint64_t n = loop.phase == Phase::Released ? loop.clauses.n_iterations : loop.n_begun;
  const uint64_t n_rounds = n / loop.clauses.unroll;
  if (has_graph) loop.known.trial.begin_with_graph();
  if (is_plain(loop) && !has_graph) loop.known.body_ticks = body_ticks_of(worker, loop, n_rounds);
  const bool is_sample = is_plain(loop) ? !has_graph : has_graph && !has_made_it;
  if (is_sample && is_whole) loop.known.trial.observe({loop.way, worker.slot->arena->n_slots}, ticks, n_rounds);
  note_plain(loop, n_rounds);
}

}  // namespace rondo::region
