/* SPDX-License-Identifier: Apache-2.0
 *
 * An iteration of a NAS program as a region whose tasks the compiler knows: clang's plugin makes its graph. It knows
 * no taskloop, since a runtime decides which tasks that has; so the parts of a loop are tasks here, and between two
 * loops stands one that comes after all tasks of the first and before all of the second.
 */
#include "nas/nas.h"
#include PROGRAM

#define PRAGMA(text) _Pragma(#text)
#define KNOWN(n, call)                          \
  for (long part = 0; part < (n); part++) {     \
    PRAGMA(omp task depend(in : turn[0])) call; \
  }                                             \
  PRAGMA(omp task depend(inout : turn[0])) {}

void nas_known(void* data, const char* turn) {
#pragma omp taskgraph
  {
    const long parts = kNasKnownParts;
    NAS_ITERATION(KNOWN, data, parts)
  }
}
