// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: blocks that nobody waits for, one by one or several at a time, on a machine on which one
// thread takes kAlone for each.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "graph/compile/compile.hpp"
#include "graph/store/record_table.hpp"
#include "new_slot.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

constexpr uint32_t kBurstSlots = 2;
constexpr uint64_t kAlone = 100'000;  // ticks; blocks that are plain take no time here
constexpr uint64_t kPlainBlock = 50'000;  // more than it takes to make an instance
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
  // The same, by an encounter that comes after ordinary tasks.
  void make_graph_late() {
    ASSERT_EQ(table_.find(0, true, &record_), Found::ToRecord);
    record_->set_recording_ticks(kPlainBlock);
    Recorder& recorder = *make_recorder(false, false);
    recorder.add_task({}, nullptr, {});
    table_.keep(*record_, &recorder, {true, 0});
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToCompile);
    table_.compiled(*record_, compile(recorder));
    table_.leave(*record_);
  }
  void TearDown() override {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToReplay);
    table_.drop(*record_);
  }

  void begin_anew() {
    TearDown();
    SetUp();
    std::fill(std::begin(n_), std::end(n_), 0);
  }

  // The blocks of a burst that is spread begin together, and end together after so many ticks. Whether the first one
  // was spread and others were ordinary.
  bool run(uint64_t n_blocks, uint64_t spread_ticks) {
    WayChoice choice = use(false);
    n_[static_cast<int>(choice.way)]++;
    if (choice.way == Way::Alone) {
      record_->note_aside(choice, true, kAlone);
      table_.leave(*record_);
      return false;
    }
    const Way first = choice.way;
    Instance* blocks[kMostBlocks];
    uint64_t n_spread = 0;
    uint64_t end = 0;
    for (uint64_t i = 0; i < n_blocks; i++) {
      if (i != 0) {
        choice = use(true);
        EXPECT_EQ(choice.way, n_spread < i ? Way::Plain : choice.way);
        EXPECT_NE(choice.way, Way::Alone);
      }
      if (choice.way == Way::Plain) {
        pass(plain_ticks_);
        table_.leave(*record_);
        continue;
      }
      Instance& block = *(blocks[n_spread++] = record_->take_instance(true));
      block.choice = choice;
      block.taken_at -= 1'000'000'000;  // only the burst's beginning counts
      if (i == 0) end = os::ticks() + spread_ticks;
      pass(entry_ticks_);
    }
    for (uint64_t i = 0; i < n_spread; i++) {
      blocks[i]->ended_at = std::max(end, os::ticks());
      give_back(*blocks[i], 1);
    }
    return first != Way::Plain && n_spread < n_blocks;
  }
  void never_alone() { ways_ = {Way::Plain}; }
  // Of a block that is plain, and of one that is spread: how long its creator is in it.
  void take(uint64_t plain_ticks, uint64_t entry_ticks) {
    plain_ticks_ = plain_ticks;
    entry_ticks_ = entry_ticks;
  }
  int n(Way way) const { return n_[static_cast<int>(way)]; }

 private:
  static void pass(uint64_t ticks) {
    const uint64_t start = os::ticks();
    while (os::ticks() - start < ticks) {
    }
  }
  WayChoice use(bool is_behind) {
    EXPECT_EQ(table_.find(0, false, &record_), Found::ToReplay);
    return record_->choose_way_of_block({.n_slots = kBurstSlots, .ways = ways_}, is_behind);
  }

  RecordTable& table_ = RecordTable::of(new_slot());
  Record* record_ = nullptr;
  Ways ways_ = {Way::Alone, Way::Plain};
  uint64_t plain_ticks_ = 0;
  uint64_t entry_ticks_ = 0;
  int n_[kWays] = {};
};

// As of a file: nobody has seen its tasks.
TEST(UnseenPattern, IsTriedBehindOrdinaryTasks) {
  RecordTable& table = RecordTable::of(new_slot());
  Record* record = nullptr;
  ASSERT_EQ(table.find(0, false, &record), Found::ToRecord);
  record->begin_plain();
  Recorder recorder(false);
  recorder.add_task({}, nullptr, {});
  table.finish(*record, compile(recorder));
  int n_plain = 0;
  for (Way way = Way::Plain; way == Way::Plain && n_plain < 100; n_plain++) {
    ASSERT_EQ(table.find(0, false, &record), Found::ToReplay);
    way = record->choose_way_of_block({.n_slots = kBurstSlots}, false).way;
    record->note_done();
    table.leave(*record);
  }
  EXPECT_GT(n_plain, 2);
  EXPECT_LT(n_plain, 10);
  ASSERT_EQ(table.find(0, false, &record), Found::ToReplay);
  table.drop(*record);
}

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

// Regions whose ordinary tasks take time, too.
class LongBursts : public Bursts {
 protected:
  void SetUp() override {
    Bursts::SetUp();
    make_graph_late();
    never_alone();
  }
};

// The first trial is paid for as if it took twice as long as ordinary tasks do, and the next ones as what they took.
TEST_F(LongBursts, AreTriedWhenThatIsPaidFor) {
  take(kPlainBlock, 0);
  for (int burst = 0; burst < 40; burst++) run(kMostBlocks, 0);
  EXPECT_EQ(n(Way::Spread), 0);
  for (int burst = 0; burst < 200; burst++) run(kMostBlocks, 3 * kMostBlocks * kPlainBlock);
  EXPECT_GT(n(Way::Spread), 0);
  EXPECT_LT(n(Way::Spread), 5);
}

// A trial ends inside a burst when entering its blocks alone takes longer than ordinary tasks do.
TEST_F(LongBursts, EndATrialThatIsLost) {
  take(kPlainBlock, 3 * kPlainBlock);
  int n_ended = 0;
  for (int burst = 0; burst < 80; burst++) n_ended += run(kMostBlocks, 0) ? 1 : 0;
  EXPECT_GT(n_ended, 0);
  EXPECT_EQ(n_ended, n(Way::Spread));
}

// One whose blocks are entered faster goes on to its end, however long its tasks take: so it is known how long, and
// bursts are not spread from then on. (Some end early, because their instances are made, or because this process is
// interrupted: then the next one is far.)
TEST_F(LongBursts, EndATrialOnlyIfItIsLost) {
  constexpr int kTries = 10;
  bool has_learnt = false;
  for (int i = 0; i < kTries && !has_learnt; i++) {
    if (i != 0) begin_anew();
    take(kPlainBlock, 0);
    int n_ended = 0;
    for (int burst = 0; burst < 150; burst++) n_ended += run(kMostBlocks, 20 * kPlainBlock) ? 1 : 0;
    has_learnt = n_ended < n(Way::Spread) && n(Way::Spread) < 10;
  }
  EXPECT_TRUE(has_learnt);
}

}  // namespace
}  // namespace rondo::graph
