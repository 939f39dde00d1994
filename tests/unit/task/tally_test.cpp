// SPDX-License-Identifier: Apache-2.0
//
// task/tally.hpp: against a model that keeps every number apart, and under threads.
#include "task/tally.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "support.hpp"

namespace rondo::task {
namespace {

using After = Tally::After;

TEST(Tally, CountsChildrenHereAndElsewhere) {
  Tally tally;
  tally.open(7);
  EXPECT_EQ(tally.owner(), 7u);
  EXPECT_TRUE(tally.is_done(Depth::Children));
  EXPECT_TRUE(tally.is_done(Depth::Descendants));
  tally.count_created();
  tally.count_created(4);
  EXPECT_EQ(tally.outstanding(), 5u);
  tally.count_done_here(2);
  EXPECT_EQ(tally.outstanding(), 3u);
  EXPECT_EQ(tally.report(2), After::Nothing);
  EXPECT_EQ(tally.outstanding(), 1u);
  EXPECT_FALSE(tally.is_done(Depth::Children));
  EXPECT_EQ(tally.report(1), After::Nothing);  // nobody sleeps: nobody is woken
  EXPECT_TRUE(tally.is_done(Depth::Children));
}

TEST(Tally, AnOrphanHoldsUpDescendantsOnly) {
  Tally tally;
  tally.open(0);
  tally.count_created();
  EXPECT_EQ(tally.report(Tally::kOrphan), After::Nothing);
  EXPECT_EQ(tally.report(1), After::Nothing);
  EXPECT_TRUE(tally.is_done(Depth::Children));
  EXPECT_FALSE(tally.is_done(Depth::Descendants));
  EXPECT_EQ(tally.report(-Tally::kOrphan), After::Nothing);
  EXPECT_TRUE(tally.is_done(Depth::Descendants));
}

TEST(Tally, TheLastReportWakes) {
  Tally tally;
  tally.open(0);
  tally.count_created(4);
  tally.count_done_here();
  EXPECT_EQ(tally.report(1), After::Nothing);
  EXPECT_TRUE(tally.begin_wait(Depth::Children));
  EXPECT_EQ(tally.report(1), After::Nothing);
  EXPECT_EQ(tally.report(1), After::Wake);
  tally.end_wait();
  EXPECT_TRUE(tally.is_done(Depth::Children));
  EXPECT_EQ(tally.outstanding(), 0u);
}

TEST(Tally, TheLastOrphanWakes) {
  Tally tally;
  tally.open(0);
  tally.count_created(1);
  EXPECT_EQ(tally.report(Tally::kOrphan), After::Nothing);
  EXPECT_TRUE(tally.begin_wait(Depth::Descendants));
  EXPECT_EQ(tally.report(1), After::Wake);  // allowed: the owner looks and sleeps again
  tally.end_wait();
  EXPECT_FALSE(tally.is_done(Depth::Descendants));
  EXPECT_TRUE(tally.begin_wait(Depth::Descendants));
  EXPECT_EQ(tally.report(-Tally::kOrphan), After::Wake);
  tally.end_wait();
  EXPECT_TRUE(tally.is_done(Depth::Descendants));
}

TEST(Tally, NobodySleepsOverWhatIsDone) {
  Tally tally;
  tally.open(0);
  tally.count_created(2);
  EXPECT_EQ(tally.report(1), After::Nothing);
  tally.count_done_here();
  EXPECT_FALSE(tally.begin_wait(Depth::Children));
  tally.end_wait();
  EXPECT_EQ(tally.report(Tally::kOrphan), After::Nothing);
  EXPECT_FALSE(tally.begin_wait(Depth::Children));
  tally.end_wait();
  EXPECT_TRUE(tally.begin_wait(Depth::Descendants));
  tally.end_wait();
  EXPECT_EQ(tally.outstanding(), 0u);
}

TEST(Tally, DiesWithItsLastDescendant) {
  {
    Tally tally;
    tally.open(0);
    tally.count_created();
    tally.count_done_here();
    EXPECT_TRUE(tally.close());  // nothing is left: dead at once
  }
  {
    Tally tally;
    tally.open(0);
    tally.count_created(3);
    tally.count_done_here();
    EXPECT_EQ(tally.report(Tally::kOrphan), After::Nothing);
    EXPECT_FALSE(tally.close());
    EXPECT_EQ(tally.report(1), After::Nothing);
    EXPECT_EQ(tally.report(-Tally::kOrphan), After::Nothing);
    EXPECT_EQ(tally.report(1), After::Dead);
  }
}

TEST(Tally, SurvivesMoreCompletionsThanItsWordHasRoomFor) {
  Tally tally;
  tally.open(0);
  constexpr uint32_t kMany = 1u << 28;
  for (uint64_t n = 0; n < (uint64_t{5} << 32); n += kMany) {
    if (n % (2 * kMany) == 0) {
      tally.count_created(kMany);
    } else {
      tally.count_created(kMany - 1);
      ASSERT_TRUE(tally.count_one_created()) << "each 64th";
    }
    ASSERT_FALSE(tally.is_done(Depth::Children));
    ASSERT_EQ(tally.report(kMany), After::Nothing);
    ASSERT_TRUE(tally.is_done(Depth::Children)) << n;
    ASSERT_TRUE(tally.is_done(Depth::Descendants)) << n;
  }
  tally.count_created(2);
  ASSERT_TRUE(tally.begin_wait(Depth::Descendants));
  EXPECT_EQ(tally.report(2), After::Wake);
  tally.end_wait();
  EXPECT_TRUE(tally.close());
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

TEST(Tally, AgreesWithItsModel) {
  for (uint64_t seed : test::kSeeds) {
    SCOPED_TRACE(seed);
    base::Rng rng(seed);
    for (int run = 0; run < 300; run++) {
      Tally tally;
      Model model;
      tally.open(1);
      const uint32_t n_steps = rng.below(60);
      bool is_dead = false;
      auto report = [&](int64_t delta) {
        const After after = tally.report(delta);
        ASSERT_EQ(after, model.after_report());
        is_dead |= after == After::Dead;
      };
      for (uint32_t step = 0; step < n_steps; step++) {
        const uint32_t left = model.created - model.done;
        switch (rng.below(7)) {
          case 0:
          case 1: {
            const uint32_t n = 1 + rng.below(3);
            tally.count_created(n);
            model.created += n;
            break;
          }
          case 2:
            if (left == 0) break;
            tally.count_done_here();
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
            report(Tally::kOrphan);
            break;
          case 5:
            if (model.n_orphans == 0) break;
            model.n_orphans--;
            report(-Tally::kOrphan);
            break;
          case 6: {
            const Depth depth = rng.below(2) == 0 ? Depth::Children : Depth::Descendants;
            model.is_awaited = true;
            ASSERT_EQ(tally.begin_wait(depth), !model.is_done(depth));
            while (!model.is_done(depth) && rng.below(4) != 0) {
              if (model.n_orphans > 0 && rng.below(2) == 0) {
                model.n_orphans--;
                report(-Tally::kOrphan);
              } else if (model.created != model.done) {
                model.done++;
                report(1);
              }
            }
            model.is_awaited = false;
            tally.end_wait();
            break;
          }
          default:
            break;
        }
        ASSERT_EQ(tally.is_done(Depth::Children), model.is_done(Depth::Children));
        ASSERT_EQ(tally.is_done(Depth::Descendants), model.is_done(Depth::Descendants));
        ASSERT_EQ(tally.outstanding(), model.created - model.done);
      }
      model.is_closed = true;
      is_dead = tally.close();
      ASSERT_EQ(is_dead, model.is_done(Depth::Descendants));
      while (model.created != model.done || model.n_orphans != 0) {
        ASSERT_FALSE(is_dead);
        if (model.n_orphans > 0 && rng.below(2) == 0) {
          model.n_orphans--;
          report(-Tally::kOrphan);
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
TEST(Tally, WaitsForReportsOfOtherThreads) {
  constexpr uint32_t kRounds = 300;
  constexpr uint32_t kChildren = 20;
  for (uint32_t n_threads : test::kThreadCounts) {
    Tally tally;
    tally.open(0);
    std::vector<uint32_t> results(n_threads * kChildren);
    std::atomic<uint32_t> round{0};
    std::atomic<uint32_t> is_woken{0};
    test::on_threads(n_threads + 1, [&](uint32_t thread) {
      if (thread == n_threads) {
        for (uint32_t i = 1; i <= kRounds; i++) {
          tally.count_created(n_threads * kChildren);
          round.store(i);
          while (!tally.is_done(Depth::Descendants)) {
            if (tally.begin_wait(Depth::Descendants)) {
              while (is_woken.exchange(0) == 0) std::this_thread::yield();
            }
            tally.end_wait();
          }
          for (uint32_t result : results) ASSERT_EQ(result, i);
        }
        return;
      }
      for (uint32_t i = 1; i <= kRounds; i++) {
        while (round.load() < i) std::this_thread::yield();
        auto report = [&](int64_t delta) {
          if (tally.report(delta) == After::Wake) is_woken.store(1);
        };
        for (uint32_t child = 0; child < kChildren; child++) {
          if (child % 4 == 0) report(Tally::kOrphan);
          results[thread * kChildren + child] = i;
          report(1);
          if (child % 4 == 0) report(-Tally::kOrphan);
        }
      }
    });
  }
}

TEST(Tally, DiesOnceUnderThreads) {
  for (uint32_t n_threads : test::kThreadCounts) {
    for (int round = 0; round < 500; round++) {
      auto* tally = new Tally;
      tally->open(0);
      tally->count_created(3 * n_threads);
      std::atomic<uint32_t> n_deaths{0};
      auto die = [&] {
        n_deaths++;
        delete tally;
      };
      test::on_threads(n_threads + 1, [&](uint32_t thread) {
        if (thread == 0) {
          if (tally->close()) die();
          return;
        }
        for (int child = 0; child < 3; child++) {
          if (tally->report(1) == After::Dead) die();
        }
      });
      ASSERT_EQ(n_deaths.load(), 1u);
    }
  }
}

}  // namespace
}  // namespace rondo::task
