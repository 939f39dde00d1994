// SPDX-License-Identifier: Apache-2.0
//
// Loops that hand out chunks: every iteration exactly once under every schedule, in the order that the schedule
// promises, with constructs overlapping and teams changing their size.
#include "work/loop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <memory>
#include <vector>

#include "config/process.hpp"
#include "os/cpu.hpp"
#include "without.hpp"
#include "work/cancel.hpp"
#include "work/construct.hpp"
#include "work/ordered.hpp"
#include "work/region.hpp"
#include "work/shares.hpp"

namespace rondo::work {
namespace {

using config::ScheduleModifier;
using sched::Worker;
using test::in_region;
using test::kTeamSizes;

LoopSpec spec_of(LoopKind kind, uint64_t n, uint64_t chunk) {
  LoopSpec spec;
  spec.n_iterations = spec.end = n;
  spec.chunk = chunk;
  spec.kind = kind;
  spec.modifier = ScheduleModifier::Nonmonotonic;
  return spec;
}

struct Case {
  LoopKind kind;
  bool is_monotonic;
};
const Case kCases[] = {{LoopKind::Block, false},
                       {LoopKind::Cyclic, false},
                       {LoopKind::Dynamic, false},
                       {LoopKind::Dynamic, true},
                       {LoopKind::Guided, true}};

struct Times {
  explicit Times(size_t size) : n(size), counts(new std::atomic<int>[size]()) {}
  void add(const Chunk& chunk) {
    for (uint64_t i = chunk.first; i < chunk.last; i++) counts[i]++;
  }
  void expect_all(int expected) const {
    for (size_t i = 0; i < n; i++) ASSERT_EQ(counts[i].load(), expected) << "iteration " << i << " of " << n;
  }
  size_t n;
  std::unique_ptr<std::atomic<int>[]> counts;
};

TEST(Loop, EveryIterationOnceInOrderAndTheLastOneLast) {
  for (const Case& c : kCases) {
    for (uint32_t n_threads : kTeamSizes) {
      for (uint64_t n : {0u, 1u, 2u, 3u, 10u, 97u, 1000u}) {
        for (uint64_t chunk : {0u, 1u, 3u, 64u}) {
          Times times(n);
          std::atomic<int> n_last{0};
          LoopSpec spec = spec_of(c.kind, n, chunk);
          if (c.is_monotonic) spec.modifier = ScheduleModifier::Monotonic;
          in_region(n_threads, [&](Worker& worker, uint32_t) {
            begin_loop(worker, spec);
            Chunk part = {};
            Chunk before = {};
            bool was_last = false;
            while (next_chunk(worker, part)) {
              EXPECT_LT(part.first, part.last);
              EXPECT_FALSE(was_last) << "a thread goes on behind the last iteration";
              if (c.is_monotonic) EXPECT_GE(part.first, before.last);
              EXPECT_EQ(part.is_last, part.last == n);
              was_last = part.is_last;
              n_last += part.is_last;
              times.add(part);
              before = part;
            }
            EXPECT_FALSE(next_chunk(worker, part)) << "asked again behind the end";
            end_loop(worker);
          });
          times.expect_all(1);
          EXPECT_EQ(n_last, n == 0 ? 0 : 1);
        }
      }
    }
  }
}

// Four chunks, two threads that ask in turns: no thread keeps a chunk back while it takes another one's.
TEST(Loop, WhoAsksInTurnGetsAsMany) {
  std::atomic<int> n_asked{0};
  int n_got[2] = {};
  in_region(2, [&](Worker& worker, uint32_t index) {
    begin_loop(worker, spec_of(LoopKind::Dynamic, 4, 1));
    for (int i = 0; i < 2; i++) {
      while (n_asked.load() != 2 * i + (index == 0)) os::yield_thread();  // the owner of the last chunks asks first
      Chunk part = {};
      n_got[index] += next_chunk(worker, part);
      n_asked++;
    }
    barrier(worker);  // nobody ends the loop before all have asked
    end_loop(worker);
  });
  EXPECT_EQ(n_got[0], 2);
  EXPECT_EQ(n_got[1], 2);
}

TEST(Loop, ChunksHaveTheSizeAskedFor) {
  for (LoopKind kind : {LoopKind::Cyclic, LoopKind::Dynamic}) {
    in_region(3, [&](Worker& worker, uint32_t) {
      begin_loop(worker, spec_of(kind, 100, 7));
      Chunk part = {};
      while (next_chunk(worker, part)) {
        EXPECT_EQ(part.first % 7, 0u);
        EXPECT_EQ(part.last - part.first, part.is_last ? 2u : 7u);
      }
    });
  }
}

TEST(Loop, AHugeLoopCanBeLeft) {
  for (LoopKind kind : {LoopKind::Dynamic, LoopKind::Guided}) {
    in_region(2, [&](Worker& worker, uint32_t) {
      LoopSpec spec = spec_of(kind, ~uint64_t{0}, 1);
      spec.modifier = ScheduleModifier::Monotonic;
      begin_loop(worker, spec);
      Chunk part = {};
      EXPECT_TRUE(next_chunk(worker, part));
      EXPECT_LT(part.first, part.last);
      barrier(worker);  // nobody ends the loop before both have begun it
      end_loop(worker);
      EXPECT_FALSE(next_chunk(worker, part));
      begin_loop(worker, spec_of(kind, 10, 1));
      while (next_chunk(worker, part)) {
      }
    });
  }
}

class Order : public testing::Test {
 public:
  ~Order() override { set(config::LoopOrder::Compiler); }

  static void set(config::LoopOrder order) {
    team::this_worker();  // the settings have been read
    config::process.loop_order.store_relaxed(order);
  }
  // Whether such a loop is dealt out in shares, so that a thread may get any chunk next.
  static bool is_any(ScheduleModifier modifier) {
    std::atomic<int> n_any{0};
    in_region(2, [&](Worker& worker, uint32_t) {
      LoopSpec spec = spec_of(LoopKind::Dynamic, 1000, 1);
      spec.modifier = modifier;
      begin_loop(worker, spec);
      n_any += team::member_of(worker).loop.kind == LoopKind::Shares;
      Chunk part = {};
      while (next_chunk(worker, part)) {
      }
    });
    EXPECT_TRUE(n_any == 0 || n_any == 2);
    return n_any == 2;
  }
};

TEST_F(Order, IsIncreasingUnlessProgramOrSettingSaysOtherwise) {
  EXPECT_FALSE(is_any(ScheduleModifier::None));
  EXPECT_FALSE(is_any(ScheduleModifier::Monotonic));
  EXPECT_TRUE(is_any(ScheduleModifier::Nonmonotonic));
  set(config::LoopOrder::Monotonic);
  EXPECT_FALSE(is_any(ScheduleModifier::None));
  EXPECT_FALSE(is_any(ScheduleModifier::Nonmonotonic));
  set(config::LoopOrder::Nonmonotonic);
  EXPECT_TRUE(is_any(ScheduleModifier::None));
  EXPECT_FALSE(is_any(ScheduleModifier::Monotonic));
}

// Threads are up to a ring apart, and the team is not always the same.
TEST(Loop, ConstructsOverlapAndTeamsChange) {
  constexpr int kLoops = 300;
  constexpr int kSweeps = 4;
  for (int sweep = 0; sweep < kSweeps; sweep++) {
    for (uint32_t n_threads : {2u, 4u, 1u, 3u}) {
      std::vector<std::unique_ptr<Times>> times;
      for (int i = 0; i < kLoops; i++) times.push_back(std::make_unique<Times>(static_cast<size_t>(i % 13)));
      in_region(n_threads, [&](Worker& worker, uint32_t thread_num) {
        for (int i = 0; i < kLoops; i++) {
          const Case& c = kCases[static_cast<size_t>(i) % std::size(kCases)];
          LoopSpec spec = spec_of(c.kind, static_cast<uint64_t>(i % 13), 2);
          if (c.is_monotonic) spec.modifier = ScheduleModifier::Monotonic;
          begin_loop(worker, spec);
          Chunk part = {};
          while (next_chunk(worker, part)) times[static_cast<size_t>(i)]->add(part);
          if (thread_num == 0 && i % 50 == 0) os::yield_thread();  // lets the others run ahead
        }
      });
      for (const auto& loop : times) loop->expect_all(1);
    }
  }
}

// With more threads than processors, a thread that runs does not wait for those that do not.
TEST(Loop, AThreadGoesOnWhileOthersAreAway) {
  constexpr int kLoops = 5 * team::WorkshareRing::kEntries;
  const LoopKind kinds[] = {LoopKind::Dynamic, LoopKind::Guided};
  for (const uint64_t n_iterations : {uint64_t{3}, uint64_t{64} * team::n_processors()}) {  // the latter in shares
    std::atomic<uint64_t> n_executed[2] = {0, 0};
    std::atomic<bool> is_done{false};
    in_region(team::n_processors() + 1, [&](Worker& worker, uint32_t thread_num) {
      while (thread_num != 0 && !is_done.load()) os::yield_thread();
      for (int i = 0; i < kLoops; i++) {
        begin_loop(worker, spec_of(kinds[i % 2], n_iterations, 1));
        Chunk part = {};
        while (next_chunk(worker, part)) n_executed[thread_num == 0 ? 0 : 1] += part.last - part.first;
      }
      is_done = true;
    });
    EXPECT_EQ(n_executed[0], kLoops * n_iterations);
    EXPECT_EQ(n_executed[1], 0u);
  }
}

// As if the team had met that many constructs before: `round` times all entries of the ring.
void set_round(Worker& worker, uint64_t round) {
  team::Team& team = team::team_of(worker);
  constexpr uint32_t kEntries = team::WorkshareRing::kEntries;
  barrier(worker);
  team::member_of(worker).n_workshares = round * kEntries;
  if (worker.slot->index == 0) {
    for (team::Workshare& entry : team.workshares.entries) entry.pass_on(round);
  }
  barrier(worker);
}

// The words of shares are told apart by tags that repeat after 65535 uses of an entry: what they say of a loop of so
// long ago must be forgotten, although no loop in between has touched them.
TEST(Loop, TagsOfSharesRepeatSafely) {
  constexpr uint64_t kTags = 65535;
  constexpr uint64_t kIterations = 50;  // also four threads of two processors deal them out in shares
  for (uint32_t n_threads : {2u, 4u}) {
    std::atomic<uint64_t> n_executed{0};
    in_region(n_threads, [&](Worker& worker, uint32_t) {
      auto run = [&](LoopKind kind, uint32_t n_rounds) {
        for (uint32_t i = 0; i < n_rounds * team::WorkshareRing::kEntries; i++) {
          begin_loop(worker, spec_of(kind, kIterations, 1));
          Chunk part = {};
          while (next_chunk(worker, part)) n_executed += part.last - part.first;
        }
      };
      // Earlier tests left words behind that would have been retired on the way here.
      for (team::ShareWord& word : team::member_of(worker).shares) word.store_relaxed(0);
      set_round(worker, 5 * kTags);
      run(LoopKind::Dynamic, 1);
      set_round(worker, 6 * kTags - 2);
      run(LoopKind::Guided, 2);
      run(LoopKind::Dynamic, 1);
    });
    EXPECT_EQ(n_executed, 4 * kIterations * team::WorkshareRing::kEntries);
  }
}

TEST(Loop, SharesCanBeTurnedOff) {
  rondo::test::leave_regions();  // whose threads may look at what is turned off
  team::LoopState loop;
  loop.n_units = 100;
  for (const bool is_off : {false, true}) {
    std::unique_ptr<rondo::test::Without> without;
    if (is_off) without = std::make_unique<rondo::test::Without>(config::Mechanism::Shares);
    team::Team team;
    team.n_slots = 2;
    EXPECT_EQ(fits_shares(loop, team), !is_off);
  }
}

TEST(Loop, SectionsComeOneByOne) {
  for (uint32_t n_threads : kTeamSizes) {
    Times times(9);
    in_region(n_threads, [&](Worker& worker, uint32_t) {
      LoopSpec spec = spec_of(LoopKind::Dynamic, 9, 0);
      spec.is_sections = true;
      begin_loop(worker, spec);
      Chunk part = {};
      while (next_chunk(worker, part)) {
        EXPECT_EQ(part.last, part.first + 1);
        times.add(part);
      }
    });
    times.expect_all(1);
  }
}

// ---- Ordered ------------------------------------------------------------------------------------------------

TEST(Ordered, RegionsComeInOrderWhateverIsSkipped) {
  for (LoopKind kind : {LoopKind::Block, LoopKind::Cyclic, LoopKind::Dynamic, LoopKind::Guided}) {
    for (uint32_t n_threads : kTeamSizes) {
      for (uint64_t every : {1u, 2u, 7u, 1000u}) {  // executes its ordered region
        std::vector<uint64_t> order;
        LoopSpec spec = spec_of(kind, 200, kind == LoopKind::Block ? 0 : 3);
        spec.is_ordered = true;
        in_region(n_threads, [&](Worker& worker, uint32_t) {
          begin_loop(worker, spec);
          Chunk part = {};
          while (next_chunk(worker, part)) {
            for (uint64_t i = part.first; i < part.last; i++) {
              if (i % every != 0) continue;
              begin_ordered(worker);
              order.push_back(i);
              end_ordered(worker);
            }
          }
        });
        std::vector<uint64_t> expected;
        for (uint64_t i = 0; i < 200; i += every) expected.push_back(i);
        EXPECT_EQ(order, expected);
      }
    }
  }
}

TEST(Ordered, DoacrossWaitsForTheIterationNamed) {
  constexpr int64_t kRows = 40, kColumns = 30;
  const team::DoacrossDimension dimensions[] = {{5, 5 + 2 * (kRows - 1), 2}, {kColumns, 1, -1}};
  for (LoopKind kind : {LoopKind::Block, LoopKind::Dynamic}) {
    for (uint32_t n_threads : kTeamSizes) {
      std::vector<int> sum(static_cast<size_t>(kRows * kColumns));
      in_region(n_threads, [&](Worker& worker, uint32_t) {
        begin_doacross(worker, dimensions);
        begin_loop(worker, spec_of(kind, kRows, 1));
        Chunk part = {};
        while (next_chunk(worker, part)) {
          for (auto row = static_cast<int64_t>(part.first); row < static_cast<int64_t>(part.last); row++) {
            for (int64_t column = 0; column < kColumns; column++) {
              const int64_t here[] = {5 + 2 * row, kColumns - column};
              const int64_t above[] = {here[0] - 2, here[1]};  // outside the loop for the first row
              wait_doacross(worker, above);
              auto at = static_cast<size_t>(row * kColumns + column);
              int from_above = row == 0 ? 1 : sum[at - kColumns];
              int from_left = column == 0 ? 0 : sum[at - 1];
              sum[at] = (from_above + from_left) % 1000;
              post_doacross(worker, here);
            }
          }
        }
        end_doacross(worker);
      });
      std::vector<int> expected(sum.size());
      for (int64_t row = 0; row < kRows; row++) {
        for (int64_t column = 0; column < kColumns; column++) {
          auto at = static_cast<size_t>(row * kColumns + column);
          expected[at] = ((row == 0 ? 1 : expected[at - kColumns]) + (column == 0 ? 0 : expected[at - 1])) % 1000;
        }
      }
      EXPECT_EQ(sum, expected);
    }
  }
}

// Loops that reach almost from the smallest number to the largest, upwards and downwards: the distance to an
// iteration outside wraps around.
TEST(Ordered, DoacrossDoesNotWaitForIterationsOutsideOfAnyLoop) {
  constexpr int64_t kSmallest = std::numeric_limits<int64_t>::min(), kLargest = std::numeric_limits<int64_t>::max();
  constexpr int64_t kStride = int64_t{1} << 61;
  const team::DoacrossDimension up = {kSmallest + kStride, kLargest - kStride, kStride};
  const team::DoacrossDimension down = {kLargest - kStride, kSmallest + kStride, -kStride};
  const int64_t outside[] = {kSmallest, kSmallest + 1, kSmallest + kStride - 1, kLargest - kStride + 1, kLargest};
  in_region(2, [&](Worker& worker, uint32_t) {
    for (const team::DoacrossDimension& dimension : {up, down}) {
      begin_doacross(worker, {&dimension, 1});
      for (const int64_t iteration : outside) wait_doacross(worker, &iteration);
      end_doacross(worker);
      barrier(worker);
    }
  });
}

// Thread 1 sleeps until thread 0 has come to the end of its share.
TEST(Ordered, APostWakesNobodyWhoSleepsForAnother) {
  constexpr int64_t kIterations = 200;
  const team::DoacrossDimension dimension = {0, kIterations - 1, 1};
  int n_wakes = 0;
  in_region(2, [&](Worker& worker, uint32_t thread) {
    begin_doacross(worker, {&dimension, 1});
    begin_loop(worker, spec_of(LoopKind::Block, kIterations, 1));
    Chunk part = {};
    while (next_chunk(worker, part)) {
      const sched::Arena& arena = *worker.slot->arena;
      while (thread == 0 && arena.n_parked.load_relaxed() == 0) os::yield_thread();
      for (auto i = static_cast<int64_t>(part.first); i < static_cast<int64_t>(part.last); i++) {
        const int64_t before = i - 1;
        wait_doacross(worker, &before);
        post_doacross(worker, &i);
        if (i + 1 < kIterations / 2 && arena.n_parked.load_relaxed() == 0) n_wakes++;
      }
    }
    end_doacross(worker);
  });
  EXPECT_EQ(n_wakes, 0);
}

TEST(Construct, SharedMemoryIsOneZeroedBlockAnInstance) {
  for (uint32_t n_threads : kTeamSizes) {
    in_region(n_threads, [&](Worker& worker, uint32_t) {
      for (int i = 0; i < 50; i++) {
        auto* counter = static_cast<std::atomic<uint32_t>*>(
            begin_shared_memory(worker, team::member_of(worker).shared_memory, 4096));
        uint32_t before = counter[1023].fetch_add(1);
        EXPECT_LT(before, n_threads);
        barrier(worker);
        EXPECT_EQ(counter[1023].load(), n_threads);
        end_shared_memory(worker, team::member_of(worker).shared_memory);
      }
    });
  }
}

}  // namespace
}  // namespace rondo::work
