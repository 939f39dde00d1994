// SPDX-License-Identifier: Apache-2.0
//
// graph/record.hpp: records are replayed, reset, dropped and tuned by two threads at once. An instance has one user
// at a time and is used again; whatever is in use stays, and goes with its last user. The records' memory is the
// explorer's, so whoever touches what is gone fails.
#include "graph/record.hpp"

#include <new>

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

// The harness' mutation: the use of the record ends before its instance goes back.
enum class Leave : uint8_t { Last, BeforeGivingBack };

struct Shared {
  void* slot = nullptr;
  RecordTable& table{RecordTable::of(&slot)};
  size_t n_at_first = 0;
  Leave leave;

  explicit Shared(Leave when = Leave::Last) : leave(when) { n_at_first = n_allocated(); }
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  ~Shared() { std::free(slot); }

  // An encounter that records at once.
  void finish(Record& record) { table.finish(record, new_graph()); }

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
    instance.n_seats++;
    instance.states[0].is_empty = false;
  }

  void encounter(bool reset = false) {
    Record* record = nullptr;
    switch (table.find(0, reset, &record)) {
      case Found::ToRecord:
        return finish(*record);
      case Found::ToReplay:
        return replay(*record);
      case Found::ToCompile:
        return check(false, "a record that was finished has no graph");
      case Found::Nothing:
        return;  // the other one is recording
    }
  }

  Record& use_ready() {
    Record* record = table.use_ready(0);
    check(record != nullptr, "there is no record");
    return *record;
  }

  void expect_nothing_left() {
    if (Record* record = table.use_ready(0)) table.drop(*record);
    check(n_allocated() == n_at_first, "something is left");
  }
};

Shared& recorded(Execution& execution, Leave leave = Leave::Last) {
  auto& shared = execution.make<Shared>(leave);
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

// ---- Tuning -----------------------------------------------------------------------------------------------------

void tuned_in_flight(Execution& execution) {
  auto& shared = execution.make<Shared>();
  Record* record = nullptr;
  check(shared.table.find(0, false, &record) == Found::ToRecord, "nobody has recorded");
  Graph* graph = new_graph();
  graph::measure_ticks(*graph);
  graph->note_time(0, 1000);
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
    check(instance->graph->n_seats == 2, "an instance made after tuning is of the old graph");
    used.give_back(instance);
  });
  execution.at_end([&shared, &used] {
    check(!used.tune(2, Coarsening::On), "it is tuned twice");
    shared.table.leave(used);
    shared.expect_nothing_left();
  });
}

TEST(RecordUnderEverySchedule, IsTunedWhileInstancesAreInUse) {
  expect_holds("record: tuned in flight", tuned_in_flight);
  expect_breaks("record: tuned in flight", tuned_in_flight,
                {Mutation::SplitExchange, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
