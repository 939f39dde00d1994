// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: records are compiled, replayed, reset, dropped and tuned by two threads at once. An
// instance has one user at a time and is used again; whatever is in use stays, and goes with its last user. The
// records' memory is the explorer's, so whoever touches what is gone fails.
#include "graph/compile/compile.hpp"
#include "graph/replay/reducing_groups.hpp"
#include "graph/store/record_table.hpp"

#include <new>

#include "graph/model/groups.hpp"
#include "harness.hpp"

namespace rondo::model {
namespace {

using graph::Coarsening;
using graph::Graph;
using graph::Instance;
using graph::Record;
using graph::RecordTable;
using Found = RecordTable::Found;

Graph* new_graph() {
  graph::Recorder recorder(false);
  recorder.add_task({}, nullptr, {});
  return graph::compile(recorder);
}

// What an encounter leaves behind: notes, of which the next one makes the graph; or a graph, for those who look.
enum class Kept : uint8_t { Graph, Notes };

// The harness' mutation: the use of the record ends before its instance goes back.
enum class Leave : uint8_t { Last, BeforeGivingBack };

struct Shared {
  void* slot = nullptr;
  RecordTable& table{RecordTable::of(&slot)};
  size_t n_at_first = 0;
  Leave leave;
  Kept kept;

  explicit Shared(Leave when = Leave::Last, Kept what = Kept::Graph) : leave(when), kept(what) {
    n_at_first = n_allocated();
  }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { std::free(slot); }

  // An encounter that records at once.
  void finish(Record& record) {
    if (kept == Kept::Graph) return table.finish(record, new_graph());
    graph::Recorder* recorder = graph::make_recorder(false, false);
    recorder->add_task({}, nullptr, {});
    table.keep(record, recorder, {true, 0});
  }

  void give_back(Record& record, Instance* instance) {
    if (leave == Leave::Last) {
      record.give_back(instance);
      table.leave(record);
    } else {
      table.leave(record);
      record.give_back(instance);
    }
  }

  void replay(Record& record) {
    Instance* instance = record.take_instance(false);
    use(*instance);
    give_back(record, instance);
  }

  // As a re-capture that finds out at its end that it does not fit.
  void differ(Record& record) {
    Instance* instance = record.take_instance(true);
    use(*instance);
    table.forget(record);
    give_back(record, instance);
  }

  // What a replay writes without any order of its own: nobody else may have the instance.
  static void use(Instance& instance) {
    check(instance.graph->n_nodes == 1, "the graph is another one");
    instance.n_slots++;
    instance.states[0].is_empty = false;
  }

  // What it found to do.
  Found encounter(bool reset = false) {
    Record* record = nullptr;
    Found found = table.find(0, reset, &record);
    check(found != Found::ToCompile || kept == Kept::Notes, "a record that was finished has no graph");
    if (found == Found::ToCompile) table.compiled(*record, graph::compile(record->recorder()));
    if (found == Found::ToRecord) {
      finish(*record);
    } else if (found != Found::Nothing) {  // else the other one is recording or compiling
      replay(*record);
    }
    return found;
  }

  // One that may not use what it finds: the code that the record calls has gone, or the graph would be too large.
  enum class Because : uint8_t { IsStale, IsTooLarge };
  void turn_away(Because reason) {
    Record* record = nullptr;
    Found found = table.find(0, false, &record);
    check(found != Found::ToRecord || reason == Because::IsTooLarge, "there was a record");
    if (found == Found::ToRecord) return finish(*record);
    if (found == Found::Nothing) return;
    bool is_refused = reason == Because::IsTooLarge && found == Found::ToCompile;
    is_refused ? table.refuse(*record) : table.drop(*record);
  }

  Record& use_ready() {
    Record* record = nullptr;
    check(table.find_kept(0, &record) == Found::ToReplay, "there is no record");
    return *record;
  }

  void expect_nothing_left() {
    Record* record = nullptr;
    if (table.find(0, true, &record) == Found::ToRecord)
      table.drop(*record);  // what was there goes, then its successor
    check(n_allocated() == n_at_first, "something is left");
  }
};

Shared& recorded(Execution& execution, Leave leave = Leave::Last, Kept kept = Kept::Graph) {
  auto& shared = execution.make<Shared>(leave, kept);
  shared.encounter();
  execution.at_end([&shared] { shared.expect_nothing_left(); });
  return shared;
}

// ---- Instances --------------------------------------------------------------------------------------------------

// Encounters that have their use of the record already: what is left is the pool.
void three_replays(Execution& execution) {
  Shared& shared = recorded(execution);
  Record& record = shared.use_ready();
  auto replay = [&record] {
    Instance* instance = record.take_instance(false);
    Shared::use(*instance);
    record.give_back(instance);
  };
  execution.thread([replay] {
    replay();
    replay();
  });
  execution.thread(replay);
  execution.at_end([&shared, &record] {
    check(record.n_instances(false) <= 2, "idle instances are not used again");
    shared.table.leave(record);
    shared.expect_nothing_left();
  });
}

TEST(RecordUnderEverySchedule, InstancesAreUsedAgainAndByOneAtATime) {
  expect_holds("record: three replays", three_replays);
  expect_breaks("record: three replays", three_replays,
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

// ---- Records ----------------------------------------------------------------------------------------------------

Program reset_in_flight(Leave leave) {
  return [=](Execution& execution) {
    Shared& shared = recorded(execution, leave);
    execution.thread([&shared] { shared.encounter(); });
    execution.thread([&shared] { shared.encounter(true); });
  };
}

Program mismatch_in_flight(Leave leave) {
  return [=](Execution& execution) {
    Shared& shared = recorded(execution, leave);
    execution.thread([&shared] { shared.encounter(); });
    execution.thread([&shared] { shared.differ(shared.use_ready()); });
  };
}

TEST(RecordUnderEverySchedule, ADroppedOneLivesUntilItsLastUseEnds) {
  expect_holds("record: reset in flight", reset_in_flight(Leave::Last));
  expect_holds("record: mismatch in flight", mismatch_in_flight(Leave::Last));
  EXPECT_TRUE(explore(reset_in_flight(Leave::BeforeGivingBack)).failed);
  EXPECT_TRUE(explore(mismatch_in_flight(Leave::BeforeGivingBack)).failed);
  expect_breaks("record: reset in flight", reset_in_flight(Leave::Last),
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

void two_first_encounters(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.thread([&shared] { shared.encounter(); });
  execution.thread([&shared] {
    shared.encounter();
    shared.encounter(true);
  });
  execution.at_end([&shared] { shared.expect_nothing_left(); });
}

TEST(RecordUnderEverySchedule, IsMadeByOneAndAgainAfterAReset) {
  expect_holds("record: two first encounters", two_first_encounters);
}

// ---- Notes of which somebody makes the graph ---------------------------------------------------------------------

struct Threads {
  struct alignas(base::kCacheLine) Word {  // written by one thread: the explorer looks at words
    Found found = Found::Nothing;
  };
  Shared& shared;
  Word words[2];
  explicit Threads(Shared& its_shared) : shared(its_shared) {}
  void encounter(int thread, bool reset = false) { words[thread].found = shared.encounter(reset); }
};

void two_second_encounters(Execution& execution) {
  auto& threads = execution.make<Threads>(recorded(execution, Leave::Last, Kept::Notes));
  for (int thread = 0; thread < 2; thread++) {
    execution.thread([&threads, thread] { threads.encounter(thread); });
  }
  execution.at_end([&threads] {
    int n_compiled = 0;
    for (const Threads::Word& word : threads.words) {
      n_compiled += word.found == Found::ToCompile ? 1 : 0;
      check(word.found != Found::ToRecord, "what was recorded is not found");
    }
    check(n_compiled == 1, "not made into a graph by exactly one");
    check(threads.shared.encounter() == Found::ToReplay, "the graph is not there for those who come later");
  });
}

void reset_while_compiling(Execution& execution) {
  auto& threads = execution.make<Threads>(recorded(execution, Leave::Last, Kept::Notes));
  execution.thread([&threads] { threads.encounter(0); });
  execution.thread([&threads] { threads.encounter(1, true); });
  execution.at_end([&threads] {
    check(threads.words[0].found != Found::ToRecord, "found nothing where a record was, or was being made");
    check(threads.words[1].found == Found::ToRecord, "a reset left the record there");
  });
}

Program turned_away_while_compiling(Shared::Because reason) {
  return [=](Execution& execution) {
    Shared& shared = recorded(execution, Leave::Last, Kept::Notes);
    execution.thread([&shared] { (void)shared.encounter(); });
    execution.thread([&shared, reason] { shared.turn_away(reason); });
  };
}

TEST(RecordUnderEverySchedule, IsCompiledByOneOfThoseWhoMeetItsNotes) {
  expect_holds("record: two second encounters", two_second_encounters);
  expect_breaks("record: two second encounters", two_second_encounters,
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

TEST(RecordUnderEverySchedule, IsResetOrTurnedAwayWhileSomebodyCompiles) {
  expect_holds("record: reset while compiling", reset_while_compiling);
  expect_holds("record: stale while compiling", turned_away_while_compiling(Shared::Because::IsStale));
  expect_holds("record: refused while compiling", turned_away_while_compiling(Shared::Because::IsTooLarge));
  expect_breaks("record: reset while compiling", reset_while_compiling,
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

// ---- Tuning -----------------------------------------------------------------------------------------------------

// Bodies this long are worth tuning after the fewest replays, whatever the clock that the explorer runs with.
constexpr uint32_t kLong = 10'000'000;

// A region that reduces: its pure replays have groups of their own.
Graph* new_reducing_graph() {
  static long sum = 0;
  const task::ReductionItem item = {&sum, &sum, sizeof sum, nullptr, nullptr, [](void*, void*) {}};
  const task::TaskSpec spec = {
      .entry = {}, .block_bytes = 0, .shareds_offset = 0, .flags = 0, .priority = 0, .is_trivial = true};
  graph::Recorder recorder(true);
  recorder.begin_group({&item, 1});
  recorder.add_task(spec, nullptr, {});
  recorder.end_group();
  return graph::compile(recorder);
}

void use_groups(Instance& instance) {
  task::TaskGroup around;
  instance.group = &around;
  graph::open_groups(instance, 2);
}

// Both replays come back when the graph is not the record's any more; the later one frees it.
void tuned_in_two_replays(Execution& execution) {
  auto& shared = execution.make<Shared>();
  Record* record = nullptr;
  check(shared.table.find(0, false, &record) == Found::ToRecord, "nobody has recorded");
  Graph* graph = new_reducing_graph();
  graph::measure_ticks(*graph);
  graph->note_time(0, kLong);
  shared.table.finish(*record, graph);
  Record& used = shared.use_ready();
  for (uint32_t replay = 0; replay < graph::kMeasuredReplays; replay++) used.give_back(used.take_instance(false));
  Instance* first = used.take_instance(false);
  Instance* second = used.take_instance(false);
  use_groups(*first);
  use_groups(*second);
  check(used.tune(2, Coarsening::On), "it is not tuned");
  for (Instance* instance : {first, second}) {
    execution.thread([&used, instance] { used.give_back(instance); });
  }
  execution.at_end([&shared, &used] {
    shared.table.leave(used);
    shared.expect_nothing_left();
  });
}

void tuned_in_flight(Execution& execution) {
  auto& shared = execution.make<Shared>();
  Record* record = nullptr;
  check(shared.table.find(0, false, &record) == Found::ToRecord, "nobody has recorded");
  Graph* graph = new_graph();
  graph::measure_ticks(*graph);
  graph->note_time(0, kLong);
  shared.table.finish(*record, graph);
  for (uint32_t replay = 0; replay < graph::kMeasuredReplays; replay++) shared.encounter();
  Record& used = shared.use_ready();
  execution.thread([&used] {
    Instance* instance = used.take_instance(false);
    Shared::use(*instance);
    used.give_back(instance);
  });
  execution.thread([&used] {
    check(used.tune(2, Coarsening::On), "it is not tuned");
    Instance* instance = used.take_instance(true);
    Shared::use(*instance);
    check(instance->graph->n_slots == 2, "an instance made after tuning is of the old graph");
    used.give_back(instance);
  });
  execution.at_end([&shared, &used] {
    check(!used.tune(2, Coarsening::On), "it is tuned twice");
    shared.table.leave(used);
    shared.expect_nothing_left();
  });
}

TEST(RecordUnderEverySchedule, IsTunedWhileInstancesAreInUse) {
  expect_holds("record: tuned in two replays", tuned_in_two_replays);
  expect_holds("record: tuned in flight", tuned_in_flight);
  expect_breaks("record: tuned in flight", tuned_in_flight,
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
