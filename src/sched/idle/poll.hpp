// SPDX-License-Identifier: Apache-2.0
//
// The poll service: functions of the program or of a library that look at operations outside of Rondo (messages,
// files), called by workers that look for work, and by one of those that sleep. No thread is started for it.
// Argument: README.md, "Polling".
#pragma once

#include "os/clock.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// Workers may take their newest task and keep a successor without looking anywhere else first: the configuration does
// not say otherwise, and no function is registered. To be called when the former changes.
void settle_short_cuts();

// nullptr: there are kMaxPolls. Any thread, as for the next.
Poll* register_poll(PollFunction function, void* data);
// Returns when the function is over, unless it is the caller itself.
void unregister_poll(Poll& poll);

// So many operations more are pending, or fewer. True: announce_pending() has to follow (park.hpp). Any thread.
bool expect(Poll& poll, int64_t n);

// Something is pending for some function.
inline bool is_pending() { return process.polls.n_pending.load_relaxed() != 0; }  // [U1]

// Calls every function for which something is pending, except those that other workers are in. True if operations
// have ended, so there may be work. The worker is in its slot.
bool poll(Worker& worker);

// By workers that look for work, in vain or not: the same if it was long ago that any worker did so.
bool is_poll_due(uint64_t pause_ns);
inline bool poll_if_due(Worker& worker, uint64_t pause_ns) {
  if (!is_pending()) [[likely]]
    return false;
  return is_poll_due(pause_ns) && poll(worker);
}
inline constexpr uint64_t kBusyPause_ns = 20'000;  // of a worker that has work. docs/tuning.md: polling
inline constexpr uint64_t kIdlePause_ns = 500;

// How long the sleeper that polls naps before it looks again.
uint64_t nap_ns();

// In the child after fork(2), which has none of its parent's operations.
void forget_polls();

}  // namespace rondo::sched
