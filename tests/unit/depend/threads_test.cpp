// SPDX-License-Identifier: Apache-2.0
//
// depend/table.hpp under threads: one creates tasks, all run them. The bodies touch plain data as their dependences
// allow, so that a missing order is a wrong sum, and a data race for ThreadSanitizer.
#include <deque>
#include <memory>
#include <mutex>
#include <new>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "depend/table.hpp"
#include "support.hpp"

namespace rondo::depend {
namespace {

using task::Slab;
using task::Task;
using test::Dependences;

constexpr uint32_t kAddresses = 8;
constexpr uintptr_t kBase = 0x1000;

struct Cell {
  uint64_t value = 0;  // written by out and mutexinoutset, read by in
  std::atomic<uint64_t> sum{0};  // by inoutset
};

struct RandomTask {
  Dependences dependences;
  uint64_t key;
};

// Depends on the order of writers, not on that of the members of a set.
void execute(const RandomTask& random, Cell* cells, uint64_t& seen) {
  for (const Dependence& dependence : random.dependences) {
    if (dependence.address == kAllMemory) {
      for (uint32_t i = 0; i < kAddresses; i++) cells[i].value = cells[i].value * 31 + cells[i].sum + random.key;
      return;
    }
  }
  for (const Dependence& dependence : random.dependences) {
    Cell& cell = cells[(dependence.address - kBase) / 8];
    switch (dependence.kind) {
      case Kind::In:
        seen = seen * 31 + cell.value + cell.sum;
        break;
      case Kind::Out:
        cell.value = cell.value * 31 + cell.sum + random.key;
        break;
      case Kind::MutexInOutSet:
        cell.value += random.key;
        break;
      case Kind::InOutSet:
        cell.sum += random.key;
        break;
    }
  }
}

// A pool of ready tasks under a lock: what is tested is not the scheduler.
class Pool {
 public:
  void add(Task* task) {
    const std::lock_guard lock(mutex_);
    ready_.push_back(task);
  }
  Task* take(uint32_t choice) {
    const std::lock_guard lock(mutex_);
    if (ready_.empty()) return nullptr;
    const size_t index = choice % ready_.size();
    Task* task = ready_[index];
    ready_.erase(ready_.begin() + static_cast<ptrdiff_t>(index));
    return task;
  }

 private:
  std::mutex mutex_;
  std::deque<Task*> ready_;
};

class Execution {
 public:
  Execution(const std::vector<RandomTask>& program, uint32_t n_threads, uint64_t seed)
      : seen(program.size()),
        program_(program),
        n_threads_(n_threads),
        tasks_(std::make_unique<Task[]>(program.size())),
        slabs_(std::make_unique<Slab[]>(n_threads)) {
    test::on_threads(n_threads_, [&](uint32_t thread) {
      base::Rng rng(seed * 16 + thread);
      if (thread == 0) create_all(rng);
      while (n_retired_.load() < program_.size()) {
        if (!run_one(thread, rng)) std::this_thread::yield();
      }
    });
  }

  Cell cells[kAddresses];
  std::vector<uint64_t> seen;  // by each task

 private:
  void create_all(base::Rng& rng) {
    Slab& slab = slabs_[0];
    Table table(slab);
    for (size_t i = 0; i < program_.size(); i++) {
      const Dependences& dependences = program_[i].dependences;
      DepNode* node = make_node(slab, &tasks_[i], static_cast<uint32_t>(dependences.size()));
      tasks_[i].node = node;
      const uint32_t n_edges = table.enter(*node, dependences, slab);
      if (publish(*node, n_edges) && (!node->has_exclusions() || acquire_exclusions(*node))) pool_.add(&tasks_[i]);
      if (n_threads_ == 1 && rng.below(2) == 0) run_one(0, rng);
    }
    table.release(slab);
  }

  bool run_one(uint32_t thread, base::Rng& rng) {
    Task* task = pool_.take(rng.next());
    if (task == nullptr) return false;
    const auto index = static_cast<size_t>(task - tasks_.get());
    execute(program_[index], cells, seen[index]);
    depend::retire(*task->node, slabs_[thread], [&](Task* ready) { pool_.add(ready); }, [](task::WorkerId) {});
    n_retired_.fetch_add(1);
    return true;
  }

  const std::vector<RandomTask>& program_;
  const uint32_t n_threads_;
  std::unique_ptr<Task[]> tasks_;
  std::unique_ptr<Slab[]> slabs_;
  Pool pool_;
  std::atomic<size_t> n_retired_{0};
};

std::vector<RandomTask> random_tasks(base::Rng& rng, size_t n) {
  test::RandomDependences random(rng);
  random.n_addresses = 1 + rng.below(kAddresses);
  random.may_repeat = false;
  std::vector<RandomTask> tasks(n);
  for (RandomTask& task : tasks) {
    while (task.dependences.empty()) task.dependences = random.next();
    task.key = rng.next();
  }
  return tasks;
}

TEST(DependThreads, ResultsAreThoseOfSerialExecution) {
  for (uint64_t seed : test::kSeeds) {
    base::Rng rng(seed);
    for (int program = 0; program < 5; program++) {
      std::vector<RandomTask> tasks = random_tasks(rng, 1500);
      Cell expected[kAddresses];
      std::vector<uint64_t> expected_seen(tasks.size());
      for (size_t i = 0; i < tasks.size(); i++) execute(tasks[i], expected, expected_seen[i]);
      for (uint32_t n_threads : test::kThreadCounts) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", program " << program << ", threads " << n_threads);
        const Execution run(tasks, n_threads, seed);
        for (uint32_t i = 0; i < kAddresses; i++) {
          ASSERT_EQ(run.cells[i].value, expected[i].value) << "address " << i;
          ASSERT_EQ(run.cells[i].sum, expected[i].sum) << "address " << i;
        }
        ASSERT_EQ(run.seen, expected_seen);
      }
    }
  }
}

// The creator links readers behind a writer that is being retired at that moment, over and over.
TEST(DependThreads, LongListsAgainstRetirement) {
  constexpr size_t kRounds = 300;
  constexpr size_t kReaders = 80;  // beyond two blocks of successors
  std::vector<RandomTask> tasks;
  for (size_t round = 0; round < kRounds; round++) {
    tasks.push_back({{{kBase, Kind::Out}}, round});
    for (size_t reader = 0; reader < kReaders; reader++) tasks.push_back({{{kBase, Kind::In}}, 0});
  }
  Cell expected[kAddresses];
  std::vector<uint64_t> expected_seen(tasks.size());
  for (size_t i = 0; i < tasks.size(); i++) execute(tasks[i], expected, expected_seen[i]);
  for (uint32_t n_threads : test::kThreadCounts) {
    SCOPED_TRACE(n_threads);
    const Execution run(tasks, n_threads, 1);
    EXPECT_EQ(run.cells[0].value, expected[0].value);
    EXPECT_EQ(run.seen, expected_seen);
  }
}

}  // namespace
}  // namespace rondo::depend
