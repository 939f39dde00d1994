/* SPDX-License-Identifier: Apache-2.0
 *
 * LU, specification section 3.4. The diagonal blocks of the system are lower triangular, since what is diffused along
 * an axis changes a momentum by itself and the density only: they are solved by substitution.
 */
#include "nas/lu.h"

static const nas_verification kExpected[] = {
    {11,
     {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03, 1.5029584435994323e-03,
      3.4264073155896461e-02, 6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
      5.8474222595157350e-05, 1.3103347914111294e-03, 7.8418928865937083e+00}},
    {11,
     {0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01, 0.2826799444189e+02,
      0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01, 0.1084277417792e+01,
      0.1161399311023e+02}},
    {11,
     {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02, 1.7845301160418537e+02,
      1.8384760349464247e+03, 2.9964085685471943e+01, 2.8194576365003349e+00, 7.3473412698774742e+00,
      6.7139225687777051e+00, 7.0715315688392578e+01, 2.6030925604886277e+01}},
};

static void* make(char size_class, long parts) {
  static const struct {
    long n, iterations;
    double dt;
  } kClasses[] = {{12, 50, 0.5}, {33, 300, 1.5e-3}, {64, 250, 2}};
  const size_t index = nas_index(size_class);
  return flow_make(index, kClasses[index].n, kClasses[index].iterations, kClasses[index].dt, parts);
}

static void begin(void* data) {
  flow_begin(data);
  flow_update_right_side(data);
}

/* Solves the diagonal block: 1 + 2 dt / h^2 times what is diffused along all axes. */
static void solve_diagonal(const flow* of, const flow_point* at, double* x) {
  const double twice = 2 * of->diffusion;
  const double own = 1 + twice * (kFlowAdded[0] + kFlowAdded[1] + kFlowAdded[2]);
  const double viscous = twice * kFlowViscosity * at->specific_volume;
  const double momentum = viscous * (kFlowAxes + 1.0 / 3); /* 4/3 along the momentum's own axis, 1 along the others */
  x[0] /= own;
  double energy = x[4] + viscous * kFlowAxes * kFlowHeat * at->energy * x[0];
  for (int a = 0; a < kFlowAxes; a++) {
    x[1 + a] = (x[1 + a] + momentum * at->v[a] * x[0]) / (own + momentum);
    energy -= viscous * (kFlowAxes * (1 - kFlowHeat) + 1.0 / 3) * at->v[a] * (x[1 + a] - at->v[a] * x[0]);
  }
  x[4] = energy / (own + viscous * kFlowAxes * kFlowHeat);
}

/* The relaxed blocks of the three neighbours behind or before a point, times their changes. */
static void neighbours(const flow* of, long point, int side, double* sum) {
  for (int axis = 0; axis < kFlowAxes; axis++) {
    const long other = point + side * of->stride[axis];
    double product[kFlowFields];
    flow_neighbour(of, &of->at[other], axis, side, of->change[other], product);
    for (int m = 0; m < kFlowFields; m++) sum[m] += kLuRelaxation * product[m];
  }
}

static void lower_point(const flow* of, long point) {
  double sum[kFlowFields] = {0};
  neighbours(of, point, -1, sum);
  for (int m = 0; m < kFlowFields; m++) of->change[point][m] -= sum[m];
  solve_diagonal(of, &of->at[point], of->change[point]);
}

static void upper_point(const flow* of, long point) {
  double sum[kFlowFields] = {0};
  neighbours(of, point, 1, sum);
  solve_diagonal(of, &of->at[point], sum);
  for (int m = 0; m < kFlowFields; m++) of->change[point][m] -= sum[m];
}

typedef struct block {
  long y, y_end, z, z_end;
} block;

static block block_of(const flow* of, long diagonal, long part) {
  const long blocks = lu_blocks(of->parts);
  const long y = part + (diagonal < blocks ? 0 : diagonal - blocks + 1);
  const long z = diagonal - y;
  const long inside = of->n - 2;
  return (block){1 + nas_first(inside, y, blocks), 1 + nas_first(inside, y + 1, blocks),
                 1 + nas_first(inside, z, blocks), 1 + nas_first(inside, z + 1, blocks)};
}

void lu_lower(void* data, long diagonal, long part) {
  const flow* of = data;
  const block b = block_of(of, diagonal, part);
  for (long z = b.z; z < b.z_end; z++)
    for (long y = b.y; y < b.y_end; y++)
      for (long x = 1; x < of->n - 1; x++) lower_point(of, x + y * of->stride[1] + z * of->stride[2]);
}

void lu_upper(void* data, long diagonal, long part) {
  const flow* of = data;
  const block b = block_of(of, diagonal, part);
  for (long z = b.z_end - 1; z >= b.z; z--)
    for (long y = b.y_end - 1; y >= b.y; y--)
      for (long x = of->n - 2; x >= 1; x--) upper_point(of, x + y * of->stride[1] + z * of->stride[2]);
}

static void iterate(void* data) {
  const flow* of = data;
  NAS_ITERATION(NAS_SERIAL, data, of->parts)
}

/* The specification's surface integral of the pressure: over the six faces of a box whose corners are these points. */
static double surface_integral(const flow* of) {
  const long low[kFlowAxes] = {1, 1, 2};
  const long high[kFlowAxes] = {of->n - 2, of->n - 3, of->n - 2};
  double sum = 0;
  for (int axis = 0; axis < kFlowAxes; axis++) {
    const int a = axis == 0 ? 1 : 0;
    const int b = axis == 2 ? 1 : 2;
    for (long i = low[a]; i < high[a]; i++)
      for (long j = low[b]; j < high[b]; j++)
        for (int corner = 0; corner < 8; corner++) {
          const long face = corner & 4 ? high[axis] : low[axis];
          sum += flow_pressure(of, face * of->stride[axis] + (i + (corner & 1)) * of->stride[a] +
                                       (j + (corner >> 1 & 1)) * of->stride[b]);
        }
  }
  return 0.25 * sum / ((double)(of->n - 1) * (double)(of->n - 1));
}

static void values(void* data, double* found) {
  const flow* of = data;
  flow_norms(of, found);
  found[kFlowNorms] = surface_integral(of);
}

static const nas_verification* expected(const void* data) { return &kExpected[((const flow*)data)->index]; }

const nas_program nas_linked = {"nas-lu", 1e-8, make, begin, flow_iterations, iterate, values, expected};
