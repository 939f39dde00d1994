// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: blocks that nobody waits for, one by one or several at a time, on a machine on which one
// thread takes kAlone for each.
#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/store/record.hpp"
#include "new_slot.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

constexpr uint32_t kBurstSlots = 2;
constexpr uint64_t kAlone = 100'000;  // ticks; blocks that are plain take no time here
constexpr uint64_t kMostBlocks = 10;

class Bursts : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToRecord);
    record_->set_recording_ticks(1);
    Recorder recorder(false);
    recorder.add_task({}, nullptr, {});
    table_.finish(*record_, compile(recorder));
  }
  void TearDown() override {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToReplay);
    table_.drop(*record_);
  }

  // The blocks of a burst that is spread begin together, and end together after so many ticks.
  void run(uint64_t n_blocks, uint64_t spread_ticks) {
    WayChoice choice = use(false);
    n_[static_cast<int>(choice.way)]++;
    if (choice.way == Way::Alone) {
      record_->note_aside(choice, true, kAlone);
      return table_.leave(*record_);
    }
    Instance* blocks[kMostBlocks];
    uint64_t end = 0;
    for (uint64_t i = 0; i < n_blocks; i++) {
      const Way first = choice.way;
      if (i != 0) choice = use(true);
      EXPECT_EQ(choice.way, i == 0 ? first : first == Way::Plain ? Way::Plain : Way::Any);
      if (first == Way::Plain) {
        table_.leave(*record_);
        choice.way = first;
        continue;
      }
      blocks[i] = record_->take_instance(true);
      blocks[i]->choice = choice;
      blocks[i]->taken_at -= 1'000'000'000;  // only the burst's beginning counts
      if (i == 0) end = os::ticks() + spread_ticks;
      choice.way = first;
    }
    if (choice.way == Way::Plain) return;
    for (uint64_t i = 0; i < n_blocks; i++) {
      blocks[i]->ended_at = end;
      give_back(*blocks[i], 1);
    }
  }
  void never_alone() { ways_ = {Way::Plain}; }
  int n(Way way) const { return n_[static_cast<int>(way)]; }

 private:
  WayChoice use(bool is_behind) {
    EXPECT_EQ(table_.find(0, false, &record_), Found::ToReplay);
    return record_->choose_way_of_block({.n_slots = kBurstSlots, .is_behind = is_behind, .ways = ways_});
  }

  RecordTable& table_ = RecordTable::of(new_slot());
  Record* record_ = nullptr;
  Ways ways_ = {Way::Alone, Way::Plain};
  int n_[kWays] = {};
};

// Each block takes as long as the burst, longer than on one thread; together they are faster.
TEST_F(Bursts, AreTimedAsAWhole) {
  for (int burst = 0; burst < 300; burst++) run(kMostBlocks, 5 * kAlone);
  EXPECT_LT(n(Way::Alone), 100);
}

TEST_F(Bursts, OfOneBlockAreThatBlock) {
  for (int burst = 0; burst < 300; burst++) run(1, 5 * kAlone);
  EXPECT_LT(n(Way::Spread), 100);
}

// Ordinary tasks are tried, and the blocks behind the first one are ordinary as well.
TEST_F(Bursts, MayBePlain) {
  for (int burst = 0; burst < 300; burst++) run(kMostBlocks, 0);
  EXPECT_GT(n(Way::Plain), 0);
}

// Regions that are not waited for: one thread would do now what is to run beside the code.
TEST_F(Bursts, OfRegionsAreSpreadOrPlain) {
  never_alone();
  for (int burst = 0; burst < 300; burst++) run(1, 5 * kAlone);
  EXPECT_EQ(n(Way::Alone), 0);
  EXPECT_GT(n(Way::Plain), 100);
}

}  // namespace
}  // namespace rondo::graph
