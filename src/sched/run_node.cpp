// SPDX-License-Identifier: Apache-2.0
//
// Running one node of a replay: no allocation, no look-up, no lock. In a pure replay the body works on a copy of the
// recorded bytes, on this worker's stack; in a re-capture on the block that the region's code has just filled.
#include "sched/run_node.hpp"

#include <cstring>

#include "graph/instance.hpp"
#include "os/clock.hpp"
#include "sched/execute.hpp"
#include "sched/wait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using graph::Graph;
using graph::Instance;
using graph::Node;
using graph::NodeKind;
using graph::NodeState;
using task::Task;

void offer(Worker& worker, NodeState& node) {
  Crew& crew = *worker.seat->crew;
  uint32_t index = node.seat;  // before the push: afterwards the node may have run, and its replay may be over
  if (index == worker.seat->index) {
    worker.seat->deque.push(Work(&node).word());
    announce_work(crew, index);
    return;
  }
  Seat& seat = *crew.seats[index];
  seat.node_mailbox.push(&node);
  os::light_fence();  // [P1]
  if (crew.n_parked.load_relaxed() != 0 && !unpark(*seat.worker.load_acquire())) wake_one(crew, index);  // [S1]
}

namespace {

void begin_task(Task& task, const Node& node, Instance& instance) {
  task.entry = node.entry;
  task.parent = &instance.domain;
  task.group = instance.group;
  task.node = nullptr;
  task.domain = nullptr;
  task.flags = node.task_flags;
  task.priority = node.priority;
}

void run_body(Worker& worker, Task& task, const Node& node, const Graph& graph) {
  if (task.runs_in_parts()) {
    task.flags |= task::kUndeferred;
    task.holds.store_relaxed(1);  // [H1]
  }
  if (graph.ticks == nullptr) {
    call_in_place(worker, task);
  } else {
    uint64_t start = os::ticks();
    call_in_place(worker, task);
    graph.note_time(static_cast<graph::NodeIndex>(&node - graph.nodes), os::ticks() - start);
  }
  if (task.domain == nullptr) return;  // no children
  if (node.keeps_children) {
    TallyLatch is_done(task.domain->tally, task::Depth::Descendants);
    work_until(worker, *worker.seat->crew, is_done, task.domain);
  }
  close_domain(worker, task);
}

// Whole lines, because a copy of known size needs no call. There is room behind both blocks (graph/recorder.hpp).
void copy_block(char* to, const char* from, uint32_t bytes) {
  for (uint32_t offset = 0; offset < bytes; offset += base::kCacheLine) {
    std::memcpy(to + offset, from + offset, base::kCacheLine);
  }
}

// The body may scribble on its private copies: it gets a copy of the pristine block, behind a descriptor as always.
void run_on_copy(Worker& worker, const Node& node, Instance& instance, Task& task) {
  auto* copy = static_cast<char*>(task.block());
  copy_block(copy, instance.graph->pristine + node.pristine, node.block_bytes);
  if (node.shareds_offset != 0) reinterpret_cast<task::KmpBlock*>(copy)->shareds = copy + node.shareds_offset;
  begin_task(task, node, instance);
  task.data = copy;
  run_body(worker, task, node, *instance.graph);
}

template <uint32_t kBytes>
void run_on_stack(Worker& worker, const Node& node, Instance& instance) {
  struct {
    Task task;
    char block[kBytes];
  } memory;
  run_on_copy(worker, node, instance, memory.task);
}

void run_pure(Worker& worker, const Node& node, Instance& instance) {
  constexpr uint32_t kSmall = 192;
  constexpr uint32_t kOnStack = 1024;
  if (node.block_bytes <= kSmall) {
    run_on_stack<kSmall>(worker, node, instance);
  } else if (node.block_bytes <= kOnStack) {
    run_on_stack<kOnStack>(worker, node, instance);
  } else {
    auto* task =
        static_cast<Task*>(worker.slab.allocate(sizeof(Task) + base::round_up(node.block_bytes, base::kCacheLine)));
    run_on_copy(worker, node, instance, *task);
    worker.slab.release(task);
  }
}

void run_captured(Worker& worker, const Node& node, Instance& instance) {
  Task& task = *instance.task_of(node);
  begin_task(task, node, instance);
  run_body(worker, task, node, *instance.graph);
}

// The members of a unit, one after the other.
void run_members(Worker& worker, const Node& head, Instance& instance) {
  const Graph& graph = *instance.graph;
  const Node* node = &head;
  while (true) {
    if (instance.blocks == nullptr) {
      run_pure(worker, *node, instance);
    } else if (!instance.states[node - graph.nodes].is_empty) {
      run_captured(worker, *node, instance);
    }
    if (node->next_member == 0) return;
    node = &graph.nodes[node->next_member];
  }
}

// The control code may be waiting for this join.
void reach_join(NodeState& state, Instance& instance) {
  auto index = static_cast<uint32_t>(&state - instance.states);
  task::WorkerId master = instance.master;
  instance.n_joined.store_release(index + 1);  // [G3]
  os::light_fence();                           // [P1]
  if (master != task::kNoWorker) wake_worker(master);
}

}  // namespace

Work run_node(Worker& worker, NodeState& state) {
  Instance& instance = *state.instance;
  const Node& node = *state.node;
  if (worker.batch_count != 0 && worker.batch_tally != &instance.domain.tally) worker.flush_completions();
  graph::rearm(state);
  node.kind == NodeKind::Task ? run_members(worker, node, instance) : reach_join(state, instance);
  if (node.first_successor == (&node + 1)->first_successor) {  // a sink: the replay counts it
    count_done(worker, instance.domain.tally);
    return Work();
  }
  NodeState* next = nullptr;
  graph::retire(state, [&](NodeState* ready) {
    if (ready->seat != worker.seat->index) return offer(worker, *ready);
    if (next != nullptr) offer(worker, *next);
    next = ready;
  });
  return next != nullptr ? Work(next) : Work();
}

}  // namespace rondo::sched
