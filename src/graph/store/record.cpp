// SPDX-License-Identifier: Apache-2.0
#include "graph/store/record.hpp"

#include <algorithm>
#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/replay/cycle.hpp"
#include "graph/tune/costs.hpp"
#include "os/clock.hpp"
#include "os/thread.hpp"

namespace rondo::graph {

namespace {
void free_list(Instance* list) {
  while (list != nullptr) {
    Instance* next = list->next;
    free_instance(list);
    list = next;
  }
}

uint32_t length(const Instance* list) {
  uint32_t n = 0;
  for (; list != nullptr; list = list->next) n++;
  return n;
}

}  // namespace

Record::~Record() {
  for (Instance* list : free_) free_list(list);
  free_graph(graph_);
  free_transcript(transcript_);
  free_recorder(recorder_);
  free_accesses(accesses_);
  std::free(const_cast<RecordedLists*>(lists_));
}

void Record::set_values(std::span<const uint64_t> values) {
  values_.clear();
  if (!values.empty()) std::memcpy(values_.append(values.size()), values.data(), values.size_bytes());
}

bool Record::has_values(std::span<const uint64_t> values) const {
  if (values.size() != values_.size()) return false;
  return values.empty() || std::memcmp(values.data(), values_.data(), values.size_bytes()) == 0;
}

// The times are known now: is tuning worth while already? That takes a look at every node, hence no lock.
bool Record::begin_tuning(uint32_t n_slots, uint64_t n_replays, uint64_t n_ahead) {
  uint64_t n_paying, ticks;
  {
    sync::SpinGuard guard(pool_lock_);
    if (!is_tuning_ && tuning_trial_.is_lost()) return is_tuning_ = true;
    uint64_t n_measured = n_measured_ + n_replays;
    n_paying = n_measured + n_ahead;
    if (is_tuning_ || n_measured < kMeasuredReplays || n_paying < tune_at_ || graph_->n_slots >= n_slots) return false;
    is_tuning_ = true;
    ticks = least_ticks();
  }
  if (graph_->ticks == nullptr) return true;  // graph_ stays while is_tuning_
  uint64_t n = replays_before_tuning(*graph_, n_slots, ticks);
  if (n <= n_paying) return true;
  sync::SpinGuard guard(pool_lock_);
  tune_at_ = n;
  is_tuning_ = false;
  return false;
}

bool Record::is_worth_tuning(uint32_t n_slots, uint64_t n_replays) {
  if (!begin_tuning(n_slots, n_replays, 0)) return false;
  sync::SpinGuard guard(pool_lock_);
  is_tuning_ = false;
  return true;
}

// Where some replays were pure, more of them are likely to come, which take longer if one slot has less to do.
Capturing Record::capturing() {
  sync::SpinGuard guard(pool_lock_);
  const Ways all = {Way::Spread, Way::Alone, Way::Plain};
  return trials_[0].least_ticks(all) == 0 && trials_[1].least_ticks(all) != 0 ? Capturing::Yes : Capturing::No;
}

bool Record::tune(uint32_t n_slots, Coarsening coarsening, uint64_t n_ahead) {
  if (!begin_tuning(n_slots, 0, n_ahead)) return false;
  // graph_ and a lost trial stay while is_tuning_.
  replace_graph(tuning_trial_.is_lost() ? untune(*graph_) : graph::tune(*graph_, n_slots, coarsening, capturing()));
  return true;
}

// Idle instances of the old graph go now, those in use when they come back, the graph with the last of them.
void Record::replace_graph(Graph* graph) {
  Graph* old = graph_;
  Instance* idle[2];
  bool is_unused;
  {
    sync::SpinGuard guard(pool_lock_);
    graph_ = graph;
    is_tuning_ = false;
    tuning_trial_.is_lost() ? tuning_trial_.end()
                            : tuning_trial_.begin(trials_[0].ticks(Way::Spread), trials_[1].ticks(Way::Spread));
    for (WayTrial& trial : trials_) trial.restart();
    for (int kind = 0; kind < 2; kind++) {
      idle[kind] = free_[kind];
      free_[kind] = nullptr;
      old->n_instances -= length(idle[kind]);
    }
    is_unused = old->n_instances == 0;
  }
  for (Instance* list : idle) free_list(list);
  if (is_unused) free_graph(old);
}

// Only where bodies are tiny: longer ones gain from a second thread even if it is slow to reach, and one body may
// wait for another by spinning. Before bodies have been timed, the time per node of ordinary tasks tells enough:
// where it is so short, most have run where they were created. Others were shared, and the first replays shall not
// take longer.
bool Record::may_run_alone() const {
  constexpr uint64_t kTiny_ns = 2000, kTinyRecorded_ns = 150;  // docs/tuning.md
  if (body_time_.is_known()) return body_time_.mean() <= kTiny_ns * os::ticks_per_us() / 1000;
  return recording_ticks_ != 0 && recording_ticks_ <= n_nodes() * kTinyRecorded_ns * os::ticks_per_us() / 1000;
}

uint64_t Record::n_nodes() const { return graph_ != nullptr ? graph_->n_nodes : recorder_->notes.size(); }

WayChoice Record::choose_way(const WayQuestion& question) {
  sync::SpinGuard guard(pool_lock_);
  return choose(question);
}

// Where other programs want the processors, whoever waits for another thread may wait for a turn of theirs. What
// takes less time than that is not spread.
Ways Record::open_ways(const WayQuestion& question) const {
  Ways open;
  if (question.ways.has(Way::Alone) && may_run_alone()) open.add(Way::Alone);
  if (question.ways.has(Way::Plain) || graph_ == nullptr) open.add(Way::Plain);
  const uint64_t least = trials_[question.recaptures ? 1 : 0].least_ticks(open);
  const bool stays = question.is_contended && open != Ways{} && least <= os::kOthersTurn_us * os::ticks_per_us();
  if (graph_ != nullptr && !stays) open.add(Way::Spread);
  return open;
}

WayChoice Record::choose(const WayQuestion& question) {
  const Ways open = open_ways(question);
  if (open == Ways{Way::Spread}) return {};
  return {trials_[question.recaptures ? 1 : 0].way(open), question.n_slots};
}

// The recorded encounter does not count: the first of a program are slow, because its memory and its threads are new.
// A re-capture of short tasks saves as large a part as one that skips the code; tiny ones may run alone, which needs
// no graph. A pattern only saves looking dependences up, which hardly shows, but it costs as much as a graph.
bool Record::is_worth_compiling(ReplayKind kind) {
  sync::SpinGuard guard(pool_lock_);
  const uint64_t n_tasks = recorder_->notes.size();
  const uint64_t spent_us = spent_ticks_ / os::ticks_per_us();
  if (kind == ReplayKind::Pattern) return is_unnoticed(n_tasks, spent_us);
  const bool is_short = !may_run_alone() && is_mostly_creation(n_tasks, least_ticks());
  const bool gains = kind == ReplayKind::Pure || is_short;
  return is_paid_for(n_tasks, spent_us, n_without_graph_, gains);
}

WayChoice Record::take_turns(bool may_be_plain) {
  sync::SpinGuard guard(pool_lock_);
  return {static_cast<Way>(n_turns_++ % (may_be_plain ? kWays : kWays - 1)), 0};
}

uint64_t Record::n_measured() {
  sync::SpinGuard guard(pool_lock_);
  return n_measured_;
}

uint64_t Record::ticks(bool recaptures, Way way) {
  sync::SpinGuard guard(pool_lock_);
  return trials_[recaptures ? 1 : 0].ticks(way);
}

// The trials begin again. In a burst, where a wrong guess lasts for all of its blocks, the ordinary tasks, whose time
// is known, go on until a trial has shown that the graph is faster.
void Record::learn_times(uint64_t mean, uint32_t n_slots, bool is_in_burst) {
  body_time_.learn(mean);
  for (WayTrial& trial : trials_) {
    trial.restart();
    const bool has_plain = is_in_burst && trial.ticks(Way::Plain) != 0;
    trial.begin_with(has_plain ? Way::Plain : n_slots == 1 ? Way::Alone : Way::Spread);
    if (has_plain) trial.try_soon(Way::Spread);
  }
}

WayChoice Record::choose_way_of_block(const WayQuestion& block, bool is_behind) {
  sync::SpinGuard guard(pool_lock_);
  if (is_behind) {
    if (is_timing_burst()) burst_.choice = {Way::Plain, 0};
    if (has_lost_trial(os::ticks())) end_spread_trial(os::ticks());
    burst_.n_begun++;
    return {burst_.choice.way == Way::Plain || graph_ == nullptr ? Way::Plain : Way::Any, 0};
  }
  end_burst(os::ticks());
  burst_ = {.choice = choose(block), .began_at = os::ticks(), .n_begun = 1, .recaptures = block.recaptures};
  return burst_.choice;
}

// Until the bodies have been timed, only a burst's first block is spread: those behind it may wait for siblings, so
// their times are not used, and a burst that was timed node by node is not compared with others.
bool Record::is_timing_burst() const {
  return burst_.choice.way == Way::Spread && burst_.choice.n_slots != 0 && graph_->ticks != nullptr &&
         n_measured_ < kMeasuredReplays;
}

// While a burst is spread by way of trial: whether its creator has needed more time to enter the blocks so far than
// ordinary tasks take from their creation to their end.
bool Record::has_lost_trial(uint64_t now) const {
  const WayTrial& trial = trials_[burst_.recaptures ? 1 : 0];
  if (burst_.choice.way != Way::Spread || burst_.choice.n_slots == 0 || !trial.is_tried(Way::Spread)) return false;
  const uint64_t plain = trial.ticks(Way::Plain);
  return plain != 0 && now > burst_.began_at && now - burst_.began_at > burst_.n_begun * plain;
}

// What comes behind is ordinary tasks. Nothing is learnt of these, which begin beside the blocks that are spread.
void Record::end_spread_trial(uint64_t now) {
  const uint64_t ticks = (now - burst_.began_at) / burst_.n_begun;
  trials_[burst_.recaptures ? 1 : 0].observe(burst_.choice, ticks, bodies(), burst_.n_begun);
  burst_.choice = {Way::Plain, 0};
}

// Each block of a burst counts as one that took its share. Of a burst that another creator's blocks have come into
// nothing is learnt. When ordinary tasks have ended nobody may have noted: `now`, the next burst begins, so they are
// over, and are never taken to be faster than they are.
void Record::end_burst(uint64_t now) {
  const Burst& burst = burst_;
  const bool is_plain = burst.choice.way == Way::Plain;
  const bool is_known = is_plain || (burst.choice.way == Way::Spread && burst.n_ended == burst.n_begun);
  if (burst.choice.n_slots == 0 || burst.n_begun == 0 || !is_known || burst.is_slower) return;
  const uint64_t end = burst.n_ended == burst.n_begun ? burst.ended_at : now;
  if (end < burst.began_at) return;
  const uint64_t ticks = (end - burst.began_at) / burst.n_begun;
  is_plain ? observe_aside(burst.choice, burst.recaptures, ticks, burst.n_begun)
           : trials_[burst.recaptures ? 1 : 0].observe(burst.choice, ticks, bodies(), burst.n_begun);
}

void Record::note_done() {
  sync::SpinGuard guard(pool_lock_);
  if (burst_.choice.way != Way::Plain) return;
  burst_.n_ended = burst_.n_begun;
  burst_.ended_at = os::ticks();
}

// A replay that was timed node by node took longer because of that.
void Record::observe(const Instance& instance, uint64_t ticks) {
  const WayChoice choice = instance.choice;
  if (choice.n_slots != 0 && instance.ended_at != 0) return;
  if (choice.n_slots != 0 && !instance.takes_times) {
    const auto kind = n_captures(instance.kind);
    trials_[kind].observe(choice, ticks, bodies());
    const bool is_of_newest = instance.graph == graph_ && !is_tuning_;
    if (choice.way == Way::Spread && is_of_newest) tuning_trial_.observe(static_cast<int>(kind), ticks);
  }
}

uint64_t Record::bodies() const { return body_time_.is_known() ? body_time_.mean() * graph_->n_nodes : 0; }

// Of a loop it is not known: its encounters are timed as a whole.
uint64_t Record::least_ticks() const {
  const Ways all = {Way::Spread, Way::Alone, Way::Plain};
  const uint64_t pure = trials_[0].least_ticks(all);
  const uint64_t recapture = trials_[1].least_ticks(all);
  return pure == 0 || (recapture != 0 && recapture < pure) ? recapture : pure;
}

void Record::note_aside(WayChoice choice, bool recaptures, uint64_t ticks) {
  sync::SpinGuard guard(pool_lock_);
  observe_aside(choice, recaptures, ticks);
}

void Record::observe_aside(WayChoice choice, bool recaptures, uint64_t ticks, uint32_t n) {
  if (graph_ == nullptr) {
    spent_ticks_ += n * ticks;
    n_without_graph_ += n;
    const bool is_less = recording_ticks_ == 0 || ticks < recording_ticks_;
    if (choice.way == Way::Plain && is_less) recording_ticks_ = ticks;
  }
  trials_[recaptures ? 1 : 0].observe(choice, ticks, bodies(), n);
}

Instance* Record::take_instance(bool recaptures) {
  Graph* graph;
  bool may_measure;
  BodyTime body_time;
  {
    sync::SpinGuard guard(pool_lock_);
    Instance*& list = free_[recaptures ? 1 : 0];
    if (Instance* instance = list) {
      list = instance->next;
      instance->body_time = body_time_;
      instance->taken_at = os::ticks();
      instance->ended_at = 0;
      return instance;
    }
    graph = graph_;
    graph->n_instances++;
    may_measure = n_measured_ < kMeasuredReplays;
    body_time = body_time_;
  }
  Instance* instance =
      graph->cyclic != nullptr ? make_cycle(*graph, graph->cyclic->gate) : make_instance(*graph, recaptures);
  instance->record = this;
  instance->body_time = body_time;
  instance->taken_at = os::ticks();
  instance->takes_times = graph->ticks != nullptr && may_measure;
  n_instances_[recaptures ? 1 : 0].add_relaxed(1);
  return instance;
}

void Record::give_back(Instance* instance, uint64_t n_replays) {
  const Graph& graph = *instance->graph;
  bool is_region = !is_loop(instance->kind);
  // Not under the lock: it looks at every node.
  uint64_t mean = instance->takes_times && is_region ? mean_time(graph) : 0;
  uint64_t ticks = (instance->ended_at != 0 ? instance->ended_at : os::ticks()) - instance->taken_at;
  Graph* unused = nullptr;
  {
    sync::SpinGuard guard(pool_lock_);
    if (instance->ended_at != 0) {
      burst_.n_ended++;
      burst_.ended_at = std::max(burst_.ended_at, instance->ended_at);
      burst_.is_slower |= instance->takes_times;
    }
    if (!instance->is_partial) {
      bool was_known = n_measured_ >= kMeasuredReplays;
      n_measured_ += graph.ticks != nullptr ? n_replays : 0;
      if (is_region && !was_known && n_measured_ >= kMeasuredReplays)
        learn_times(mean, instance->n_slots, instance->ended_at != 0);
      if (is_region) observe(*instance, ticks);
    }
    instance->is_partial = false;
    bool may_measure = n_measured_ < kMeasuredReplays;
    instance->takes_times = may_measure && (is_region ? graph.ticks != nullptr : instance->takes_times);
    if (instance->graph == graph_) {
      Instance*& list = free_[n_captures(instance->kind)];
      instance->next = list;
      list = instance;
      return;
    }
    auto* old = const_cast<Graph*>(instance->graph);
    if (--old->n_instances == 0) unused = old;
  }
  free_instance(instance);
  free_graph(unused);
}

}  // namespace rondo::graph
