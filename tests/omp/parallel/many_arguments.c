// SPDX-License-Identifier: Apache-2.0
//
// parallel with more captured variables than registers: the outlined function gets its arguments in the right order.
//
// test: QUICK
#include <omp.h>

#include "check.h"

int main(void) {
  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15,
      p = 16, q = 17, r = 18, s = 19, t = 20;
  double x = 0.5, y = 0.25;
  int* addresses[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &n, &o, &p, &q, &r, &s, &t};
#pragma omp parallel shared(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t) firstprivate(x, y)
  {
    int* mine[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l, &m, &n, &o, &p, &q, &r, &s, &t};
    for (int v = 0; v < 20; v++) {
      CHECK(mine[v] == addresses[v]);
      CHECK_EQ(*mine[v], v + 1);
    }
    CHECK(x == 0.5 && y == 0.25);
    x += omp_get_thread_num();
    y -= x;
  }
  CHECK(x == 0.5 && y == 0.25);
  return check_finish();
}
