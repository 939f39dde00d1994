// SPDX-License-Identifier: Apache-2.0
//
// Read after write, write after read, write after write on one address: each reader sees the version of the last
// writer created before it, and a writer waits for every reader of the version before.
//
// test: QUICK
#include <omp.h>

#include "check.h"

enum { kVersions = 50, kReaders = 7 };

int main(void) {
  int data = 0, reads = 0;
  static int reads_of[kVersions];
#pragma omp parallel
#pragma omp single
  for (int version = 0; version < kVersions; version++) {
#pragma omp task depend(out : data) shared(data) firstprivate(version)
    {
      if (version > 0) CHECK_EQ(reads_of[version - 1], kReaders);
      data = version * 10;
    }
    for (int r = 0; r < kReaders; r++)
#pragma omp task depend(in : data) shared(data, reads) firstprivate(version)
    {
      CHECK_EQ(data, version * 10);
      spin_for(20);
#pragma omp atomic
      reads_of[version]++;
#pragma omp atomic
      reads++;
    }
  }
  CHECK_EQ(reads, kVersions * kReaders);
  return check_finish();
}
