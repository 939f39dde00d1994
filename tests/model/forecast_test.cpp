// SPDX-License-Identifier: Apache-2.0
//
// depend/stream.cpp, depend/stream_known.cpp: a creator links nodes behind those that it has forecast, and then, when
// another task comes than expected, enters what the table does not know, or forecasts from another place on, while
// other threads retire them. Every task runs once, after all its predecessors, and every node is released once.
#include "depend/stream.hpp"

#include <array>
#include <cstdlib>
#include <vector>

#include "depend/process.hpp"
#include "depend/table.hpp"
#include "harness.hpp"

namespace rondo::model {
namespace {

using depend::Dependence;
using depend::Kind;
using task::Task;

constexpr uint32_t kMaxTasks = 6;
constexpr uintptr_t kX = 0x1000;
constexpr uintptr_t kY = 0x2000;
constexpr Dependence kWriter[] = {{kX, Kind::Out}};  // the stream: a writer
constexpr Dependence kReader[] = {{kX, Kind::In}, {kY, Kind::Out}};  // and a reader, by turns
constexpr Dependence kOther[] = {{kY, Kind::In}, {kX, Kind::In}};
using List = std::span<const Dependence>;

struct Shared {
  task::Slab slab;  // every thread's: the explorer's memory has no owner
  depend::Table table{slab};
  Task earlier = {};  // of the stream until it is forecast
  std::array<Task, kMaxTasks> tasks = {};
  std::array<std::vector<uint32_t>, kMaxTasks> after;  // task -> those that must have run before
  std::array<int, kMaxTasks> results = {};
  std::array<int, kMaxTasks> n_runs = {};
  uint32_t n_tasks = 0;
  size_t n_blocks = 0;

  bool enter(Task& task, List dependences) {
    task.node = depend::make_node(slab, &task, static_cast<uint32_t>(dependences.size()));
    return depend::publish(*task.node, table.enter(*task.node, dependences, slab));
  }

  // Creator: true if the task is ready.
  bool create(List dependences, std::initializer_list<uint32_t> predecessors) {
    after[n_tasks] = predecessors;
    return enter(tasks[n_tasks++], dependences);
  }
  void create_and_run(List dependences, std::initializer_list<uint32_t> predecessors) {
    const uint32_t index = n_tasks;
    if (create(dependences, predecessors)) run(index);
  }

  // Any thread: runs a ready task, and then what it made ready.
  void run(uint32_t index) {
    check(n_runs[index]++ == 0, "a task ran twice");
    for (uint32_t predecessor : after[index]) check(results[predecessor] == 1, "a predecessor had not run");
    results[index] = 1;
    std::vector<uint32_t> ready;
    depend::retire(
        *tasks[index].node, slab, [&](Task* task) { ready.push_back(static_cast<uint32_t>(task - tasks.data())); },
        [](task::WorkerId) { fail("nobody waits"); });
    for (uint32_t next : ready) run(next);
  }

  // The parent is over, and no other one goes on with its stream.
  void end() {
    table.release(slab);
    depend::Stream* stream = depend::Stream::take(depend::Stream::token_of_first(kWriter));
    check(stream != nullptr, "the stream is gone");
    stream->~Stream();
    std::free(stream);
  }
};

uint64_t n_recorded() {
  uint64_t n = 0;
  depend::process.repetitions.for_each(
      [&](const depend::Repetition& repetition) { n += repetition.n_recorded.load_relaxed(); });
  return n;
}

// Sets up a stream that is forecast from here on, the writer first; at the end all `n_tasks` have run and all memory
// is released.
Shared& begin(Execution& execution, uint32_t n_tasks) {
  depend::process.longest_period = 16;
  auto& shared = execution.make<Shared>();
  shared.n_blocks = n_allocated() + 1;  // the table's array, which goes with the table
  const uint64_t before = n_recorded();
  for (uint32_t n = 0; n_recorded() == before; n++) {
    check(n < 1000, "no period was found");
    check(shared.enter(shared.earlier, n % 2 == 0 ? List(kWriter) : List(kReader)), "it comes after nothing");
    depend::retire(
        *shared.earlier.node, shared.slab, [](Task*) { fail("no task waits"); },
        [](task::WorkerId) { fail("nobody waits"); });
  }
  execution.at_end([&shared, n_tasks] {
    for (uint32_t index = 0; index < n_tasks; index++) check(shared.n_runs[index] == 1, "a task did not run");
    check(n_allocated() == shared.n_blocks, "memory was not released");
  });
  return shared;
}

// The two in the order in which they come next, which is the finder's choice.
struct Next {
  explicit Next(const Shared& shared) {
    const bool was_writer = shared.earlier.node->own().n_accesses == 1;  // the last one; the ring names its node
    first = was_writer ? List(kReader) : List(kWriter);
    second = was_writer ? List(kWriter) : List(kReader);
  }
  List first;
  List second;
};

void forecasts_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 3);
  const Next next(shared);
  shared.create(next.first, {});
  execution.thread([&shared, next] {
    shared.create_and_run(next.second, {0});
    shared.create_and_run(next.first, {0, 1});
    shared.end();
  });
  execution.thread([&] { shared.run(0); });
}

// Another task than is expected comes third: it has to find the two others, which the table has not seen.
void miss_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 4);
  const Next next(shared);
  shared.create(next.first, {});
  execution.thread([&shared, next] {
    shared.create_and_run(next.second, {0});
    shared.create_and_run(kOther, {0, 1});
    shared.create_and_run(kWriter, {0, 1, 2});
    shared.end();
  });
  execution.thread([&] { shared.run(0); });
}

// May the next one run at once? If so, all that it comes after has run; if not, it is created.
void passing_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 2);
  const Next next(shared);
  shared.create(next.first, {});
  execution.thread([&shared, next] {
    if (shared.table.passes(next.second, shared.slab, [] {})) {
      check(shared.results[0] == 1, "the predecessor had not run");
      shared.create_and_run(next.first, {0});
    } else {
      shared.create_and_run(next.second, {0});
    }
    shared.end();
  });
  execution.thread([&] { shared.run(0); });
}

// Forecasts ended, and begin again if everything before is retired.
void taking_up_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 4);
  const Next next(shared);
  shared.create(next.first, {});
  execution.thread([&shared, next] {
    shared.create_and_run(kOther, {0});
    shared.create_and_run(next.first, {0, 1});
    shared.create_and_run(next.second, {0, 1, 2});
    shared.end();
  });
  execution.thread([&] { shared.run(0); });
}

// The period's first task comes again instead of the second: if the first one is retired, another period begins.
void change_against_retire(Execution& execution) {
  Shared& shared = begin(execution, 3);
  const Next next(shared);
  shared.create(next.first, {});
  execution.thread([&shared, next] {
    shared.create_and_run(next.first, {0});
    shared.create_and_run(next.second, {0, 1});
    shared.end();
  });
  execution.thread([&] { shared.run(0); });
}

TEST(Forecast, EveryTaskRunsOnceAfterItsPredecessors) {
  expect_holds("forecast: against retire", forecasts_against_retire);
  expect_holds("forecast: a miss", miss_against_retire);
  expect_holds("forecast: passing", passing_against_retire);
  expect_holds("forecast: taking up", taking_up_against_retire);
  expect_holds("forecast: a change", change_against_retire);
}

TEST(Forecast, NeedsItsOperations) {
  expect_breaks("against retire", forecasts_against_retire,
                {Mutation::SplitCas, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("a miss", miss_against_retire,
                {Mutation::SplitCas, Mutation::SplitAdd, Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("passing", passing_against_retire, {Mutation::AcquireIsRelaxed});
  expect_breaks("taking up", taking_up_against_retire, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
  expect_breaks("a change", change_against_retire, {Mutation::ReleaseIsRelaxed, Mutation::AcquireIsRelaxed});
}

}  // namespace
}  // namespace rondo::model
