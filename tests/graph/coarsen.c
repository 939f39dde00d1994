// SPDX-License-Identifier: Apache-2.0
//
// Regions of tiny tasks, replayed often enough to be grouped: in every encounter the results are those of serial
// code, with fresh data in re-captures, with waits between tasks, and with RONDO_GRAPH_COARSEN=false, which keeps
// every task by itself.
//
// Blocks in order record no graph where one is looked for.
// test: ENV RONDO_GRAPH_WAY=spread
// test coarsen_off: ENV RONDO_GRAPH_COARSEN=false
#include <stdlib.h>
#include <string.h>

#include "graph/graph_check.h"

// A graph is tuned once its replays have taken twice as long as that takes: the more workers, the later.
enum { kN = 40, kMinEncounters = 12, kMaxEncounters = 1000 };

static long grid[kN + 1][kN + 1], serial[kN + 1][kN + 1];

static long update(const long north, const long west, const long self, const int salt) {
  return (self * 7 + north * 3 + west * 5 + salt) % 1000003;
}

static void update_serially(int salt) {
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) serial[i][j] = update(serial[i - 1][j], serial[i][j - 1], serial[i][j], salt + i - j);
}

static void expect_same(void) {
  for (int i = 1; i <= kN; i++)
    for (int j = 1; j <= kN; j++) CHECK_EQ(grid[i][j], serial[i][j]);
}

static rondo_coarsening_stats units_since(rondo_coarsening_stats base) {
  rondo_coarsening_stats now = {0, 0, 0, 0, 0};
  if (rondo_get_coarsening_stats) rondo_get_coarsening_stats(&now);
  now.graphs -= base.graphs;
  now.nodes -= base.nodes;
  now.units -= base.units;
  now.overhead_bytes -= base.overhead_bytes;
  return now;
}

static int is_enough(int n_encounters, rondo_coarsening_stats base) {
  return n_encounters >= kMinEncounters && (!rondo_get_coarsening_stats || units_since(base).graphs > 0);
}

static void expect_units(rondo_coarsening_stats base) {
  const char* setting = getenv("RONDO_GRAPH_COARSEN");
  rondo_coarsening_stats stats = units_since(base);
  if (!rondo_get_coarsening_stats) return;
  CHECK_EQ(stats.graphs, 1);
  // Whether grouping pays is for measured times to say; on one thread, where nothing but scheduling is saved and
  // nothing lost, it pays for any task of less than half a microsecond.
  if (setting && strcmp(setting, "false") == 0)
    CHECK_EQ(stats.units, stats.nodes);
  else if (omp_get_max_threads() == 1)
    CHECK(stats.units < stats.nodes);
  else
    CHECK(stats.units <= stats.nodes);
  CHECK(stats.overhead_bytes <= 2048 + 128 * stats.nodes + 8 * 2 * stats.nodes);
}

static void create_row(int i, int salt) {
  for (int j = 1; j <= kN; j++)
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j, salt)
    grid[i][j] = update(grid[i - 1][j], grid[i][j - 1], grid[i][j], salt + i - j);
}

static void pure(int salt) {
  RONDO_TASKGRAPH(rondo_same_data()) {
    for (int i = 1; i <= kN; i++) create_row(i, salt);
  }
}

static void recaptured(int salt) {
  RONDO_TASKGRAPH() {
    for (int i = 1; i <= kN; i++) create_row(i, salt);
  }
}

static void recaptured_with_waits(int salt) {
  RONDO_TASKGRAPH() {
    for (int i = 1; i <= kN; i++) {
      create_row(i, salt);
      if (i % 7 != 0) continue;
#pragma omp taskwait
      CHECK_EQ(grid[i][kN], serial[i][kN]);
    }
  }
}

// Returns the number of encounters.
static int replay_often(void (*wavefront)(int salt)) {
  rondo_coarsening_stats base = units_since((rondo_coarsening_stats){0, 0, 0, 0, 0});
  int encounter = 0;
#pragma omp parallel
#pragma omp single
  for (; encounter < kMaxEncounters && !is_enough(encounter, base); encounter++) {
    const int salt = wavefront == pure ? 11 : encounter;
    grid[0][encounter % kN] = serial[0][encounter % kN] = encounter;
    update_serially(salt);
    wavefront(salt);
    expect_same();
  }
  expect_units(base);
  return encounter;
}

// Two chains, created in turn, and tasks without dependences between them.
static int replay_chains(void) {
  enum { kTasks = 600 };
  static long chain[2], loose[kTasks];
  long expected[2] = {0, 0};
  rondo_coarsening_stats base = units_since((rondo_coarsening_stats){0, 0, 0, 0, 0});
  int encounter = 0;
#pragma omp parallel
#pragma omp single
  for (; encounter < kMaxEncounters && !is_enough(encounter, base); encounter++) {
    RONDO_TASKGRAPH() {
      for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(inout : chain[i % 2]) firstprivate(i, encounter)
        chain[i % 2] = (chain[i % 2] * 3 + i + encounter) % 10007;
#pragma omp task firstprivate(i)
        loose[i]++;
      }
    }
    for (int i = 0; i < kTasks; i++) {
      expected[i % 2] = (expected[i % 2] * 3 + i + encounter) % 10007;
      CHECK_EQ(loose[i], encounter + 1);
    }
    CHECK_EQ(chain[0], expected[0]);
    CHECK_EQ(chain[1], expected[1]);
  }
  expect_units(base);
  return encounter;
}

int main(void) {
  graph_stats_begin();
  int n_pure = replay_often(pure);
  int n_recaptured = replay_often(recaptured) + replay_often(recaptured_with_waits) + replay_chains();
  CHECK_COUNT(pure_replays, n_pure - 1);
  CHECK_COUNT(recaptures, n_recaptured - 3);
  CHECK_COUNT(mismatches, 0);
  return check_finish();
}
