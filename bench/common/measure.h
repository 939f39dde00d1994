/* SPDX-License-Identifier: Apache-2.0
 *
 * What the demo and every bench program need besides their tasks: a clock, a command line of `--name value` pairs,
 * the name of the OpenMP library that really serves the process, and one JSON line as output. Compiled once, by
 * gcc -O3 and without OpenMP, and linked into the gcc-built and the clang-built program alike: the two differ only
 * in the code the compilers emit for OpenMP.
 */
#ifndef RONDO_BENCH_COMMON_MEASURE_H
#define RONDO_BENCH_COMMON_MEASURE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Seconds of the monotonic clock. */
double measure_now_s(void);

double measure_median(const double* values, size_t n_values);

/* The file that serves omp_get_num_threads in this process, found by asking the dynamic linker: the only answer that
 * no environment variable can falsify. "none" when no OpenMP library is loaded. */
const char* measure_openmp_library(void);

/* Rondo's version when the process runs on Rondo, otherwise NULL. */
const char* measure_rondo_version(void);

/* ---- Work of a known length --------------------------------------------------------------------------------- */

/* Runs `turns` turns of a loop of two instructions. Never inlined, never dropped. */
void measure_turn(uint64_t turns);

/* How many turns take `duration_ns` on this machine now. Costs about 20 ms. */
uint64_t measure_turns_for(double duration_ns);

/* Nanoseconds that `turns` turns take in a loop over `n_calls` calls on this thread: the best of `repeat` loops, since
 * a disturbed one would make any runtime that is compared with it look efficient. */
double measure_serial_ns(uint64_t turns, uint64_t n_calls, size_t repeat);

/* The same bodies on all threads at a time: what a team takes for them if nobody has to create, find or wait for
 * anything. It is the best that these processors can do now. Two of them may be slower together than one is, and one
 * slower than the other: so threads take batches of some 10 us, as they come. */
typedef struct measure_batches {
  uint64_t turns;  /* of each body */
  long n_bodies;   /* some milliseconds' work for each thread */
  long n_in_batch;
  long n_taken;
  int n_threads;
} measure_batches;

/* To be called by every thread; returns when all bodies have been taken. */
void measure_take_batches(measure_batches* all);

/* What `n_threads` take for a body of `turns` together, in nanoseconds. `seconds_on_all` has every thread call
 * measure_take_batches(), and returns how long that took. The least of three tries, since a disturbed one would make
 * every runtime look efficient. */
double measure_best_ns(uint64_t turns, int n_threads, double (*seconds_on_all)(measure_batches* all));

/* ---- Command line ------------------------------------------------------------------------------------------- */

/* One option `--name VALUE` (or `--name` alone when it is a switch: then minimum = 0, maximum = 1, no_value = 1). */
typedef struct measure_option {
  const char* name;
  const char* text;
  long long* value;
  long long minimum;
  long long maximum;
  int no_value;
} measure_option;

/* A form is the way a program runs its tasks; its name is the first argument. */
typedef struct measure_form {
  const char* name;
  const char* text;
} measure_form;

/* Reads `PROGRAM FORM [--option value]...` and returns the index of the form. A mistake ends the process with status
 * 2 and one line on standard error; --help prints the choices. */
size_t measure_command_line(int argc, char** argv, const measure_form* forms, size_t n_forms,
                            const measure_option* options, size_t n_options);

/* ---- One JSON line ------------------------------------------------------------------------------------------ */

/* Starts the line with what every program reports: its name, compiler, form, OpenMP library and Rondo version. */
void measure_json_begin(const char* program, const char* compiler, const char* form);
void measure_json_integer(const char* name, long long value);
void measure_json_real(const char* name, double value);
void measure_json_reals(const char* name, const double* values, size_t n_values);
void measure_json_string(const char* name, const char* value);
void measure_json_boolean(const char* name, int value);
void measure_json_null(const char* name);
void measure_json_end(void);

/* What Rondo did with graphs, patterns and loops; contender.py looks at it to see that a graph was really replayed. */
void measure_json_graphs(void);

/* Ends the process with status 1 and one line on standard error: a result was wrong. */
void measure_fail(const char* format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* The compiler of the file that includes this header. */
#if defined(__clang__)
#define MEASURE_COMPILER "clang"
#else
#define MEASURE_COMPILER "gcc"
#endif

#endif
