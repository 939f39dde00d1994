/* SPDX-License-Identifier: Apache-2.0
 *
 * The constructs of EPCC's synchronisation and scheduling microbenchmarks, and some more, taskloop among them; see
 * constructs.h.
 */
#include "sync/constructs.h"

#include <omp.h>

#include "common/measure.h"
#include "epcc/work.h"

long sync_checked;
const char sync_compiler[] = MEASURE_COMPILER;
const char sync_program[] = "sync";

/* Iterations a thread: few enough to see a loop's start, and enough for schedules to differ. */
enum { kShortLoop = 8, kLongLoop = 128 };

/* ---- The team and its barrier ------------------------------------------------------------------------------------ */

static long run_parallel(long n, int threads) {
  (void)threads;
  for (long i = 0; i < n; i++) {
#pragma omp parallel
    epcc_work();
  }
  return 0;
}

static long run_barrier(long n, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < n; i++) {
    epcc_work();
#pragma omp barrier
  }
  return 0;
}

static long run_reduction(long n, int threads) {
  for (long i = 0; i < n; i++) {
    long sum = 0;
#pragma omp parallel reduction(+ : sum)
    {
      epcc_work();
      sum++;
    }
    sync_checked += sum;
  }
  return n * threads;
}

/* ---- Loops ------------------------------------------------------------------------------------------------------- */

static long run_parallel_for(long n, int threads) {
  for (long i = 0; i < n; i++) {
#pragma omp parallel for schedule(static)
    for (int j = 0; j < kShortLoop * threads; j++) epcc_work();
  }
  return 0;
}

#define PRAGMA(text) _Pragma(#text)
#define DEFINE_LOOP(name, length, clause)                       \
  static long name(long n, int threads) {                       \
    PRAGMA(omp parallel)                                        \
    for (long i = 0; i < n; i++) {                              \
      PRAGMA(omp for clause)                                    \
      for (int j = 0; j < (length) * threads; j++) epcc_work(); \
    }                                                           \
    return 0;                                                   \
  }

DEFINE_LOOP(run_for_static, kShortLoop, schedule(static))
DEFINE_LOOP(run_for_dynamic, kShortLoop, schedule(dynamic))
DEFINE_LOOP(run_for_guided, kShortLoop, schedule(guided))
DEFINE_LOOP(run_static, kLongLoop, schedule(static))
DEFINE_LOOP(run_static_1, kLongLoop, schedule(static, 1))
DEFINE_LOOP(run_static_8, kLongLoop, schedule(static, 8))
DEFINE_LOOP(run_dynamic_1, kLongLoop, schedule(dynamic, 1))
DEFINE_LOOP(run_dynamic_8, kLongLoop, schedule(dynamic, 8))
DEFINE_LOOP(run_dynamic_64, kLongLoop, schedule(dynamic, 64))
DEFINE_LOOP(run_guided_1, kLongLoop, schedule(guided, 1))
DEFINE_LOOP(run_guided_8, kLongLoop, schedule(guided, 8))
DEFINE_LOOP(run_guided_64, kLongLoop, schedule(guided, 64))

/* The same iterations as tasks of one thread's loop. Without sign: clang counts a taskloop so. */
#define DEFINE_TASKLOOP(name, length, clause)                                            \
  static long name(long n, int threads) {                                                \
    PRAGMA(omp parallel)                                                                 \
    PRAGMA(omp single)                                                                   \
    for (long i = 0; i < n; i++) {                                                       \
      PRAGMA(omp taskloop clause)                                                        \
      for (unsigned j = 0; j < (unsigned)(length) * (unsigned)threads; j++) epcc_work(); \
    }                                                                                    \
    return 0;                                                                            \
  }

DEFINE_TASKLOOP(run_taskloop, kLongLoop, )
DEFINE_TASKLOOP(run_taskloop_1, kLongLoop, grainsize(1))
DEFINE_TASKLOOP(run_taskloop_8, kLongLoop, grainsize(8))
DEFINE_TASKLOOP(run_taskloop_64, kLongLoop, grainsize(64))

static long run_ordered(long n, int threads) {
#pragma omp parallel for ordered schedule(static, 1)
  for (long i = 0; i < n * threads; i++) {
#pragma omp ordered
    {
      epcc_work();
      sync_checked = sync_checked == i ? i + 1 : -n; /* out of turn once is wrong for good */
    }
  }
  return n * threads;
}

/* ---- One thread at a time, or only one --------------------------------------------------------------------------- */

static long run_single(long n, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp single
    {
      epcc_work();
      sync_checked++;
    }
  }
  return n;
}

static long run_masked(long n, int threads) {
  (void)threads;
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp masked
    {
      epcc_work();
      sync_checked++;
    }
  }
  return n;
}

static long run_critical(long n, int threads) {
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp critical
    {
      epcc_work();
      sync_checked++;
    }
  }
  return n * threads;
}

static long run_lock(long n, int threads) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel
  for (long i = 0; i < n; i++) {
    omp_set_lock(&lock);
    epcc_work();
    sync_checked++;
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
  return n * threads;
}

static long run_atomic(long n, int threads) {
#pragma omp parallel
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    sync_checked++;
  }
  return n * threads;
}

// clang-format off
const sync_construct sync_constructs[] = {
    {"parallel",     run_parallel,      1,          kEachThread, kWaking},
    {"barrier",      run_barrier,       1,          kEachThread, kWaking},
    {"for_static",   run_for_static,    kShortLoop, kEachThread, kWaking},
    {"parallel_for", run_parallel_for,  kShortLoop, kEachThread, kWaking},
    {"for_dynamic",  run_for_dynamic,   kShortLoop, kEachThread, kBusy},
    {"for_guided",   run_for_guided,    kShortLoop, kEachThread, kBusy},
    {"single",       run_single,        1,          kOneThread,  kBusy},
    {"masked",       run_masked,        1,          kOneThread,  kBusy},
    {"critical",     run_critical,      1,          kInTurns,    kBusy},
    {"lock",         run_lock,          1,          kInTurns,    kBusy},
    {"ordered",      run_ordered,       1,          kInTurns,    kBusy},
    {"atomic",       run_atomic,        0,          kEachThread, kBusy},
    {"reduction",    run_reduction,     1,          kEachThread, kWaking},
    {"static",       run_static,        kLongLoop,  kEachThread, kSchedule},
    {"static_1",     run_static_1,      kLongLoop,  kEachThread, kSchedule},
    {"static_8",     run_static_8,      kLongLoop,  kEachThread, kSchedule},
    {"dynamic_1",    run_dynamic_1,     kLongLoop,  kEachThread, kSchedule},
    {"dynamic_8",    run_dynamic_8,     kLongLoop,  kEachThread, kSchedule},
    {"dynamic_64",   run_dynamic_64,    kLongLoop,  kEachThread, kSchedule},
    {"guided_1",     run_guided_1,      kLongLoop,  kEachThread, kSchedule},
    {"guided_8",     run_guided_8,      kLongLoop,  kEachThread, kSchedule},
    {"guided_64",    run_guided_64,     kLongLoop,  kEachThread, kSchedule},
    {"taskloop",     run_taskloop,      kLongLoop,  kEachThread, kSchedule},
    {"taskloop_1",   run_taskloop_1,    kLongLoop,  kEachThread, kSchedule},
    {"taskloop_8",   run_taskloop_8,    kLongLoop,  kEachThread, kSchedule},
    {"taskloop_64",  run_taskloop_64,   kLongLoop,  kEachThread, kSchedule},
};
// clang-format on
const int sync_n_constructs = sizeof sync_constructs / sizeof sync_constructs[0];

int sync_prepare(void) {
  int threads = 1;
#pragma omp parallel
  {
#pragma omp master
    threads = omp_get_num_threads();
  }
  return threads;
}
