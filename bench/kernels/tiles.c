/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/tiles.h"

#include "kernels/kernel.h"

tiles tiles_make(long size, long block) {
  const tiles made = {size / block, block, kernel_memory((size_t)(size * size) * sizeof(double))};
  return made;
}

/* What one iteration computes is, in a small part, in the original of the next ones: a task that was left out in any of
 * them is seen in the result of the last one. */
void tile_copy(const tiles* to, const tiles* from, long row, long column) {
  const double part = 0x1p-20;
  double* original = tile_at(from, row, column);
  double* copy = tile_at(to, row, column);
  for (long i = 0; i < to->block * to->block; i++) copy[i] = original[i] += part * copy[i];
}
