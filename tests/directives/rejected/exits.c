/* SPDX-License-Identifier: Apache-2.0 */
void g(int *p);

int leave(int *p, int n) {
  for (int i = 0; i < n; i++) {
    #pragma omp taskgraph
    {
      if (p[0]) return 1;
      if (p[1]) break;
      if (p[2]) continue;
      if (p[3]) goto out;
      if (p[4]) goto inside;
      for (int j = 0; j < n; j++) {
        if (p[5]) break;
        if (p[6]) continue;
      }
      switch (p[7]) {
        case 1:
          break;
        default:
          continue;
      }
      int k = ({ if (p[8]) return 2; p[9]; });
      g(&k);
    inside:;
    }
  }
out:
  #pragma omp taskiter
  for (int i = 0; i < n; i++) {
    if (p[0]) continue;
    if (p[1]) break;
    while (p[2]) break;
    if (p[3]) return 2;
    if (p[4]) goto end;
    #pragma omp task
    {
      if (p[5]) return 3;
    }
  }
  #pragma omp taskiter
  do {
    if (p[0]) break;
  } while (n--);
end:
  return 0;
}
