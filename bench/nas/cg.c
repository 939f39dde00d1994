/* SPDX-License-Identifier: Apache-2.0
 *
 * CG, specification section 2.4.3: an estimate of the largest eigenvalue, by the inverse power method. A part is some
 * of the rows. Quotients of sums are computed by every part that needs them, from the sums of all parts: nothing has
 * to run alone between two loops.
 */
#include "nas/cg.h"

#include <math.h>

#include "nas/cg_matrix.h"
#include "nas/nas.h"

typedef struct cg {
  size_t index; /* of the class */
  long parts;
  double shift;
  cg_matrix a;
  double *x, *z, *p, *q, *r;
  double *pq, *rr[2], *xz, *zz; /* of each part; rr of this step and of the next one, by turns */
  double zeta;
  double n_done; /* iterations */
  double residuals; /* the sum of all: zeta forgets what went wrong before */
} cg;

enum { kIterations = 15 };

/* Zeta, and the number of iterations: zeta is the same to the last bit after fewer of them. */
static const nas_verification kExpected[] = {
    {2, {8.5971775078648, kIterations}}, {2, {10.362595087124, kIterations}}, {2, {17.130235054029, kIterations}}};

static double* vector(long n) { return nas_memory((size_t)n * sizeof(double)); }

static void* make(char size_class, long parts) {
  static const struct {
    long n, nonzeros;
    double shift;
  } kClasses[] = {{1400, 7, 10}, {7000, 8, 12}, {14000, 11, 20}};
  cg* at = nas_memory(sizeof *at);
  at->index = nas_index(size_class);
  at->parts = parts;
  at->shift = kClasses[at->index].shift;
  const long n = kClasses[at->index].n;
  at->a = cg_make_matrix(n, kClasses[at->index].nonzeros, at->shift);
  at->x = vector(n), at->z = vector(n), at->p = vector(n), at->q = vector(n), at->r = vector(n);
  at->pq = vector(parts), at->rr[0] = vector(parts), at->rr[1] = vector(parts);
  at->xz = vector(parts), at->zz = vector(parts);
  return at;
}

static void begin(void* data) {
  cg* at = data;
  for (long i = 0; i < at->a.n; i++) at->x[i] = 1;
  at->zeta = at->residuals = at->n_done = 0;
}

typedef struct range {
  long first, end;
} range;

static range rows(const cg* at, long part) {
  return (range){nas_first(at->a.n, part, at->parts), nas_first(at->a.n, part + 1, at->parts)};
}

static double row_product(const cg_matrix* a, long row, const double* by) {
  double sum = 0;
  for (long k = a->first[row]; k < a->first[row + 1]; k++) sum += a->value[k] * by[a->column[k]];
  return sum;
}

void cg_begin(void* data, long part) {
  const cg* at = data;
  const range mine = rows(at, part);
  double sum = 0;
  for (long i = mine.first; i < mine.end; i++) {
    at->z[i] = 0;
    at->r[i] = at->p[i] = at->x[i];
    sum += at->x[i] * at->x[i];
  }
  at->rr[0][part] = sum;
}

void cg_product(void* data, long part) {
  const cg* at = data;
  const range mine = rows(at, part);
  double sum = 0;
  for (long i = mine.first; i < mine.end; i++) {
    at->q[i] = row_product(&at->a, i, at->p);
    sum += at->p[i] * at->q[i];
  }
  at->pq[part] = sum;
}

void cg_advance(void* data, long step, long part) {
  const cg* at = data;
  const range mine = rows(at, part);
  const double alpha = nas_sum(at->rr[step % 2], at->parts) / nas_sum(at->pq, at->parts);
  double sum = 0;
  for (long i = mine.first; i < mine.end; i++) {
    at->z[i] += alpha * at->p[i];
    at->r[i] -= alpha * at->q[i];
    sum += at->r[i] * at->r[i];
  }
  at->rr[(step + 1) % 2][part] = sum;
}

void cg_direction(void* data, long step, long part) {
  const cg* at = data;
  const range mine = rows(at, part);
  const double beta = nas_sum(at->rr[(step + 1) % 2], at->parts) / nas_sum(at->rr[step % 2], at->parts);
  for (long i = mine.first; i < mine.end; i++) at->p[i] = at->r[i] + beta * at->p[i];
}

void cg_norms(void* data, long part) {
  const cg* at = data;
  const range mine = rows(at, part);
  double xz = 0;
  double zz = 0;
  for (long i = mine.first; i < mine.end; i++) {
    xz += at->x[i] * at->z[i];
    zz += at->z[i] * at->z[i];
  }
  at->xz[part] = xz;
  at->zz[part] = zz;
}

void cg_normalise(void* data, long part) {
  cg* at = data;
  const range mine = rows(at, part);
  const double scale = 1 / sqrt(nas_sum(at->zz, at->parts));
  for (long i = mine.first; i < mine.end; i++) at->x[i] = scale * at->z[i];
  if (part) return;
  at->zeta = at->shift + 1 / nas_sum(at->xz, at->parts);
  at->residuals += nas_sum(at->rr[kCgSteps % 2], at->parts);
  at->n_done++;
}

static void iterate(void* data) {
  const cg* at = data;
  NAS_ITERATION(NAS_SERIAL, data, at->parts)
}

static long iterations(const void* data) { return (void)data, kIterations; }

static void values(void* data, double* found) {
  const cg* at = data;
  found[0] = at->zeta;
  found[1] = at->n_done;
  found[2] = at->residuals;
}

static const nas_verification* expected(const void* data) { return &kExpected[((const cg*)data)->index]; }

const nas_program nas_linked = {"nas-cg", 1e-10, make, begin, iterations, iterate, values, expected};
