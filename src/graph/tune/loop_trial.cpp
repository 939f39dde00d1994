// SPDX-License-Identifier: Apache-2.0
#include "graph/tune/loop_trial.hpp"

#include "graph/tune/costs.hpp"
#include "os/clock.hpp"

namespace rondo::graph {

namespace {

// docs/tuning.md
// Of this encounter, a task: as much again is likely to come, and makes up for the graph.
constexpr uint64_t kLong_us = 10;
constexpr uint64_t kManyRounds = 64;  // of an encounter make up for the graph in any case
constexpr uint64_t kPaying = 20;  // make up for it where most of a task is its creation
// A graph of tasks that run where they are created takes as long as so many rounds of them,
constexpr uint64_t kMaking = 32;
constexpr uint64_t kGraphShare = 8;  // its own rounds this part of theirs, besides bodies,
constexpr uint64_t kSaving = 4;  // and it is to save this part of theirs
constexpr uint64_t kForgetting = 8;  // by this part of it the least round grows with each encounter
// Encounters that shall take no longer than ordinary tasks; of shorter tasks a graph saves more.
constexpr uint64_t kFirst = 10;
constexpr uint64_t kFirstOfShort = 2;
constexpr uint64_t kShort_ns = 1000;

}  // namespace

void LoopTrial::begin_with_graph() {
  if (has_graph_) return;
  has_graph_ = true;
  trial_.begin_with(Way::Spread);
}

void LoopTrial::note_round(uint64_t ticks) {
  n_noted_++;
  note_least(ticks, 0);
}

bool LoopTrial::comes_again(uint64_t n_tasks) const {
  const bool is_short = least_ticks_ != 0 && least_ticks_ * 1000 / os::ticks_per_us() < kShort_ns * n_tasks;
  return n_encounters_ >= (is_short ? kFirstOfShort : kFirst);
}

bool LoopTrial::is_long_plain(uint64_t n_tasks) const {
  return comes_again(n_tasks) && is_unnoticed(n_tasks, spent_ticks_ / os::ticks_per_us());
}

// Bodies that run where they are created are timed, so what a graph saves in each round is known: what creation
// takes. It is made when that would have made up for it, or will.
bool LoopTrial::is_saved_up(const RoundQuestion& round) const {
  const uint64_t graph_ticks = round.body_ticks + least_ticks_ / kGraphShare;
  if (!round.skips_code || round.body_ticks == 0 || n_noted_ < kNoted) return false;
  if (graph_ticks >= least_ticks_ - least_ticks_ / kSaving) return false;
  const uint64_t n_paying = kMaking * least_ticks_ / (least_ticks_ - graph_ticks);
  if (round.n_ahead >= n_paying + n_paying / 2) return true;
  const uint64_t n_over = round.n_rounds + (round.is_kept ? n_without_graph_ : 0);
  const bool is_used_up = round.n_ahead == 0 || round.n_ahead >= n_paying || (round.is_kept && n_encounters_ != 0);
  return n_over >= n_paying && is_used_up;
}

bool LoopTrial::is_worth_recording(const RoundQuestion& round) const {
  const uint64_t spent_us = (spent_ticks_ + round.ticks) / os::ticks_per_us();
  if (!round.skips_code) return is_paid_for(round.n_tasks, spent_us, n_without_graph_ + round.n_rounds, false);
  if (is_saved_up(round)) return true;
  const bool is_long = round.n_ahead >= kManyRounds || round.n_rounds >= kManyRounds;
  if (is_unnoticed(round.n_tasks, spent_us) && (is_long || comes_again(round.n_tasks))) return true;
  const uint64_t least_ns = least_ticks_ * 1000 / os::ticks_per_us();
  if (n_noted_ < kNoted || least_ns < kInPlace_ns * round.n_tasks) return false;
  const bool has_been_long = round.ticks / os::ticks_per_us() >= kLong_us * (50 + round.n_tasks);
  // The first encounter may be the only one.
  const bool is_used = n_encounters_ != 0 || round.n_ahead >= kPaying || round.n_rounds >= kPaying;
  return is_long || has_been_long || (round.is_kept && is_used && is_mostly_creation(round.n_tasks, least_ticks_));
}

void LoopTrial::observe(WayChoice encounter, uint64_t ticks, uint64_t n_rounds) {
  if (n_rounds == 0) return;
  if (!has_graph_) {
    spent_ticks_ += ticks;
    n_encounters_++;
    n_without_graph_ += n_rounds;
    // The least of late: a loop whose tasks become longer is to be noticed.
    note_least(ticks / n_rounds, least_ticks_ / kForgetting);
  }
  (void)trial_.way({Way::Spread, Way::Plain});
  trial_.observe(encounter, ticks / n_rounds, 0, n_rounds);
}

}  // namespace rondo::graph
