/* SPDX-License-Identifier: Apache-2.0
 *
 * Heat whose largest change is known after each sweep: see gauss_seidel.h.
 */
#define HEAT_NAME "kernel-heat_while"
enum { kIsWatched = 1 };
#include "kernels/gauss_seidel.h"
