// SPDX-License-Identifier: Apache-2.0
//
// sched/ranges/roots.hpp: the roots of a pure replay, dealt in ranges, run a few at a time, halved by thieves.
#include "sched/ranges/roots.hpp"
#include "graph/compile/compile.hpp"
#include "graph/replay/assign_slots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "graph/record/recorder.hpp"
#include "graph/replay/instance.hpp"
#include "sched/nodes/run_node.hpp"
#include "sched/test_arena.hpp"
#include "without.hpp"

namespace rondo::sched {
namespace {

using test::work_off;

struct Executed {
  base::Atomic<uint32_t> n_times{0};
  std::vector<uint32_t>* order = nullptr;  // where one thread drives all workers
  uint32_t number = 0;
};

// `n_chains` chains of tasks of the given length, each created from its first to its last one.
class Replay {
 public:
  Replay(test::TestArena& arena, uint32_t n_chains, uint32_t length) : arena_(arena), executed_(n_chains * length) {
    graph::Recorder recorder(true);
    task::TaskSpec spec = {};
    spec.entry.gomp = [](void* data) {
      Executed& task = **static_cast<Executed**>(data);
      task.n_times.add_relaxed(1);
      if (task.order != nullptr) task.order->push_back(task.number);
    };
    spec.block_bytes = sizeof(Executed*);
    spec.is_trivial = true;
    for (uint32_t i = 0; i < executed_.size(); i++) {
      Executed* task = &executed_[i];
      task->number = i;
      const depend::Dependence chain = {reinterpret_cast<uintptr_t>(&executed_[i / length]), depend::Kind::Out};
      recorder.add_task(spec, &task, {&chain, 1});
    }
    graph_ = graph::compile(recorder);
    instance_ = graph::make_instance(*graph_, false);
    set_runner(*instance_);
    graph::assign_slots(*instance_, arena.size(), false);
  }
  ~Replay() {
    graph::free_instance(instance_);
    graph::free_graph(graph_);
  }
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void start() {
    Worker& master = arena_.worker(0);
    instance_->domain.join_counter.open(master.id);
    instance_->domain.join_counter.count_created(graph_->n_sinks);
    instance_->domain.arena = &arena_.arena;
    instance_->master = master.id;
    deal_roots(master, *instance_);
  }
  task::JoinCounter& join_counter() { return instance_->domain.join_counter; }

  void note_order_in(std::vector<uint32_t>& order) {
    for (Executed& task : executed_) task.order = &order;
  }
  bool has_run(uint32_t n_times) {
    return std::all_of(executed_.begin(), executed_.end(),
                       [&](Executed& task) { return task.n_times.load_relaxed() == n_times; });
  }

 private:
  test::TestArena& arena_;
  std::vector<Executed> executed_;
  graph::Graph* graph_;
  graph::Instance* instance_;
};

std::vector<uint32_t> nodes_from(uint32_t begin, uint32_t end) {
  std::vector<uint32_t> result(end - begin);
  std::iota(result.begin(), result.end(), begin);
  return result;
}

TEST(Roots, EachSlotRunsItsOwnInTheOrderOfCreation) {
  test::TestArena arena(2);
  Replay replay(arena, 1000, 1);
  std::vector<uint32_t> order;
  replay.note_order_in(order);
  replay.start();
  work_off(arena.worker(1));
  EXPECT_EQ(order, nodes_from(500, 1000));
  order.clear();
  EXPECT_FALSE(replay.join_counter().is_done(task::Depth::Children));
  work_off(arena.worker(0));
  EXPECT_EQ(order, nodes_from(0, 500));
  EXPECT_TRUE(replay.join_counter().is_done(task::Depth::Children));
}

// `order` is then that of what the worker has stolen.
void run_own_then_stolen(Worker& thief, std::vector<uint32_t>& order) {
  work_off(thief);
  order.clear();
  Work stolen = find_work(thief, nullptr, true);
  EXPECT_TRUE(stolen.is_range());
  while (stolen) stolen = run(thief, stolen);
  work_off(thief);
}

TEST(Roots, WhoStealsThemTakesTheFarHalf) {
  test::TestArena arena(2);
  Replay replay(arena, 1000, 1);
  std::vector<uint32_t> order;
  replay.note_order_in(order);
  replay.start();
  run_own_then_stolen(arena.worker(1), order);
  EXPECT_EQ(order, nodes_from(250, 500));
  order.clear();
  work_off(arena.worker(0));
  EXPECT_EQ(order, nodes_from(0, 250));
  EXPECT_TRUE(replay.join_counter().is_done(task::Depth::Children));
}

TEST(Roots, WithoutHalvesWhoStealsThemTakesThemAll) {
  rondo::test::Without without(config::Mechanism::Halves);
  test::TestArena arena(2);
  Replay replay(arena, 1000, 1);
  std::vector<uint32_t> order;
  replay.note_order_in(order);
  replay.start();
  run_own_then_stolen(arena.worker(1), order);
  EXPECT_EQ(order, nodes_from(0, 500));
  EXPECT_TRUE(replay.join_counter().is_done(task::Depth::Children));
}

TEST(Roots, WithoutBatchesTheyRunOneByOne) {
  rondo::test::Without without(config::Mechanism::Batches);
  LazyRange range = {0, 1000};
  for (int i = 0; i < 1000; i++) ASSERT_EQ(range.next_batch(), 1u);
}

TEST(Roots, AStolenShareOfOneIsNotHalved) {
  test::TestArena arena(2);
  Replay replay(arena, 4, 1);
  replay.start();
  Worker& thief = arena.worker(1);
  work_off(thief);
  for (int i = 0; i < 4; i++) {
    Work work = find_work(thief, nullptr, true);
    while (work) work = run(thief, work);
  }
  flush(thief);
  EXPECT_TRUE(replay.join_counter().is_done(task::Depth::Children));
  EXPECT_TRUE(replay.has_run(1));
}

TEST(Roots, WithSuccessorsRunTheirChainsFirst) {
  test::TestArena arena(1);
  Replay replay(arena, 40, 3);
  std::vector<uint32_t> order;
  replay.note_order_in(order);
  replay.start();
  work_off(arena.worker(0));
  EXPECT_EQ(order, nodes_from(0, 120));
}

class RootsInArenas : public testing::TestWithParam<uint32_t> {};

TEST_P(RootsInArenas, RunOnceInEachReplay) {
  constexpr uint32_t kReplays = 30;
  test::TestArena arena(GetParam());
  Replay independent(arena, 3000, 1);
  Replay chains(arena, 300, 2);
  arena.run([&] {
    for (uint32_t i = 0; i < kReplays; i++) {
      for (Replay* replay : {&independent, &chains}) {
        replay->start();
        work_until(arena.worker(0), arena.arena, JoinLatch(replay->join_counter(), task::Depth::Descendants), nullptr);
      }
    }
  });
  EXPECT_TRUE(independent.has_run(kReplays));
  EXPECT_TRUE(chains.has_run(kReplays));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RootsInArenas, testing::Values(1, 2, 4, 8));

// A chain of which all nodes are placed on the other slot. That slot's worker has other things to do, or the node
// would not have been stolen.
TEST(Roots, WhoStealsANodeRunsWhatFollowsFromIt) {
  test::TestArena arena(2);
  Replay replay(arena, 1, 40);  // more than run in a row
  std::vector<uint32_t> order;
  replay.note_order_in(order);
  replay.start();
  Worker& thief = arena.worker(1);
  work_off(thief);
  EXPECT_TRUE(order.empty()) << "it has a place";
  for (Work work = find_work(thief, nullptr, true); work;) work = run(thief, work);
  flush(thief);
  EXPECT_EQ(order, nodes_from(0, 40));
  EXPECT_TRUE(replay.join_counter().is_done(task::Depth::Children));
}

}  // namespace
}  // namespace rondo::sched
