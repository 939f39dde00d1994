// SPDX-License-Identifier: Apache-2.0
//
// What depend/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "depend/repetition.hpp"
#include "sync/spin_lock.hpp"

namespace rondo::depend {

class Stream;

struct Process {
  // Creations of one task that repeat after so many or fewer are forecast (stream.hpp); 0: none are. Written before
  // the first task.
  uint32_t longest_period = 0;

  Repetitions repetitions;
  base::Atomic<uint64_t> n_given_up{0};  // streams that are not watched any more; only a count

  // Streams whose creators are finished: the next one that begins like one of them goes on with it (stream.cpp).
  struct KeptStreams {
    static constexpr uint32_t kMost = 8;
    sync::SpinLock lock;                      // over the streams, and writes of tokens
    base::Atomic<uint32_t> tokens[kMost]{};   // of the first creation; 0: no stream. Looked at without the lock
    Stream* streams[kMost] = {};
    uint32_t oldest = 0;
  };
  KeptStreams kept;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::depend
