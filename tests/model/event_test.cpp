// SPDX-License-Identifier: Apache-2.0
//
// A detachable node of a replay: its body and its event end on two threads in any order, while its creator puts a
// follower behind it (graph/replay/instance_states.hpp, task/task.hpp). The node is complete once, with everything
// that both have written; the follower is let go once, and behind the node. The next replay uses the same task.
#include "graph/replay/instance_states.hpp"

#include "harness.hpp"
#include "os/cpu.hpp"
#include "task/task.hpp"

namespace rondo::model {
namespace {

using graph::NodeFollower;
using task::Task;

constexpr task::TaskSpec kDetachable = {{}, 0, 0, task::kDetachable, 0, true};

struct Shared {
  Task node;
  Task proxy;
  NodeFollower follower;
  base::Atomic<uint32_t> began{0};  // replays whose task is there
  base::Atomic<uint32_t> ended{0};  // replays whose node is complete, and counted
  int by_body = 0, by_event = 0;    // what the body, and who fulfils the event, have written before
  int n_completed = 0;
  int n_proxies = 0, n_let_go = 0;

  // As sched::drop_hold and what follows from it.
  void drop_hold(int replay) {
    if (node.holds.sub_acq_rel(1) != 1) return;
    check(by_body == replay && by_event == replay, "the node is complete, but its body or its event is not over");
    n_completed++;
    if (follower.finish() != nullptr) let_go(replay);
    ended.add_acq_rel(1);
  }
  void let_go(int replay) {
    check(by_body == replay && by_event == replay, "the follower comes before the node");
    check(proxy.data == this, "the follower is not there yet");
    n_let_go++;
  }
};

Program replays(int n_replays) {
  return [n_replays](Execution& execution) {
    auto& shared = execution.make<Shared>();
    execution.thread([&shared, n_replays] {  // the creator
      for (int replay = 1; replay <= n_replays; replay++) {
        shared.follower.reset();
        task::init(shared.node, kDetachable);
        shared.began.store_release(static_cast<uint32_t>(replay));
        if (!shared.follower.is_complete()) {
          shared.proxy.data = &shared;
          shared.n_proxies++;
          if (!shared.follower.set(shared.proxy)) shared.let_go(replay);
        } else {
          check(shared.by_body == replay && shared.by_event == replay,
                "complete, but its body or its event is not over");
        }
        while (shared.ended.load_acquire() != static_cast<uint32_t>(replay)) os::relax();
        check(shared.n_completed == replay, "the node is not complete once");
      }
      check(shared.n_let_go == shared.n_proxies, "a follower is not let go once");
    });
    for (const bool is_body : {true, false}) {
      execution.thread([&shared, n_replays, is_body] {
        for (int replay = 1; replay <= n_replays; replay++) {
          while (shared.began.load_acquire() != static_cast<uint32_t>(replay)) os::relax();
          (is_body ? shared.by_body : shared.by_event) = replay;
          shared.drop_hold(replay);
        }
      });
    }
  };
}

TEST(Event, ANodeIsCompleteOnce) {
  expect_holds("event: one replay", replays(1));
  expect_holds("event: two replays of one task", replays(2), {.n_samples = 5'000});
}

TEST(Event, MutationsAreNoticed) {
  expect_breaks("event: one replay", replays(1),
                {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
