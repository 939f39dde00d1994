/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of this folder share: each shows one public complaint and prints one figure or more. The first
 * argument makes a run shorter, for tests.
 */
#ifndef RONDO_BENCH_COMPLAINTS_COMPLAINT_H
#define RONDO_BENCH_COMPLAINTS_COMPLAINT_H

#include <stdlib.h>

#include "common/measure.h"

/* How often the program does its piece: its first argument; what is usual if there is none, or 0. */
static inline long rounds(int argc, char** argv, long usual) {
  const long asked = argc > 1 ? atol(argv[1]) : 0;
  return asked > 0 ? asked : usual;
}

/* Turns of work that take so long: by the fastest of three measurements, since somebody may disturb one. */
static inline uint64_t turns_of(double ns) {
  uint64_t most = 0;
  for (int i = 0; i < 3; i++) {
    const uint64_t turns = measure_turns_for(ns);
    if (turns > most) most = turns;
  }
  return most;
}

static inline void report(const char* program, const char* member, double value) {
  measure_json_begin(program, MEASURE_COMPILER, "");
  measure_json_real(member, value);
  measure_json_end();
}

static inline void report_outcome(const char* program, const char* outcome) {
  measure_json_begin(program, MEASURE_COMPILER, "");
  measure_json_string("outcome", outcome);
  measure_json_end();
}

#endif
