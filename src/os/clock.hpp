// SPDX-License-Identifier: Apache-2.0
//
// Time. now_ns() is the reference; ticks() is the cheap counter for spin budgets and node times, where a call of the
// C library (about 25 ns) would be the largest part of what is measured.
#pragma once

#include <cstdint>

#include "base/architecture.hpp"

namespace rondo::os {

// Monotonic time since some moment in the past.
uint64_t now_ns();

// A counter that runs at a fixed rate on every CPU of the machine. Reads on different CPUs may differ by about ten
// ticks: use it for durations on one thread, never to order events. Not a fence: neighbouring instructions may
// overlap.
inline uint64_t ticks() { return base::architecture::ticks(); }

// The rate of ticks(), at least 1. The processor tells it or, where it does not, the first caller measures for
// 20 us, which is good enough to compare times with limits. Any thread.
uint64_t ticks_per_us();

// The same for times that users read. Each call measures for a fifth of a millisecond.
uint64_t precise_ticks_per_us();

// The shortest duration that ticks() can tell from none: the counter's step, or what reading it takes. At least 1.
uint64_t ticks_step();

// Processor time of the calling thread, and of all threads of the process. A system call.
uint64_t thread_time_ns();
uint64_t process_time_ns();

// omp_get_wtime and omp_get_wtick.
double wall_seconds();
double wall_resolution();

}  // namespace rondo::os
