/* SPDX-License-Identifier: Apache-2.0
 *
 * HOG of a Full-HD image as a region whose tasks the compiler knows, for blocks of three sizes.
 */
#include "hog/hog.h"
#include "kernels/kernel.h"

enum { kWidth = 240, kHeight = 135 }; /* cells */

static void known_8(const hog* at) {
  enum { rows = (kHeight + 7) / 8, columns = kWidth / 8 };
#pragma omp taskgraph
  {
#include "hog/tasks.h"
  }
}

static void known_16(const hog* at) {
  enum { rows = (kHeight + 15) / 16, columns = kWidth / 16 };
#pragma omp taskgraph
  {
#include "hog/tasks.h"
  }
}

static void known_40(const hog* at) {
  enum { rows = (kHeight + 39) / 40, columns = kWidth / 40 };
#pragma omp taskgraph
  {
#include "hog/tasks.h"
  }
}

int kernel_known(const void* data) {
  const hog* at = data;
  if (at->width != kWidth) return 0;
  if (at->block == 8) return known_8(at), 1;
  if (at->block == 16) return known_16(at), 1;
  if (at->block == 40) return known_40(at), 1;
  return 0;
}
