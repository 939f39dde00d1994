/* SPDX-License-Identifier: Apache-2.0
 *
 * What BT, SP and LU share, specification section 3: the flow of a compressible viscous fluid in a cube, with a forcing
 * term that makes a given polynomial the steady solution. All three take steps in time, u += change, where the change
 * solves a linear system whose right side is dt (forcing + L(u)); they differ in how they approximate the system.
 *
 * The cube has n points along each axis. Each loop is over lines of points.
 */
#ifndef RONDO_BENCH_NAS_FLOW_H
#define RONDO_BENCH_NAS_FLOW_H

#include <stddef.h>

#include "nas/nas.h"

enum { kFlowAxes = 3, kFlowFields = 5, kFlowNorms = 2 * kFlowFields }; /* density, momentum, energy */

typedef double flow_fields[kFlowFields];

/* What the equations need of the fields at a point. */
typedef struct flow_point {
  double specific_volume; /* 1 / density */
  double v[kFlowAxes];
  double kinetic, energy, enthalpy; /* of a unit of mass; kinetic is half the square of v */
  double sound;                     /* its speed */
} flow_point;

typedef struct flow {
  size_t index; /* of the class */
  long n, parts, iterations;
  double dt;
  double convection, diffusion; /* dt / (2 h), dt / h^2 for a distance h of two points */
  long stride[kFlowAxes];
  flow_fields *u, *change, *forcing;
  flow_point* at;
} flow;

/* Constants of the equations. */
static const double kFlowC1 = 1.4;      /* ratio of specific heats */
static const double kFlowC2 = 0.4;      /* the same less 1 */
static const double kFlowViscosity = 0.1; /* c3 c4 */
static const double kFlowHeat = 1.96;   /* c1 c5 */
static const double kFlowAdded[kFlowAxes] = {0.75, 0.75, 1.0}; /* diffusion added along each axis */
static const double kFlowDamping = 0.25;                       /* of the fourth difference */

/* The fourth difference's coefficients at point x of a line; what would be outside is left out. */
extern const double kFlowFourth[5][5];
static inline const double* flow_fourth(const flow* of, long x) {
  return kFlowFourth[x <= 2 ? x - 1 : x >= of->n - 3 ? x - of->n + 6 : 2];
}

flow* flow_make(size_t index, long n, long iterations, double dt, long parts);
void flow_begin(void* data); /* blends the solution on the faces into the inside */
long flow_iterations(const void* data);

/* Lines inside the cube along an axis: line 0 to n_lines - 1 begins at the point flow_line() on a face. */
static inline long flow_lines(const flow* of) { return (of->n - 2) * (of->n - 2); }
static inline long flow_line(const flow* of, int axis, long line) {
  const long p = 1 + line / (of->n - 2);
  const long q = 1 + line % (of->n - 2);
  return p * of->stride[axis == 2 ? 1 : 2] + q * of->stride[axis == 0 ? 1 : 0];
}
/* Does something to each line along an axis that belongs to a part. */
void flow_for_lines(const flow* of, int axis, long part, void (*line)(const flow* of, int axis, long first));

/* ---- Steps that are the same in all three ------------------------------------------------------------------------ */

void flow_derive(void* data, long part); /* points from fields */
void flow_right_side(void* data, long part);
void flow_add(void* data, double scale, long part); /* u += scale change */

/* ---- What is verified -------------------------------------------------------------------------------------------- */

/* Root mean squares of the right side, without dt, then of the error; both have to be up to date. */
void flow_norms(const flow* of, double* found);
void flow_update_right_side(flow* of);
void flow_values(void* data, double* found); /* the norms, brought up to date: a member of nas_program */
double flow_pressure(const flow* of, long point);

/* ---- The linearised equations ------------------------------------------------------------------------------------ */

/* The derivative of the flux along an axis: what it changes by when the fields change by x. */
static inline void flow_flux_by(const flow_point* at, int axis, const double* x, double* out) {
  double pressure = at->kinetic * x[0] + x[4];
  for (int a = 0; a < kFlowAxes; a++) pressure -= at->v[a] * x[1 + a];
  pressure *= kFlowC2;
  const double v = at->v[axis];
  const double mass = x[1 + axis] - v * x[0];
  out[0] = x[1 + axis];
  for (int a = 0; a < kFlowAxes; a++) out[1 + a] = v * x[1 + a] + at->v[a] * mass;
  out[1 + axis] += pressure;
  out[4] = v * (x[4] + pressure) + at->enthalpy * mass;
}

/* The same of what is diffused along an axis. */
static inline void flow_diffused_by(const flow_point* at, int axis, const double* x, double* out) {
  double v[kFlowAxes];
  double work = 0;
  for (int a = 0; a < kFlowAxes; a++) {
    v[a] = at->specific_volume * (x[1 + a] - at->v[a] * x[0]);
    work += at->v[a] * v[a];
  }
  const double energy = at->specific_volume * (x[4] - at->energy * x[0]);
  const double along = at->v[axis] * v[axis] / 3;
  v[axis] *= 4.0 / 3;
  for (int a = 0; a < kFlowAxes; a++) out[1 + a] = kFlowViscosity * v[a] + kFlowAdded[axis] * x[1 + a];
  out[0] = kFlowAdded[axis] * x[0];
  out[4] = kFlowViscosity * ((1 - kFlowHeat) * work + along + kFlowHeat * energy) + kFlowAdded[axis] * x[4];
}

/* The block of the system that belongs to the neighbour behind (side -1) or before (1) along an axis, times x. */
static inline void flow_neighbour(const flow* of, const flow_point* at, int axis, int side, const double* x,
                                  double* out) {
  double flux[kFlowFields];
  double diffused[kFlowFields];
  flow_flux_by(at, axis, x, flux);
  flow_diffused_by(at, axis, x, diffused);
  for (int m = 0; m < kFlowFields; m++) out[m] = side * of->convection * flux[m] - of->diffusion * diffused[m];
}

#endif
