// SPDX-License-Identifier: Apache-2.0
//
// task/join_counter.hpp: a wait ends when, and only when, everything it waits for is done; the report that completes
// it says Wake; a closed join counter dies once, and nobody touches it afterwards.
#include "task/join_counter.hpp"

#include <new>

#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using task::Depth;
using task::JoinCounter;

constexpr task::WorkerId kOwner = 0;

struct Shared {
  JoinCounter join_counter;
  base::Atomic<uint32_t> is_woken{0};  // as a sleeper's state would be: a wake-up before the sleep counts
  int results[4] = {};

  void finish(int child, int64_t delta) {
    results[child] = 1;
    report(delta);
  }
  void report(int64_t delta) {
    switch (join_counter.report(delta)) {
      case JoinCounter::After::Nothing:
        return;
      case JoinCounter::After::Wake:
        is_woken.store_release(1);
        return;
      case JoinCounter::After::Dead:
        fail("an open join counter died");
    }
  }

  // As sched::work_until does it; says whether it went through a sleep.
  bool wait(Depth depth) {
    bool has_slept = false;
    while (!join_counter.is_done(depth)) {
      if (join_counter.begin_wait(depth)) {
        while (is_woken.exchange_acquire(0) == 0) os::relax();
        has_slept = true;
      }
      join_counter.end_wait();
    }
    return has_slept;
  }
};

// ---- Children -----------------------------------------------------------------------------------------------

void two_children_elsewhere(Execution& execution) {
  auto& shared = execution.make<Shared>();
  shared.join_counter.open(kOwner);
  shared.join_counter.count_created(2);
  execution.thread([&] {
    const bool has_slept = shared.wait(Depth::Children);
    (void)has_slept;
    check(shared.results[0] + shared.results[1] == 2, "a child's result is missing");
    check(shared.join_counter.outstanding() == 0, "children are left");
  });
  execution.thread([&] { shared.finish(0, 1); });
  execution.thread([&] { shared.finish(1, 1); });
}

// The owner creates, runs one child itself and waits twice; the other children are reported in one batch.
void batch_and_own_child(Execution& execution) {
  auto& shared = execution.make<Shared>();
  shared.join_counter.open(kOwner);
  shared.join_counter.count_created(2);
  execution.thread([&] {
    shared.join_counter.count_created();
    shared.results[2] = 1;
    shared.join_counter.count_done_here();
    shared.wait(Depth::Children);
    check(shared.results[0] + shared.results[1] == 2, "a child's result is missing");
    shared.join_counter.count_created();
    check(!shared.join_counter.is_done(Depth::Children), "a child too many was counted");
    shared.join_counter.count_done_here();
    shared.wait(Depth::Children);
  });
  execution.thread([&] {
    shared.results[0] = 1;
    shared.finish(1, 2);
  });
}

// ---- Descendants --------------------------------------------------------------------------------------------

// A child is done before its own child is: it leaves an orphan behind.
struct Family : Shared {
  JoinCounter* domain;  // of the child

  // As sched::retire_domain.
  void retire_domain() {
    release(domain);
    report(-JoinCounter::kOrphan);
  }
};

void wait_for_grandchild(Execution& execution) {
  auto& family = execution.make<Family>();
  family.join_counter.open(kOwner);
  family.join_counter.count_created();
  family.domain = new (allocate(sizeof(JoinCounter))) JoinCounter;
  family.domain->open(1);
  family.domain->count_created();
  execution.thread([&] {
    family.wait(Depth::Descendants);
    check(family.results[0] + family.results[1] == 2, "a descendant's result is missing");
  });
  execution.thread([&] {  // the child, as sched::close_domain
    if (family.domain->is_done(Depth::Descendants)) {
      release(family.domain);
    } else {
      family.report(JoinCounter::kOrphan);
      if (family.domain->close()) family.retire_domain();
    }
    family.finish(0, 1);
  });
  execution.thread([&] {  // the grandchild
    family.results[1] = 1;
    if (family.domain->report(1) == JoinCounter::After::Dead) family.retire_domain();
  });
  execution.at_end([] { check(n_allocated() == 1, "the child's domain was never released"); });
}

// ---- Closing ------------------------------------------------------------------------------------------------

struct Closing {
  JoinCounter* join_counter;
  base::Atomic<uint32_t> n_deaths{0};
  int result = 0;

  void died() {
    release(join_counter);
    (void)n_deaths.add_relaxed(1);
  }
};

void close_against_reports(Execution& execution) {
  auto& closing = execution.make<Closing>();
  closing.join_counter = new (allocate(sizeof(JoinCounter))) JoinCounter;
  closing.join_counter->open(kOwner);
  closing.join_counter->count_created(3);
  closing.join_counter->count_done_here();
  execution.thread([&] {
    if (closing.join_counter->close()) closing.died();
  });
  for (int child = 0; child < 2; child++) {
    execution.thread([&] {
      if (closing.join_counter->report(1) == JoinCounter::After::Dead) closing.died();
    });
  }
  execution.at_end([&] { check(closing.n_deaths.load_relaxed() == 1, "did not die exactly once"); });
}

// Who retires a domain may use what the last descendant left there.
void close_and_read(Execution& execution) {
  auto& closing = execution.make<Closing>();
  closing.join_counter = new (allocate(sizeof(JoinCounter))) JoinCounter;
  closing.join_counter->open(kOwner);
  closing.join_counter->count_created();
  execution.thread([&] {
    if (closing.join_counter->close()) check(closing.result == 1, "the child's result is missing");
  });
  execution.thread([&] {
    closing.result = 1;
    (void)closing.join_counter->report(1);
  });
}

TEST(JoinCounter, WaitsEndWhenAllIsDone) {
  expect_holds("join counter: two children elsewhere", two_children_elsewhere);
  expect_holds("join counter: a batch and an own child", batch_and_own_child);
  expect_holds("join counter: a grandchild", wait_for_grandchild);
}

TEST(JoinCounter, DiesOnce) {
  expect_holds("join counter: close against two reports", close_against_reports);
  expect_holds("join counter: who closes sees the results", close_and_read);
}

TEST(JoinCounter, NeedsItsOperations) {
  expect_breaks("children", two_children_elsewhere, {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed});
  expect_breaks("children", two_children_elsewhere, {Mutation::AcquireIsRelaxed});
  expect_breaks("grandchild", wait_for_grandchild, {Mutation::SplitAdd});
  expect_breaks("close", close_against_reports, {Mutation::SplitAdd});
  expect_breaks("close and read", close_and_read, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
