/* SPDX-License-Identifier: Apache-2.0
 *
 * BT, specification section 3.5: each line is a block-tridiagonal system, solved by elimination along the line.
 */
#include "nas/bt.h"

enum { kMostPoints = 64 };

typedef double matrix[kFlowFields][kFlowFields]; /* by columns */

static const nas_verification kExpected[] = {
    {10,
     {1.7034283709541311e-01, 1.2975252070034097e-02, 3.2527926989486055e-02, 2.6436421275166801e-02,
      1.9211784131744430e-01, 4.9976913345811579e-04, 4.5195666782961927e-05, 7.3973765172921357e-05,
      7.3821238632439731e-05, 8.9269630987491446e-04}},
    {10,
     {0.1125590409344e+03, 0.1180007595731e+02, 0.2710329767846e+02, 0.2469174937669e+02, 0.2638427874317e+03,
      0.4419655736008e+01, 0.4638531260002e+00, 0.1011551749967e+01, 0.9235878729944e+00, 0.1018045837718e+02}},
    {10,
     {1.0806346714637264e+02, 1.1319730901220813e+01, 2.5974354511582465e+01, 2.3665622544678910e+01,
      2.5278963211748344e+02, 4.2348416040525025e+00, 4.4390282496995698e-01, 9.6692480136345650e-01,
      8.8302063039765474e-01, 9.7379901770829278e+00}},
};

static void* make(char size_class, long parts) {
  static const struct {
    long n, iterations;
    double dt;
  } kClasses[] = {{12, 60, 0.01}, {24, 200, 0.0008}, {64, 200, 0.0008}};
  const size_t index = nas_index(size_class);
  return flow_make(index, kClasses[index].n, kClasses[index].iterations, kClasses[index].dt, parts);
}

enum { kColumns = kFlowFields + 1 };

/* Solves a x = b for all columns of b, which x replaces; a is overwritten. The blocks need no pivots. */
static void solve(matrix a, flow_fields* b) {
  for (int p = 0; p < kFlowFields; p++) {
    const double inverse = 1 / a[p][p];
    for (int k = p + 1; k < kFlowFields; k++) a[k][p] *= inverse;
    for (int k = 0; k < kColumns; k++) b[k][p] *= inverse;
    for (int row = 0; row < kFlowFields; row++) {
      if (row == p) continue;
      const double factor = a[p][row];
      for (int k = p + 1; k < kFlowFields; k++) a[k][row] -= factor * a[k][p];
      for (int k = 0; k < kColumns; k++) b[k][row] -= factor * b[k][p];
    }
  }
}

static void diagonal(const flow* of, const flow_point* at, int axis, matrix out) {
  for (int k = 0; k < kFlowFields; k++) {
    double unit[kFlowFields] = {0};
    unit[k] = 1;
    flow_diffused_by(at, axis, unit, out[k]);
    for (int m = 0; m < kFlowFields; m++) out[k][m] *= 2 * of->diffusion;
    out[k][k] += 1;
  }
}

static void after(const flow* of, const flow_point* at, int axis, matrix out) {
  for (int k = 0; k < kFlowFields; k++) {
    double unit[kFlowFields] = {0};
    unit[k] = 1;
    flow_neighbour(of, at, axis, 1, unit, out[k]);
  }
}

/* What remains of a point's equation when the points before have been eliminated: it + next * the next one = known. */
typedef struct eliminated {
  flow_fields next[kColumns]; /* a column for each field, then what is known */
} eliminated;

void bt_solve(const flow* of, int axis, long first) {
  const long step = of->stride[axis];
  eliminated line[kMostPoints];
  for (long x = 1; x < of->n - 1; x++) {
    const long point = first + x * step;
    eliminated* here = &line[x];
    matrix own;
    diagonal(of, &of->at[point], axis, own);
    after(of, &of->at[point + step], axis, here->next);
    for (int m = 0; m < kFlowFields; m++) here->next[kFlowFields][m] = of->change[point][m];
    if (x > 1) {
      const flow_point* before = &of->at[point - step];
      double product[kFlowFields];
      for (int k = 0; k <= kFlowFields; k++) {
        double* column = k < kFlowFields ? own[k] : here->next[k];
        flow_neighbour(of, before, axis, -1, here[-1].next[k], product);
        for (int m = 0; m < kFlowFields; m++) column[m] -= product[m];
      }
    }
    solve(own, here->next);
  }
  for (long x = of->n - 2; x >= 1; x--) {
    double* change = of->change[first + x * step];
    for (int m = 0; m < kFlowFields; m++) change[m] = line[x].next[kFlowFields][m];
    if (x == of->n - 2) continue; /* on the faces nothing changes */
    const double* next = of->change[first + (x + 1) * step];
    for (int k = 0; k < kFlowFields; k++)
      for (int m = 0; m < kFlowFields; m++) change[m] -= line[x].next[k][m] * next[k];
  }
}

static void iterate(void* data) {
  const flow* of = data;
  NAS_ITERATION(NAS_SERIAL, data, of->parts)
}

static const nas_verification* expected(const void* data) { return &kExpected[((const flow*)data)->index]; }

const nas_program nas_linked = {"nas-bt", 1e-8, make, flow_begin, flow_iterations, iterate, flow_values, expected};
