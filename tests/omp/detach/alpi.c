// SPDX-License-Identifier: Apache-2.0
//
// A library that knows its tasking runtime by ALPI only, as Task-Aware MPI does (src/abi/alpi/README.md): tasks block
// and are unblocked by tasks that run later, a spawned task polls, events hold dependences back, tasks wait for a
// time.
//
// test: NOT_STOCK gcc 'libgomp has no ALPI' clang 'libomp has no ALPI'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ALPI as a library has it in a header of its own.
struct alpi_task;
struct alpi_attr;
enum { ALPI_FEATURE_BLOCKING = 1, ALPI_FEATURE_EVENTS = 2, ALPI_FEATURE_RESOURCES = 4, ALPI_FEATURE_SUSPEND = 8 };
typedef enum {
  ALPI_SUCCESS,
  ALPI_ERR_VERSION,
  ALPI_ERR_NOT_INITIALIZED,
  ALPI_ERR_PARAMETER,
  ALPI_ERR_OUT_OF_MEMORY,
  ALPI_ERR_OUTSIDE_TASK,
  ALPI_ERR_UNKNOWN,
  ALPI_ERR_FEATURE_UNKNOWN,
  ALPI_ERR_MAX
} alpi_error_t;
typedef enum { ALPI_INFO_RUNTIME_NAME } alpi_info_t;
const char* alpi_error_string(alpi_error_t);
int alpi_version_check(int, int);
int alpi_version_get(int*, int*);
int alpi_info_get(alpi_info_t, char*, size_t, int*);
int alpi_feature_check(int);
int alpi_cpu_count(uint64_t*);
int alpi_cpu_logical_id(uint64_t*);
int alpi_cpu_system_id(uint64_t*);
int alpi_task_self(struct alpi_task**);
int alpi_task_block(struct alpi_task*);
int alpi_task_unblock(struct alpi_task*);
int alpi_task_events_increase(struct alpi_task*, uint64_t);
int alpi_task_events_decrease(struct alpi_task*, uint64_t);
int alpi_task_events_test(struct alpi_task*, uint64_t*);
int alpi_task_suspend(struct alpi_task*);
int alpi_task_waitfor_ns(uint64_t, uint64_t*);
int alpi_attr_create(struct alpi_attr**);
int alpi_attr_destroy(struct alpi_attr*);
int alpi_attr_init(struct alpi_attr*);
int alpi_attr_size(uint64_t*);
int alpi_task_spawn(void (*)(void*), void*, void (*)(void*), void*, const char*, const struct alpi_attr*);

enum { kTasks = 40, kRounds = 5 };

#define FIND(name) __typeof__(&alpi_##name) const name = (__typeof__(&alpi_##name))dlsym(RTLD_DEFAULT, "alpi_" #name)
#define EXPECT(condition) \
  if (!(condition)) printf("line %d: %s does not hold\n", __LINE__, #condition), exit(1)

static struct alpi_task* _Atomic blocked[kTasks];  // by their places
static struct alpi_task* _Atomic with_events[kTasks];
static atomic_int values[kTasks];
static atomic_int stops, n_spawned_over;

// ---- The library's polling, in a task of its own -----------------------------------------------------------------

static void poll_until_stopped(void* data) {
  FIND(task_events_decrease);
  FIND(task_waitfor_ns);
  EXPECT(data == values);
  while (!stops) {
    for (int i = 0; i < kTasks; i++) {
      struct alpi_task* task = atomic_exchange(&with_events[i], NULL);
      if (task == NULL) continue;
      atomic_fetch_add(&values[i], 1);
      EXPECT(task_events_decrease(task, 1) == 0);
      atomic_fetch_add(&values[i], 1);
      EXPECT(task_events_decrease(task, 2) == 0);
    }
    EXPECT(task_waitfor_ns(20000, NULL) == 0);
  }
}

static void hold_itself(void* data) {
  FIND(task_self);
  FIND(task_block);
  FIND(task_unblock);
  FIND(task_events_increase);
  FIND(task_events_test);
  struct alpi_task* self = NULL;
  uint64_t has_events = 7;
  EXPECT(task_self(&self) == 0 && self != NULL);
  EXPECT(task_unblock(self) == 0 && task_block(self) == 0);
  EXPECT(task_events_test(self, &has_events) == 0 && has_events == 0);
  EXPECT(task_events_increase(self, 3) == 0);
  EXPECT(task_events_test(self, &has_events) == 0 && has_events == 1);
  with_events[*(int*)data] = self;
}

static void note_end(void* data) {
  EXPECT(data == NULL || values[*(int*)data] == 2);  // its events are over
  n_spawned_over++;
}

// ---- Outside of tasks --------------------------------------------------------------------------------------------

static void ask(void) {
  FIND(error_string);
  FIND(version_check);
  FIND(version_get);
  FIND(feature_check);
  FIND(info_get);
  FIND(attr_create);
  FIND(attr_init);
  FIND(attr_size);
  FIND(attr_destroy);
  FIND(cpu_count);
  FIND(cpu_logical_id);
  FIND(cpu_system_id);
  FIND(task_self);
  FIND(task_block);
  FIND(task_spawn);
  FIND(task_waitfor_ns);
  int major = 0, minor = 0, length = 0;
  EXPECT(version_get(&major, &minor) == 0 && major == 1 && minor == 2);
  EXPECT(version_check(1, 3) == ALPI_ERR_VERSION && version_check(2, 0) == ALPI_ERR_VERSION);
  EXPECT(version_check(1, 0) == 0);
  EXPECT(strcmp(error_string(ALPI_ERR_MAX), "Error code not recognized") == 0);
  EXPECT(error_string(ALPI_SUCCESS) != error_string(ALPI_ERR_FEATURE_UNKNOWN));
  EXPECT(feature_check(ALPI_FEATURE_BLOCKING | ALPI_FEATURE_EVENTS | ALPI_FEATURE_RESOURCES) == 0);
  EXPECT(feature_check(ALPI_FEATURE_SUSPEND) == ALPI_ERR_FEATURE_UNKNOWN);
  char name[4];
  EXPECT(info_get(ALPI_INFO_RUNTIME_NAME, name, sizeof name, &length) == 0 && strcmp(name, "Ron") == 0 && length == 3);
  struct alpi_attr* attr = NULL;
  uint64_t n = 0;
  EXPECT(attr_create(&attr) == 0 && attr_init(attr) == 0 && attr_destroy(attr) == 0 && attr_size(&n) == 0);
  EXPECT(cpu_count(&n) == 0 && n >= 1);
  EXPECT(cpu_logical_id(&n) == ALPI_ERR_OUTSIDE_TASK && cpu_system_id(&n) == ALPI_ERR_OUTSIDE_TASK);
  struct alpi_task* self = (struct alpi_task*)&n;
  EXPECT(task_self(&self) == 0 && self == NULL && task_block(self) == ALPI_ERR_OUTSIDE_TASK);
  EXPECT(task_waitfor_ns(1, NULL) == ALPI_ERR_OUTSIDE_TASK);
  EXPECT(task_spawn(NULL, NULL, note_end, NULL, NULL, NULL) == ALPI_ERR_PARAMETER);
}

// ---- In tasks ----------------------------------------------------------------------------------------------------

static void block_here(int i) {
  FIND(task_self);
  FIND(task_block);
  FIND(task_unblock);
  FIND(task_suspend);
  FIND(cpu_count);
  FIND(cpu_logical_id);
  struct alpi_task *self = NULL, *again = NULL;
  uint64_t id = 0, n = 0;
  EXPECT(task_self(&self) == 0 && task_self(&again) == 0 && self != NULL && self == again);
  EXPECT(cpu_logical_id(&id) == 0 && cpu_count(&n) == 0 && id < n);
  EXPECT(task_suspend(self) == ALPI_ERR_FEATURE_UNKNOWN);
  EXPECT(task_unblock(self) == 0 && task_block(self) == 0);  // at once
  blocked[i] = self;
  EXPECT(task_block(self) == 0);
  EXPECT(values[i] == 1);
}

static void unblock_there(int i) {
  FIND(task_unblock);
  FIND(task_block);
  FIND(task_waitfor_ns);
  struct alpi_task* other;
  // Not taskyield: in a tied task it runs descendants only, and all threads may wait here for tasks not begun yet.
  while ((other = atomic_exchange(&blocked[i], NULL)) == NULL) EXPECT(task_waitfor_ns(1000, NULL) == 0);
  EXPECT(task_block(other) == ALPI_ERR_PARAMETER);  // it is not the caller
  values[i] = 1;
  EXPECT(task_unblock(other) == 0);
}

static void take_events(int i) {
  FIND(task_self);
  FIND(task_events_increase);
  struct alpi_task* self = NULL;
  EXPECT(task_self(&self) == 0 && self != NULL);
  EXPECT(task_events_increase(self, 1) == 0 && task_events_increase(self, 2) == 0);
  with_events[i] = self;
}

static void wait_for_time(void) {
  FIND(task_waitfor_ns);
  uint64_t actual_ns = 0;
  EXPECT(task_waitfor_ns(300000, &actual_ns) == 0 && actual_ns >= 300000);
}

static void run_round(void) {
  for (int i = 0; i < kTasks; i++) values[i] = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      block_here(i);
    }
    for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i)
      unblock_there(i);
#pragma omp task
      wait_for_time();
    }
  }
  char data[kTasks];
  (void)data;
  for (int i = 0; i < kTasks; i++) values[i] = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; i++) {
#pragma omp task firstprivate(i) depend(out : data[i])
    take_events(i);
#pragma omp task firstprivate(i) depend(in : data[i])
    EXPECT(values[i] == 2);
  }
}

int main(void) {
  ask();
  FIND(task_spawn);
  EXPECT(task_spawn(poll_until_stopped, values, note_end, NULL, "polls", NULL) == 0);
  for (int round = 0; round < kRounds; round++) run_round();
  int place = kTasks - 1;
  values[place] = 0;
  EXPECT(task_spawn(hold_itself, &place, note_end, &place, NULL, NULL) == 0);
  while (n_spawned_over < 1) sched_yield();
  stops = 1;
  while (n_spawned_over < 2) sched_yield();
  puts("ok");
  return 0;
}
