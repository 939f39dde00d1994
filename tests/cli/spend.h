// SPDX-License-Identifier: Apache-2.0
//
// Some microseconds, so that a body takes longer than the clock's step.
#pragma once

static inline long spend(long value) {
  for (volatile int i = 0; i < 3000; i = i + 1) continue;
  return value;
}
