/* SPDX-License-Identifier: Apache-2.0
 *
 * HPCG, with its preconditioner: see pcg.h.
 */
#define PCG_NAME "kernel-hpcg"
enum { kIsPreconditioned = 1 };
#include "kernels/pcg.h"
