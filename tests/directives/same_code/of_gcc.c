// SPDX-License-Identifier: Apache-2.0
// What only gcc has: functions in functions, with trampolines, jumps out of them, and variables of those around;
// tasks with arrays of variable length of their own; shuffled vectors.
typedef int Four __attribute__((vector_size(16)));

int use(int value);
int fill(int* array, int n);
int apply(int (*function)(int), int n);

int nested(int n) {
  int factor = n + 1, calls = 0;
  int twice(int x) {
    calls++;
    return x * factor;
  }
  int deeper(int x) {
    int own = x;
    int inside(int y) { return twice(y) + own + factor; }
    return apply(inside, x) + inside(n);
  }
  return twice(n) + deeper(3) + apply(twice, calls);
}

int leaves(int n) {
  __label__ out;
  int found = 0;
  int look(int x) {
    if (x == n) {
      found = x;
      goto out;
    }
    return x;
  }
  apply(look, 5);
out:
  return found;
}

int lengths(int n) {
  int row[n];
  int sum(int k) {
    int total = 0;
    for (int i = 0; i < k; i++) total += row[i];
    return total + (int)sizeof row;
  }
  for (int i = 0; i < n; i++) row[i] = use(i);
  return sum(n) + apply(sum, n - 1);
}

int called_in_tasks(int n) {
  int factor = n, total = 0;
  int twice(int x) { return x * factor; }
#pragma omp task shared(total)
  total += twice(n);
#pragma omp task
  use(apply(twice, 3));
#pragma omp taskwait
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++) total += twice(i);
  return total;
}

int arrays_of_tasks(int n) {
  int row[n], limit = n, sum = 0;
  fill(row, n);
#pragma omp task shared(sum, limit) firstprivate(row)
  sum += row[0] + (int)sizeof row + limit;
#pragma omp taskloop firstprivate(row) shared(limit)
  for (int i = 0; i < n; i++) row[i] = use(limit);
#pragma omp taskwait
  return sum;
}

Four shuffled(Four a, Four b) { return __builtin_shuffle(a, b); }
