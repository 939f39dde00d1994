// SPDX-License-Identifier: Apache-2.0
//
// The internal control variables that belong to a data environment (OpenMP 5.2 section 2.4). Each task has its own:
// task/README.md, "Data environment", says how without a copy for each.
#pragma once

#include <cstring>
#include <type_traits>

#include "config/options.hpp"

namespace rondo::config {

struct Icvs {
  uint32_t n_threads;       // nthreads-var of this level
  uint32_t n_further;       // the entries behind it in its list, for nested regions:
  uint32_t max_active_levels;
  uint32_t thread_limit;
  Schedule schedule;        // run-sched-var
  const uint32_t* further;  // OMP_NUM_THREADS, or that of a num_threads clause of a region around
  uint32_t dynamic;  // 0 or 1
  int32_t default_device;
  uintptr_t default_allocator;  // def-allocator-var; 0: the one that OMP_ALLOCATOR names

  // Each region of a team compares them with those of its last one: field by field that is an eighth of what a region
  // of one thread costs.
  bool operator==(const Icvs& other) const { return std::memcmp(this, &other, sizeof *this) == 0; }
};
static_assert(std::has_unique_object_representations_v<Icvs>);

// `options` stays.
inline Icvs initial_icvs(const Options& options) {
  return Icvs{options.n_threads[0],
              options.n_threads_listed - 1,
              options.max_active_levels,
              options.thread_limit,
              options.schedule,
              options.n_threads + 1,
              options.dynamic,
              static_cast<int32_t>(options.default_device),
              0};
}

// The ICVs that the implicit tasks of a region inherit from the task that encounters it.
inline Icvs inherited_icvs(const Icvs& outer) {
  Icvs icvs = outer;
  if (outer.n_further != 0) {
    icvs.n_threads = *outer.further;
    icvs.further++;
    icvs.n_further--;
  }
  return icvs;
}

}  // namespace rondo::config
