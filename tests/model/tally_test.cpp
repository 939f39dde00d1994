// SPDX-License-Identifier: Apache-2.0
//
// task/tally.hpp: a wait ends when, and only when, everything it waits for is done; the report that completes it says
// Wake; a closed tally dies once, and nobody touches it afterwards.
#include "task/tally.hpp"

#include <new>

#include "harness.hpp"
#include "os/cpu.hpp"

namespace rondo::model {
namespace {

using task::Depth;
using task::Tally;

constexpr task::WorkerId kOwner = 0;

struct Shared {
  Tally tally;
  base::Atomic<uint32_t> is_woken{0};  // as a sleeper's state would be: a wake-up before the sleep counts
  int results[4] = {};

  void finish(int child, int64_t delta) {
    results[child] = 1;
    report(delta);
  }
  void report(int64_t delta) {
    switch (tally.report(delta)) {
      case Tally::After::Nothing:
        return;
      case Tally::After::Wake:
        is_woken.store_release(1);
        return;
      case Tally::After::Dead:
        fail("an open tally died");
    }
  }

  // As sched::work_until does it; says whether it went through a sleep.
  bool wait(Depth depth) {
    bool has_slept = false;
    while (!tally.is_done(depth)) {
      if (tally.begin_wait(depth)) {
        while (is_woken.exchange_acquire(0) == 0) os::relax();
        has_slept = true;
      }
      tally.end_wait();
    }
    return has_slept;
  }
};

// ---- Children -----------------------------------------------------------------------------------------------

void two_children_elsewhere(Execution& execution) {
  auto& shared = execution.make<Shared>();
  shared.tally.open(kOwner);
  shared.tally.count_created(2);
  execution.thread([&] {
    const bool has_slept = shared.wait(Depth::Children);
    (void)has_slept;
    check(shared.results[0] + shared.results[1] == 2, "a child's result is missing");
    check(shared.tally.outstanding() == 0, "children are left");
  });
  execution.thread([&] { shared.finish(0, 1); });
  execution.thread([&] { shared.finish(1, 1); });
}

// The owner creates, runs one child itself and waits twice; the other children are reported in one batch.
void batch_and_own_child(Execution& execution) {
  auto& shared = execution.make<Shared>();
  shared.tally.open(kOwner);
  shared.tally.count_created(2);
  execution.thread([&] {
    shared.tally.count_created();
    shared.results[2] = 1;
    shared.tally.count_done_here();
    shared.wait(Depth::Children);
    check(shared.results[0] + shared.results[1] == 2, "a child's result is missing");
    shared.tally.count_created();
    check(!shared.tally.is_done(Depth::Children), "a child too many was counted");
    shared.tally.count_done_here();
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
  Tally* domain;  // of the child

  // As sched::bury.
  void bury() {
    release(domain);
    report(-Tally::kOrphan);
  }
};

void wait_for_grandchild(Execution& execution) {
  auto& family = execution.make<Family>();
  family.tally.open(kOwner);
  family.tally.count_created();
  family.domain = new (allocate(sizeof(Tally))) Tally;
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
      family.report(Tally::kOrphan);
      if (family.domain->close()) family.bury();
    }
    family.finish(0, 1);
  });
  execution.thread([&] {  // the grandchild
    family.results[1] = 1;
    if (family.domain->report(1) == Tally::After::Dead) family.bury();
  });
  execution.at_end([] { check(n_allocated() == 1, "the child's domain was never released"); });
}

// ---- Closing ------------------------------------------------------------------------------------------------

struct Closing {
  Tally* tally;
  base::Atomic<uint32_t> n_deaths{0};
  int result = 0;

  void died() {
    release(tally);
    (void)n_deaths.add_relaxed(1);
  }
};

void close_against_reports(Execution& execution) {
  auto& closing = execution.make<Closing>();
  closing.tally = new (allocate(sizeof(Tally))) Tally;
  closing.tally->open(kOwner);
  closing.tally->count_created(3);
  closing.tally->count_done_here();
  execution.thread([&] {
    if (closing.tally->close()) closing.died();
  });
  for (int child = 0; child < 2; child++) {
    execution.thread([&] {
      if (closing.tally->report(1) == Tally::After::Dead) closing.died();
    });
  }
  execution.at_end([&] { check(closing.n_deaths.load_relaxed() == 1, "did not die exactly once"); });
}

// Who buries a domain may use what the last descendant left there.
void close_and_read(Execution& execution) {
  auto& closing = execution.make<Closing>();
  closing.tally = new (allocate(sizeof(Tally))) Tally;
  closing.tally->open(kOwner);
  closing.tally->count_created();
  execution.thread([&] {
    if (closing.tally->close()) check(closing.result == 1, "the child's result is missing");
  });
  execution.thread([&] {
    closing.result = 1;
    (void)closing.tally->report(1);
  });
}

TEST(Tally, WaitsEndWhenAllIsDone) {
  expect_holds("tally: two children elsewhere", two_children_elsewhere);
  expect_holds("tally: a batch and an own child", batch_and_own_child);
  expect_holds("tally: a grandchild", wait_for_grandchild);
}

TEST(Tally, DiesOnce) {
  expect_holds("tally: close against two reports", close_against_reports);
  expect_holds("tally: who closes sees the results", close_and_read);
}

TEST(Tally, NeedsItsOperations) {
  expect_breaks("children", two_children_elsewhere, {Mutation::SplitAdd, Mutation::ReleaseIsRelaxed});
  expect_breaks("children", two_children_elsewhere, {Mutation::AcquireIsRelaxed});
  expect_breaks("grandchild", wait_for_grandchild, {Mutation::SplitAdd});
  expect_breaks("close", close_against_reports, {Mutation::SplitAdd});
  expect_breaks("close and read", close_and_read, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
