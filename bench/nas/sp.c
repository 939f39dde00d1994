/* SPDX-License-Identifier: Apache-2.0
 *
 * SP, specification section 3.6. Along each axis the derivative of the flux is T D T^-1 with a diagonal D: the speed v
 * three times, v + c and v - c, where c is the speed of sound. Hence each field of a line is a system of numbers
 * with two neighbours on both sides, which come from the fourth difference.
 */
#include "nas/sp.h"

enum { kMostPoints = 64, kSpeeds = 3 };

static const nas_verification kExpected[] = {
    {10,
     {2.7470315451339479e-02, 1.0360746705285417e-02, 1.6235745065095532e-02, 1.5840557224455615e-02,
      3.4849040609362460e-02, 2.7289258557377227e-05, 1.0364446640837285e-05, 1.6154798287166471e-05,
      1.5750704994480102e-05, 3.4177666183390531e-05}},
    {10,
     {0.1893253733584e-02, 0.1717075447775e-03, 0.2778153350936e-03, 0.2887475409984e-03, 0.3143611161242e-02,
      0.7542088599534e-04, 0.6512852253086e-05, 0.1049092285688e-04, 0.1128838671535e-04, 0.1212845639773e-03}},
    {10,
     {2.4799822399300195e+00, 1.1276337964368832e+00, 1.5028977888770491e+00, 1.4217816211695179e+00,
      2.1292113035138280e+00, 1.0900140297820550e-04, 3.7343951769282091e-05, 5.0092785406541633e-05,
      4.7671093939528255e-05, 1.3621613399213001e-04}},
};

static void* make(char size_class, long parts) {
  static const struct {
    long n, iterations;
    double dt;
  } kClasses[] = {{12, 100, 0.015}, {36, 400, 0.0015}, {64, 400, 0.0015}};
  const size_t index = nas_index(size_class);
  return flow_make(index, kClasses[index].n, kClasses[index].iterations, kClasses[index].dt, parts);
}

/* ---- The variables that belong to the speeds of an axis: three of v, then v + c and v - c ------------------------ */

static const double kRoot = 0.70710678118654752440; /* of 1/2 */

/* From fields to those of x: T_x^-1. */
static void from_fields(const flow_point* at, double density, double* r) {
  const double volume = 1 / density;
  const double* v = at->v;
  const double c = at->sound;
  const double pressure = kFlowC2 / (c * c) * (at->kinetic * r[0] - v[0] * r[1] - v[1] * r[2] - v[2] * r[3] + r[4]);
  const double along = kRoot * volume * (v[0] * r[0] - r[1]);
  const double compressed = kRoot * volume * c * pressure;
  const double first = r[0] - pressure;
  const double second = -volume * (v[2] * r[0] - r[3]);
  const double third = volume * (v[1] * r[0] - r[2]);
  r[0] = first, r[1] = second, r[2] = third;
  r[3] = compressed - along;
  r[4] = compressed + along;
}

/* From those of x to those of y: T_y^-1 T_x, which is the same everywhere. */
static void from_x_to_y(double* r) {
  const double turned = kRoot * r[2];
  const double mean = 0.5 * (r[3] + r[4]);
  const double first = -r[1];
  const double third = kRoot * (r[3] - r[4]);
  r[1] = r[0], r[0] = first, r[2] = third;
  r[3] = mean - turned;
  r[4] = mean + turned;
}

/* From those of y to those of z: T_z^-1 T_y. */
static void from_y_to_z(double* r) {
  const double turned = kRoot * r[0];
  const double mean = 0.5 * (r[3] + r[4]);
  const double first = kRoot * (r[3] - r[4]);
  const double second = -r[2];
  r[2] = r[1], r[1] = second, r[0] = first;
  r[3] = mean - turned;
  r[4] = mean + turned;
}

/* From those of z to fields: T_z. */
static void to_fields(const flow_point* at, double density, double* r) {
  const double* v = at->v;
  const double c = at->sound;
  const double compressed = kRoot * density / c * (r[3] + r[4]);
  const double mass = r[2] + compressed;
  const double along = kRoot * density * (r[3] - r[4]);
  const double energy =
      density * (v[1] * r[0] - v[0] * r[1]) + at->kinetic * mass + c * c / kFlowC2 * compressed + v[2] * along;
  const double x = v[0] * mass - density * r[1];
  const double y = v[1] * mass + density * r[0];
  r[0] = mass, r[1] = x, r[2] = y;
  r[3] = v[2] * mass + along;
  r[4] = energy;
}

void sp_change_variables(void* data, int axis, long part) {
  const flow* of = data;
  const long end = nas_first(flow_lines(of), part + 1, of->parts);
  for (long line = nas_first(flow_lines(of), part, of->parts); line < end; line++) {
    const long first = flow_line(of, 0, line);
    for (long point = first + 1; point < first + of->n - 1; point++) {
      double* r = of->change[point];
      if (axis == 0) from_fields(&of->at[point], of->u[point][0], r);
      if (axis == 1) from_x_to_y(r);
      if (axis == 2) from_y_to_z(r);
      if (axis == 3) to_fields(&of->at[point], of->u[point][0], r);
    }
  }
}

/* ---- Lines ------------------------------------------------------------------------------------------------------- */

/* A point's equation when the two points before have been eliminated: it + next * the next one + over * the one over
 * next = its right side. Numbers for the three speeds. */
typedef struct eliminated {
  double next[kSpeeds], over[kSpeeds];
} eliminated;

static const int kSpeedOf[kFlowFields] = {0, 0, 0, 1, 2};

/* What is diffused at a point, at most. */
static double diffused(const flow_point* at, int axis) {
  return kFlowAdded[axis] + kFlowViscosity * kFlowHeat * at->specific_volume;
}

static double speed(const flow_point* at, int axis, int which) {
  return at->v[axis] + (which == 1 ? at->sound : which == 2 ? -at->sound : 0);
}

void sp_solve(const flow* of, int axis, long first) {
  const long step = of->stride[axis];
  const double damping = of->dt * kFlowDamping;
  eliminated line[kMostPoints];
  for (long x = 1; x < of->n - 1; x++) {
    const long point = first + x * step;
    const flow_point* at = &of->at[point];
    const double* fourth = flow_fourth(of, x);
    double rest[kSpeeds], before[kSpeeds], over_before[kSpeeds];
    for (int s = 0; s < kSpeeds; s++) {
      double a = damping * fourth[0];
      double b =
          damping * fourth[1] - of->convection * speed(at - step, axis, s) - of->diffusion * diffused(at - step, axis);
      double own = 1 + damping * fourth[2] + 2 * of->diffusion * diffused(at, axis);
      double next =
          damping * fourth[3] + of->convection * speed(at + step, axis, s) - of->diffusion * diffused(at + step, axis);
      if (x > 2) {
        b -= a * line[x - 2].next[s];
        own -= a * line[x - 2].over[s];
      }
      if (x > 1) {
        own -= b * line[x - 1].next[s];
        next -= b * line[x - 1].over[s];
      }
      rest[s] = 1 / own;
      before[s] = b;
      over_before[s] = a;
      line[x].next[s] = rest[s] * next;
      line[x].over[s] = rest[s] * damping * fourth[4];
    }
    double* change = of->change[point];
    for (int m = 0; m < kFlowFields; m++) {
      const int s = kSpeedOf[m];
      if (x > 1) change[m] -= before[s] * of->change[point - step][m];
      if (x > 2) change[m] -= over_before[s] * of->change[point - 2 * step][m];
      change[m] *= rest[s];
    }
  }
  for (long x = of->n - 3; x >= 1; x--) {
    const long point = first + x * step;
    double* change = of->change[point];
    for (int m = 0; m < kFlowFields; m++) {
      const int s = kSpeedOf[m];
      change[m] -= line[x].next[s] * of->change[point + step][m];
      if (x < of->n - 3) change[m] -= line[x].over[s] * of->change[point + 2 * step][m];
    }
  }
}

static void iterate(void* data) {
  const flow* of = data;
  NAS_ITERATION(NAS_SERIAL, data, of->parts)
}

static const nas_verification* expected(const void* data) { return &kExpected[((const flow*)data)->index]; }

const nas_program nas_linked = {"nas-sp", 1e-8, make, flow_begin, flow_iterations, iterate, flow_values, expected};
