/* SPDX-License-Identifier: Apache-2.0
 *
 * CG: a step of the inverse power method; its linear system is solved by 25 steps of conjugate gradients.
 */
#ifndef RONDO_BENCH_NAS_CG_H
#define RONDO_BENCH_NAS_CG_H

enum { kCgSteps = 25 };

void cg_begin(void* data, long part);             /* z = 0, r = p = x */
void cg_product(void* data, long part);           /* q = A p */
void cg_advance(void* data, long step, long part);   /* z += alpha p, r -= alpha q */
void cg_direction(void* data, long step, long part); /* p = r + beta p */
void cg_norms(void* data, long part);             /* x z and z z */
void cg_normalise(void* data, long part);         /* x = z / |z|, and zeta */

#define NAS_ITERATION(LOOP, data, parts)         \
  LOOP(parts, cg_begin(data, part))              \
  for (long step = 0; step < kCgSteps; step++) { \
    LOOP(parts, cg_product(data, part))          \
    LOOP(parts, cg_advance(data, step, part))    \
    LOOP(parts, cg_direction(data, step, part))  \
  }                                              \
  LOOP(parts, cg_norms(data, part))              \
  LOOP(parts, cg_normalise(data, part))

#endif
