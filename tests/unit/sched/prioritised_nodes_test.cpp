// SPDX-License-Identifier: Apache-2.0
//
// sched/nodes/node_offer.hpp: nodes that have a priority, where priorities count, run before others that are ready.
#include "sched/nodes/run_node.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "graph/compile/compile.hpp"
#include "graph/record/recorder.hpp"
#include "graph/replay/assign_slots.hpp"
#include "graph/replay/instance.hpp"
#include "sched/ranges/roots.hpp"
#include "sched/test_arena.hpp"

namespace rondo::sched {
namespace {

// In which order one worker runs a replay of a first task and those that depend on it, which have these priorities.
std::vector<int> order_of(const std::vector<int16_t>& priorities, uint32_t max_priority) {
  settings.max_task_priority = max_priority;
  test::TestArena arena(1);
  Worker& worker = arena.worker(0);
  std::vector<int> order;
  struct Block {
    std::vector<int>* order;
    int number;
  };
  graph::Recorder recorder(true);
  auto add = [&](int number, int16_t priority, depend::Kind kind) {
    Block block = {&order, number};
    task::TaskSpec spec = {};
    spec.entry.gomp = [](void* data) {
      const Block& own = *static_cast<Block*>(data);
      own.order->push_back(own.number);
    };
    spec.block_bytes = sizeof(Block);
    spec.is_trivial = true;
    spec.priority = priority;
    const depend::Dependence dependence = {64, kind};
    recorder.add_task(spec, &block, {&dependence, 1});
  };
  add(0, 0, depend::Kind::Out);
  for (size_t i = 0; i < priorities.size(); i++) add(static_cast<int>(i) + 1, priorities[i], depend::Kind::In);
  graph::Graph* graph = graph::compile(recorder);
  graph::Instance* instance = graph::make_instance(*graph, false);
  set_runner(*instance);
  graph::assign_slots(*instance, 1, settings.max_task_priority != 0);
  instance->domain.join_counter.open(worker.id);
  instance->domain.join_counter.count_created(graph->n_sinks);
  instance->domain.arena = &arena.arena;
  instance->master = worker.id;
  deal_roots(worker, *instance);
  test::work_off(worker);
  EXPECT_TRUE(instance->domain.join_counter.is_done(task::Depth::Children));
  EXPECT_TRUE(arena.arena.prioritised.is_empty());
  graph::free_instance(instance);
  graph::free_graph(graph);
  settings.max_task_priority = 0;
  return order;
}

using Order = std::vector<int>;

TEST(PrioritisedNodes, TheHighestComeFirst) {
  EXPECT_EQ(order_of({0, 0, 1, 2, 0}, 7), (Order{0, 4, 3, 1, 2, 5}));
  EXPECT_EQ(order_of({0, 3, 3, 0}, 7), (Order{0, 2, 3, 1, 4}));
}

TEST(PrioritisedNodes, WherePrioritiesDoNotCountTheOldestComesFirst) {
  EXPECT_EQ(order_of({0, 0, 1, 2, 0}, 0), (Order{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace rondo::sched
