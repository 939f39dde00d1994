// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: a record waits for its graph until ordinary tasks have taken long enough.
#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/store/record_table.hpp"
#include "new_slot.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

// A region with a record of so many tasks, which has no graph.
class PutOff : public testing::Test {
 protected:
  void record(int n_tasks) {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToRecord);
    Recorder* recorder = make_recorder(false, false);
    for (int task = 0; task < n_tasks; task++) recorder->add_task({}, nullptr, {});
    table_.keep(*record_, recorder, {true, 0});
  }

  void run_plainly(uint64_t us) { record_->note_aside({Way::Plain, 0}, true, us * os::ticks_per_us()); }

  RecordTable& table_ = RecordTable::of(new_slot());
  Record* record_ = nullptr;
};

// Nobody makes the graph meanwhile, and the record stays.
TEST_F(PutOff, UntilOrdinaryTasksHaveTakenLong) {
  record(1);
  for (int encounter = 0; encounter < 3; encounter++) {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
    Record* other = nullptr;
    EXPECT_EQ(table_.find(0, false, &other), Found::Nothing);
    table_.put_off(*record_);
    run_plainly(0);  // it is the fastest, so the recorded one does not count
    EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Recapture));
    EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Pure));
    table_.leave(*record_);
  }
  ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
  run_plainly(1000);
  for (int encounter = 4; encounter < 10; encounter++) {
    EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Pure))
        << "the first ten encounters take no longer than ordinary tasks";
    run_plainly(0);
  }
  EXPECT_TRUE(record_->is_worth_compiling(ReplayKind::Pure)) << "replays that skip the code gain more";
  EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Recapture));
  run_plainly(10'000);
  EXPECT_TRUE(record_->is_worth_compiling(ReplayKind::Recapture));
  table_.compiled(*record_, compile(record_->recorder()));
  table_.leave(*record_);
  EXPECT_EQ(table_.find(0, false, &record_), Found::ToReplay);
  table_.drop(*record_);
}

// Making the graph of few long tasks is not noticed.
TEST_F(PutOff, NotWhereTasksAreLong) {
  record(1);
  ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
  EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Recapture));
  run_plainly(2000);
  EXPECT_TRUE(record_->is_worth_compiling(ReplayKind::Recapture));
  table_.refuse(*record_);
}

// Of short tasks creation and dependences are a large part, which re-captures save; tiny ones run alone.
// A pattern saves little, so it waits until nobody notices.
TEST_F(PutOff, LessLongWhereTasksAreShort) {
  struct Case {
    uint64_t us;
    bool is_made;
  };
  for (const Case of : {Case{140, false}, Case{300, true}, Case{390, true}}) {
    record(1000);
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
    for (int encounter = 0; encounter < 9; encounter++) run_plainly(of.us);
    EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Recapture)) << "the first ten";
    run_plainly(of.us);
    EXPECT_TRUE(record_->is_worth_compiling(ReplayKind::Pure));
    EXPECT_EQ(record_->is_worth_compiling(ReplayKind::Recapture), of.is_made) << of.us << " ns a task";
    EXPECT_FALSE(record_->is_worth_compiling(ReplayKind::Pattern));
    run_plainly(32 * 1050);
    EXPECT_TRUE(record_->is_worth_compiling(ReplayKind::Pattern));
    table_.drop(*record_);
  }
}

// Tiny tasks that run at once need no graph either: that is tried as soon as ordinary tasks are known to be tiny.
TEST_F(PutOff, TinyTasksMayRunAtOnce) {
  constexpr uint32_t kSlots = 2;
  record(1000);
  ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
  auto run = [&](uint64_t plain_us, uint64_t alone_us) {
    const WayChoice choice = record_->choose_way({.n_slots = kSlots});
    const uint64_t us = choice.way == Way::Alone ? alone_us : plain_us;
    record_->note_aside(choice, true, us * os::ticks_per_us());
    return choice.way;
  };
  EXPECT_EQ(run(2000, 2000), Way::Plain) << "2 us a task";
  EXPECT_EQ(run(2000, 2000), Way::Plain);
  for (int encounter = 0; encounter < 10; encounter++) EXPECT_EQ(run(300, 50), Way::Plain) << "not yet";
  for (int encounter = 0; encounter < 10; encounter++) run(100, 50);
  EXPECT_EQ(run(100, 50), Way::Alone);
  EXPECT_EQ(run(100, 50), Way::Alone);
  table_.refuse(*record_);
}

// Hardly any data moves between the two, so one encounter tells.
TEST_F(PutOff, AnEncounterThatIsSlowerEndsTheTrial) {
  record(1000);
  ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
  int n_alone = 0;
  for (int encounter = 0; encounter < 20; encounter++) {
    const WayChoice choice = record_->choose_way({.n_slots = 2});
    n_alone += choice.way == Way::Alone ? 1 : 0;
    record_->note_aside(choice, true, (choice.way == Way::Alone ? 120 : 100) * os::ticks_per_us());
  }
  EXPECT_EQ(n_alone, 1);
  table_.refuse(*record_);
}

}  // namespace
}  // namespace rondo::graph
