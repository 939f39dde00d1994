/* SPDX-License-Identifier: Apache-2.0
 *
 * FT: a diffusion equation, solved in Fourier space; a step of time is an inverse transform in three dimensions.
 */
#ifndef RONDO_BENCH_NAS_FT_H
#define RONDO_BENCH_NAS_FT_H

enum { kFtAxes = 3 };

void ft_evolve(void* data, long part);                /* the spectrum at this time */
void ft_transform(void* data, long axis, long part);  /* along one axis */
void ft_checksum(void* data);                         /* of some points; then it is the next time */

#define NAS_ITERATION(LOOP, data, parts)             \
  LOOP(parts, ft_evolve(data, part))                 \
  for (long axis = kFtAxes - 1; axis >= 0; axis--) { \
    LOOP(parts, ft_transform(data, axis, part))      \
  }                                                  \
  LOOP(1, ft_checksum(data))

#endif
