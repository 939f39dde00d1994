/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "kernels/kernel.h"

void* kernel_memory(size_t n_bytes) {
  const size_t line = 64;
  const size_t rounded = (n_bytes + line - 1) / line * line;
  void* memory = aligned_alloc(line, rounded ? rounded : line);
  if (!memory) measure_fail("%s: no memory for %zu bytes; choose a smaller --size", kernel_blocks_linked.name, n_bytes);
  return memset(memory, 0, rounded);
}

double kernel_number(long i) {
  const uint32_t scrambled = (uint32_t)i * 2654435769u; /* multiplicative hashing by the golden ratio */
  return (double)(scrambled >> 8) / (double)(1 << 24);
}

double kernel_sum(const double* parts, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++) sum += parts[i];
  return sum;
}

double kernel_quotient(double above, double below) { return below > 0 ? above / below : 0; }
