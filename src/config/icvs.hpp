// SPDX-License-Identifier: Apache-2.0
//
// The internal control variables that belong to a data environment (OpenMP 5.2 section 2.4): each implicit task has
// its own, inherited at fork; an explicit task uses those of the worker that runs it and gets a copy when it sets
// one.
#pragma once

#include "config/options.hpp"

namespace rondo::config {

struct Icvs {
  uint32_t n_threads;       // nthreads-var of this level
  uint32_t list_position;   // where in the OMP_NUM_THREADS list `n_threads` stands: nested regions take the next
  uint32_t max_active_levels;
  uint32_t thread_limit;
  Schedule schedule;        // run-sched-var
  bool dynamic;
  int32_t default_device;
  uintptr_t default_allocator;  // def-allocator-var; 0: the one that OMP_ALLOCATOR names

  bool operator==(const Icvs&) const = default;
};

inline Icvs initial_icvs(const Options& options) {
  return Icvs{options.n_threads[0],
              0,
              options.max_active_levels,
              options.thread_limit,
              options.schedule,
              options.dynamic,
              static_cast<int32_t>(options.default_device),
              0};
}

// What the implicit tasks of a region inherit from the task that encounters it.
inline Icvs inherited_icvs(const Icvs& outer, const Options& options) {
  Icvs icvs = outer;
  if (outer.list_position + 1 < options.n_threads_listed) {
    icvs.list_position++;
    icvs.n_threads = options.n_threads[icvs.list_position];
  }
  return icvs;
}

}  // namespace rondo::config
