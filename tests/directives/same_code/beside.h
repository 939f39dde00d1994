// SPDX-License-Identifier: Apache-2.0
//
// The directives that every program of this folder has beside it: same_code.py includes this in front of them, and
// looks at all functions but these. For the compiler as it is they have no directives.
#ifdef BESIDE_IS_PLAIN
#define TASKGRAPH
#define TASKITER
#define REPLAYABLE
#else
#define TASKGRAPH _Pragma("omp taskgraph")
#define TASKITER _Pragma("omp taskiter")
#define REPLAYABLE replayable
#endif

#ifdef __cplusplus
extern "C" {
#endif
extern int beside_sum, beside_step;
void beside_regions(int n);
void beside_loop(int n);
void beside_task(int n);

__attribute__((noinline)) void beside_regions(int n) {
  int step = n, sum = 0;
TASKGRAPH {
#pragma omp task shared(sum, step)
    sum += step;
#pragma omp task shared(step) depend(in : n)
    beside_step += step;
#pragma omp taskloop nogroup shared(step)
    for (int i = 0; i < n; i++) beside_step += step;
  }
  beside_sum = sum;
}

__attribute__((noinline)) void beside_loop(int n) {
  int step = n;
TASKITER for (int i = 0; i < n; i++) {
#pragma omp task shared(step)
    beside_step += step;
  }
}

__attribute__((noinline)) void beside_task(int n) {
#pragma omp task REPLAYABLE firstprivate(n)
  beside_sum = n;
}
#ifdef __cplusplus
}
#endif
