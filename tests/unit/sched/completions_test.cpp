// SPDX-License-Identifier: Apache-2.0
//
// sched/run/execute.hpp, "Completions": what a worker counts in its batch is reported, whatever the report sets off.
#include <gtest/gtest.h>

#include "sched/run/execute.hpp"
#include "sched/settings.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

using task::Depth;
using task::Domain;
using task::JoinCounter;
using test::TestArena;

// A domain whose end completes a task of another parent, as the end of a taskiter loop does with its proxy tasks.
struct Ending {
  Domain domain;  // first: the function gets the domain
  JoinCounter* ended_with_it = nullptr;
  JoinCounter* above = nullptr;

  static JoinCounter& on_dead(Worker& worker, Domain& domain) {
    auto& ending = reinterpret_cast<Ending&>(domain);
    count_done(worker, *ending.ended_with_it);
    return *ending.above;
  }
};

class Completions : public testing::Test {
 protected:
  void SetUp() override {
    for (JoinCounter* counter : {&group_, &above_, &other_}) {
      counter->open(owner_.id);
      counter->count_created();
    }
    ending_.ended_with_it = &group_;
    ending_.above = &above_;
    ending_.domain.arena = &arena_.arena;
    ending_.domain.on_dead = Ending::on_dead;
    ending_.domain.join_counter.open(task::kNoWorker);
    ending_.domain.join_counter.count_created();
    EXPECT_FALSE(ending_.domain.join_counter.close());
    count_done(worker_, ending_.domain.join_counter);  // in the batch: the last report that the domain waits for
  }

  TestArena arena_{2};
  Worker& owner_ = arena_.worker(0);
  Worker& worker_ = arena_.worker(1);
  JoinCounter group_, above_, other_;
  Ending ending_;
};

TEST_F(Completions, OfADomainThatEndsInTheMiddleOfACountAreNotLost) {
  count_done(worker_, other_);  // reports the batch first
  flush(worker_);
  EXPECT_TRUE(above_.is_done(Depth::Children));
  EXPECT_TRUE(group_.is_done(Depth::Children));
  EXPECT_TRUE(other_.is_done(Depth::Children));
}

TEST_F(Completions, OfADomainThatEndsInAFlushAreReportedBeforeTheWorkerIdles) {
  flush(worker_);
  EXPECT_TRUE(above_.is_done(Depth::Children));
  EXPECT_TRUE(group_.is_done(Depth::Children));
}

}  // namespace
}  // namespace rondo::sched
