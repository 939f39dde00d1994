// SPDX-License-Identifier: Apache-2.0
//
// One figure of figures.py each time it is run: prints it and ends. It makes no judgement.
#include <dlfcn.h>
#include <errno.h>
#include <omp.h>
#include <pthread.h>

#include "process.h"

static int n_started;
static int n_allowed = -1;  // threads that the system grants; -1: any number

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  *(void**)&real = dlsym(RTLD_NEXT, "pthread_create");
  int n = __atomic_add_fetch(&n_started, 1, __ATOMIC_RELAXED);
  if (n_allowed >= 0 && n > n_allowed) return EAGAIN;
  return real(thread, attributes, run, argument);
}

static int region(int n_threads) {
  int members = 0;
#pragma omp parallel num_threads(n_threads) reduction(+ : members)
  members++;
  return members;
}

static void child_region(void) {
  alarm(5);
  if (region(3) != 3) _exit(3);
}

static const char* outcome(int status) {
  if (WIFSIGNALED(status)) return WTERMSIG(status) == 14 ? "hangs" : "crashes";
  return WEXITSTATUS(status) == 0 ? "works" : WEXITSTATUS(status) == 3 ? "one thread" : "fails";
}

static void fork_outside(void) {
  region(3);
  puts(outcome(status_of_child(child_region)));
}

static void fork_inside(void) {
  int status = 0;
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num() == 1) status = status_of_child(child_region);
  puts(outcome(status));
}

static void quota(void) { printf("%d\n", omp_get_max_threads()); }

static void refused(void) {
  n_allowed = 2;
  int least = 99;
  for (int i = 0; i < 1000; i++) {
    const int n = region(8);
    if (n < least) least = n;
  }
  printf("%d threads\n", least);
}

static double cpu_of(double seconds) {
  const double before = cpu_seconds();
  usleep((useconds_t)(seconds * 1e6));
  return (cpu_seconds() - before) / seconds;
}

static void idle_at_once(void) {
  region(2);
  printf("%.1f %%\n", 100 * cpu_of(0.25));
}

static void idle_later(void) {
  region(2);
  sleep(1);
  printf("%.2f %%\n", 100 * cpu_of(1));
}

static int compare(const void* a, const void* b) { return (*(const double*)a > *(const double*)b) * 2 - 1; }

enum { kMaxWakes = 201 };

// Pauses of about two seconds together.
static int wakes_of(int pause_us) { return pause_us <= 10000 ? kMaxWakes : 2000000 / pause_us + 1; }

static void print_median(double* times, int n) {
  qsort(times, (size_t)n, sizeof times[0], compare);
  printf("%.1f us\n", times[n / 2] * 1e6);
}

static void wake(int pause_us) {
  static double times[kMaxWakes];
  const int n = wakes_of(pause_us);
  region(2);
  for (int i = 0; i < n; i++) {
    if (pause_us != 0) usleep((useconds_t)pause_us);
    const double start = omp_get_wtime();
    region(2);
    times[i] = omp_get_wtime() - start;
  }
  print_median(times, n);
}
static void wake_close(void) { wake(0); }
static void wake_soon(void) { wake(100); }
static void wake_1ms(void) { wake(1000); }
static void wake_10ms(void) { wake(10000); }
static void wake_250ms(void) { wake(250000); }

static void work(long steps) {
  for (volatile long i = 0; i < steps; i++) {
  }
}

// By steps and not by the clock: of two threads on one processor each is to need its own time.
static long steps_of(double seconds) {
  const long n = 20000000;
  const double start = omp_get_wtime();
  work(n);
  return (long)((double)n * seconds / (omp_get_wtime() - start));
}

// A region whose threads have 200 us to do each: as long as that, or twice as long where they share a processor.
static void wake_to_work(int pause_us) {
  static double times[kMaxWakes];
  const int n = wakes_of(pause_us);
  const long steps = steps_of(200e-6);
  region(2);
  for (int i = 0; i < n; i++) {
    usleep((useconds_t)pause_us);
    const double start = omp_get_wtime();
#pragma omp parallel num_threads(2)
    work(steps);
    times[i] = omp_get_wtime() - start;
  }
  print_median(times, n);
}
static void wake_work_1ms(void) { wake_to_work(1000); }
static void wake_work_10ms(void) { wake_to_work(10000); }
static void wake_work_250ms(void) { wake_to_work(250000); }

// From the creation of a task to its first instruction on the other thread, which waited at the barrier meanwhile.
static void wake_for_task(int pause_us) {
  static double times[kMaxWakes];
  const int n = wakes_of(pause_us);
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < n; i++) {
    volatile int has_run = 0;
    double end = 0;
    usleep((useconds_t)pause_us);
    const double start = omp_get_wtime();
#pragma omp task shared(has_run, end)
    {
      end = omp_get_wtime();
      __atomic_store_n(&has_run, 1, __ATOMIC_RELEASE);
    }
    while (!__atomic_load_n(&has_run, __ATOMIC_ACQUIRE)) {
    }
    times[i] = end - start;
  }
  print_median(times, n);
}
static void wake_task_1ms(void) { wake_for_task(1000); }
static void wake_task_10ms(void) { wake_for_task(10000); }
static void wake_task_250ms(void) { wake_for_task(250000); }

static void flood(void) {
  const long before = resident_kib();
  long most = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 10000000; i++) {
    if (i % 100000 == 0 && resident_kib() > most) most = resident_kib();
#pragma omp task
    __asm__ volatile("");
  }
  printf("%.1f MiB\n", (double)(most - before) / 1024);
}

static void held(void) {
  region(2);
  const long before = resident_kib();
  int gate = 0;
  (void)gate;
  omp_event_handle_t open = (omp_event_handle_t)0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : gate) detach(open)
    __asm__ volatile("");
    for (int i = 0; i < 200000; i++) {
#pragma omp task depend(in : gate)
      __asm__ volatile("");
    }
    omp_fulfill_event(open);
  }
  sleep(3);
  printf("%.1f MiB\n", (double)(resident_kib() - before) / 1024);
}

static void leak(void) {
  for (int i = 0; i < 2000; i++) region(2);
  const long before = resident_kib();
  for (int i = 0; i < 20000; i++) region(2);
  printf("%ld KiB\n", resident_kib() - before);
}

static void churn(void) {
  omp_set_max_active_levels(2);
  n_started = 0;
  for (int round = 0; round < 300; round++) {
#pragma omp parallel num_threads(1 + round % 4)
    region(1 + (round / 4) % 3);
  }
  printf("%d\n", n_started);
}

static int dive(int depth) {
  if (depth == 0) return 0;
  int below = 0;
#pragma omp task shared(below) firstprivate(depth)
  below = dive(depth - 1) + 1;
#pragma omp taskwait
  return below;
}

static void deep(void) {
  int reached = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  reached = dive(20000);
  puts(reached == 20000 ? "works" : "wrong");
}

static const struct {
  const char* name;
  void (*run)(void);
} figures[] = {
    {"fork", fork_outside},
    {"fork-inside", fork_inside},
    {"quota", quota},
    {"refused", refused},
    {"idle-now", idle_at_once},
    {"idle", idle_later},
    {"wake-close", wake_close},
    {"wake-soon", wake_soon},
    {"wake-1ms", wake_1ms},
    {"wake-10ms", wake_10ms},
    {"wake-250ms", wake_250ms},
    {"wake-work-1ms", wake_work_1ms},
    {"wake-work-10ms", wake_work_10ms},
    {"wake-work-250ms", wake_work_250ms},
    {"wake-task-1ms", wake_task_1ms},
    {"wake-task-10ms", wake_task_10ms},
    {"wake-task-250ms", wake_task_250ms},
    {"flood", flood},
    {"held", held},
    {"leak", leak},
    {"churn", churn},
    {"deep", deep},
};

int main(int argc, char** argv) {
  for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++) {
    if (argc == 2 && strcmp(argv[1], figures[i].name) == 0) {
      figures[i].run();
      return 0;
    }
  }
  fprintf(stderr, "usage: %s FIGURE; see figures.py\n", argv[0]);
  return 2;
}
