// SPDX-License-Identifier: Apache-2.0
//
// sched/create/create.hpp, taskwait.hpp: creation and the three waits, by one worker of an arena and by all. Workers
// park at once when they find nothing: a lost wake-up hangs, and the time-out of the test finds it.
#include "sched/create/create.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "sched/settings.hpp"
#include "sched/test_arena.hpp"
#include "sched/wait/taskwait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {
namespace {

using depend::Dependence;
using depend::Kind;
using task::Task;
using test::create;
using test::TestArena;

struct Log {
  std::vector<int> entries;
  void add(int entry) { entries.push_back(entry); }
};

// Dependences of a list written in place; alive until the call that takes them is over.
Dependences list(std::initializer_list<Dependence> dependences) { return {dependences.begin(), dependences.size()}; }

TEST(Spawn, TaskwaitRunsTheChildren) {
  TestArena arena(2);  // the other slot has no worker
  Worker& worker = arena.worker(0);
  Log log;
  for (int i = 0; i < 5; i++) create(worker, [&log, i] { log.add(i); });
  EXPECT_TRUE(log.entries.empty());
  taskwait(worker);
  std::sort(log.entries.begin(), log.entries.end());
  EXPECT_EQ(log.entries, (std::vector<int>{0, 1, 2, 3, 4}));
  taskwait(worker);
}

TEST(Spawn, UndeferredTasksRunAtOnce) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(1); }, {}, 0, 0, false);
  EXPECT_EQ(log.entries, std::vector<int>{1});
  TestArena alone(1);  // and so do all in an arena of one
  create(alone.worker(0), [&log] { log.add(2); });
  EXPECT_EQ(log.entries, (std::vector<int>{1, 2}));
}

struct UndeferredBody {
  Worker& worker;
  bool has_run = false;
  bool is_final = false;
  int n_children_run = 0;
};

void undeferred_body(void* data) {
  auto& body = *static_cast<UndeferredBody*>(data);
  Task& current = *body.worker.current;
  EXPECT_EQ(current.data, data) << "it runs on its creator's data";
  body.has_run = true;
  body.is_final = current.has(task::kFinal);
  create(body.worker, [&body] { body.n_children_run++; });
  EXPECT_EQ(body.n_children_run, body.is_final ? 1 : 0);
}

TEST(Spawn, PlainlyUndeferredTasksAreACall) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Task& creator = *worker.current;
  EXPECT_FALSE(is_plainly_undeferred(worker, true));
  EXPECT_TRUE(is_plainly_undeferred(worker, false));
  for (const uint16_t flag : {uint16_t{0}, uint16_t{task::kFinal}, uint16_t{task::kInOrder}}) {
    creator.flags |= flag;
    EXPECT_EQ(is_plainly_undeferred(worker, true), flag != 0);
    UndeferredBody body{worker};
    run_undeferred_fast(undeferred_body, &body, 0, worker);
    EXPECT_TRUE(body.has_run);
    EXPECT_EQ(body.is_final, flag == task::kFinal) << "final is inherited, in order is the creator's own";
    EXPECT_EQ(worker.current, &creator);
    creator.flags &= static_cast<uint16_t>(~flag);
    taskwait(worker);
    wait_for_descendants(worker, *creator.domain);
    EXPECT_EQ(body.n_children_run, 1) << "its child, which nobody has waited for, is not lost";
  }
  TestArena alone(1);
  EXPECT_TRUE(is_plainly_undeferred(alone.worker(0), true));
}

TEST(Spawn, AnUndeferredTaskWaitsForItsPredecessors) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(1); }, list({{8, Kind::Out}}));
  create(worker, [&log] { log.add(2); });
  create(worker, [&log] { log.add(3); }, list({{8, Kind::In}}), 0, 0, false);
  EXPECT_EQ(log.entries.back(), 3);
  EXPECT_NE(std::find(log.entries.begin(), log.entries.end(), 1), log.entries.end());
  taskwait(worker);
  EXPECT_EQ(log.entries.size(), 3u);
}

TEST(Spawn, TasksInsideFinalTasksAreUndeferred) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(
      worker,
      [&log, &worker] {
        create(worker, [&log] { log.add(1); });
        log.add(2);
      },
      {}, 0, task::kFinal);
  taskwait(worker);
  EXPECT_EQ(log.entries, (std::vector<int>{1, 2}));
}

// An untied task as clang cuts it: each part but the last asks for the next. No part passes through a queue, where
// the children that came after it would overtake it, and the privates end with the last one.
struct PartsBlock : task::KmpBlock {
  Worker* worker;
  Log* log;
};
int32_t run_part(int32_t, void* memory) {
  auto* block = static_cast<PartsBlock*>(memory);
  block->log->add(block->part_id);
  if (++block->part_id < 3) request_next_part(*Task::of_block(block));
  create(*block->worker, [log = block->log] { log->add(100); });
  return 0;
}
int32_t end_privates(int32_t, task::KmpBlock* block) {
  static_cast<PartsBlock*>(block)->log->add(9);
  return 0;
}

TEST(Spawn, PartsOfAnUntiedTaskFollowEachOther) {
  enum class Way { Deferred, Undeferred, UndeferredFast };
  for (const Way way : {Way::Deferred, Way::Undeferred, Way::UndeferredFast}) {
    TestArena arena(2);
    Worker& worker = arena.worker(0);
    Log log;
    const uint16_t flags = task::kKmp | task::kUntied | task::kUnconstrained | task::kDestructors;
    Task* task = allocate(worker, {{.kmp = run_part}, sizeof(PartsBlock), 0, flags, 0, false});
    auto* block = new (task->data) PartsBlock{};
    block->data1.destructors = end_privates;
    block->worker = &worker;
    block->log = &log;
    begin_taskgroup(worker);
    way == Way::UndeferredFast ? run_undeferred_fast(worker, *task) : submit(worker, *task, {}, way == Way::Deferred);
    EXPECT_EQ(log.entries.empty(), way == Way::Deferred);
    end_taskgroup(worker);
    EXPECT_EQ(log.entries, (std::vector<int>{0, 1, 2, 9, 100, 100, 100}));
  }
}

TEST(Spawn, DependentTasksRunInOrder) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  for (int i = 0; i < 20; i++) create(worker, [&log, i] { log.add(i); }, list({{8, Kind::Out}}));
  taskwait(worker);
  for (int i = 0; i < 20; i++) EXPECT_EQ(log.entries[static_cast<size_t>(i)], i);
}

// The successor that runs next: the highest priority, among equals the oldest.
TEST(Spawn, TheImmediateSuccessor) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(0); }, list({{8, Kind::Out}}));
  constexpr int16_t kPriorities[] = {1, 3, 3, 2};
  for (int i = 0; i < 4; i++) {
    create(worker, [&log, i] { log.add(i + 1); }, list({{8, Kind::In}}), kPriorities[i]);
  }
  taskwait(worker);
  ASSERT_EQ(log.entries.size(), 5u);
  EXPECT_EQ(log.entries[0], 0);
  EXPECT_EQ(log.entries[1], 2);
}

TEST(Spawn, TheNewestReadyTaskRunsFirstUnlessToldOtherwise) {
  for (bool oldest_first : {false, true}) {
    settings.oldest_first = oldest_first;
    settle_short_cuts();
    TestArena arena(2);
    Worker& worker = arena.worker(0);
    Log log;
    for (int i = 1; i <= 4; i++) create(worker, [&log, i] { log.add(i); });
    taskwait(worker);
    EXPECT_EQ(log.entries, oldest_first ? (std::vector<int>{1, 2, 3, 4}) : (std::vector<int>{4, 3, 2, 1}));
  }
  settings.oldest_first = false;
  settle_short_cuts();
}

// A successor that goes through the queue comes after older ready tasks only if the oldest is taken first.
TEST(Spawn, SuccessorsInTheHandAndInTheQueue) {
  struct {
    uint32_t percent;
    bool oldest_first;
    std::vector<int> order;
  } const cases[] = {{100, false, {3, 1, 2}}, {0, false, {3, 1, 2}}, {100, true, {1, 2, 3}}, {0, true, {1, 3, 2}}};
  for (const auto& expected : cases) {
    settings.immediate_successor_percent = expected.percent;
    settings.oldest_first = expected.oldest_first;
    settle_short_cuts();
    TestArena arena(2);
    Worker& worker = arena.worker(0);
    Log log;
    create(worker, [&log] { log.add(1); }, list({{8, Kind::Out}}));
    create(worker, [&log] { log.add(2); }, list({{8, Kind::Out}}));
    create(worker, [&log] { log.add(3); });
    taskwait(worker);
    EXPECT_EQ(log.entries, expected.order);
  }
  settings.immediate_successor_percent = 100;
  settings.oldest_first = false;
  settle_short_cuts();
}

TEST(Spawn, TaskwaitDoesNotWaitForGrandchildren) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&] {
    create(worker, [&log] { log.add(2); }, list({{8, Kind::Out}}));
    log.add(1);
  });
  // The grandchild is ready when the child ends, but the wait is over then.
  taskwait(worker);
  EXPECT_EQ(log.entries, (std::vector<int>{1}));
  begin_taskgroup(worker);
  end_taskgroup(worker);
  work_until(worker, arena.arena, JoinLatch(arena.slot(0).domain.join_counter, task::Depth::Descendants), nullptr);
  EXPECT_EQ(log.entries, (std::vector<int>{1, 2}));
}

TEST(Spawn, TaskgroupWaitsForDescendantsOfItsOwnTasksOnly) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(9); }, list({{8, Kind::Out}}));
  begin_taskgroup(worker);
  create(worker, [&] {
    create(worker, [&] {
      create(worker, [&log] { log.add(3); });
      log.add(2);
    });
    log.add(1);
  });
  end_taskgroup(worker);
  for (int entry : {1, 2, 3}) EXPECT_NE(std::find(log.entries.begin(), log.entries.end(), entry), log.entries.end());
  taskwait(worker);
  EXPECT_EQ(log.entries.size(), 4u);
}

TEST(Spawn, TaskwaitWithDependWaitsForThese) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(1); }, list({{8, Kind::Out}}));
  for (int i = 0; i < 3; i++) create(worker, [&log] { log.add(2); }, list({{16, Kind::Out}}));
  create(worker, [&log] { log.add(3); }, list({{8, Kind::Out}}));
  taskwait_depend(worker, list({{8, Kind::In}}));
  EXPECT_NE(std::find(log.entries.begin(), log.entries.end(), 3), log.entries.end());
  taskwait_depend(worker, list({{24, Kind::In}}));  // no task has ever named it
  taskwait(worker);
  EXPECT_EQ(log.entries.size(), 5u);
}

TEST(Spawn, TaskyieldRunsOne) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  taskyield(worker);
  for (int i = 0; i < 3; i++) create(worker, [&log, i] { log.add(i); });
  taskyield(worker);
  EXPECT_EQ(log.entries.size(), 1u);
  taskwait(worker);
}

// A tied task may spin in taskyield for a task that only another worker may run.
TEST(Spawn, TaskyieldWakesAnotherForWhatItMayNotRun) {
  TestArena arena(2);
  Worker& worker = arena.worker(0);
  Log log;
  create(worker, [&log] { log.add(1); });
  detail::announce_park(arena.worker(1), &arena.arena);
  create(worker, [&] { taskyield(worker); }, {}, 0, 0, false);
  EXPECT_TRUE(log.entries.empty());
  const bool is_awake = arena.worker(1).parker.state.load_acquire() == Parker::kAwake;
  EXPECT_TRUE(is_awake);
  if (!is_awake) detail::withdraw_park(arena.worker(1));  // or later tests would take it for one that can be woken
  taskwait(worker);
}

// ---- Arenas -----------------------------------------------------------------------------------------------------

class SpawnArena : public testing::TestWithParam<uint32_t> {
 protected:
  void SetUp() override {  // no worker spins
    process.idle_policy.spin_ticks.store_relaxed(0);
    process.idle_policy.oversubscribed_spin_ticks.store_relaxed(0);
  }
  void TearDown() override { settings = {}; }
};

Worker& this_worker() { return *t_worker; }

uint64_t fib(uint32_t n) {
  if (n < 2) return n;
  uint64_t left = 0;
  uint64_t right = 0;
  create(this_worker(), [&left, n] { left = fib(n - 1); });
  create(this_worker(), [&right, n] { right = fib(n - 2); });
  taskwait(this_worker());
  return left + right;
}

TEST_P(SpawnArena, RecursionWithTaskwait) {
  TestArena arena(GetParam());
  uint64_t result = 0;
  arena.run([&] { result = fib(18); });
  EXPECT_EQ(result, 2584u);
}

TEST_P(SpawnArena, ManyShortWaits) {
  TestArena arena(GetParam());
  uint64_t sum = 0;
  arena.run([&] {
    for (int round = 0; round < 3000; round++) {
      uint64_t results[3] = {};
      for (uint64_t& result : results) create(this_worker(), [&result] { result = 1; });
      taskwait(this_worker());
      sum += results[0] + results[1] + results[2];
    }
  });
  EXPECT_EQ(sum, 9000u);
}

void spread(uint32_t depth, std::atomic<uint64_t>& n_runs) {
  n_runs.fetch_add(1);
  if (depth == 0) return;
  for (int i = 0; i < 3; i++) create(this_worker(), [depth, &n_runs] { spread(depth - 1, n_runs); });
}

// Parents end before their children: orphans on every level.
TEST_P(SpawnArena, TaskgroupsWaitForOrphans) {
  TestArena arena(GetParam());
  arena.run([&] {
    for (int round = 0; round < 30; round++) {
      std::atomic<uint64_t> n_runs{0};
      begin_taskgroup(this_worker());
      create(this_worker(), [&n_runs] { spread(5, n_runs); });
      end_taskgroup(this_worker());
      ASSERT_EQ(n_runs.load(), (729u - 1) / 2);
    }
  });
}

TEST_P(SpawnArena, Chains) {
  TestArena arena(GetParam());
  constexpr uint32_t kChains = 8;
  uint64_t values[kChains] = {};
  arena.run([&] {
    for (uint64_t step = 1; step <= 500; step++) {
      for (uint64_t& value : values) {
        const Dependence dependence = {reinterpret_cast<uintptr_t>(&value), Kind::Out};
        create(this_worker(), [&value, step] { value = value * 3 + step; }, {&dependence, 1});
      }
    }
    taskwait(this_worker());
  });
  uint64_t expected = 0;
  for (uint64_t step = 1; step <= 500; step++) expected = expected * 3 + step;
  for (uint64_t value : values) EXPECT_EQ(value, expected);
}

TEST_P(SpawnArena, Exclusion) {
  TestArena arena(GetParam());
  uint64_t counters[3] = {};
  arena.run([&] {
    for (uint32_t i = 0; i < 2000; i++) {
      uint64_t& first = counters[i % 3];
      uint64_t& second = counters[(i + 1) % 3];
      const Dependence dependences[] = {{reinterpret_cast<uintptr_t>(&first), Kind::MutexInOutSet},
                                        {reinterpret_cast<uintptr_t>(&second), Kind::MutexInOutSet}};
      create(
          this_worker(),
          [&first, &second] {
            first++;
            second++;
          },
          dependences);
    }
    taskwait(this_worker());
  });
  EXPECT_EQ(counters[0] + counters[1] + counters[2], 4000u);
}

TEST_P(SpawnArena, WaitsWithDependences) {
  TestArena arena(GetParam());
  arena.run([&] {
    uint64_t value = 0;
    for (uint64_t round = 1; round <= 1000; round++) {
      const Dependence dependence = {reinterpret_cast<uintptr_t>(&value), Kind::Out};
      create(this_worker(), [&value] { value++; }, {&dependence, 1});
      taskwait_depend(this_worker(), {&dependence, 1});
      ASSERT_EQ(value, round);
    }
    taskwait(this_worker());
  });
}

TEST_P(SpawnArena, PrioritiesAndThrottling) {
  settings.max_task_priority = 10;
  settings.throttle_tasks = 100;
  TestArena arena(GetParam());
  std::atomic<uint64_t> sum{0};
  arena.run([&] {
    for (uint64_t i = 0; i < 5000; i++) {
      create(this_worker(), [&sum, i] { sum += i; }, {}, static_cast<int16_t>(i % 12));
    }
    taskwait(this_worker());
  });
  EXPECT_EQ(sum.load(), 5000u * 4999 / 2);
}

// A creator that is too far ahead waits a moment when nothing is ready, and goes on: here everything waits for it.
TEST(Spawn, ThrottlingDoesNotWaitForWhatWaitsForTheCreator) {
  settings.throttle_tasks = 100;
  TestArena arena(2);
  std::atomic<bool> has_started{false};
  std::atomic<bool> may_end{false};
  uint64_t n_run = 0;
  arena.run([&] {
    const Dependence dependence = {reinterpret_cast<uintptr_t>(&n_run), Kind::Out};
    const auto first = [&] {
      has_started = true;
      while (!may_end) std::this_thread::yield();
    };
    create(this_worker(), first, {&dependence, 1});
    while (!has_started) std::this_thread::yield();
    for (int i = 0; i < 1000; i++) create(this_worker(), [&n_run] { n_run++; }, {&dependence, 1});
    EXPECT_EQ(n_run, 0u);
    may_end = true;
    taskwait(this_worker());
    EXPECT_EQ(n_run, 1000u);
  });
}

// A task whose creator runs elsewhere by now, and that is finished by a worker of another arena: an event, fulfilled
// from outside.
TEST_P(SpawnArena, EventsFulfilledFromAnotherArena) {
  TestArena arena(GetParam());
  TestArena other(1);
  constexpr int kRounds = 300;
  std::atomic<task::Task*> event{nullptr};
  std::thread outside([&] {
    for (int round = 0; round < kRounds; round++) {
      task::Task* task = nullptr;
      while ((task = event.exchange(nullptr)) == nullptr) std::this_thread::yield();
      release_hold(other.worker(0), *task);
      flush(other.worker(0));
    }
  });
  arena.run([&] {
    for (int round = 0; round < kRounds; round++) {
      uint64_t value = 0;
      const Dependence dependence = {reinterpret_cast<uintptr_t>(&value), Kind::Out};
      const std::span<const Dependence> dependences(&dependence, 1);
      std::atomic<bool> has_run{false};
      task::Task& task = create(this_worker(), [&] { has_run = true; }, dependences, 0, task::kDetachable);
      create(this_worker(), [&value] { value = 1; }, dependences);
      event = &task;
      taskwait(this_worker());
      ASSERT_TRUE(has_run);
      ASSERT_EQ(value, 1u);
    }
  });
  outside.join();
}

INSTANTIATE_TEST_SUITE_P(Sizes, SpawnArena, testing::ValuesIn(test::kThreadCounts));

}  // namespace
}  // namespace rondo::sched
