// SPDX-License-Identifier: Apache-2.0
//
// task/join_counter.hpp: against a model that keeps every number apart, and under threads.
#include "task/join_counter.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::task {
namespace {

using After = JoinCounter::After;

TEST(JoinCounter, CountsChildrenHereAndElsewhere) {
  JoinCounter join_counter;
  join_counter.open(7);
  EXPECT_EQ(join_counter.owner(), 7u);
  EXPECT_TRUE(join_counter.is_done(Depth::Children));
  EXPECT_TRUE(join_counter.is_done(Depth::Descendants));
  join_counter.count_created();
  join_counter.count_created(4);
  EXPECT_EQ(join_counter.outstanding(), 5u);
  join_counter.count_done_here(2);
  EXPECT_EQ(join_counter.outstanding(), 3u);
  EXPECT_EQ(join_counter.report(2), After::Nothing);
  EXPECT_EQ(join_counter.outstanding(), 1u);
  EXPECT_FALSE(join_counter.is_done(Depth::Children));
  EXPECT_EQ(join_counter.report(1), After::Nothing);  // nobody sleeps: nobody is woken
  EXPECT_TRUE(join_counter.is_done(Depth::Children));
}

TEST(JoinCounter, AnOrphanHoldsUpDescendantsOnly) {
  JoinCounter join_counter;
  join_counter.open(0);
  join_counter.count_created();
  EXPECT_EQ(join_counter.report(JoinCounter::kOrphan), After::Nothing);
  EXPECT_EQ(join_counter.report(1), After::Nothing);
  EXPECT_TRUE(join_counter.is_done(Depth::Children));
  EXPECT_FALSE(join_counter.is_done(Depth::Descendants));
  EXPECT_EQ(join_counter.report(-JoinCounter::kOrphan), After::Nothing);
  EXPECT_TRUE(join_counter.is_done(Depth::Descendants));
}

TEST(JoinCounter, TheLastReportWakes) {
  JoinCounter join_counter;
  join_counter.open(0);
  join_counter.count_created(4);
  join_counter.count_done_here();
  EXPECT_EQ(join_counter.report(1), After::Nothing);
  EXPECT_TRUE(join_counter.begin_wait(Depth::Children));
  EXPECT_EQ(join_counter.report(1), After::Nothing);
  EXPECT_EQ(join_counter.report(1), After::Wake);
  join_counter.end_wait();
  EXPECT_TRUE(join_counter.is_done(Depth::Children));
  EXPECT_EQ(join_counter.outstanding(), 0u);
}

TEST(JoinCounter, TheLastOrphanWakes) {
  JoinCounter join_counter;
  join_counter.open(0);
  join_counter.count_created(1);
  EXPECT_EQ(join_counter.report(JoinCounter::kOrphan), After::Nothing);
  EXPECT_TRUE(join_counter.begin_wait(Depth::Descendants));
  EXPECT_EQ(join_counter.report(1), After::Wake);  // allowed: the owner looks and sleeps again
  join_counter.end_wait();
  EXPECT_FALSE(join_counter.is_done(Depth::Descendants));
  EXPECT_TRUE(join_counter.begin_wait(Depth::Descendants));
  EXPECT_EQ(join_counter.report(-JoinCounter::kOrphan), After::Wake);
  join_counter.end_wait();
  EXPECT_TRUE(join_counter.is_done(Depth::Descendants));
}

TEST(JoinCounter, NobodySleepsOverWhatIsDone) {
  JoinCounter join_counter;
  join_counter.open(0);
  join_counter.count_created(2);
  EXPECT_EQ(join_counter.report(1), After::Nothing);
  join_counter.count_done_here();
  EXPECT_FALSE(join_counter.begin_wait(Depth::Children));
  join_counter.end_wait();
  EXPECT_EQ(join_counter.report(JoinCounter::kOrphan), After::Nothing);
  EXPECT_FALSE(join_counter.begin_wait(Depth::Children));
  join_counter.end_wait();
  EXPECT_TRUE(join_counter.begin_wait(Depth::Descendants));
  join_counter.end_wait();
  EXPECT_EQ(join_counter.outstanding(), 0u);
}

TEST(JoinCounter, DiesWithItsLastDescendant) {
  {
    JoinCounter join_counter;
    join_counter.open(0);
    join_counter.count_created();
    join_counter.count_done_here();
    EXPECT_TRUE(join_counter.close());  // nothing is left: dead at once
  }
  {
    JoinCounter join_counter;
    join_counter.open(0);
    join_counter.count_created(3);
    join_counter.count_done_here();
    EXPECT_EQ(join_counter.report(JoinCounter::kOrphan), After::Nothing);
    EXPECT_FALSE(join_counter.close());
    EXPECT_EQ(join_counter.report(1), After::Nothing);
    EXPECT_EQ(join_counter.report(-JoinCounter::kOrphan), After::Nothing);
    EXPECT_EQ(join_counter.report(1), After::Dead);
  }
}

TEST(JoinCounter, SurvivesMoreCompletionsThanItsWordHasRoomFor) {
  JoinCounter join_counter;
  join_counter.open(0);
  constexpr uint32_t kMany = 1u << 28;
  for (uint64_t n = 0; n < (uint64_t{5} << 32); n += kMany) {
    if (n % (2 * kMany) == 0) {
      join_counter.count_created(kMany);
    } else {
      join_counter.count_created(kMany - 1);
      ASSERT_TRUE(join_counter.count_one_created()) << "each 64th";
    }
    ASSERT_FALSE(join_counter.is_done(Depth::Children));
    ASSERT_EQ(join_counter.report(kMany), After::Nothing);
    ASSERT_TRUE(join_counter.is_done(Depth::Children)) << n;
    ASSERT_TRUE(join_counter.is_done(Depth::Descendants)) << n;
  }
  join_counter.count_created(2);
  ASSERT_TRUE(join_counter.begin_wait(Depth::Descendants));
  EXPECT_EQ(join_counter.report(2), After::Wake);
  join_counter.end_wait();
  EXPECT_TRUE(join_counter.close());
}

// Every number apart.
struct Model {
  uint32_t created = 0;
  uint32_t done = 0;
  uint32_t n_orphans = 0;
  bool is_awaited = false;
  bool is_closed = false;

  bool is_done(Depth depth) const { return created == done && (depth == Depth::Children || n_orphans == 0); }
  After after_report() const {
    if (is_closed && is_done(Depth::Descendants)) return After::Dead;
    return is_awaited && is_done(Depth::Children) ? After::Wake : After::Nothing;
  }
};

TEST(JoinCounter, AgreesWithItsModel) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int run = 0; run < 300; run++) {
      JoinCounter join_counter;
      Model model;
      join_counter.open(1);
      const uint32_t n_steps = rng.below(60);
      bool is_dead = false;
      auto report = [&](int64_t delta) {
        const After after = join_counter.report(delta);
        ASSERT_EQ(after, model.after_report());
        is_dead |= after == After::Dead;
      };
      for (uint32_t step = 0; step < n_steps; step++) {
        const uint32_t left = model.created - model.done;
        switch (rng.below(7)) {
          case 0:
          case 1: {
            const uint32_t n = 1 + rng.below(3);
            join_counter.count_created(n);
            model.created += n;
            break;
          }
          case 2:
            if (left == 0) break;
            join_counter.count_done_here();
            model.done++;
            break;
          case 3: {
            if (left == 0) break;
            const uint32_t n = 1 + rng.below(left);
            model.done += n;
            report(n);
            break;
          }
          case 4:  // a child that is not done yet becomes an orphan later
            if (left == 0) break;
            model.n_orphans++;
            report(JoinCounter::kOrphan);
            break;
          case 5:
            if (model.n_orphans == 0) break;
            model.n_orphans--;
            report(-JoinCounter::kOrphan);
            break;
          case 6: {
            const Depth depth = rng.below(2) == 0 ? Depth::Children : Depth::Descendants;
            model.is_awaited = true;
            ASSERT_EQ(join_counter.begin_wait(depth), !model.is_done(depth));
            while (!model.is_done(depth) && rng.below(4) != 0) {
              if (model.n_orphans > 0 && rng.below(2) == 0) {
                model.n_orphans--;
                report(-JoinCounter::kOrphan);
              } else if (model.created != model.done) {
                model.done++;
                report(1);
              }
            }
            model.is_awaited = false;
            join_counter.end_wait();
            break;
          }
          default:
            break;
        }
        ASSERT_EQ(join_counter.is_done(Depth::Children), model.is_done(Depth::Children));
        ASSERT_EQ(join_counter.is_done(Depth::Descendants), model.is_done(Depth::Descendants));
        ASSERT_EQ(join_counter.outstanding(), model.created - model.done);
      }
      model.is_closed = true;
      is_dead = join_counter.close();
      ASSERT_EQ(is_dead, model.is_done(Depth::Descendants));
      while (model.created != model.done || model.n_orphans != 0) {
        ASSERT_FALSE(is_dead);
        if (model.n_orphans > 0 && rng.below(2) == 0) {
          model.n_orphans--;
          report(-JoinCounter::kOrphan);
        } else if (model.created != model.done) {
          model.done++;
          report(1);
        }
      }
      ASSERT_TRUE(is_dead);
    }
  }
}

// The owner creates and waits, others report; what they wrote before is there when the wait ends.
TEST(JoinCounter, WaitsForReportsOfOtherThreads) {
  constexpr uint32_t kRounds = 300;
  constexpr uint32_t kChildren = 20;
  for (uint32_t n_threads : test::kThreadCounts) {
    JoinCounter join_counter;
    join_counter.open(0);
    std::vector<uint32_t> results(n_threads * kChildren);
    std::atomic<uint32_t> round{0};
    std::atomic<uint32_t> is_woken{0};
    test::on_threads(n_threads + 1, [&](uint32_t thread) {
      if (thread == n_threads) {
        for (uint32_t i = 1; i <= kRounds; i++) {
          join_counter.count_created(n_threads * kChildren);
          round.store(i);
          while (!join_counter.is_done(Depth::Descendants)) {
            if (join_counter.begin_wait(Depth::Descendants)) {
              while (is_woken.exchange(0) == 0) std::this_thread::yield();
            }
            join_counter.end_wait();
          }
          for (uint32_t result : results) ASSERT_EQ(result, i);
        }
        return;
      }
      for (uint32_t i = 1; i <= kRounds; i++) {
        while (round.load() < i) std::this_thread::yield();
        auto report = [&](int64_t delta) {
          if (join_counter.report(delta) == After::Wake) is_woken.store(1);
        };
        for (uint32_t child = 0; child < kChildren; child++) {
          if (child % 4 == 0) report(JoinCounter::kOrphan);
          results[thread * kChildren + child] = i;
          report(1);
          if (child % 4 == 0) report(-JoinCounter::kOrphan);
        }
      }
    });
  }
}

TEST(JoinCounter, DiesOnceUnderThreads) {
  for (uint32_t n_threads : test::kThreadCounts) {
    for (int round = 0; round < 500; round++) {
      auto* join_counter = new JoinCounter;
      join_counter->open(0);
      join_counter->count_created(3 * n_threads);
      std::atomic<uint32_t> n_deaths{0};
      auto die = [&] {
        n_deaths++;
        delete join_counter;
      };
      test::on_threads(n_threads + 1, [&](uint32_t thread) {
        if (thread == 0) {
          if (join_counter->close()) die();
          return;
        }
        for (int child = 0; child < 3; child++) {
          if (join_counter->report(1) == After::Dead) die();
        }
      });
      ASSERT_EQ(n_deaths.load(), 1u);
    }
  }
}

}  // namespace
}  // namespace rondo::task
