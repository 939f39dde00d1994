// SPDX-License-Identifier: Apache-2.0
//
// What is kept of a region that was recorded under one graph id: its notes, then its graph, the pool of the graph's
// instances, and what is known of the time that encounters take. Its owner is record_table.hpp.
#pragma once

#include "graph/record/accesses.hpp"
#include "graph/record/captures.hpp"
#include "graph/record/recorded_lists.hpp"
#include "graph/record/recorder.hpp"
#include "graph/record/transcript.hpp"
#include "graph/replay/instance.hpp"
#include "graph/tune/tune.hpp"
#include "graph/tune/tuning_trial.hpp"
#include "graph/tune/way_trial.hpp"
#include "os/clock.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::graph {

class RecordTable;

// Where the bodies of a graph's nodes are.
struct CodeOrigin {
  bool is_own;          // in the module of the region; it goes, and the records with it
  uint64_t n_unloaded;  // else: how many modules had been unloaded when the record was made
};

// Blocks of one creator, from one that comes behind nothing to the last before the creator has waited for all.
struct Burst {
  WayChoice choice{Way::Plain, 0};  // of the first one; behind a recorded block the others are plain, as that one
  uint64_t began_at = 0;  // os::ticks()
  uint64_t ended_at = 0;  // the last end so far
  uint32_t n_begun = 0;
  uint32_t n_ended = 0;
  bool recaptures = true;
  bool is_slower = false;  // it was timed node by node
};

// What chooses the way of an encounter.
struct WayQuestion {
  uint32_t n_slots;
  bool is_contended = false;  // other programs want the processors
  bool recaptures = true;
  Ways ways = {Way::Alone, Way::Plain};  // beside Spread
};

class Record {
 public:
  CodeOrigin code() const { return code_; }
  const Traits& traits() const { return traits_; }
  // What was recorded; for the encounter that RecordTable::find() has told to compile it.
  Recorder& recorder() const { return *recorder_; }
  // For patterns, and for records that are watched: these are never tuned. Other records may lose their graph at any
  // moment.
  const Graph& graph() const { return *graph_; }
  // What the recorded encounter created; nullptr unless check mode kept it. Set before RecordTable::finish().
  const Transcript* transcript() const { return transcript_; }
  void set_transcript(Transcript* transcript) { transcript_ = transcript; }
  // Of a loop: encounters are compared with the record by them. Set before RecordTable::finish().
  const RecordedAccesses* accesses() const { return accesses_; }
  void set_accesses(RecordedAccesses* accesses) { accesses_ = accesses; }
  // Of a region: re-captures are compared with the record by them; nullptr: nothing is known, a re-capture would not
  // be safe. Set before there is a graph.
  const RecordedLists* lists() const { return lists_; }
  void keep_lists(const Recorder& recorder) { lists_ = RecordedLists::make(recorder.notes); }
  // The values that the record was made with, as the compiler gives them: a replay with the same values needs no
  // fresh data. Set before RecordTable::finish() or keep().
  void set_values(std::span<const uint64_t> values);
  bool has_values(std::span<const uint64_t> values) const;
  std::span<const uint64_t> values() const { return {values_.data(), values_.size()}; }
  // What its dependences name, for captures.hpp; empty: unknown. Set by the encounter that compiles it, before there
  // is a graph.
  base::PodVector<AddressRange>& ranges() { return ranges_; }
  std::span<const AddressRange> ranges() const { return {ranges_.data(), ranges_.size()}; }
  // Of the recorded encounter. Taken before RecordTable::finish() or keep().
  const SavedObjects& objects() const { return objects_; }
  void take_objects(SavedObjects& objects) { objects_.swap(objects); }
  // Since the recorded encounter began.
  uint64_t age() const { return os::ticks() - began_at_; }
  // Nobody has seen its tasks yet: the first encounters that may be are ordinary, as those behind a recorded one.
  // Set before RecordTable::finish().
  void begin_plain() { trials_[1].begin_with(Way::Plain); }
  // How long its tasks took as ordinary ones, if that is known. Set before RecordTable::finish() or keep().
  void set_recording_ticks(uint64_t ticks) { recording_ticks_ = ticks; }
  // Instances made so far for replays of this kind.
  uint32_t n_instances(bool recaptures) const { return n_instances_[recaptures ? 1 : 0].load_relaxed(); }
  RecordTable& table() const { return table_; }

  // Before an encounter takes an instance: when the times of the nodes are known, and the team is larger than any
  // before, units and places are chosen anew; if that graph has turned out to be slower, they become what they were.
  // True if they were changed: later instances are of another graph.
  // `n_ahead`: replays that are known to come. Of a loop, a replay is a round.
  bool tune(uint32_t n_slots, Coarsening coarsening, uint64_t n_ahead = 0);
  // Whether tune() would do it if `n_replays` more had been given back.
  bool is_worth_tuning(uint32_t n_slots, uint64_t n_replays);
  // How to run the next encounter, which waits for its tasks. As long as there is no graph they are ordinary ones, or
  // run where they are created.
  WayChoice choose_way(const WayQuestion& question);
  // The same for a block that nobody need wait for. Blocks that overlap are a *burst*: only together they show how
  // long they take. One that is behind, whose earlier siblings are not done, goes on with the burst.
  WayChoice choose_way_of_block(const WayQuestion& block, bool is_behind);
  // Tasks of a burst that is plain are done, all that its creator has created.
  void note_done();
  // Before there is a graph, for the encounter that was told to compile it: whether encounters have taken so long by
  // now that making it does not matter.
  bool is_worth_compiling(ReplayKind kind);
  // The same for tests: the ways by turns.
  WayChoice take_turns(bool may_be_plain);
  // Replays that were given back; of a graph whose nodes' times are known.
  uint64_t n_measured();
  // The time of such an encounter, the least of the newest ones; 0: there is none.
  uint64_t ticks(bool recaptures, Way way);
  // There was no graph or it was left aside, in an encounter that `choice` was made for; that took so long.
  void note_aside(WayChoice choice, bool recaptures, uint64_t ticks);
  // An instance that is not in use; made if there is none.
  Instance* take_instance(bool recaptures);
  void give_back(Instance* instance, uint64_t n_replays = 1);

 private:
  friend class RecordTable;
  friend class RecordIndex;

  // Recorded: there is no graph yet. Compiling: a thread is making it.
  enum class State : uint8_t { Recording, Recorded, Compiling, Ready, Refused };

  explicit Record(RecordTable& table, uint64_t id) : table_(table), id_(id) {}
  ~Record();
  bool begin_tuning(uint32_t n_slots, uint64_t n_replays, uint64_t n_ahead);
  void replace_graph(Graph* graph);
  Capturing capturing();  // whether replays are re-captures
  // Under the lock, as the next thirteen.
  WayChoice choose(const WayQuestion& question);
  Ways open_ways(const WayQuestion& question) const;
  void learn_times(uint64_t mean, uint32_t n_slots, bool is_in_burst);
  void observe(const Instance& instance, uint64_t ticks);
  void observe_aside(WayChoice choice, bool recaptures, uint64_t ticks, uint32_t n = 1);
  void end_burst(uint64_t now);
  bool is_timing_burst() const;
  bool has_lost_trial(uint64_t now) const;
  void end_spread_trial(uint64_t now);
  bool may_run_alone() const;
  uint64_t n_nodes() const;
  uint64_t bodies() const;  // ticks of all of them; 0: not known
  uint64_t least_ticks() const;  // of an encounter, in any way; 0: not known

  RecordTable& table_;
  const uint64_t id_;
  Record* next_ = nullptr;  // in the table's index, as the next two
  Record* older_ = nullptr;  // used before it
  Record* newer_ = nullptr;
  State state_ = State::Recording;  // under the table's lock
  bool is_dropped_ = false;  // under the table's lock
  uint32_t n_users_ = 1;  // encounters that use it, and the table; under the table's lock
  CodeOrigin code_ = {};  // written before State::Recorded or Ready, as the next two
  Traits traits_ = {};
  Transcript* transcript_ = nullptr;
  Recorder* recorder_ = nullptr;  // from State::Recorded to the end of Compiling
  RecordedAccesses* accesses_ = nullptr;
  const RecordedLists* lists_ = nullptr;
  base::PodVector<uint64_t> values_;
  base::PodVector<AddressRange> ranges_;
  SavedObjects objects_;
  base::Atomic<uint32_t> n_instances_[2]{};  // made so far: pure, re-capture
  sync::SpinLock pool_lock_;  // protects what follows
  Graph* graph_ = nullptr;  // of the instances that are made from now on
  Instance* free_[2] = {};  // of graph_: pure, re-capture
  uint64_t n_measured_ = 0;  // replays of a graph whose times are taken; only the first ones really do it
  uint64_t tune_at_ = kMeasuredReplays;  // the number of them at which to look at tuning
  BodyTime body_time_;
  WayTrial trials_[2];  // pure, re-capture
  TuningTrial tuning_trial_;
  Burst burst_;
  uint64_t began_at_ = os::ticks();  // the recorded encounter
  uint64_t recording_ticks_ = 0;  // that it took, or a faster one that ran as ordinary tasks; 0: not known
  uint64_t spent_ticks_ = 0;  // of all encounters before there was a graph, but the recorded one
  uint32_t n_without_graph_ = 0;  // so many
  uint32_t n_turns_ = 0;  // in tests
  bool is_tuning_ = false;  // a thread is making another graph
};

}  // namespace rondo::graph
