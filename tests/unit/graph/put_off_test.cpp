// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: a record waits for its graph until ordinary tasks have taken long enough.
#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/store/record.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

// Nobody makes the graph meanwhile, and the record stays.
TEST(PutOff, UntilOrdinaryTasksHaveTakenLong) {
  static void* slot = nullptr;
  RecordTable& table = RecordTable::of(&slot);
  Record* record = nullptr;
  ASSERT_EQ(table.find(0, false, &record), Found::ToRecord);
  Recorder* recorder = make_recorder(false, false);
  recorder->add_task({}, nullptr, {});
  table.keep(*record, recorder, {true, 0});
  for (int encounter = 0; encounter < 3; encounter++) {
    ASSERT_EQ(table.find(0, false, &record), Found::ToCompile);
    Record* other = nullptr;
    EXPECT_EQ(table.find(0, false, &other), Found::Nothing);
    table.put_off(*record);
    record->note_without_graph({Way::Plain, 0}, 0);  // it is the fastest, so the recorded one does not count
    EXPECT_FALSE(record->is_worth_compiling(false));
    EXPECT_FALSE(record->is_worth_compiling(true));
    table.leave(*record);
  }
  ASSERT_EQ(table.find(0, false, &record), Found::ToCompile);
  record->note_without_graph({Way::Plain, 0}, 1000 * os::ticks_per_us());
  EXPECT_FALSE(record->is_worth_compiling(true)) << "the first ten encounters take no longer than ordinary tasks";
  for (int encounter = 4; encounter < 9; encounter++) record->note_without_graph({Way::Plain, 0}, 0);
  EXPECT_TRUE(record->is_worth_compiling(true)) << "replays that skip the code gain more";
  EXPECT_FALSE(record->is_worth_compiling(false));
  record->note_without_graph({Way::Plain, 0}, 10'000 * os::ticks_per_us());
  EXPECT_TRUE(record->is_worth_compiling(false));
  table.compiled(*record, compile(record->recorder()));
  table.leave(*record);
  EXPECT_EQ(table.find(0, false, &record), Found::ToReplay);
  table.drop(*record);
}

// Making the graph of few long tasks is not noticed.
TEST(PutOff, NotWhereTasksAreLong) {
  static void* slot = nullptr;
  RecordTable& table = RecordTable::of(&slot);
  Record* record = nullptr;
  ASSERT_EQ(table.find(0, false, &record), Found::ToRecord);
  Recorder* recorder = make_recorder(false, false);
  recorder->add_task({}, nullptr, {});
  table.keep(*record, recorder, {true, 0});
  ASSERT_EQ(table.find(0, false, &record), Found::ToCompile);
  EXPECT_FALSE(record->is_worth_compiling(false));
  record->note_without_graph({Way::Plain, 0}, 2000 * os::ticks_per_us());
  EXPECT_TRUE(record->is_worth_compiling(false));
  table.refuse(*record);
}

// Tiny tasks that run at once need no graph either: that is tried as soon as ordinary tasks are known to be tiny.
TEST(PutOff, TinyTasksMayRunAtOnce) {
  constexpr uint32_t kSlots = 2;
  static void* slot = nullptr;
  RecordTable& table = RecordTable::of(&slot);
  Record* record = nullptr;
  ASSERT_EQ(table.find(0, false, &record), Found::ToRecord);
  Recorder* recorder = make_recorder(false, false);
  for (int task = 0; task < 1000; task++) recorder->add_task({}, nullptr, {});
  table.keep(*record, recorder, {true, 0});
  ASSERT_EQ(table.find(0, false, &record), Found::ToCompile);
  auto run = [&](uint64_t plain_us, uint64_t alone_us) {
    const WayChoice choice = record->choose_way_without_graph(kSlots);
    const uint64_t us = choice.way == Way::Alone ? alone_us : plain_us;
    record->note_without_graph(choice, us * os::ticks_per_us());
    return choice.way;
  };
  EXPECT_EQ(run(2000, 2000), Way::Plain) << "2 us a task";
  EXPECT_EQ(run(2000, 2000), Way::Plain);
  for (int encounter = 0; encounter < 10; encounter++) run(100, 50);
  EXPECT_EQ(run(100, 50), Way::Alone);
  EXPECT_EQ(run(100, 50), Way::Alone);
  table.refuse(*record);
}

}  // namespace
}  // namespace rondo::graph
