// SPDX-License-Identifier: Apache-2.0
//
// C++ objects that tasks of a region capture: each execution of a task has one copy, made from the variable of the
// current encounter and destroyed once, whether the encounter is recorded, captured again, does not fit its record or
// is left early.
//
// Replays in order would not see what differs from the record.
// test: ENV RONDO_GRAPH_WAY=spread STDERR_MAY 'data_objects\.cpp'
#include <atomic>
#include <string>
#include <utility>

#include "graph/graph_check.h"

namespace {

enum { kTasks = 8, kEncounters = 10 };

std::atomic<long> made{0}, ended{0}, used_dead{0};

struct Tracked {
  std::string text;
  long value;
  const Tracked* self;

  explicit Tracked(long v) : text(static_cast<std::size_t>(v % 7) * 9 + 1, 'x'), value(v), self(this) {}
  Tracked(const Tracked& other) : text(other.text), value(other.value), self(this) { made++; }
  Tracked& operator=(const Tracked&) = delete;
  ~Tracked() {
    if (self != this) used_dead++;
    self = nullptr;
    ended++;
  }
};

// Creates `n` tasks; leaves the block in front of the task `stop`.
void encounter(int n, int stop, long number, long (&results)[2 * kTasks]) {
  Tracked outside(number);
  for (long& result : results) result = -1;
  RONDO_TASKGRAPH() {
    for (int i = 0; i < n; i++) {
      if (i == stop) goto left;
      Tracked inside(number + i);
#pragma omp task firstprivate(outside, inside, i) shared(results)
      {
        if (outside.self != &outside || inside.self != &inside) used_dead++;
        results[i] = outside.value * 1000 + inside.value;
        inside.text += "written";
        outside.value = -1;
      }
    }
  }
left:
  for (int i = 0; i < 2 * kTasks; i++) CHECK_EQ(results[i], i < n && i < stop ? number * 1000 + number + i : -1);
}

// Expects `n` executions of tasks, with two copies each.
template <class Body>
void counted(int n, Body body) {
  made = ended = 0;
  body();
  CHECK_EQ(made, 2L * n);
  // And the variables themselves: one outside, one a task created.
  CHECK_EQ(ended - made, n + 1L);
  CHECK_EQ(used_dead, 0);
}

// By value in a pattern task, too: how many copies a taskloop makes is not specified, but none is left.
void loop(long number) {
  long sum = 0;
  Tracked tracked(number);
  RONDO_TASKGRAPH() {
#pragma omp taskloop num_tasks(4) firstprivate(tracked) shared(sum)
    for (int i = 0; i < kTasks; i++) {
      if (tracked.self != &tracked) used_dead++;
#pragma omp atomic
      sum += tracked.value + i;
    }
  }
  CHECK_EQ(sum, kTasks * number + kTasks * (kTasks - 1) / 2);
}

}  // namespace

int main() {
  static long results[2 * kTasks];
#pragma omp parallel
#pragma omp single
  {
    graph_stats_begin();
    for (long number = 1; number < kEncounters; number++)
      counted(kTasks, [&] { encounter(kTasks, kTasks, number, results); });
    CHECK_COUNT(records, 1);
    CHECK_COUNT(recaptures, kEncounters - 2);
    for (int stop = 0; stop < kTasks; stop += 3) counted(stop, [&] { encounter(kTasks, stop, 30 + stop, results); });
    counted(kTasks, [&] { encounter(kTasks, kTasks, 50, results); });
    CHECK_COUNT(mismatches, 0);
    // Fewer tasks and more tasks than recorded.
    counted(kTasks - 3, [&] { encounter(kTasks - 3, kTasks, 60, results); });
    counted(kTasks - 3, [&] { encounter(kTasks - 3, kTasks, 61, results); });
    counted(2 * kTasks, [&] { encounter(2 * kTasks, 2 * kTasks, 62, results); });
    CHECK_COUNT(mismatches, 2);

    made = ended = 0;
    for (long number = 1; number < kEncounters; number++) loop(number);
    CHECK_EQ(ended - made, kEncounters - 1);
    CHECK_EQ(used_dead, 0);
  }
  return check_finish();
}
