// SPDX-License-Identifier: Apache-2.0
//
// The explorer's search: its reduction loses no outcome (compared with running every interleaving, over programs made
// at random), and a schedule is the same each time it is run.
#include <iostream>
#include <optional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/atomic.hpp"
#include "base/rng.hpp"
#include "explorer.hpp"
#include "os/clock.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using base::Atomic;
using Outcomes = std::set<std::vector<int>>;

// ---- The reduction against every interleaving -----------------------------------------------------------------

struct Statement {
  uint32_t kind;
  uint32_t word;
  int value;
};
using Thread = std::vector<Statement>;

std::vector<Thread> random_program(uint64_t seed, uint32_t n_threads, uint32_t n_statements, uint32_t n_kinds) {
  base::Rng rng(seed);
  for (int warm_up = 0; warm_up < 8; warm_up++) rng.next();
  std::vector<Thread> threads(n_threads);
  int value = 1;
  for (Thread& thread : threads) {
    for (uint32_t i = 0; i < n_statements; i++) thread.push_back({rng.below(n_kinds), rng.below(2), value++});
  }
  return threads;
}

struct Words {
  Atomic<int> word[2] = {Atomic<int>(0), Atomic<int>(0)};
  std::vector<int> seen[3];
};

void execute(const Thread& thread, Words& words, std::vector<int>& seen) {
  for (const Statement& statement : thread) {
    Atomic<int>& word = words.word[statement.word];
    int expected = 0;
    switch (statement.kind) {
      case 0:
        seen.push_back(word.exchange_acq_rel(statement.value));
        break;
      case 1:
        word.cas_acq_rel(expected, statement.value);
        seen.push_back(expected);
        break;
      case 2:
        base::fence_seq_cst();
        break;
      case 3:
        heavy_fence();
        break;
      case 9:
        os::relax();
        break;
      case 10:
        light_fence();
        break;
      case 11:
        word.store_relaxed(statement.value);
        break;
      case 12:
        seen.push_back(word.load_relaxed());
        break;
      case 13:
        seen.push_back(word.add_relaxed(statement.value));
        break;
      case 4:
      case 5:
      case 6:
        word.store_release(statement.value);
        break;
      default:
        seen.push_back(word.load_acquire());
        break;
    }
  }
}

// Nothing if the program can wait for ever (a pause waits for a change of memory).
std::optional<Outcomes> outcomes_of(const std::vector<Thread>& threads, const Options& options, uint64_t& n_schedules,
                                    bool& is_too_large) {
  Outcomes outcomes;
  const Result result = explore(
      [&](Execution& execution) {
        auto& words = execution.make<Words>();
        for (size_t i = 0; i < threads.size(); i++) {
          execution.thread([&words, &threads, i] { execute(threads[i], words, words.seen[i]); });
        }
        execution.at_end([&] {
          std::vector<int> outcome = {words.word[0].load_relaxed(), words.word[1].load_relaxed()};
          for (auto& seen : words.seen) outcome.insert(outcome.end(), seen.begin(), seen.end());
          outcomes.insert(outcome);
        });
      },
      options);
  n_schedules += result.n_schedules;
  if (!result.failed) return outcomes;
  is_too_large = result.failure.find("more schedules") == 0;
  EXPECT_TRUE(is_too_large || result.failure.find("threads wait for ever") == 0) << result;
  return std::nullopt;
}

void compare(uint32_t n_programs, uint32_t n_threads, uint32_t n_statements, MemoryModel memory) {
  const uint32_t n_kinds = memory == MemoryModel::Weak ? 14 : 10;
  uint64_t n_reduced = 0;
  uint64_t n_all = 0;
  for (uint64_t seed = 1; seed <= n_programs; seed++) {
    const std::vector<Thread> program = random_program(seed, n_threads, n_statements, n_kinds);
    bool is_too_large = false;
    const Options every = {.memory = memory, .reduces = false, .max_schedules = 20'000};
    const auto all = outcomes_of(program, every, n_all, is_too_large);
    if (is_too_large) continue;
    const auto reduced = outcomes_of(program, {.memory = memory}, n_reduced, is_too_large);
    ASSERT_EQ(reduced, all) << "seed " << seed << ", " << n_threads << " threads of " << n_statements;
  }
  std::cout << name_of(memory) << ": " << n_reduced << " schedules stand for " << n_all << "\n";
  EXPECT_LT(n_reduced, n_all);
}

// A search that runs a program again relies on this.
TEST(Search, RefusesWhatIsDifferentInEachRun) {
  uint32_t n_runs = 0;
  const Result result = explore([&](Execution& execution) {
    auto& words = execution.make<Words>();
    n_runs++;
    for (int thread = 0; thread < 2; thread++) {
      execution.thread([&words, &n_runs] {
        words.word[0].store_relaxed(1);
        (void)words.word[n_runs % 2].load_relaxed();
      });
    }
  });
  EXPECT_EQ(result.failure.find("the program does not do the same"), 0u) << result;
}

// The clock goes on, also from thread to thread, and is the same in each run of a schedule.
TEST(Search, HasAClockOfItsOwn) {
  const Result result = explore([](Execution& execution) {
    auto& words = execution.make<Words>();
    auto& written_at = execution.make<uint64_t>();
    execution.thread([&] {
      const uint64_t before = os::ticks();
      words.word[1].store_relaxed(1);
      written_at = os::ticks();
      check(written_at > before, "a step took no time");
      words.word[0].store_release(1);
    });
    execution.thread([&] {
      while (words.word[0].load_acquire() == 0) os::relax();
      check(os::ticks() > written_at, "time went back");
    });
  });
  EXPECT_FALSE(result.failed) << result;
}

TEST(Reduction, LosesNoOutcomeOfTwoThreads) {
  compare(400, 2, 3, MemoryModel::Sequential);
  compare(400, 2, 3, MemoryModel::TotalStoreOrder);
  compare(200, 2, 3, MemoryModel::Weak);
}

TEST(Reduction, LosesNoOutcomeOfThreeThreads) {
  compare(200, 3, 2, MemoryModel::Sequential);
  compare(60, 3, 2, MemoryModel::TotalStoreOrder);
  compare(40, 3, 2, MemoryModel::Weak);
}

}  // namespace
}  // namespace rondo::model
