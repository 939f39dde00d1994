// SPDX-License-Identifier: Apache-2.0
//
// Running one node of a replay: no allocation, no look-up, no lock. In a pure replay the body works on a copy of the
// recorded bytes, on this worker's stack; in a re-capture on the block that the region's code has just filled.
#include "sched/run_node.hpp"

#include <cstring>

#include "graph/cycle.hpp"
#include "graph/instance.hpp"
#include "os/clock.hpp"
#include "sched/execute.hpp"
#include "sched/wait.hpp"
#include "task/kmp_block.hpp"

namespace rondo::sched {

using graph::Cycle;
using graph::Graph;
using graph::Instance;
using graph::Node;
using graph::NodeIndex;
using graph::NodeKind;
using graph::NodeState;
using task::Task;

[[gnu::noinline]] void offer(Worker& worker, NodeState& node) {
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

void begin_task(Task& task, const Node& node) {
  task.entry = node.entry;
  task.domain = nullptr;
  task.flags = node.task_flags;
  task.priority = node.priority;
}

// What is the same for all nodes of an instance.
void begin_tasks(Task& task, Instance& instance) {
  task.parent = &instance.domain;
  task.node = nullptr;
}

// A loop goes on for long: only the first rounds pay for times.
bool is_timed_enough(const Node& node, const Instance& instance) {
  return instance.cycle != nullptr &&
         instance.cycle->rounds[node.head].load_relaxed() >= instance.cycle->n_timed_rounds;  // [G4]
}

// Off the path of most programs. The nodes of a loop are discarded by the round (run_round), and not where the
// control code needs them to come to the loop's end.
[[gnu::noinline]] void call_body_with_care(Worker& worker, Task& task, const Node& node, const Instance& instance) {
  if (instance.cycle == nullptr && is_discarded(task)) return skip_body(worker, task);
  if (!instance.takes_times || is_timed_enough(node, instance)) return call_body(worker, task);
  uint64_t start = os::ticks();
  call_body(worker, task);
  const Graph& graph = *instance.graph;
  graph.note_time(static_cast<graph::NodeIndex>(&node - graph.nodes), os::ticks() - start);
}

[[gnu::noinline]] void end_children(Worker& worker, Task& task, const Node& node) {
  if (node.keeps_children) {
    TallyLatch is_done(task.domain->tally, task::Depth::Descendants);
    work_until(worker, *worker.seat->crew, is_done, task.domain);
  }
  close_domain(worker, task);
}

[[gnu::always_inline]] inline void run_body(Worker& worker, Task& task, const Node& node, const Instance& instance) {
  if (instance.takes_times | settings.cancellation) [[unlikely]] {  // one branch for both
    call_body_with_care(worker, task, node, instance);
  } else {
    call_body(worker, task);
  }
  if (task.domain != nullptr) [[unlikely]]
    end_children(worker, task, node);
}

// Whole lines, because a copy of known size needs no call. There is room behind both blocks (graph/recorder.hpp).
void copy_block(char* to, const char* from, uint32_t bytes) {
  for (uint32_t offset = 0; offset < bytes; offset += base::kCacheLine) {
    std::memcpy(to + offset, from + offset, base::kCacheLine);
  }
}

// The body may scribble on its private copies: it gets a copy of the pristine block, behind a descriptor as always.
[[gnu::always_inline]] inline void run_on_copy(Worker& worker, const Node& node, const Instance& instance, Task& task) {
  auto* copy = static_cast<char*>(task.block());
  copy_block(copy, instance.data_of(node), node.block_bytes);
  if (node.shareds_offset != 0) reinterpret_cast<task::KmpBlock*>(copy)->shareds = copy + node.shareds_offset;
  begin_task(task, node);
  task.group = instance.group_of(node);
  task.data = copy;
  run_body(worker, task, node, instance);
}

[[gnu::noinline]] void run_large(Worker& worker, const Node& node, Instance& instance) {
  size_t bytes = sizeof(Task) + base::round_up(node.block_bytes, base::kCacheLine);
  auto* task = static_cast<Task*>(worker.slab.allocate(bytes));
  begin_tasks(*task, instance);
  run_on_copy(worker, node, instance, *task);
  worker.slab.release(task);
}

// What is captured may hold objects: those bodies are run, and the control code ends the loop.
bool is_cancelled(const Instance& instance) {
  return instance.n_captures == 0 && settings.cancellation && is_cancelled(*instance.domain.crew, instance.group);
}

// The members of a unit run one after the other: next(node) is called for each.
template <class Next>
void for_each_member(const Graph& graph, const Node& head, Next next) {
  const Node* node = &head;
  while (true) {
    next(*node);
    if (node->next_member == 0) return;
    node = &graph.nodes[node->next_member];
  }
}

// Pure: the members of one unit after the other run in the same piece of stack.
class Copies {
 public:
  explicit Copies(Instance& instance) : instance_(instance) { begin_tasks(task_, instance); }

  void run(Worker& worker, const Node& head) {
    const bool is_in_loop = instance_.cycle != nullptr;
    for_each_member(*instance_.graph, head, [&](const Node& node) {
      if (is_in_loop && &node != &head && is_cancelled(instance_)) [[unlikely]]
        return;
      if (node.block_bytes > sizeof block_) [[unlikely]]
        return run_large(worker, node, instance_);
      run_on_copy(worker, node, instance_, task_);
    });
  }

 private:
  Instance& instance_;
  Task task_;
  char block_[256];  // behind the descriptor, as always
};

[[gnu::noinline]] void run_pure(Worker& worker, const Node& head, Instance& instance) {
  Copies(instance).run(worker, head);
}

// In blocks of their own; what was not captured is left out.
void run_captured(Worker& worker, const Node& head, Instance& instance) {
  const Graph& graph = *instance.graph;
  for_each_member(graph, head, [&](const Node& node) {
    auto index = static_cast<NodeIndex>(&node - graph.nodes);
    if (instance.states[index].is_empty) return;
    if (instance.tasks != nullptr) {  // the child of a tagged task, in a slab block like any other
      Task& task = *instance.tasks[index];
      run_body(worker, task, node, instance);
      worker.slab.release(&task);
    } else {
      Task& task = *instance.task_of(node);
      begin_tasks(task, instance);
      begin_task(task, node);
      run_body(worker, task, node, instance);
    }
  });
}

// The control code may be waiting for this join.
[[gnu::noinline]] void reach_join(NodeState& state, Instance& instance) {
  auto index = static_cast<uint32_t>(&state - instance.states);
  task::WorkerId master = instance.master;
  instance.n_joined.store_release(index + 1);  // [G3]
  os::light_fence();                           // [P1]
  if (master != task::kNoWorker) wake_worker(master);
}

void run_work_of(Worker& worker, NodeState& state, const Node& node, Instance& instance) {
  if (node.kind == NodeKind::Task) {
    instance.n_captures == 0 ? run_pure(worker, node, instance) : run_captured(worker, node, instance);
  } else if (node.kind == NodeKind::Join && instance.n_captures != 0) {
    reach_join(state, instance);
  } else if (node.group != graph::kNoGroup) {  // the control code does not run: nobody waits here, nor combines
    instance.group_of(node)->reductions->combine();
  }
}

// Of the nodes that became ready together, the one to run next: the oldest that has its place here.
class ImmediateNode {
 public:
  explicit ImmediateNode(Worker& worker) : worker_(worker), seat_(worker.seat->index) {}

  // Called newest first.
  void operator()(NodeState* ready) {
    if (ready->seat != seat_) [[unlikely]]
      return offer(worker_, *ready);
    if (kept_ != nullptr) offer(worker_, *kept_);
    kept_ = ready;
  }
  NodeState* kept() const { return kept_; }

 private:
  Worker& worker_;
  const uint32_t seat_;
  NodeState* kept_ = nullptr;
};

// The control code may wait until the node has run this often, to fill its block anew or to look at its condition.
void announce_round(NodeState& state, Instance& instance, uint64_t n_rounds) {
  Cycle& cycle = *instance.cycle;
  auto index = static_cast<NodeIndex>(&state - instance.states);
  cycle.rounds[index].store_release(n_rounds);  // [G4]
  if (cycle.gate == graph::Gate::None) return;
  os::light_fence();  // [P1]
  if (cycle.awaited.load_relaxed() == index && instance.master != task::kNoWorker) wake_worker(instance.master);
}

// A node of a cyclic graph, once. The instance lives on until the node is counted, if it is, else until its last
// successor in the same iteration is.
[[gnu::noinline]] Work run_round(Worker& worker, NodeState& state, const Node& node, Instance& instance) {
  base::CountFor counting(base::Construct::Node);
  Cycle& cycle = *instance.cycle;
  auto index = static_cast<NodeIndex>(&state - instance.states);
  uint64_t round = cycle.rounds[index].load_relaxed();  // [G4]
  bool is_discarded = is_cancelled(instance);
  if (!is_discarded) run_work_of(worker, state, node, instance);
  bool is_free = cycle.gate == graph::Gate::None;
  bool is_dropped = is_discarded && is_free;
  bool is_last = is_free && (is_dropped || round + 1 == cycle.limit(node));
  bool is_counted = is_last || (!is_free && node.is_sink);
  announce_round(state, instance, is_dropped ? Cycle::kDropped : round + 1);
  if (is_last && cycle.stand_ins != nullptr && cycle.stand_ins[index] != nullptr) {
    release_hold(worker, *cycle.stand_ins[index]);
  }
  ImmediateNode next(worker);
  graph::retire_round(state, round, [&](NodeState* ready) {
    if (!is_dropped || !graph::is_dropped(*ready)) next(ready);
  });
  if (is_counted) count_done(worker, instance.domain.tally);
  return keep_or_offer(worker, next.kept());
}

// Before the worker turns to this replay.
void report_others(Worker& worker, const Instance& instance) {
  if (worker.batch_count != 0 && worker.batch_tally != &instance.domain.tally) worker.flush_completions();
}

// What the immediate successor will need comes while this node's body runs; if the control code has filled its block
// on another core, that takes as long as a small body.
void fetch_successor(const Node& node, const Instance& instance) {
  const Graph& graph = *instance.graph;
  if ((&node)[1].first_successor == node.first_successor) return;
  NodeIndex next = graph.successors[node.first_successor] & graph::kIndexMask;
  __builtin_prefetch(&instance.states[next], 1);
  const Node& successor = graph.nodes[next];
  if (instance.blocks != nullptr) {
    Task* task = instance.task_of(successor);
    __builtin_prefetch(task, 1);
    __builtin_prefetch(task + 1, 1);
  } else if (graph.pristine != nullptr) {
    __builtin_prefetch(graph.pristine + successor.pristine);
  }
}

}  // namespace

// A few immediate successors run in a row, before whoever waits looks at its latch again.
Work run_node(Worker& worker, NodeState& first) {
  constexpr uint32_t kInARow = 16;  // docs/tuning.md
  Instance& instance = *first.instance;
  if (instance.cycle != nullptr) [[unlikely]] {
    report_others(worker, instance);
    graph::rearm(first);
    return run_round(worker, first, *first.node, instance);
  }
  NodeState* state = &first;
  for (uint32_t n_left = kInARow;; n_left--) {
    const Node& node = *state->node;
    base::CountFor counting(base::Construct::Node);
    report_others(worker, instance);
    graph::rearm(*state);
    fetch_successor(node, instance);
    run_work_of(worker, *state, node, instance);
    if (node.is_sink) {  // the replay counts it
      count_done(worker, instance.domain.tally);
      return Work();
    }
    ImmediateNode next(worker);
    graph::retire(*state, [&](NodeState* ready) { next(ready); });
    state = next.kept();
    if (state == nullptr || n_left == 1 || settings.immediate_successor_percent < 100)
      return keep_or_offer(worker, state);
  }
}

void run_sinks(Worker& worker, Instance& instance, std::span<const NodeIndex> roots) {
  report_others(worker, instance);
  Copies copies(instance);
  for (NodeIndex root : roots) {
    const Node& node = instance.graph->nodes[root];
    node.kind == NodeKind::Task ? copies.run(worker, node) : run_work_of(worker, instance.states[root], node, instance);
  }
  count_done(worker, instance.domain.tally, static_cast<uint32_t>(roots.size()));
}

Work run_row(Worker& worker, NodeState& first) {
  NodeState* node = &first;
  while (NodeState* rest = node->next) {  // before the node runs: afterwards it may be linked into something else
    if (Work next = run_node(worker, *node)) {
      worker.seat->deque.push(Work::row(rest).word());
      announce_work(*worker.seat->crew, worker.seat->index);
      return next;
    }
    node = rest;
  }
  return run_node(worker, *node);
}

}  // namespace rondo::sched
