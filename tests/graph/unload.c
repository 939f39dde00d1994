// SPDX-License-Identifier: Apache-2.0
//
// Plugins whose regions are recorded, unloaded and loaded again, often at the address of another one: records end
// with the code that they point to. A region of the program that was recorded with a plugin's tasks is recorded
// anew when something has been unloaded, even if its block could be skipped.
//
// test: LIBS -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

#include "graph/graph_check.h"

enum { kRounds = 6, kEncounters = 4, kTasks = 6 };

static void* load(const char* program, const char* plugin) {
  char path[1000];
  const char* suffix = strrchr(program, '.');  // the compiler
  const char* slash = strrchr(program, '/');
  snprintf(path, sizeof path, "%.*s/graph.unload_%s%s", (int)(slash - program), program, plugin, suffix);
  void* handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) printf("%s\n", dlerror());
  CHECK(handle != NULL);
  return handle;
}

static void* find(void* plugin, const char* name) {
  void* symbol = dlsym(plugin, name);
  CHECK(symbol != NULL);
  return symbol;
}

static void program_region(void (*tasks)(long*), long* cell) {
  RONDO_TASKGRAPH(rondo_same_data()) { tasks(cell); }
}

int main(int argc, char** argv) {
  (void)argc;
  long own = 0, expected_own = 0;
  static long cell;
  long expected_cell = 0;
  for (int round = 0; round < kRounds; round++) {
    const int amount = round % 2 ? 7 : 1;
    void* plugin = load(argv[0], round % 2 ? "second" : "first");
    void (*region)(long*, int);
    void (*tasks)(long*);
    *(void**)&region = find(plugin, "plugin_region");
    *(void**)&tasks = find(plugin, "plugin_tasks");
    graph_stats_begin();
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < kEncounters; step++) {
      region(&own, step);
      for (int i = 0; i < kTasks; i++) expected_own = (expected_own * 3 + i + step + amount) % 10007;
      CHECK_EQ(own, expected_own);
      program_region(tasks, &cell);
      for (int i = 0; i < kTasks; i++) expected_cell = (expected_cell * 3 + i + amount) % 10007;
      CHECK_EQ(cell, expected_cell);
    }
    CHECK_COUNT(records, 2);
    CHECK_COUNT(recaptures, kEncounters - 1);
    CHECK_COUNT(pure_replays, kEncounters - 1);
    dlclose(plugin);
  }
  return check_finish();
}
