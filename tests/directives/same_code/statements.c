// SPDX-License-Identifier: Apache-2.0
// C as compilers extend it: statement expressions, arrays of variable length, labels as values, vectors, atomics.
#include <stdarg.h>
#include <stdatomic.h>
#include <string.h>

int use(int value);
int fill(int* array, int n);

#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

typedef int Four __attribute__((vector_size(16)));
struct Bits {
  unsigned low : 3, high : 5;
  int rest;
};
struct Flexible {
  int n;
  int items[];
};
static _Thread_local int of_thread = 3;
static atomic_int counted;

int expressions(int a, int b) {
  int c = MAX(use(a), MAX(b, 3));
  int d = ({
    int sum = 0;
    for (int i = 0; i < a; i++) {
      if (i == b) break;
      sum += ({ int k = use(i); k * 2; });
    }
    sum;
  });
  return c ?: d;
}

int variable_length(int n, int m, int table[n][m]) {
  int row[n], grid[n][m + 1];
  int (*pointer)[m + 1] = grid;
  fill(row, n);
  memset(grid, 0, sizeof grid);
  for (int i = 0; i < n; i++) pointer[i][i % m] = row[i] + table[i][0];
  return (int)(sizeof(row) + sizeof *pointer) + grid[n - 1][0];
}

int on_the_stack(int n) {
  int* array = (int*)__builtin_alloca((unsigned)n * sizeof(int));
  return fill(array, n) + array[0];
}

int computed(const unsigned char* code) {
  static const void* const labels[] = {&&add, &&negate, &&stop};
  int value = 0;
  goto* labels[*code++];
add:
  value += *code++;
  goto* labels[*code++];
negate:
  value = -value;
  goto* labels[*code++];
stop:
  return value;
}

int switches(int n) {
  switch (n) {
    case 0 ... 9: return use(n);
    case 10:
      do {
        case 11: n += use(n);
      } while (n < 20);
      __attribute__((fallthrough));
    default: return n;
  }
}

int arguments(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n--) sum += va_arg(list, int);
  va_end(list);
  return sum;
}

Four vectors(Four a, Four b) { return (a * b) + (a > b); }
double complex_numbers(double x) {
  _Complex double z = x + 2.0i;
  return __real__(z * z) + __imag__ z;
}

int bits(struct Bits* bits, struct Flexible* flexible) {
  *bits = (struct Bits){.high = 3, .rest = flexible->items[flexible->n - 1]};
  bits->low++;
  int sum = 0;
  for (int* item = (int[]){1, 2, bits->rest}, i = 0; i < 3; i++) sum += item[i];
  return sum + bits->high;
}

int assembled(int a) {
  int b;
  __asm__ volatile("movl %1, %0\n\taddl $1, %0" : "=r"(b) : "r"(a) : "cc");
  register int c __asm__("r12") = b;
  __asm__ volatile("" : "+r"(c));
  return c + of_thread + atomic_fetch_add(&counted, 1) + __builtin_expect(a, 1);
}

static void at_end(int* value) { use(*value); }
int cleaned(int n) {
  int guard __attribute__((cleanup(at_end))) = n;
  if (n > 3) return use(guard);
  volatile int seen = guard;
  return seen;
}

int in_tasks(int n) {
  int read_only = n, sum = 0, row[3];
  register int fast = n;
  fill(row, 3);
#pragma omp task shared(sum, read_only) firstprivate(row)
  sum += ({ int k = use(read_only); k * row[0]; });
#pragma omp task shared(read_only) firstprivate(fast)
  {
    int own[read_only];
    fill(own, fast);
  }
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+ : sum)
  {
#pragma omp task in_reduction(+ : sum) shared(read_only)
    sum += MAX(read_only, 4);
#pragma omp taskloop in_reduction(+ : sum) shared(read_only) grainsize(2)
    for (int i = 0; i < n; i++) sum += read_only + i;
  }
  return sum;
}

int in_teams(int n, double* x) {
  int count = 0, read_only = n;
  double total = 0;
#pragma omp parallel num_threads(3) firstprivate(read_only)
  {
#pragma omp for schedule(dynamic, 2) nowait reduction(+ : total)
    for (int i = 0; i < n; i++) total += x[i] * read_only;
#pragma omp for simd
    for (int i = 0; i < n; i++) x[i] = x[i] * 2 + read_only;
#pragma omp sections
    {
      use(1);
#pragma omp section
      use(read_only);
    }
#pragma omp single copyprivate(read_only)
    {
#pragma omp task untied mergeable shared(count)
      {
#pragma omp task shared(read_only, count)
        {
#pragma omp atomic
          count += read_only;
        }
#pragma omp taskwait
      }
    }
#pragma omp critical
    use(read_only);
  }
  return count + (int)total;
}
