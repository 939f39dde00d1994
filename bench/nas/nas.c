/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs share.
 */
#include "nas/nas.h"

#include <stdlib.h>
#include <string.h>

#include "common/measure.h"

void* nas_memory(size_t n_bytes) {
  const size_t line = 64;
  const size_t rounded = (n_bytes + line) / line * line;
  void* memory = aligned_alloc(line, rounded);
  if (!memory) measure_fail("%s: no memory for %zu bytes; choose a smaller class", nas_linked.name, n_bytes);
  return memset(memory, 0, rounded);
}

double nas_sum(const double* values, long n) {
  double sum = 0;
  for (long i = 0; i < n; i++) sum += values[i];
  return sum;
}

size_t nas_index(char size_class) {
  const char* classes = "SWA";
  const char* found = strchr(classes, size_class);
  if (!found || !size_class) measure_fail("%s: there is no class %c, only S, W and A", nas_linked.name, size_class);
  return (size_t)(found - classes);
}

uint64_t nas_jump(uint64_t x, uint64_t n) {
  const uint64_t mask = ((uint64_t)1 << 46) - 1;
  uint64_t power = NAS_A;
  for (; n; n /= 2) {
    if (n % 2) x = x * power & mask;
    power = power * power & mask;
  }
  return x;
}
