// SPDX-License-Identifier: Apache-2.0
//
// graph/store/record.hpp: in which ways an encounter may run, before trials have said which is the fastest.
#include <initializer_list>

#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/store/record_table.hpp"
#include "new_slot.hpp"
#include "os/clock.hpp"

namespace rondo::graph {
namespace {

using Found = RecordTable::Found;

// The graph of one task, whose recorded encounter has taken so long.
class OpenWays : public ::testing::Test {
 protected:
  void make(uint64_t recording_ticks) {
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToRecord);
    Recorder recorder(false);
    recorder.add_task({}, nullptr, {});
    record_->set_recording_ticks(recording_ticks);
    table_.finish(*record_, compile(recorder));
    ASSERT_EQ(table_.find(0, false, &record_), Found::ToReplay);
  }
  Way way(Ways ways, bool is_contended = false) {
    return record_->choose_way({.n_slots = 2, .is_contended = is_contended, .ways = ways}).way;
  }
  void drop() { table_.drop(*record_); }

 private:
  RecordTable& table_ = RecordTable::of(new_slot());
  Record* record_ = nullptr;
};

// It is worth its price only if the recording has not been too short.
TEST_F(OpenWays, TheTimeOfItsRecordingSaysWhichWayToBeginWith) {
  for (const uint64_t recording_us : std::initializer_list<uint64_t>{0, 50}) {
    make(recording_us * os::ticks_per_us() + 1);
    EXPECT_EQ(way({Way::Alone}), recording_us == 0 ? Way::Alone : Way::Any);
    drop();
  }
}

// Other programs want the processors: only what takes longer than a turn of theirs is spread.
TEST_F(OpenWays, ShortEncountersAreNotSpreadBesideOtherPrograms) {
  for (const uint64_t recording_us : std::initializer_list<uint64_t>{1000, 10'000}) {
    make(recording_us * os::ticks_per_us());
    EXPECT_EQ(way({Way::Plain}), Way::Spread);
    EXPECT_EQ(way({Way::Plain}, true), recording_us == 1000 ? Way::Plain : Way::Spread);
    EXPECT_EQ(way({}, true), Way::Any) << "there is no other way";
    drop();
  }
}

}  // namespace
}  // namespace rondo::graph
