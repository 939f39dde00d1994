/* SPDX-License-Identifier: Apache-2.0
 *
 * A heat solver (five-point Gauss-Seidel, in place, block by block) whose sweeps all create the same tasks.
 *
 *     $ rondo-cc -O2 heat_taskgraph.c -o heat
 *     $ ./heat
 *
 * RONDO_CC=gcc-12 chooses the compiler. ./heat FORM [CELLS [BLOCK [SWEEPS]]]; FORM: taskgraph, taskiter or tasks.
 * Every form gives the serial result bit for bit, and is compared with it. Without FORM all are run.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double* cells; /* (n + 2) x (n + 2), with a rim of fixed temperatures */
  char* block;   /* (n_blocks + 2) x (n_blocks + 2) names for depend clauses; never read */
  int n;         /* cells along one side */
  int n_blocks;  /* blocks along one side */
  int size;      /* cells along one side of a block */
} grid;

static void update(const grid* g, int row, int column) {
  const int pitch = g->n + 2;
  for (int i = (row - 1) * g->size + 1; i <= row * g->size; i++) {
    double* line = g->cells + (size_t)i * (size_t)pitch;
    for (int j = (column - 1) * g->size + 1; j <= column * g->size; j++)
      line[j] = 0.25 * (line[j - pitch] + line[j - 1] + line[j + 1] + line[j + pitch]);
  }
}

/* The form to compare with: tasks are created and their dependences found in every sweep. */
static void solve_with_tasks(grid* g, int sweeps) {
  const int n = g->n_blocks;
  const int w = n + 2;
  char* block = g->block;
  (void)block; /* gcc-12 does not count a use in a depend clause as a use */
#pragma omp parallel
#pragma omp single
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) {
#pragma omp task depend(in : block[(i - 1) * w + j], block[i * w + j - 1]) depend(inout : block[i * w + j])
        update(g, i, j);
      }
}

/* One directive more: the first sweep is recorded, the others are replayed. */
static void solve_with_taskgraph(grid* g, int sweeps) {
  const int n = g->n_blocks;
  const int w = n + 2;
  char* block = g->block;
  (void)block; /* gcc-12 does not count a use in a depend clause as a use */
#pragma omp parallel
#pragma omp single
  for (int sweep = 0; sweep < sweeps; sweep++) {
#pragma omp taskgraph
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= n; j++) {
#pragma omp task depend(in : block[(i - 1) * w + j], block[i * w + j - 1]) depend(inout : block[i * w + j])
        update(g, i, j);
      }
  }
}

/* The sweeps go round a cyclic graph: no sweep waits for the end of the one before. The dependences on the blocks to
 * the south and to the east, which belong to the sweep before, have to be said here. */
static void solve_with_taskiter(grid* g, int sweeps) {
  const int n = g->n_blocks;
  const int w = n + 2;
  char* block = g->block;
  (void)block; /* gcc-12 does not count a use in a depend clause as a use */
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskiter
    for (int sweep = 0; sweep < sweeps; sweep++)
      for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
#pragma omp task depend(in : block[(i - 1) * w + j], block[i * w + j - 1]) \
    depend(in : block[(i + 1) * w + j], block[i * w + j + 1]) depend(inout : block[i * w + j])
          update(g, i, j);
        }
  }
}

static void* allocate(size_t bytes) {
  void* memory = malloc(bytes);
  if (!memory) {
    fprintf(stderr, "heat: no memory for %zu bytes; choose fewer cells\n", bytes);
    exit(1);
  }
  return memory;
}

/* A rough field: where neighbours are equal, a block that is swept too early would go unnoticed. */
static void fill(grid* g) {
  unsigned bits = 12345;
  for (size_t i = 0; i < (size_t)(g->n + 2) * (size_t)(g->n + 2); i++) {
    bits = bits * 1664525u + 1013904223u;
    g->cells[i] = (double)(bits >> 8) / 16777216.0;
  }
}

static grid make(int n, int size) {
  grid g = {NULL, NULL, n, n / size, size};
  g.cells = allocate((size_t)(n + 2) * (size_t)(n + 2) * sizeof(double));
  g.block = allocate((size_t)(g.n_blocks + 2) * (size_t)(g.n_blocks + 2));
  return g;
}

/* 1 if the form's result is the serial one. */
static int run(const char* name, void (*solve)(grid*, int), grid* g, const grid* reference, int sweeps) {
  fill(g);
  const double start = omp_get_wtime();
  solve(g, sweeps);
  const double seconds = omp_get_wtime() - start;
  const size_t bytes = (size_t)(g->n + 2) * (size_t)(g->n + 2) * sizeof(double);
  const int is_right = memcmp(g->cells, reference->cells, bytes) == 0;
  const double tasks = (double)g->n_blocks * g->n_blocks * sweeps;
  printf("%-10s %8.4f s %8.1f ns a task  %s\n", name, seconds, seconds / tasks * 1e9, is_right ? "verified" : "WRONG");
  return is_right;
}

int main(int argc, char** argv) {
  const struct {
    const char* name;
    void (*solve)(grid*, int);
  } forms[] = {{"tasks", solve_with_tasks}, {"taskgraph", solve_with_taskgraph}, {"taskiter", solve_with_taskiter}};
  const char* wanted = argc > 1 ? argv[1] : "all";
  const int n = argc > 2 ? atoi(argv[2]) : 512;
  const int size = argc > 3 ? atoi(argv[3]) : 4;
  const int sweeps = argc > 4 ? atoi(argv[4]) : 50;
  if (n < 1 || size < 1 || n % size || sweeps < 1) {
    fprintf(stderr, "heat: BLOCK must divide CELLS; e.g. heat taskgraph 512 4 50\n");
    return 2;
  }

  grid reference = make(n, size);
  fill(&reference);
  for (int sweep = 0; sweep < sweeps; sweep++)
    for (int i = 1; i <= reference.n_blocks; i++)
      for (int j = 1; j <= reference.n_blocks; j++) update(&reference, i, j);

  grid g = make(n, size);
#pragma omp parallel
  {
    /* The threads are there before the clock starts. */
  }
  int n_run = 0;
  int is_right = 1;
  for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
    if (strcmp(wanted, "all") && strcmp(wanted, forms[f].name)) continue;
    is_right &= run(forms[f].name, forms[f].solve, &g, &reference, sweeps);
    n_run++;
  }
  if (!n_run) fprintf(stderr, "heat: there is no form %s; choose taskgraph, taskiter or tasks\n", wanted);
  free(g.cells);
  free(g.block);
  free(reference.cells);
  free(reference.block);
  return !n_run ? 2 : !is_right;
}
