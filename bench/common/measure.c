/* SPDX-License-Identifier: Apache-2.0
 *
 * Clock, calibrated work, the OpenMP library in charge, and the JSON line. The command line is in command_line.c.
 */
#define _GNU_SOURCE
#include "measure.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double measure_now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_reals(const void* left, const void* right) {
  const double a = *(const double*)left;
  const double b = *(const double*)right;
  return (a > b) - (a < b);
}

double measure_median(const double* values, size_t n_values) {
  double* sorted = malloc(n_values * sizeof *sorted);
  if (!sorted) measure_fail("no memory to sort %zu values", n_values);
  memcpy(sorted, values, n_values * sizeof *sorted);
  qsort(sorted, n_values, sizeof *sorted, compare_reals);
  const size_t middle = n_values / 2;
  const double median = n_values % 2 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  free(sorted);
  return median;
}

const char* measure_openmp_library(void) {
  /* dlsym and not &omp_get_num_threads: in an executable the latter may be the address of the PLT entry. */
  void* function = dlsym(RTLD_DEFAULT, "omp_get_num_threads");
  Dl_info info;
  if (!function || !dladdr(function, &info) || !info.dli_fname) return "none";
  return info.dli_fname;
}

const char* measure_rondo_version(void) {
  void* symbol = dlsym(RTLD_DEFAULT, "rondo_version");
  if (!symbol) return NULL;
  const char* (*version)(void);
  *(void**)&version = symbol; /* POSIX's way round ISO C's missing conversion to a function pointer */
  return version();
}

/* ---- Work of a known length --------------------------------------------------------------------------------- */

__attribute__((noinline)) void measure_turn(uint64_t turns) {
  /* The empty asm keeps the counter in a register and the loop in the program: one subtraction and one branch. */
  for (; turns; turns--) __asm__ volatile("" : "+r"(turns));
}

uint64_t measure_turns_for(double duration_ns) {
  const uint64_t sample = 1000000;
  return (uint64_t)((double)sample * duration_ns / measure_serial_ns(sample, 1, 10) + 0.5);
}

double measure_serial_ns(uint64_t turns, uint64_t n_calls, size_t repeat) {
  double best_s = 1e9;
  for (size_t k = 0; k < repeat; k++) {
    const double start_s = measure_now_s();
    for (uint64_t call = 0; call < n_calls; call++) measure_turn(turns);
    const double elapsed_s = measure_now_s() - start_s;
    if (elapsed_s < best_s) best_s = elapsed_s;
  }
  return 1e9 * best_s / (double)n_calls;
}

static measure_batches batches_of(uint64_t turns, int n_threads) {
  const uint64_t batch_turns = 30000;
  const uint64_t thread_turns = 200 * batch_turns;
  const uint64_t n_bodies = thread_turns * (uint64_t)n_threads / turns + 1;
  const uint64_t n_in_batch = batch_turns / turns + 1;
  return (measure_batches){turns, (long)n_bodies, (long)n_in_batch, 0, n_threads};
}

void measure_take_batches(measure_batches* all) {
  for (;;) {
    const long first = __atomic_fetch_add(&all->n_taken, all->n_in_batch, __ATOMIC_RELAXED);
    if (first >= all->n_bodies) return;
    const long n_left = all->n_bodies - first;
    for (long i = n_left < all->n_in_batch ? n_left : all->n_in_batch; i; i--) measure_turn(all->turns);
  }
}

double measure_best_ns(uint64_t turns, int n_threads, double (*seconds_on_all)(measure_batches* all)) {
  double best_ns = 1e18;
  for (int k = 0; k < 3; k++) {
    measure_batches all = batches_of(turns, n_threads);
    const double ns = 1e9 * seconds_on_all(&all) / (double)all.n_bodies;
    if (ns < best_ns) best_ns = ns;
  }
  return best_ns;
}

/* ---- One JSON line ------------------------------------------------------------------------------------------ */

static void print_string(const char* text) {
  putchar('"');
  for (; *text; text++) {
    const unsigned char character = (unsigned char)*text;
    if (character == '"' || character == '\\')
      printf("\\%c", character);
    else if (character < 0x20)
      printf("\\u%04x", character);
    else
      putchar(character);
  }
  putchar('"');
}

static void print_name(const char* name) { printf(", \"%s\": ", name); }

void measure_json_string(const char* name, const char* value) {
  print_name(name);
  print_string(value);
}

void measure_json_null(const char* name) {
  print_name(name);
  fputs("null", stdout);
}

void measure_json_begin(const char* program, const char* compiler, const char* form) {
  fputs("{\"program\": ", stdout);
  print_string(program);
  measure_json_string("compiler", compiler);
  measure_json_string("form", form);
  measure_json_string("openmp_library", measure_openmp_library());
  const char* version = measure_rondo_version();
  if (version)
    measure_json_string("rondo_version", version);
  else
    measure_json_null("rondo_version");
}

void measure_json_integer(const char* name, long long value) {
  print_name(name);
  printf("%lld", value);
}

void measure_json_real(const char* name, double value) {
  print_name(name);
  printf("%.9g", value);
}

void measure_json_reals(const char* name, const double* values, size_t n_values) {
  print_name(name);
  for (size_t i = 0; i < n_values; i++) printf("%s%.9g", i ? ", " : "[", values[i]);
  fputs(n_values ? "]" : "[]", stdout);
}

void measure_json_boolean(const char* name, int value) {
  print_name(name);
  fputs(value ? "true" : "false", stdout);
}

void measure_json_end(void) {
  puts("}");
  fflush(stdout);
}

void measure_fail(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(1);
}
