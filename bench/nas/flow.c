/* SPDX-License-Identifier: Apache-2.0 */
#include "nas/flow.h"

#include <math.h>
#include <string.h>

/* At the first, the second, any, the last but one and the last point inside. */
const double kFlowFourth[5][5] = {
    {0, 0, 5, -4, 1}, {0, -4, 6, -4, 1}, {1, -4, 6, -4, 1}, {1, -4, 6, -4, 0}, {1, -4, 5, 0, 0},
};

/* The steady solution, specification table 3.1: a constant, then the powers 1 to 4 of x, y and z by turns. */
static const double kSolution[kFlowFields][13] = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
};

static void solution(const double* place, double* u) {
  for (int m = 0; m < kFlowFields; m++) {
    u[m] = kSolution[m][0];
    for (int axis = 0; axis < kFlowAxes; axis++)
      for (int power = 1; power <= 4; power++) u[m] += kSolution[m][3 * power - 2 + axis] * pow(place[axis], power);
  }
}

static void places(const flow* of, long point, long* index, double* place) {
  for (int axis = 0; axis < kFlowAxes; axis++) {
    index[axis] = point / of->stride[axis] % of->n;
    place[axis] = (double)index[axis] / (double)(of->n - 1);
  }
}

/* The solution on two opposite faces, blended along the axis between them. */
static void between_faces(const double* place, int axis, double* u) {
  double low[kFlowFields];
  double high[kFlowFields];
  double on_face[kFlowAxes];
  memcpy(on_face, place, sizeof on_face);
  on_face[axis] = 0;
  solution(on_face, low);
  on_face[axis] = 1;
  solution(on_face, high);
  for (int m = 0; m < kFlowFields; m++) u[m] = (1 - place[axis]) * low[m] + place[axis] * high[m];
}

void flow_begin(void* data) {
  const flow* of = data;
  for (long point = 0; point < of->n * of->n * of->n; point++) {
    long index[kFlowAxes];
    double place[kFlowAxes];
    double x[kFlowFields], y[kFlowFields], z[kFlowFields];
    places(of, point, index, place);
    int is_inside = 1;
    for (int axis = 0; axis < kFlowAxes; axis++) is_inside &= index[axis] > 0 && index[axis] < of->n - 1;
    if (!is_inside) {
      solution(place, of->u[point]);
      continue;
    }
    between_faces(place, 0, x), between_faces(place, 1, y), between_faces(place, 2, z);
    for (int m = 0; m < kFlowFields; m++)
      of->u[point][m] = x[m] + y[m] + z[m] - x[m] * y[m] - y[m] * z[m] - z[m] * x[m] + x[m] * y[m] * z[m];
  }
}

/* ---- L(u) -------------------------------------------------------------------------------------------------------- */

void flow_derive(void* data, long part) {
  const flow* of = data;
  const long rows = of->n * of->n;
  const long end = nas_first(rows, part + 1, of->parts) * of->n;
  for (long point = nas_first(rows, part, of->parts) * of->n; point < end; point++) {
    const double* u = of->u[point];
    const double volume = 1 / u[0];
    flow_point* at = &of->at[point];
    at->specific_volume = volume;
    at->kinetic = 0;
    for (int a = 0; a < kFlowAxes; a++) {
      at->v[a] = volume * u[1 + a];
      at->kinetic += 0.5 * at->v[a] * at->v[a];
    }
    at->energy = volume * u[4];
    at->enthalpy = kFlowC1 * at->energy - kFlowC2 * at->kinetic;
    at->sound = sqrt(kFlowC1 * kFlowC2 * (at->energy - at->kinetic));
  }
}

static inline double second(double before, double here, double after) { return before - 2 * here + after; }

static inline void flux(const flow_point* at, const double* u, int axis, double* out) {
  const double v = at->v[axis];
  out[0] = u[1 + axis];
  for (int a = 0; a < kFlowAxes; a++) out[1 + a] = u[1 + a] * v;
  out[1 + axis] += kFlowC2 * u[0] * (at->energy - at->kinetic);
  out[4] = u[0] * at->enthalpy * v;
}

/* Adds what L has along one axis, times dt. */
static inline void add_axis(const flow* of, long point, int axis, const double* fourth, double* sum) {
  const long step = of->stride[axis];
  const flow_point *before = &of->at[point - step], *here = &of->at[point], *after = &of->at[point + step];
  const flow_fields* u = &of->u[point];
  double flux_before[kFlowFields], flux_after[kFlowFields], diffused[kFlowFields];
  flux(before, u[-step], axis, flux_before);
  flux(after, u[step], axis, flux_after);
  diffused[0] = 0;
  for (int a = 0; a < kFlowAxes; a++)
    diffused[1 + a] = (a == axis ? 4.0 / 3 : 1) * second(before->v[a], here->v[a], after->v[a]);
  diffused[4] =
      (1 - kFlowHeat) * second(before->kinetic, here->kinetic, after->kinetic) +
      kFlowHeat * second(before->energy, here->energy, after->energy) +
      second(before->v[axis] * before->v[axis], here->v[axis] * here->v[axis], after->v[axis] * after->v[axis]) / 6;
  for (int m = 0; m < kFlowFields; m++) {
    const double added = kFlowAdded[axis] * second(u[-step][m], u[0][m], u[step][m]);
    const double damped = fourth[0] * u[-2 * step][m] + fourth[1] * u[-step][m] + fourth[2] * u[0][m] +
                          fourth[3] * u[step][m] + fourth[4] * u[2 * step][m];
    sum[m] += of->diffusion * (kFlowViscosity * diffused[m] + added) -
              of->convection * (flux_after[m] - flux_before[m]) - of->dt * kFlowDamping * damped;
  }
}

void flow_for_lines(const flow* of, int axis, long part, void (*line)(const flow* of, int axis, long first)) {
  const long end = nas_first(flow_lines(of), part + 1, of->parts);
  for (long k = nas_first(flow_lines(of), part, of->parts); k < end; k++) line(of, axis, flow_line(of, axis, k));
}

static void right_side(const flow* of, int axis, long first) {
  (void)axis; /* lines along x */
  const double* fourth_y = flow_fourth(of, first / of->stride[1] % of->n);
  const double* fourth_z = flow_fourth(of, first / of->stride[2]);
  for (long x = 1; x < of->n - 1; x++) {
    const long point = first + x;
    double sum[kFlowFields];
    for (int m = 0; m < kFlowFields; m++) sum[m] = of->dt * of->forcing[point][m];
    add_axis(of, point, 0, flow_fourth(of, x), sum);
    add_axis(of, point, 1, fourth_y, sum);
    add_axis(of, point, 2, fourth_z, sum);
    memcpy(of->change[point], sum, sizeof sum);
  }
}

void flow_right_side(void* data, long part) { flow_for_lines(data, 0, part, right_side); }

void flow_add(void* data, double scale, long part) {
  const flow* of = data;
  const long end = nas_first(flow_lines(of), part + 1, of->parts);
  for (long line = nas_first(flow_lines(of), part, of->parts); line < end; line++) {
    const long first = flow_line(of, 0, line);
    for (long x = 1; x < of->n - 1; x++)
      for (int m = 0; m < kFlowFields; m++) of->u[first + x][m] += scale * of->change[first + x][m];
  }
}

void flow_update_right_side(flow* of) {
  for (long part = 0; part < of->parts; part++) flow_derive(of, part);
  for (long part = 0; part < of->parts; part++) flow_right_side(of, part);
}

/* ---- Making and verifying ---------------------------------------------------------------------------------------- */

/* The forcing undoes L of the solution. */
static void make_forcing(flow* of) {
  const long points = of->n * of->n * of->n;
  long index[kFlowAxes];
  double place[kFlowAxes];
  for (long point = 0; point < points; point++) {
    places(of, point, index, place);
    solution(place, of->u[point]);
  }
  flow_update_right_side(of);
  for (long point = 0; point < points; point++)
    for (int m = 0; m < kFlowFields; m++) of->forcing[point][m] = -of->change[point][m] / of->dt;
}

flow* flow_make(size_t index, long n, long iterations, double dt, long parts) {
  flow* of = nas_memory(sizeof *of);
  const double h = 1 / (double)(n - 1);
  const size_t points = (size_t)(n * n * n);
  of->index = index;
  of->n = n, of->parts = parts, of->iterations = iterations;
  of->dt = dt, of->convection = dt / (2 * h), of->diffusion = dt / (h * h);
  of->stride[0] = 1, of->stride[1] = n, of->stride[2] = n * n;
  /* A fourth difference reads two points away, also where its coefficient is 0. */
  of->u = (flow_fields*)nas_memory((points + 2 * (size_t)(n * n)) * sizeof(flow_fields)) + n * n;
  of->change = nas_memory(points * sizeof(flow_fields));
  of->forcing = nas_memory(points * sizeof(flow_fields));
  of->at = nas_memory(points * sizeof(flow_point));
  make_forcing(of);
  return of;
}

long flow_iterations(const void* data) { return ((const flow*)data)->iterations; }

void flow_norms(const flow* of, double* found) {
  const double inside = (double)(of->n - 2) * (double)flow_lines(of);
  long index[kFlowAxes];
  double place[kFlowAxes];
  for (long point = 0; point < of->n * of->n * of->n; point++) {
    double exact[kFlowFields];
    places(of, point, index, place);
    solution(place, exact);
    for (int m = 0; m < kFlowFields; m++) {
      const double residual = of->change[point][m] / of->dt;
      const double error = of->u[point][m] - exact[m];
      found[m] += residual * residual;
      found[kFlowFields + m] += error * error;
    }
  }
  for (int m = 0; m < kFlowNorms; m++) found[m] = sqrt(found[m] / inside);
}

void flow_values(void* data, double* found) {
  flow_update_right_side(data);
  flow_norms(data, found);
}

double flow_pressure(const flow* of, long point) {
  return kFlowC2 * of->u[point][0] * (of->at[point].energy - of->at[point].kinetic);
}
