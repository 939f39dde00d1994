// SPDX-License-Identifier: Apache-2.0
//
// What region/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "os/fork_gate.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::region {

// What the constructs of the process have done, for the statistics of rondo.h. The code that does something counts
// it; the counts publish nothing.
struct TaskgraphCounts {
  using Count = base::Atomic<uint64_t>;
  Count records{0}, pure_replays{0}, recaptures{0}, plain{0}, mismatches{0}, nodes{0}, edges{0}, edges_unreduced{0};
  Count tuned{0}, tuned_nodes{0}, units{0}, unit_edges{0}, overhead_bytes{0};

  void add_edges(uint64_t n, uint64_t n_unreduced) {
    edges.add_relaxed(n);
    edges_unreduced.add_relaxed(n_unreduced);
  }
};
struct TaskiterCounts {
  base::Atomic<uint64_t> loops{0}, cycles{0}, updates{0}, iterations{0}, mismatches{0}, nodes{0}, edges{0}, reuses{0};
};
struct PatternCounts {
  base::Atomic<uint64_t> recorded{0}, loaded{0}, uses{0}, plain{0}, mismatches{0}, tasks{0}, dependences{0},
      dependences_dropped{0}, stations{0}, stream_bytes{0}, nibble_form_bytes{0};
};

struct Process {
  // Any thread.
  TaskgraphCounts taskgraph;
  TaskiterCounts taskiter;
  PatternCounts patterns;

  // Reports and check mode (watch.cpp). A child of fork(2) counts its messages anew.
  struct Watch {
    os::ForkSafeOnce once;
    base::Atomic<uint32_t> n_said{0};
  };
  Watch watch;

  // RONDO_PATTERNS (pattern_store.cpp): the first use of a pattern loads the file, under the lock.
  sync::SpinLock patterns_lock;
  base::Atomic<bool> are_patterns_loaded{false};  // [F1]
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::region
