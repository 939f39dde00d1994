// SPDX-License-Identifier: Apache-2.0
//
// sched/idle/find.cpp: work that is out of sight for a moment, on its way from one queue to another, while somebody
// looks for work and goes to sleep. A worker that has had some in its hands owes the others an announcement; nobody
// sleeps over that work for good.
#include "sched/idle/find.hpp"

#include "graph/replay/instance.hpp"
#include "harness.hpp"

namespace rondo::model {
namespace {

using graph::NodeState;
using sched::Arena;
using sched::Slot;
using sched::Work;
using sched::Worker;
using task::Domain;
using task::Task;

constexpr uint32_t kWorkers = 2;

struct Shared {
  Arena arena;
  Worker workers[kWorkers] = {Worker(0), Worker(1)};
  Slot slots[kWorkers] = {Slot(arena, 0), Slot(arena, 1)};
  Slot* table[kWorkers] = {&slots[0], &slots[1]};
  Domain inner;  // of a task of worker 0's implicit one
  Task child = {};
  Task sibling = {};
  Task stranger = {};  // no descendant of that task
  int n_found[3] = {};  // how often the child, the stranger and the sibling
  graph::Instance instance = {};  // of a replay whose master is worker 0
  NodeState nodes[2] = {};
  int n_nodes_found[2] = {};

  Shared() {
    arena.n_slots = kWorkers;
    arena.slots = table;
    for (uint32_t i = 0; i < kWorkers; i++) {
      slots[i].worker.store_release(&workers[i]);
      workers[i].slot = &slots[i];
    }
    inner.outer = &slots[0].domain;
    inner.depth = 1;
    child.parent = &inner;
    sibling.parent = &inner;
    stranger.parent = &slots[0].domain;
    instance.domain.outer = &slots[0].domain;
    instance.domain.depth = 1;
    for (NodeState& node : nodes) node.instance = &instance;
    name(&arena.n_parked, "n_parked");
    for (Worker& worker : workers) name(worker.parker.state.address(), "state");
  }

  // The next theft of this worker takes two tasks.
  void steal_two(uint32_t worker) {
    constexpr uint64_t kTicksPerUs = 1000;
    sched::StealBackoff& backoff = workers[worker].steal_backoff;
    backoff.note_theft(1000, 0, 1);
    backoff.judge(1500, kTicksPerUs, kWorkers, false);
    check(backoff.n_at_once() == 2, "a theft would not take two");
  }

  Task* look(uint32_t worker, const Domain* within) {
    Work work = sched::find_work(workers[worker], within, true);
    workers[worker].steal_backoff = {};  // which goes by the clock
    if (!work) return nullptr;
    n_found[work.task() == &child ? 0 : work.task() == &stranger ? 1 : 2]++;
    return work.task();
  }

  // Works until it has had so many nodes.
  void look_until_nodes(uint32_t worker, int n) {
    while (n > 0) {
      const Work work = sched::find_work(workers[worker], nullptr, true);
      workers[worker].steal_backoff = {};
      if (!work) {
        sched::park(workers[worker], &arena, 0, [&] { return sched::has_work_for_sleeper(workers[worker], arena); });
        continue;
      }
      const bool is_batch = work.is_batch();
      for (NodeState* node = work.node(); node != nullptr; node = is_batch ? node->next : nullptr) {
        n_nodes_found[node - nodes]++;
        n--;
      }
    }
  }

  // Looks once, in a wait for `inner`, which is over then (sched::work_until).
  void look_in_a_wait(uint32_t worker, bool announces = true) {
    (void)look(worker, &inner);
    if (announces) sched::announce_owed(workers[worker]);
  }

  // Works until it has had what it looks for; nullptr: anything.
  void look_until(uint32_t worker, const Task* wanted) {
    for (;;) {
      const Task* found = look(worker, nullptr);
      if (found != nullptr && (wanted == nullptr || found == wanted)) return;
      if (found != nullptr) continue;
      sched::park(workers[worker], &arena, 0, [&] { return sched::has_work_for_sleeper(workers[worker], arena); });
    }
  }
};

Shared& begin(Execution& execution, int n_children, int n_siblings = 0) {
  auto& shared = execution.make<Shared>();
  execution.at_end([&shared, n_children, n_siblings] {
    check(shared.n_found[0] == n_children && shared.n_found[1] == 1 && shared.n_found[2] == n_siblings,
          "a task was not found once");
    check(shared.arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
  });
  return shared;
}

// A wait turns over what it may not run, for what it may.
void turned_over(Execution& execution) {
  Shared& shared = begin(execution, 1);
  shared.slots[0].deque.push(Work(&shared.child).word());
  shared.slots[0].deque.push(Work(&shared.stranger).word());
  execution.thread([&] { shared.look_in_a_wait(0); });
  execution.thread([&] { shared.look_until(1, &shared.stranger); });
}

// A wait finds only what it may not run, and ends.
void put_back(Execution& execution, bool announces) {
  Shared& shared = begin(execution, 0);
  shared.slots[0].deque.push(Work(&shared.stranger).word());
  execution.thread([&shared, announces] { shared.look_in_a_wait(0, announces); });
  execution.thread([&] { shared.look_until(1, &shared.stranger); });
}
void put_back_and_announced(Execution& execution) { put_back(execution, true); }
void put_back_in_silence(Execution& execution) { put_back(execution, false); }

// A mailbox with something for each of the two; either may open it.
void mailbox(Execution& execution) {
  Shared& shared = begin(execution, 1);
  shared.slots[0].mailbox.push(&shared.child);
  shared.slots[0].mailbox.push(&shared.stranger);
  for (uint32_t worker = 0; worker < kWorkers; worker++) {
    execution.thread([&shared, worker] { shared.look_until(worker, nullptr); });
  }
}

// A wait steals what it may not run, and gives it back to the victim, who is looking for work.
void given_back(Execution& execution, bool announces) {
  Shared& shared = begin(execution, 0);
  shared.slots[0].deque.push(Work(&shared.stranger).word());
  execution.thread([&] { shared.look_until(0, &shared.stranger); });
  execution.thread([&shared, announces] { shared.look_in_a_wait(1, announces); });
}
void given_back_and_announced(Execution& execution) { given_back(execution, true); }
void given_back_in_silence(Execution& execution) { given_back(execution, false); }

// A thief takes two of three tasks and is busy with the first one. The second lies in its deque, where the victim
// finds it, who may have gone to sleep meanwhile.
void two_at_once(Execution& execution) {
  Shared& shared = begin(execution, 1, 1);
  for (Task* task : {&shared.child, &shared.stranger, &shared.sibling}) {
    shared.slots[0].deque.push(Work(task).word());
  }
  execution.thread([&] {
    for (int i = 0; i < 2; i++) shared.look_until(0, nullptr);
  });
  execution.thread([&] {
    shared.steal_two(1);
    shared.look_until(1, nullptr);
  });
}

// Nodes instead of tasks.
Shared& begin_nodes(Execution& execution) {
  auto& shared = execution.make<Shared>();
  execution.at_end([&shared] {
    for (int n : shared.n_nodes_found) check(n == 1, "a node was not found once");
    check(shared.arena.n_parked.load_relaxed() == 0, "the count of sleepers is wrong");
  });
  return shared;
}

// A mailbox with a node for each of the two, each a batch of its own.
void node_mailbox(Execution& execution) {
  Shared& shared = begin_nodes(execution);
  for (NodeState& node : shared.nodes) shared.slots[0].node_mailbox.push(&node);
  for (uint32_t worker = 0; worker < kWorkers; worker++) {
    execution.thread([&shared, worker] { shared.look_until_nodes(worker, 1); });
  }
}

// A wait steals a node that it may not run; it goes to the replay's master.
void forwarded(Execution& execution) {
  Shared& shared = begin_nodes(execution);
  shared.n_nodes_found[1] = 1;  // there is only one
  shared.slots[0].deque.push(Work(&shared.nodes[0]).word());
  execution.thread([&] { shared.look_until_nodes(0, 1); });
  execution.thread([&] { shared.look_in_a_wait(1); });
}

// A wait steals a batch that it may not run: the first node goes to the replay's master, the other one lies in the
// thief's deque when its wait is over.
void taken_apart(Execution& execution) {
  Shared& shared = begin_nodes(execution);
  shared.nodes[0].next = &shared.nodes[1];
  shared.slots[0].deque.push(Work::batch(&shared.nodes[0]).word());
  execution.thread([&] { shared.look_until_nodes(0, 2); });
  execution.thread([&] { shared.look_in_a_wait(1); });
}

TEST(Find, WhatWasOutOfSightIsAnnounced) {
  expect_holds("find: turned over", turned_over);
  expect_holds("find: put back", put_back_and_announced);
  expect_holds("find: mailbox", mailbox);
  expect_holds("find: given back", given_back_and_announced);
  expect_holds("find: two at once", two_at_once);
  expect_holds("find: mailbox of nodes", node_mailbox);
  expect_holds("find: forwarded", forwarded);
  expect_holds("find: batch taken apart", taken_apart);
}

TEST(Find, NeedsTheAnnouncementAndItsFence) {
  expect_breaks("put back in silence", put_back_in_silence, {Mutation::None});
  expect_breaks("given back in silence", given_back_in_silence, {Mutation::None});
  const auto fence = {Mutation::NoHeavyFence};
  expect_breaks("turned over", turned_over, fence);
  expect_breaks("put back", put_back_and_announced, fence);
  expect_breaks("mailbox", mailbox, fence);
  expect_breaks("given back", given_back_and_announced, fence);
  expect_breaks("two at once", two_at_once, fence);
  expect_breaks("mailbox of nodes", node_mailbox, fence);
  expect_breaks("forwarded", forwarded, fence);
  expect_breaks("batch taken apart", taken_apart, fence);
}

}  // namespace
}  // namespace rondo::model
