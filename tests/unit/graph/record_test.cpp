// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record_table.hpp: who records, who replays, and that a dropped record lives until its last use ends.
#include "graph/compile/compile.hpp"
#include "graph/store/record_table.hpp"

#include <dlfcn.h>

#include <set>

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "new_slot.hpp"
#include "os/clock.hpp"
#include "support.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

Graph* small_graph() {
  Recorder recorder(false);
  recorder.add_task({}, nullptr, {});
  return compile(recorder);
}

// What an encounter gives away that has recorded a task and the end of a taskgroup.
Recorder* small_recording() {
  Recorder* recorder = make_recorder(false, false);
  recorder->add_task({}, nullptr, {});
  recorder->add_join({}, task::Depth::Descendants);
  return recorder;
}

// A region, and the record that it has found last.
struct Region {
  void** slot = new_slot();
  Record* record = nullptr;
  RecordTable& table() { return RecordTable::of(slot); }
  Found find(uint64_t id = 0, bool reset = false) { return table().find(id, reset, &record); }
  Found find_among(uint32_t max_records, uint64_t id) { return table().find(id, false, &record, max_records); }
  // An encounter that finds nothing and records.
  void record_among(uint32_t max_records, uint64_t id) {
    ASSERT_EQ(find_among(max_records, id), Found::ToRecord) << id;
    table().finish(*record, small_graph());
  }
  // What is there already, ready; or nullptr.
  Record* use_ready(uint64_t id) {
    Record* there = nullptr;
    return table().find_kept(id, &there) == Found::ToReplay ? there : nullptr;
  }
  bool has(uint64_t id) {
    Record* there = use_ready(id);
    if (there != nullptr) table().leave(*there);
    return there != nullptr;
  }
  void drop_all(uint64_t n_ids) {
    for (uint64_t id = 0; id < n_ids; id++) {
      if (Record* there = use_ready(id)) table().drop(*there);
    }
  }
};

TEST(RecordTable, RecordsFirstAndReplaysThen) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record* recorded = region.record;
  Region again = region;
  EXPECT_EQ(again.find(), Found::Nothing) << "somebody is recording";
  region.table().finish(*recorded, small_graph());
  ASSERT_EQ(again.find(), Found::ToReplay);
  EXPECT_EQ(again.record, recorded);
  Instance* instance = recorded->take_instance(false);
  EXPECT_EQ(instance->graph->n_nodes, 1u);
  recorded->give_back(instance);
  region.table().leave(*recorded);
  ASSERT_EQ(again.find(), Found::ToReplay);
  region.table().drop(*recorded);
}

TEST(RecordTable, TheGraphIsMadeByTheEncounterAfterTheRecording) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().keep(record, small_recording(), {true, 0});
  EXPECT_TRUE(record.traits().has_groups) << "known before there is a graph";
  ASSERT_EQ(region.find(), Found::ToCompile);
  ASSERT_EQ(region.record, &record);
  Region other = region;
  EXPECT_EQ(other.find(), Found::Nothing) << "somebody is compiling";
  EXPECT_EQ(region.use_ready(0), nullptr);
  region.table().compiled(record, compile(record.recorder()));
  EXPECT_EQ(record.graph().n_nodes, 2u);
  ASSERT_EQ(other.find(), Found::ToReplay);
  EXPECT_EQ(other.record, &record);
  region.table().leave(record);
  region.table().drop(record);
}

TEST(RecordTable, AResetDropsWhatNobodyHasCompiled) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  region.table().keep(*region.record, small_recording(), {true, 0});
  ASSERT_EQ(region.find(0, true), Found::ToRecord);  // the leak checker knows whether the old one is gone
  region.table().keep(*region.record, small_recording(), {true, 0});
  ASSERT_EQ(region.find(), Found::ToCompile);
  region.table().drop(*region.record);  // its code is gone
  ASSERT_EQ(region.find(), Found::ToRecord);
  region.table().drop(*region.record);
}

TEST(RecordTable, AResetDoesNotDisturbWhoIsCompiling) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  region.table().keep(*region.record, small_recording(), {true, 0});
  ASSERT_EQ(region.find(), Found::ToCompile);
  Record& old = *region.record;
  Region other = region;
  ASSERT_EQ(other.find(0, true), Found::ToRecord);
  EXPECT_NE(other.record, &old);
  region.table().compiled(old, compile(old.recorder()));
  Instance* instance = old.take_instance(true);
  EXPECT_EQ(instance->graph->n_nodes, 2u);
  EXPECT_EQ(region.find(), Found::Nothing) << "the other one is recording";
  old.give_back(instance);
  region.table().leave(old);  // and gone now
  region.table().drop(*other.record);
}

TEST(RecordTable, IdsAreApart) {
  Region region;
  ASSERT_EQ(region.find(1), Found::ToRecord);
  Record* first = region.record;
  ASSERT_EQ(region.find(2), Found::ToRecord);
  Record* second = region.record;
  EXPECT_NE(first, second);
  region.table().finish(*first, small_graph());
  EXPECT_EQ(region.find(2), Found::Nothing);
  ASSERT_EQ(region.find(1), Found::ToReplay);
  EXPECT_EQ(region.record, first);
  region.table().drop(*first);
  region.table().drop(*second);
}

// More ids than chains, dropped and recorded again in between.
TEST(RecordTable, ManyIds) {
  constexpr uint64_t kIds = 3000;
  auto id_of = [](uint64_t k) { return k * 0x10001000; };
  Region region;
  std::vector<Record*> records;
  for (uint64_t k = 0; k < kIds; k++) {
    ASSERT_EQ(region.find(id_of(k)), Found::ToRecord) << k;
    records.push_back(region.record);
    region.table().finish(*region.record, small_graph());
  }
  for (uint64_t k = 0; k < kIds; k += 3) {
    ASSERT_EQ(region.find(id_of(k), true), Found::ToRecord) << k;
    region.table().drop(*region.record);
  }
  for (uint64_t k = 0; k < kIds; k++) {
    if (k % 3 == 0) {
      EXPECT_EQ(region.use_ready(id_of(k)), nullptr) << k;
      continue;
    }
    ASSERT_EQ(region.find(id_of(k)), Found::ToReplay) << k;
    EXPECT_EQ(region.record, records[k]);
    region.table().drop(*region.record);
  }
  EXPECT_EQ(region.use_ready(id_of(1)), nullptr);
}

// The leak checker knows whether what goes is freed.
TEST(RecordTable, TheOneUsedLongestAgoGoes) {
  Region region;
  for (uint64_t id = 0; id < 4; id++) region.record_among(4, id);
  EXPECT_FALSE(region.table().has_evicted());
  ASSERT_EQ(region.find_among(4, 0), Found::ToReplay);  // now 1, 2, 3, 0
  region.table().leave(*region.record);
  ASSERT_EQ(region.find_among(4, 2), Found::ToReplay);  // now 1, 3, 0, 2
  region.table().leave(*region.record);
  constexpr uint64_t kGone[] = {1, 3, 0, 2, 4};
  for (uint64_t k = 0; k < 5; k++) {
    EXPECT_TRUE(region.has(kGone[k])) << k;
    region.record_among(4, 4 + k);
    EXPECT_FALSE(region.has(kGone[k])) << k;
    EXPECT_TRUE(region.table().has_evicted());
  }
  for (uint64_t id = 5; id < 9; id++) EXPECT_TRUE(region.has(id)) << id;
  ASSERT_EQ(region.find_among(4, 0), Found::ToRecord) << "recorded anew";
  region.table().finish(*region.record, small_graph());
  EXPECT_FALSE(region.has(5));
  region.drop_all(9);
}

TEST(RecordTable, NoLimitIsNone) {
  Region region;
  for (uint64_t id = 0; id < 2000; id++) region.record_among(0, id);
  EXPECT_TRUE(region.has(0));
  EXPECT_FALSE(region.table().has_evicted());
  region.drop_all(2000);
}

// Recording, compiling or replaying: it stays, and the next one goes in its place.
TEST(RecordTable, WhatIsInUseStays) {
  Region region;
  RecordTable& table = region.table();
  ASSERT_EQ(region.find_among(4, 0), Found::ToRecord);
  Record* recording = region.record;
  ASSERT_EQ(region.find_among(4, 1), Found::ToRecord);
  table.keep(*region.record, small_recording(), {true, 0});
  ASSERT_EQ(region.find_among(4, 1), Found::ToCompile);
  Record* compiling = region.record;
  region.record_among(4, 2);
  ASSERT_EQ(region.find_among(4, 2), Found::ToReplay);
  Record* replaying = region.record;
  Instance* instance = replaying->take_instance(false);
  for (uint64_t id = 3; id < 100; id++) {
    region.record_among(4, id);
    EXPECT_EQ(region.has(id - 1), id == 3) << id;
  }
  EXPECT_EQ(instance->graph->n_nodes, 1u);  // still there
  replaying->give_back(instance);
  table.leave(*replaying);
  table.compiled(*compiling, compile(compiling->recorder()));
  table.leave(*compiling);
  table.finish(*recording, small_graph());
  for (uint64_t id = 0; id < 3; id++) EXPECT_TRUE(region.has(id)) << id;
  // Nobody uses them any more, so they go like others; what was never compiled and what was refused as well.
  ASSERT_EQ(region.find_among(4, 100), Found::ToRecord);
  table.keep(*region.record, small_recording(), {true, 0});
  ASSERT_EQ(region.find_among(4, 101), Found::ToRecord);
  table.refuse(*region.record);
  for (uint64_t id = 102; id < 106; id++) region.record_among(4, id);
  for (uint64_t id = 0; id < 102; id++) EXPECT_FALSE(region.has(id)) << id;
  EXPECT_EQ(region.find_among(4, 101), Found::ToRecord) << "refused once, and forgotten";
  table.drop(*region.record);
  region.drop_all(106);
}

// More are in use than may be kept: the table grows, and comes back when they are left.
TEST(RecordTable, TheTableGrowsWhileAllAreInUse) {
  constexpr uint64_t kIds = 100;
  Region region;
  std::vector<Record*> used;
  for (uint64_t id = 0; id < kIds; id++) {
    region.record_among(4, id);
    ASSERT_EQ(region.find_among(4, id), Found::ToReplay) << id;
    used.push_back(region.record);
  }
  EXPECT_FALSE(region.table().has_evicted());
  for (Record* record : used) region.table().leave(*record);
  for (uint64_t id = 0; id < kIds; id++) region.record_among(4, kIds + id);
  uint32_t n = 0;
  for (uint64_t id = 0; id < 2 * kIds; id++) n += region.has(id) ? 1 : 0;
  EXPECT_EQ(n, 4u);
  region.drop_all(2 * kIds);
}

TEST(RecordTable, WhatIsRefusedIsRememberedUntilAReset) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  region.table().refuse(*region.record);
  EXPECT_EQ(region.find(), Found::Nothing);
  EXPECT_EQ(region.find(), Found::Nothing);
  ASSERT_EQ(region.find(0, true), Found::ToRecord);
  region.table().drop(*region.record);
}

TEST(RecordTable, AResetRecordsAnewWhileOldReplaysGoOn) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record* old = region.record;
  region.table().finish(*old, small_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  Instance* instance = old->take_instance(false);
  Region other = region;
  ASSERT_EQ(other.find(0, true), Found::ToRecord);
  EXPECT_NE(other.record, old);
  EXPECT_EQ(instance->graph->n_nodes, 1u);  // still there
  old->give_back(instance);
  region.table().leave(*old);  // and gone now: the leak checker knows
  region.table().drop(*other.record);
}

// ---- Tuning ----------------------------------------------------------------------------------------------------

// Its replays take so long that tuning is worth its price at once.
Graph* measured_graph() {
  Graph* graph = small_graph();
  measure_ticks(*graph);
  graph->note_time(0, 100 * os::ticks_per_us());
  return graph;
}

TEST(Record, IsTunedAfterTwoReplaysAndForLargerTeams) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().finish(record, measured_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  for (int replay = 0; replay < 2; replay++) {
    EXPECT_FALSE(record.tune(2, Coarsening::On)) << "after " << replay << " replays";
    record.give_back(record.take_instance(replay == 1));
  }
  EXPECT_TRUE(record.tune(2, Coarsening::On));
  EXPECT_FALSE(record.tune(2, Coarsening::On)) << "once is enough";
  EXPECT_FALSE(record.tune(1, Coarsening::On)) << "good enough for a smaller team";
  EXPECT_TRUE(record.tune(3, Coarsening::On));
  region.table().drop(record);
}

TEST(Record, ATunedGraphThatIsSlowerIsTakenBack) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().finish(record, measured_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  auto replay = [&](uint64_t ms) {
    Instance* instance = record.take_instance(true);
    instance->choice = {Way::Spread, 2};
    instance->taken_at -= 1000 * ms * os::ticks_per_us();
    record.give_back(instance);
  };
  for (int i = 0; i < 6; i++) replay(100);
  ASSERT_TRUE(record.tune(2, Coarsening::On));
  for (int i = 0; i < 7; i++) replay(200);
  EXPECT_FALSE(record.tune(2, Coarsening::On)) << "too soon";
  replay(200);
  EXPECT_TRUE(record.tune(2, Coarsening::On)) << "it is slower";
  for (int i = 0; i < 20; i++) replay(300);
  EXPECT_FALSE(record.tune(2, Coarsening::On)) << "there is no other one";
  for (int i = 0; i < 2; i++) replay(300);
  ASSERT_TRUE(record.tune(3, Coarsening::On)) << "a larger team";
  for (int i = 0; i < 20; i++) replay(250);
  EXPECT_FALSE(record.tune(3, Coarsening::On)) << "it is faster";
  region.table().drop(record);
}

TEST(Record, InstancesInUseKeepTheirGraph) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().finish(record, measured_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  for (int replay = 0; replay < 2; replay++) record.give_back(record.take_instance(false));
  Instance* pure = record.take_instance(false);
  Instance* captured = record.take_instance(true);
  const Graph* old = pure->graph;
  ASSERT_TRUE(record.tune(2, Coarsening::On));
  Instance* next = record.take_instance(false);
  EXPECT_NE(next->graph, old);
  EXPECT_EQ(pure->graph->n_nodes, 1u);  // still there
  record.give_back(pure);
  EXPECT_EQ(captured->graph->n_nodes, 1u);
  record.give_back(captured);  // and gone now: the leak checker knows
  record.give_back(next);
  Instance* again = record.take_instance(false);
  EXPECT_EQ(again, next);
  record.give_back(again);
  region.table().drop(record);
}

TEST(Record, IsTunedByOneOfManyThreads) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().finish(record, measured_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  std::atomic<int> n_tuned{0};
  test::on_threads(4, [&](uint32_t) {
    for (int replay = 0; replay < 200; replay++) {
      if (record.tune(2, Coarsening::On)) n_tuned++;
      record.give_back(record.take_instance(replay % 2 == 0));
    }
  });
  EXPECT_EQ(n_tuned, 1);
  region.table().drop(record);
}

// What is being recorded was begun before the reset, so it is not what is asked for from now on.
TEST(RecordTable, AResetDiscardsWhatIsBeingRecorded) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Region other = region;
  ASSERT_EQ(other.find(0, true), Found::ToRecord);
  EXPECT_NE(other.record, region.record);
  region.table().finish(*region.record, small_graph());  // does not disturb it; and gone: the leak checker knows
  EXPECT_EQ(region.find(), Found::Nothing) << "the other one is recording";
  other.table().finish(*other.record, small_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  EXPECT_EQ(region.record, other.record);
  region.table().drop(*region.record);
}

TEST(RecordTable, AResetWhileItIsFoundToBeUnrecordable) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Region other = region;
  ASSERT_EQ(other.find(0, true), Found::ToRecord);
  region.table().refuse(*region.record);
  other.table().drop(*other.record);
  ASSERT_EQ(region.find(), Found::ToRecord) << "what was refused had been discarded";
  region.table().drop(*region.record);
}

TEST(RecordTable, AForgottenRecordIsNotFoundAgain) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record* old = region.record;
  region.table().finish(*old, small_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  region.table().forget(*old);
  region.table().forget(*old);  // harmless
  ASSERT_EQ(region.find(), Found::ToRecord);
  EXPECT_NE(region.record, old);
  region.table().drop(*region.record);
  region.table().leave(*old);
}

TEST(RecordTable, EndsWithItsModule) {
  static char module;  // stands for a module's __dso_handle
  void** slot = new_slot();
  RecordTable& table = RecordTable::of(slot, &module);
  Record* unused = nullptr;
  Record* used = nullptr;
  ASSERT_EQ(table.find(1, false, &unused), Found::ToRecord);
  table.finish(*unused, small_graph());
  ASSERT_EQ(table.find(2, false, &used), Found::ToRecord);
  table.finish(*used, small_graph());
  ASSERT_EQ(table.find(2, false, &used), Found::ToReplay);
  // What the end of a module runs (Itanium C++ ABI); the leak checker knows whether the unused record is gone.
  auto finalize = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "__cxa_finalize"));
  ASSERT_NE(finalize, nullptr);
  finalize(&module);
  EXPECT_EQ(*slot, nullptr);
  EXPECT_EQ(used->graph().n_nodes, 1u) << "still in use";
  used->table().leave(*used);
  // The module is loaded again.
  RecordTable& again = RecordTable::of(slot, &module);
  ASSERT_EQ(again.find(2, false, &used), Found::ToRecord);
  again.drop(*used);
  finalize(&module);
}

TEST(Record, InstancesAreUsedAgain) {
  Region region;
  ASSERT_EQ(region.find(), Found::ToRecord);
  Record& record = *region.record;
  region.table().finish(record, small_graph());
  ASSERT_EQ(region.find(), Found::ToReplay);
  Instance* pure = record.take_instance(false);
  Instance* recaptured = record.take_instance(true);
  Instance* second = record.take_instance(false);
  EXPECT_NE(pure, second);
  EXPECT_EQ(pure->record, &record);
  EXPECT_EQ(pure->kind, ReplayKind::Pure);
  EXPECT_EQ(recaptured->kind, ReplayKind::Recapture);
  EXPECT_EQ(pure->blocks, nullptr);
  EXPECT_NE(recaptured->blocks, nullptr);
  record.give_back(pure);
  recaptured->ended_at = recaptured->taken_at + 1;  // nobody waited for it
  record.give_back(recaptured);
  EXPECT_EQ(record.take_instance(true), recaptured);
  EXPECT_EQ(recaptured->ended_at, 0u) << "somebody may wait for it this time";
  EXPECT_EQ(record.take_instance(false), pure);
  record.give_back(pure);
  record.give_back(second);
  record.give_back(recaptured);
  region.table().drop(record);
}

TEST(RecordTable, OneTableAndOneMessageARegion) {
  for (int round = 0; round < 50; round++) {
    void** slot = new_slot();
    std::atomic<uint32_t> n_first{0};
    std::vector<RecordTable*> tables(4);
    test::on_threads(4, [&](uint32_t thread) {
      tables[thread] = &RecordTable::of(slot);
      n_first += tables[thread]->is_first_message() ? 1 : 0;
    });
    EXPECT_EQ(std::set<RecordTable*>(tables.begin(), tables.end()).size(), 1u);
    EXPECT_EQ(n_first.load(), 1u);
  }
}

// Threads record, replay and reset as they like: one records at a time and one more after each reset, and no graph is
// used after its end.
TEST(RecordTable, UseFromThreads) {
  for (uint32_t n_threads : test::kThreadCounts) {
    RecordTable& table = RecordTable::of(new_slot());
    std::atomic<uint32_t> n_recorded{0};
    std::atomic<uint32_t> n_compiled{0};
    std::atomic<uint32_t> n_ended{0};  // by a reset or a drop
    std::atomic<uint32_t> n_replayed{0};
    test::on_threads(n_threads, [&](uint32_t thread) {
      base::Rng rng(thread + 1);
      for (int i = 0; i < 2000; i++) {
        Record* record = nullptr;
        bool is_reset = rng.below(20) == 0;
        if (is_reset) n_ended.fetch_add(1);
        Found found = table.find(0, is_reset, &record);
        switch (found) {
          case Found::Nothing:
            break;
          case Found::ToRecord:
            EXPECT_LE(n_recorded.fetch_add(1), n_ended.load());
            switch (rng.below(4)) {
              case 0:
                n_ended.fetch_add(1);
                table.drop(*record);
                break;
              case 1:
                table.finish(*record, small_graph());
                break;
              default:
                table.keep(*record, small_recording(), {true, 0});
            }
            break;
          case Found::ToCompile:
            n_compiled.fetch_add(1);
            table.compiled(*record, compile(record->recorder()));
            [[fallthrough]];
          case Found::ToReplay: {
            Instance* instance = record->take_instance(rng.below(2) == 0);
            EXPECT_GE(instance->graph->n_nodes, 1u);
            record->give_back(instance);
            n_replayed.fetch_add(1);
            if (rng.below(40) == 0) {
              n_ended.fetch_add(1);
              table.drop(*record);
            } else {
              table.leave(*record);
            }
            break;
          }
        }
      }
    });
    EXPECT_GT(n_compiled.load(), 0u);
    EXPECT_GT(n_replayed.load(), 0u);
    Record* record = nullptr;
    if (table.find(0, false, &record) != Found::Nothing) table.drop(*record);
  }
}

// Threads use more ids than may be kept: whatever somebody uses stays whole.
TEST(RecordTable, BoundedUseFromThreads) {
  constexpr uint64_t kIds = 32;
  constexpr uint32_t kUses = 6000;  // by all threads
  for (uint32_t n_threads : test::kThreadCounts) {
    RecordTable& table = RecordTable::of(new_slot());
    test::on_threads(n_threads, [&](uint32_t thread) {
      base::Rng rng(thread + 1);
      for (uint32_t i = 0; i < kUses / n_threads; i++) {
        Record* record = nullptr;
        Found found = table.find(rng.below(kIds), rng.below(50) == 0, &record, 8);
        if (found == Found::Nothing) continue;
        if (found == Found::ToRecord) {
          table.keep(*record, small_recording(), {true, 0});
          continue;
        }
        if (found == Found::ToCompile) table.compiled(*record, compile(record->recorder()));
        Instance* instance = record->take_instance(rng.below(2) == 0);
        EXPECT_EQ(instance->graph->n_nodes, 2u);
        record->give_back(instance);
        table.leave(*record);
      }
    });
    EXPECT_TRUE(table.has_evicted());
    for (uint64_t id = 0; id < kIds; id++) {
      Record* record = nullptr;
      if (table.find(id, false, &record) != Found::Nothing) table.drop(*record);
    }
  }
}

}  // namespace
}  // namespace rondo::graph
