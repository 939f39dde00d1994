// SPDX-License-Identifier: Apache-2.0
//
// What threads without work do at first is what the environment asks for: passive ones sleep at once, active ones
// look out all the time, and RONDO_SPIN_US sets for how long. Argument: which of them. A thread that looks out is one
// that does not sleep, whether it gets a processor or not; of several waits the best counts.
//
// tests: THREADS 2 NOT_SANITIZED 'the sanitizers have threads of their own'
// test wait_policy.passive: ARGS passive ENV OMP_WAIT_POLICY=passive
// test wait_policy.active: ARGS active ENV OMP_WAIT_POLICY=active
// test wait_policy.spin: ARGS spin ENV RONDO_SPIN_US=40000 NOT_STOCK gcc "a setting of Rondo's"
// test wait_policy.spin: clang "a setting of Rondo's"
#include <omp.h>
#include <sched.h>
#include <string.h>
#include <sys/syscall.h>

#include "../process.h"
#include "check.h"

enum { kWaits = 8, kLooks = 20, kLook_us = 5000 };

static int waiter; /* the system's number of the thread that waits */
static int is_inside;

static int is_asleep(void) {
  char path[64], text[256] = "";
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", waiter);
  FILE* stat = fopen(path, "r");
  CHECK(stat != NULL && fgets(text, sizeof text, stat) != NULL);
  if (stat != NULL) fclose(stat);
  const char* end_of_name = strrchr(text, ')');
  return end_of_name != NULL && end_of_name[2] == 'S';
}

struct wait {
  double awake;       /* of the looks in the first tenth of a second, which part found the thread awake */
  double seconds;     /* until it slept */
  double of_processor; /* the seconds of a processor used meanwhile */
};

static struct wait watch(int is_active) {
  struct wait wait = {0, 0, 0};
  if (is_active) {
    for (int look = 0; look < kLooks; look++) {
      usleep(kLook_us);
      wait.awake += is_asleep() ? 0 : 1.0 / kLooks;
    }
    return wait;
  }
  const double start = omp_get_wtime(), before = cpu_seconds();
  do {
    usleep(kLook_us / 10);
    wait.seconds = omp_get_wtime() - start;
  } while (!is_asleep() && wait.seconds < 20);
  wait.of_processor = cpu_seconds() - before;
  CHECK(wait.seconds < 20);
  return wait;
}

static struct wait after_region(int is_active) {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 1) waiter = (int)syscall(SYS_gettid);
  return watch(is_active);
}

static struct wait at_barrier(int is_active) {
  struct wait wait = {0, 0, 0};
  is_inside = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      waiter = (int)syscall(SYS_gettid);
      __atomic_store_n(&is_inside, 1, __ATOMIC_RELEASE);
    } else {
      while (!__atomic_load_n(&is_inside, __ATOMIC_ACQUIRE)) sched_yield();
      wait = watch(is_active);
    }
  }
  return wait;
}

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

int main(int argc, char** argv) {
  const char* policy = argc > 1 ? argv[1] : "";
  const int is_active = strcmp(policy, "active") == 0;
  double awake[2] = {0, 0}, longest[2] = {0, 0}, least[2] = {1, 1};
  for (int i = 0; i < kWaits; i++) {
    for (int place = 0; place < 2; place++) {
      const struct wait wait = place == 0 ? after_region(is_active) : at_barrier(is_active);
      awake[place] = larger(awake[place], wait.awake);
      longest[place] = larger(longest[place], wait.seconds);
      least[place] = smaller(least[place], wait.of_processor);
    }
  }
  if (is_active) CHECK(awake[0] > 0.5 && awake[1] > 0.5);
  if (strcmp(policy, "passive") == 0) CHECK(least[0] < 0.002 && least[1] < 0.002);
  if (strcmp(policy, "spin") == 0) CHECK(longest[0] > 0.01); /* RONDO_SPIN_US=40000 */
  return check_finish();
}
