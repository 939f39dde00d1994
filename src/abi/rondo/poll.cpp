// SPDX-License-Identifier: Apache-2.0
//
// The poll service of include/rondo/poll.h.
#define RONDO_OPTIONAL
#include "rondo/poll.h"
#include "abi/api.hpp"
#include "sched/idle/park.hpp"
#include "sched/idle/poll.hpp"

using rondo::sched::Poll;

RONDO_API rondo_poll* rondo_poll_register(rondo_poll_function function, void* data) noexcept {
  if (function == nullptr) return nullptr;
  return reinterpret_cast<rondo_poll*>(rondo::sched::register_poll(function, data));
}

RONDO_API void rondo_poll_unregister(rondo_poll* poll) noexcept {
  if (poll != nullptr) rondo::sched::unregister_poll(*reinterpret_cast<Poll*>(poll));
}

RONDO_API void rondo_poll_expect(rondo_poll* poll, int64_t n_operations) noexcept {
  if (rondo::sched::expect(*reinterpret_cast<Poll*>(poll), n_operations)) rondo::sched::announce_pending();
}
