/* SPDX-License-Identifier: Apache-2.0
 *
 * The matrix of CG, specification section 2.4.3: the sum of w_i v_i v_i^T, where v_i is a sparse random vector whose
 * element i is 1/2, and w_i falls from 1 to 0.1 in a geometric series; plus 0.1 - shift on the diagonal.
 */
#include "nas/cg_matrix.h"

#include <math.h>
#include <stdlib.h>

#include "nas/nas.h"

enum { kMostNonzeros = 16 };
static const double kCondition = 0.1;

typedef struct sparse {
  long n;
  int place[kMostNonzeros];
  double value[kMostNonzeros];
} sparse;

typedef struct element {
  int column, order; /* elements of one place are added up in the order in which they came */
  double value;
} element;

static long find(const sparse* in, int place) {
  long i = 0;
  while (i < in->n && in->place[i] != place) i++;
  return i;
}

/* Values and places come by turns; places beyond the matrix and places that are taken are passed over. */
static sparse random_vector(long n, long nonzeros, int own, uint64_t* state) {
  long places = 1;
  while (places < n) places *= 2;
  sparse made = {.n = 0};
  while (made.n < nonzeros) {
    const double value = nas_next(state);
    const int place = (int)((double)places * nas_next(state));
    if (place >= n || find(&made, place) < made.n) continue;
    made.place[made.n] = place;
    made.value[made.n++] = value;
  }
  const long at = find(&made, own);
  made.place[at] = own;
  made.value[at] = 0.5;
  if (at == made.n) made.n++;
  return made;
}

static int by_column(const void* left, const void* right) {
  const element* a = left;
  const element* b = right;
  return a->column != b->column ? a->column - b->column : a->order - b->order;
}

/* All products, by rows; end[i] is behind those of row i. */
static element* products(const sparse* vectors, long n, double shift, long* end) {
  long total = 0;
  for (long i = 0; i < n; i++)
    for (long k = 0; k < vectors[i].n; k++) end[vectors[i].place[k]] += vectors[i].n;
  for (long i = 0; i < n; i++) {
    const long here = end[i];
    end[i] = total; /* for now the row's first */
    total += here;
  }
  element* all = nas_memory((size_t)total * sizeof *all);
  const double ratio = pow(kCondition, 1.0 / (double)n);
  double weight = 1;
  for (long i = 0; i < n; i++, weight *= ratio) {
    const sparse* v = &vectors[i];
    for (long k = 0; k < v->n; k++)
      for (long l = 0; l < v->n; l++) {
        const int is_own = v->place[k] == i && v->place[l] == i;
        const element made = {v->place[l], (int)i,
                              weight * v->value[k] * v->value[l] + (is_own ? kCondition - shift : 0)};
        all[end[v->place[k]]++] = made;
      }
  }
  return all;
}

cg_matrix cg_make_matrix(long n, long nonzeros, double shift) {
  uint64_t state = NAS_SEED;
  (void)nas_next(&state); /* the specification's first number is zeta's */
  sparse* vectors = nas_memory((size_t)n * sizeof *vectors);
  long* end = nas_memory((size_t)n * sizeof *end);
  for (long i = 0; i < n; i++) vectors[i] = random_vector(n, nonzeros, (int)i, &state);
  element* all = products(vectors, n, shift, end);
  const size_t total = (size_t)end[n - 1];
  cg_matrix made = {n, nas_memory((size_t)(n + 1) * sizeof(long)), nas_memory(total * sizeof(int)),
                    nas_memory(total * sizeof(double))};
  long filled = 0;
  for (long row = 0; row < n; row++) {
    const long first = row ? end[row - 1] : 0;
    qsort(all + first, (size_t)(end[row] - first), sizeof *all, by_column);
    for (long k = first; k < end[row]; k++) {
      if (k > first && all[k].column == all[k - 1].column) {
        made.value[filled - 1] += all[k].value;
      } else {
        made.column[filled] = all[k].column;
        made.value[filled++] = all[k].value;
      }
    }
    made.first[row + 1] = filled;
  }
  free(all), free(end), free(vectors);
  return made;
}
