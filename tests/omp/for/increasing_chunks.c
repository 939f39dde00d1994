// SPDX-License-Identifier: Apache-2.0
//
// A thread gets the chunks of a dynamic loop in increasing order on the compilers' own runtimes, unless the loop or
// the environment says nonmonotonic. All dynamic loops of gcc's are so, of clang's those of schedule(runtime), and
// all of code before OpenMP 5.0: since then clang says nonmonotonic where the program says nothing. Programs rely on
// it: they sort their work, and the first chunk of a thread is the largest it will have. With the argument `all`, the
// environment asks for that order in all loops.
//
// test: ENV OMP_SCHEDULE=dynamic
// test increasing_chunks_asked: ENV OMP_SCHEDULE=nonmonotonic:dynamic RONDO_LOOP_ORDER=monotonic ARGS all
// test increasing_chunks_asked: NOT_STOCK clang 'a setting of Rondo'
// test increasing_chunks_kmp: ENV OMP_SCHEDULE=dynamic KMP_FORCE_MONOTONIC_DYNAMIC_SCHEDULE=true ARGS all
#include "omp/for/loops.h"

enum { kLength = 200 };

extern void __kmpc_dispatch_init_4(void*, int, int, int, int, int, int) __attribute__((weak));
extern int __kmpc_dispatch_next_4(void*, int, int*, int*, int*, int*) __attribute__((weak));
extern int __kmpc_global_thread_num(void*) __attribute__((weak));

// As clang -fopenmp-version=45 writes schedule(dynamic).
static void old_loop(void (*visit)(int number, int* last)) {
  struct {
    int reserved_1, flags, reserved_2, reserved_3;
    const char* source;
  } location = {0, 2, 0, 0, ";file;function;1;1;;"};
  enum { kDynamicChunked = 35 };
  const int thread = __kmpc_global_thread_num(&location);
  int last = -1, lower, upper, is_last, stride;
  __kmpc_dispatch_init_4(&location, thread, kDynamicChunked, 0, kLength - 1, 1, 1);
  while (__kmpc_dispatch_next_4(&location, thread, &is_last, &lower, &upper, &stride))
    for (int i = lower; i <= upper; i++) visit(i, &last);
}

// Lengths differ, so threads would have to take what another one has left over.
static void visit(int number, int* last) {
  CHECK(number > *last);
  *last = number;
  for (volatile int i = 0; i < number * 37 % 101 * 3; i++) continue;
  loop_visit(number);
}

int main(int argc, char** argv) {
  (void)argv;
  const int is_promised_to_all = argc > 1;
#ifdef __clang__
  const int is_gcc = 0;
#else
  const int is_gcc = 1;
#endif
  for (int round = 0; round < TEST_SCALE(300); round++) {
    loop_reset();
#pragma omp parallel
    {
      int last = -1;
#pragma omp for schedule(runtime)
      for (int i = 0; i < kLength; i++) visit(i, &last);
    }
    loop_expect_each_once(kLength);
    if (is_promised_to_all || is_gcc) {
      loop_reset();
#pragma omp parallel
      {
        int last = -1;
#pragma omp for schedule(dynamic)
        for (int i = 0; i < kLength; i++) visit(i, &last);
      }
      loop_expect_each_once(kLength);
    }
    if (is_gcc || !__kmpc_dispatch_init_4) continue;
    loop_reset();
#pragma omp parallel
    old_loop(visit);
    loop_expect_each_once(kLength);
  }
  return check_finish();
}
