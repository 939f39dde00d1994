// SPDX-License-Identifier: Apache-2.0
//
// Constants of the GOMP interface as gcc-12 emits it.
#pragma once

#include <cstdint>

namespace rondo::gomp {

enum TaskFlag : unsigned {
  kTaskUntied = 1,
  kTaskFinal = 2,
  kTaskMergeable = 4,
  kTaskDepend = 8,
  kTaskPriority = 16,
  kTaskUp = 0x100,
  kTaskGrainsize = 0x200,
  kTaskIf = 0x400,
  kTaskNogroup = 0x800,
  kTaskReduction = 0x1000,
  kTaskDetach = 0x2000,
  kTaskStrict = 0x4000,
};

// omp_depend_t of gcc's omp.h.
struct DependObject {
  uintptr_t address;
  uintptr_t kind;  // 1 in, 2 out, 3 inout, 4 mutexinoutset, 5 inoutset
};

}  // namespace rondo::gomp
