/* SPDX-License-Identifier: Apache-2.0
 *
 * A program of the NAS Parallel Benchmarks, written from their specification (README.md), in two parts. What computes
 * is compiled once, by gcc -O3 without OpenMP: PROGRAM.c. The loops of one iteration stand in PROGRAM.h, once, as
 * NAS_ITERATION(LOOP, data, parts); driver.c, which each compiler compiles, makes a worksharing loop or a taskloop
 * of each LOOP(n, call): `call` is for every `part` from 0 to n - 1, and the parts of a loop are independent.
 *
 * Sums are kept by part and added up in the order of the parts, so that every form computes the same bits.
 */
#ifndef RONDO_BENCH_NAS_NAS_H
#define RONDO_BENCH_NAS_NAS_H

#include <stddef.h>
#include <stdint.h>

enum { kNasMostValues = 16 };

/* What the specification demands of a class. */
typedef struct nas_verification {
  size_t n_values;
  double values[kNasMostValues];
} nas_verification;

typedef struct nas_program {
  const char* name;
  double tolerance; /* of a value, relative */
  void* (*make)(char size_class, long parts);
  /* What is there before the first iteration; called again after the warm-up, and leaves none of its results. */
  void (*begin)(void* data);
  long (*iterations)(const void* data);
  void (*iterate)(void* data);               /* one iteration of one thread */
  /* After the last iteration: what is verified, and behind it what else forms have to agree on. Zero before. */
  void (*values)(void* data, double* found);
  const nas_verification* (*expected)(const void* data);
} nas_program;
extern const nas_program nas_linked;

/* known.c: an iteration of so many parts as a region whose tasks the compiler knows. Only linked into programs that
 * clang's plugin can be used for. `turn` is what its tasks' dependences name. */
enum { kNasKnownParts = 64 };
__attribute__((weak)) void nas_known(void* data, const char* turn);

/* What a LOOP is for one thread. */
#define NAS_SERIAL(n, call) \
  for (long part = 0; part < (n); part++) call;

/* ---- For the programs ------------------------------------------------------------------------------------------- */

/* Zeroed, on a cache line of its own; ends the program when there is none. */
void* nas_memory(size_t n_bytes);

/* The first of the elements of a part; the next part's first is its end. */
static inline long nas_first(long n, long part, long parts) { return n * part / parts; }

double nas_sum(const double* values, long n);

/* 0, 1, 2 for the classes S, W, A; ends the program for another one. */
size_t nas_index(char size_class);

/* ---- Random numbers of the specification, section 2.3: x(k+1) = a x(k) mod 2^46 --------------------------------- */

#define NAS_A 1220703125u /* 5^13 */
#define NAS_SEED 314159265u

static inline double nas_next(uint64_t* x) {
  *x = *x * NAS_A & (((uint64_t)1 << 46) - 1); /* 2^64 is a multiple of 2^46 */
  return (double)*x * 0x1p-46;
}

/* The state `n` numbers after `x`. */
uint64_t nas_jump(uint64_t x, uint64_t n);

#endif
