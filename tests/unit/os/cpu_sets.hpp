// SPDX-License-Identifier: Apache-2.0
//
// Sets of processors for tests of what is read about them.
#pragma once

#include "os/cpu_set.hpp"

namespace rondo::os {

inline CpuSet first_cpus(unsigned n) {
  CpuSet set;
  for (unsigned cpu = 0; cpu < n; ++cpu) set.add(cpu);
  return set;
}

// A text and what it means.
struct Case {
  const char* text;
  const char* expected;
};

}  // namespace rondo::os
