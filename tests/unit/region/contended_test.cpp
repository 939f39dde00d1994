// SPDX-License-Identifier: Apache-2.0
//
// region/taskgraph/plan.cpp: beside other programs, of which sched/worker/contention.hpp tells, a short region is not
// spread.
#include <gtest/gtest.h>

#include "base/atomic.hpp"
#include "os/clock.hpp"
#include "rondo.h"
#include "sched/process.hpp"
#include "without.hpp"
#include "work/region.hpp"

// What a compiler makes of a task construct.
extern "C" void GOMP_task(void (*body)(void*), void* data, void (*copy)(void*, void*), long bytes, long alignment,
                          bool if_clause, unsigned flags, void** dependences, int priority, void* event);

namespace rondo::region {
namespace {

constexpr uint32_t kEncounters = 40;  // the first ten have no graph
constexpr uint32_t kTasks = 8;
constexpr uint64_t kTask_us = 20;  // too long to run alone

base::Atomic<uint32_t> n_run{0};

void run(void*) {
  for (const uint64_t start = os::ticks(); os::ticks() - start < kTask_us * os::ticks_per_us();) {
  }
  n_run.add_relaxed(1);
}

void encounter(rondo_taskgraph_handle& handle) {
  const rondo_clause same_data = rondo_same_data();
  rondo_region region = {};
  rondo_taskgraph_enter(&region, &handle, &same_data, 1);
  for (uint32_t i = 0; region.runs != 0 && i < kTasks; i++)
    GOMP_task(run, nullptr, nullptr, 0, 1, true, 0, nullptr, 0, nullptr);
  region.complete = 1;
  rondo_taskgraph_leave(&region);
}

// Encounters that were replayed, of a region of its own.
uint64_t n_replays(rondo_taskgraph_handle& handle, uint64_t contended_until) {
  handle = {nullptr, __FILE__, __LINE__, RONDO_TASKGRAPH_ABI, nullptr};
  rondo_graph_stats before, after;
  rondo_get_graph_stats(&before);
  test::in_region(2, [&](sched::Worker&, uint32_t thread_num) {
    if (thread_num != 0) return;
    sched::process.idle_policy.contended_until.store_relaxed(contended_until);
    n_run.store_relaxed(0);
    for (uint32_t i = 0; i < kEncounters; i++) encounter(handle);
    EXPECT_EQ(n_run.load_relaxed(), kEncounters * kTasks);
  });
  test::leave_regions();
  sched::process.idle_policy.contended_until.store_relaxed(0);
  rondo_get_graph_stats(&after);
  return after.pure_replays - before.pure_replays;
}

// The times of a region decide, and a task that lost its processor is a long one: so one region of many is enough.
constexpr uint32_t kRegions = 100;

bool is_one_spread(rondo_taskgraph_handle (&handles)[kRegions]) {
  for (rondo_taskgraph_handle& handle : handles)
    if (n_replays(handle, 0) > 0) return true;
  return false;
}

bool is_one_not_spread_beside_others(rondo_taskgraph_handle (&handles)[kRegions]) {
  for (rondo_taskgraph_handle& handle : handles)
    if (n_replays(handle, ~uint64_t{0}) == 0) return true;
  return false;
}

TEST(Contended, AShortRegionIsNotSpreadBesideOtherPrograms) {
  test::Without real(config::Mechanism::Contention);  // other tests are other programs
  static rondo_taskgraph_handle beside_none[kRegions], beside_others[kRegions];
  EXPECT_TRUE(is_one_spread(beside_none));
  EXPECT_TRUE(is_one_not_spread_beside_others(beside_others));
}

}  // namespace
}  // namespace rondo::region
