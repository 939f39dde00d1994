// SPDX-License-Identifier: Apache-2.0
//
// base/count.hpp, in counting builds: what tasks and nodes cost in shared operations, where nobody else takes part
// and the numbers are exact. A number that changes here is a change of what docs/measurements/scaling.md is derived
// from.
#include "base/count.hpp"

#include <array>

#include <gtest/gtest.h>

#include "rondo.h"
#include "sched/test_arena.hpp"
#include "team/barrier.hpp"
#include "work/region.hpp"

namespace rondo::work {
namespace {

using base::Event;
using depend::Dependence;
using depend::Kind;

// What has been counted since it was made.
class Counts {
 public:
  Counts() : before_(now()) {}
  uint64_t of(base::Construct construct, Event event) const {
    return base::counted(construct, event) - before_[index(construct, event)];
  }
  uint64_t of_all(Event event) const {
    uint64_t sum = 0;
    for (unsigned i = 0; i < base::kConstructs; i++) sum += of(static_cast<base::Construct>(i), event);
    return sum;
  }

 private:
  using Table = std::array<uint64_t, base::kConstructs * base::kEvents>;
  static size_t index(base::Construct construct, Event event) {
    return static_cast<size_t>(construct) * base::kEvents + static_cast<size_t>(event);
  }
  static Table now() {
    Table table;
    for (unsigned i = 0; i < base::kConstructs; i++) {
      for (unsigned j = 0; j < base::kEvents; j++) {
        auto construct = static_cast<base::Construct>(i);
        auto event = static_cast<Event>(j);
        table[index(construct, event)] = base::counted(construct, event);
      }
    }
    return table;
  }
  Table before_;
};

constexpr uint32_t kTasks = 32;  // fewer than what makes a creator run new ones at once

// Tasks whose data may be copied, so that a region that has recorded them can be replayed without its code.
void create_chain(sched::Worker& worker) {
  for (uint32_t i = 0; i < kTasks; i++) {
    const Dependence link = {64, Kind::Out};
    task::TaskSpec spec = {};
    spec.entry.gomp = [](void*) {};
    spec.is_trivial = true;
    sched::submit(worker, *sched::allocate(worker, spec), {&link, 1});
  }
}

// The runtime has started: who wakes others need not fence (os/asymmetric_fence.hpp).
class Count : public testing::Test {
 protected:
  Count() { team::this_worker(); }
};

TEST_F(Count, ATaskOfItsOwnCreatorIsAPushAndATakeWithOneFence) {
  test::TestArena arena(2);  // nobody occupies the other slot
  sched::Worker& worker = arena.worker(0);
  test::create(worker, [] {});
  sched::taskwait(worker);
  Counts counts;
  for (uint32_t i = 0; i < kTasks; i++) test::create(worker, [] {});
  sched::taskwait(worker);
  EXPECT_EQ(counts.of(base::Construct::Create, Event::Entry), kTasks);
  EXPECT_EQ(counts.of(base::Construct::Finish, Event::Entry), kTasks);
  EXPECT_EQ(counts.of_all(Event::Push), kTasks);
  EXPECT_EQ(counts.of_all(Event::Take), kTasks);
  EXPECT_EQ(counts.of_all(Event::Fence), kTasks);
  EXPECT_EQ(counts.of_all(Event::Rmw), 1u);  // for the last word of the deque, not a task
  EXPECT_EQ(counts.of_all(Event::Post), 0u);
  EXPECT_EQ(counts.of_all(Event::Wake), 0u);
}

TEST_F(Count, ATaskBehindAnotherTakesThreeAtItsCreationAndTwoAtItsRelease) {
  test::TestArena arena(2);
  sched::Worker& worker = arena.worker(0);
  create_chain(worker);
  sched::taskwait(worker);
  Counts counts;
  create_chain(worker);
  sched::taskwait(worker);
  // The edge, the bias of `pending`, and the predecessor's name in the table; all but the first have one.
  EXPECT_EQ(counts.of(base::Construct::Create, Event::Rmw), 3 * (kTasks - 1));
  // The list is closed, the successor counted down; the last has none.
  EXPECT_EQ(counts.of(base::Construct::Release, Event::Rmw), 2 * kTasks - 1);
  EXPECT_EQ(counts.of(base::Construct::Release, Event::Push), 0u);  // each stays in the hand
  EXPECT_EQ(counts.of_all(Event::Fence), 1u);
}

TEST_F(Count, ANodeWithOnePredecessorTakesNothing) {
  test::in_region(1, [](sched::Worker& worker, uint32_t) {
    constexpr int kEncounters = 6;
    for (int i = 0; i < kEncounters; i++) {
      Counts counts;
      RONDO_TASKGRAPH(rondo_same_data()) { create_chain(worker); }
      if (i + 1 < kEncounters) continue;
      EXPECT_EQ(counts.of(base::Construct::Create, Event::Entry), 0u);
      EXPECT_GE(counts.of(base::Construct::Node, Event::Entry), 1u);
      EXPECT_LE(counts.of(base::Construct::Node, Event::Entry), kTasks);
      EXPECT_EQ(counts.of(base::Construct::Node, Event::Rmw), 0u);
      EXPECT_EQ(counts.of(base::Construct::Node, Event::Fence), 0u);
    }
  });
}

TEST_F(Count, ABarrierIsOneStoreAMemberAndNoReadModifyWrite) {
  for (uint32_t n_threads : test::kTeamSizes) {
    constexpr uint32_t kBarriers = 100;
    Counts counts;
    test::in_region(n_threads, [](sched::Worker& worker, uint32_t) {
      for (uint32_t i = 0; i < kBarriers; i++) team::barrier(worker);
    });
    EXPECT_EQ(counts.of(base::Construct::Barrier, Event::Entry), kBarriers * n_threads);
    // One of each member below the root, one of the root for all. Who sleeps has to be woken, by more.
    uint64_t wakes = counts.of(base::Construct::Barrier, Event::Wake);
    EXPECT_EQ(counts.of(base::Construct::Barrier, Event::Publish) - wakes, kBarriers * n_threads);
    if (wakes == 0) {
      EXPECT_EQ(counts.of(base::Construct::Barrier, Event::Rmw), 0u);
    }
  }
}

}  // namespace
}  // namespace rondo::work
