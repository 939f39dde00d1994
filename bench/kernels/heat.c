/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat, a given number of sweeps: see gauss_seidel.h.
 */
#define HEAT_NAME "kernel-heat"
enum { kIsWatched = 0 };
#include "kernels/gauss_seidel.h"
