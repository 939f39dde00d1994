// SPDX-License-Identifier: Apache-2.0
//
// team/processor_spread.hpp: a thread leaves a processor that it shares, and has its mask back.
#include "team/processor_spread.hpp"

#include <gtest/gtest.h>

#include "os/clock.hpp"
#include "os/thread.hpp"
#include "sched/process.hpp"
#include "team/barrier.hpp"
#include "without.hpp"
#include "work/region.hpp"

namespace rondo::team {
namespace {

// The second of two threads believes that the first one runs where it runs itself. Returns whether it has moved: if
// the system moves it in between, it tries again.
bool moves_away() {
  constexpr int kTries = 100;
  bool has_moved = false;
  test::in_region(2, [&](sched::Worker& worker, uint32_t thread_num) {
    if (thread_num == 0) return;
    const os::CpuSet own = os::thread_cpus();
    Team& team = team_of(worker);
    for (int i = 0; i < kTries && !has_moved; i++) {
      const uint32_t here = os::current_cpu();
      for (uint32_t member : {0u, 1u}) team.member(member)->processor.store_relaxed(here);
      uint64_t next_ticks = 0;
      spread_over_processors(team, *team.member(1), next_ticks);
      has_moved = team.member(1)->processor.load_relaxed() != here;
    }
    EXPECT_EQ(os::thread_cpus(), own);
  });
  return has_moved;
}

TEST(ProcessorSpread, AThreadLeavesAProcessorThatItShares) {
  if (os::usable_processors() < 2) GTEST_SKIP() << "needs two processors";
  EXPECT_TRUE(moves_away());
  test::leave_regions();
  test::Without without(config::Mechanism::ProcessorSpread);
  EXPECT_FALSE(moves_away());
  test::leave_regions();
}

// When a thread looks next.
void expect_next_look(uint64_t until, uint64_t in_us) {
  test::in_region(2, [&](sched::Worker& worker, uint32_t thread_num) {
    if (thread_num == 0) return;
    sched::process.idle_policy.contended_until.store_relaxed(until);
    uint64_t next_ticks = 0;
    const uint64_t before = os::ticks();
    spread_over_processors(team_of(worker), *team_of(worker).member(1), next_ticks);
    const uint64_t after = os::ticks();
    EXPECT_GE(next_ticks, before + in_us * os::ticks_per_us());
    EXPECT_LE(next_ticks, after + in_us * os::ticks_per_us());
  });
  test::leave_regions();
  sched::process.idle_policy.contended_until.store_relaxed(0);
}

TEST(ProcessorSpread, ThreadsLookSeldomWhileProcessorsAreContended) {
  test::Without real(config::Mechanism::Contention);  // other tests are other programs
  expect_next_look(0, 1000);
  expect_next_look(~uint64_t{0}, os::kOthersTurn_us);
}

}  // namespace
}  // namespace rondo::team
