/* SPDX-License-Identifier: Apache-2.0
 *
 * The routines about devices and their memory, where the host is the only device.
 *
 * test: QUICK
 * test: LEFT_OUT clang "clang's omp_target_ routines are in libomptarget, which programs for the host do not have"
 */
#include <limits.h>
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void numbers(void) {
  CHECK_EQ(omp_get_num_devices(), 0);
  CHECK_EQ(omp_get_initial_device(), omp_get_num_devices());
  CHECK_EQ(omp_get_device_num(), omp_get_initial_device());
  CHECK_EQ(omp_is_initial_device(), 1);
  omp_set_default_device(3);
  CHECK_EQ(omp_get_default_device(), 3);
  omp_set_default_device(0);
}

static void blocks(void) {
  const int host = omp_get_initial_device();
  int* block = omp_target_alloc(100 * sizeof *block, host);
  CHECK(block != NULL);
  int source[100];
  for (int i = 0; i < 100; i++) source[i] = i;
  CHECK_EQ(omp_target_memcpy(block, source, sizeof source, 0, 0, host, host), 0);
  CHECK_EQ(memcmp(block, source, sizeof source), 0);
  /* Offsets are in bytes, that of the destination comes first. */
  CHECK_EQ(omp_target_memcpy(block, source, 3 * sizeof(int), 10 * sizeof(int), 20 * sizeof(int), host, host), 0);
  CHECK(block[9] == 9 && block[10] == 20 && block[12] == 22 && block[13] == 13);
  CHECK_EQ(omp_target_is_present(block, host), 1);
#pragma omp target is_device_ptr(block)
  for (int i = 0; i < 100; i++) block[i] = -i;
  CHECK_EQ(block[99], -99);
  omp_target_free(block, host);
  omp_target_free(NULL, host);

  CHECK(omp_target_alloc(8, 77) == NULL);
  CHECK(omp_target_memcpy(source, source + 1, 4, 0, 0, host, 77) != 0);
  CHECK(omp_target_associate_ptr(source, source, 4, 0, host) != 0);
  CHECK(omp_target_disassociate_ptr(source, host) != 0);
}

static void boxes(void) {
  const int host = omp_get_initial_device();
  enum { kA = 4, kB = 5, kC = 6 };
  int from[kA][kB][kC], to[3][7][8];
  for (int i = 0; i < kA * kB * kC; i++) (&from[0][0][0])[i] = i;
  memset(to, -1, sizeof to);
  const size_t volume[] = {2, 3, 4}, to_offsets[] = {1, 2, 3}, from_offsets[] = {2, 1, 2};
  const size_t to_dimensions[] = {3, 7, 8}, from_dimensions[] = {kA, kB, kC};
  CHECK(omp_target_memcpy_rect(NULL, NULL, 4, 0, NULL, NULL, NULL, NULL, NULL, host, host) >= 3);
  CHECK_EQ(omp_target_memcpy_rect(to, from, sizeof(int), 3, volume, to_offsets, from_offsets, to_dimensions,
                                  from_dimensions, host, host),
           0);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 7; j++) {
      for (int k = 0; k < 8; k++) {
        int inside = i >= 1 && i < 3 && j >= 2 && j < 5 && k >= 3 && k < 7;
        CHECK_EQ(to[i][j][k], inside ? from[i + 1][j - 1][k - 1] : -1);
      }
    }
  }
  /* More than an address space. */
  const size_t huge[] = {SIZE_MAX / 2, SIZE_MAX / 2, 2};
  CHECK(omp_target_memcpy_rect(to, from, sizeof(int), 3, volume, to_offsets, from_offsets, huge, huge, host, host) !=
        0);
}

int main(void) {
  numbers();
  blocks();
  boxes();
  return check_finish();
}
