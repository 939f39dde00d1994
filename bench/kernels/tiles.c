/* SPDX-License-Identifier: Apache-2.0 */
#include "kernels/tiles.h"

#include <string.h>

#include "kernels/kernel.h"

tiles tiles_make(long size, long block) {
  const tiles made = {size / block, block, kernel_memory((size_t)(size * size) * sizeof(double))};
  return made;
}

void tile_copy(const tiles* to, const tiles* from, long row, long column) {
  memcpy(tile_at(to, row, column), tile_at(from, row, column), (size_t)(to->block * to->block) * sizeof(double));
  if (row == column) *tile_at(from, row, column) += 1;
}
