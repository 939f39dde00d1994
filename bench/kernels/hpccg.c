/* SPDX-License-Identifier: Apache-2.0
 *
 * HPCCG, without a preconditioner: see pcg.h.
 */
#define PCG_NAME "kernel-hpccg"
enum { kIsPreconditioned = 0 };
#include "kernels/pcg.h"
