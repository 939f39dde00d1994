/* SPDX-License-Identifier: Apache-2.0
 *
 * An explicit time step in the manner of LULESH: a gas whose pressure drives its velocity, with three exchanges of
 * halos in an iteration (pressure, velocity, gradient of velocity), and the length of the next step from all ranks.
 */
#include <math.h>

#include "mpi/domain.h"

enum { kSide = 16, kPlane = kSide * kSide };
enum { kPressure, kVelocity, kGradient, kEnergy };
enum { kCourant };
enum { kStep };

static double difference(const double* at) { return 0.5 * (at[kPlane] - at[-kPlane]); }

static void accelerate(domain* at, long block) {
  const double* pressure = domain_block(at, kPressure, block);
  double* velocity = domain_block(at, kVelocity, block);
  const double step = at->scalars[kStep];
  for (long i = 0; i < at->block * kPlane; i++) velocity[i] -= step * difference(pressure + i);
}

static void find_gradient(domain* at, long block) {
  const double* velocity = domain_block(at, kVelocity, block);
  double* gradient = domain_block(at, kGradient, block);
  for (long i = 0; i < at->block * kPlane; i++) gradient[i] = difference(velocity + i);
}

/* Artificial viscosity where the gas is compressed, then energy, and pressure from the equation of state. */
static void change_state(domain* at, long block) {
  const double* gradient = domain_block(at, kGradient, block);
  double *energy = domain_block(at, kEnergy, block), *pressure = domain_block(at, kPressure, block);
  const double step = at->scalars[kStep];
  double fastest = 0;
  for (long i = 0; i < at->block * kPlane; i++) {
    const double change = gradient[i];
    const double around = 0.25 * (gradient[i - kPlane] + 2 * change + gradient[i + kPlane]);
    const double viscosity = around < 0 ? 2 * around * around : 0;
    energy[i] = fabs(energy[i] - step * (pressure[i] + viscosity) * change);
    pressure[i] = 0.4 * energy[i];
    const double speed = sqrt(1.4 * pressure[i]) + fabs(change);
    if (speed > fastest) fastest = speed;
  }
  at->sums[kCourant][block] = fastest;
}

static void set_step(domain* at, long unused) {
  (void)unused;
  double fastest = 1e-3;
  for (long b = 0; b < at->all_blocks; b++)
    if (at->all_sums[kCourant][b] > fastest) fastest = at->all_sums[kCourant][b];
  at->scalars[kStep] = 0.1 / fastest;
}

static void start(domain* at) {
  const long first = at->rank * at->n_planes * kPlane;
  for (long i = -kPlane; i < (at->n_planes + 1) * kPlane; i++) {
    at->fields[kEnergy][i] = 1 + domain_number(first + i);
    at->fields[kPressure][i] = 0.4 * at->fields[kEnergy][i];
  }
  at->scalars[kStep] = 0.01;
}

static const domain_step kSteps[] = {
    {.kind = kExchange, .what = kPressure},
    {.kind = kCompute,
     .compute = accelerate,
     .reads_around = 1u << kPressure,
     .writes = 1u << kVelocity,
     .reads_scalars = 1u << kStep,
     .adds_to = -1},
    {.kind = kExchange, .what = kVelocity},
    {.kind = kCompute,
     .compute = find_gradient,
     .reads_around = 1u << kVelocity,
     .writes = 1u << kGradient,
     .adds_to = -1},
    {.kind = kExchange, .what = kGradient},
    {.kind = kCompute,
     .compute = change_state,
     .reads_around = 1u << kGradient,
     .writes = 1u << kEnergy | 1u << kPressure,
     .reads_scalars = 1u << kStep,
     .adds_to = kCourant},
    {.kind = kReduce, .compute = set_step, .what = kCourant, .writes = 1u << kStep},
};

const domain_program domain_program_linked = {.name = "mpi-stencil",
                                              .size_means = "planes of 16 x 16 cells, of all ranks together",
                                              .planes = 1024,
                                              .block = 16,
                                              .plane = kPlane,
                                              .n_fields = 4,
                                              .n_sums = 1,
                                              .n_scalars = 1,
                                              .results = 1u << kEnergy | 1u << kVelocity,
                                              .n_steps = sizeof kSteps / sizeof *kSteps,
                                              .steps = kSteps,
                                              .start = start};
