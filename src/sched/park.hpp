// SPDX-License-Identifier: Apache-2.0
//
// Sleeping and waking. A worker announces that it sleeps, looks once more, and only then sleeps; whoever makes work
// or sets a latch does so first and then looks for announcements. The two looks are ordered by an asymmetric fence:
// all its cost is on the sleeping side. Argument: README.md, "Parking".
#pragma once

#include "os/fence.hpp"
#include "sched/tidy.hpp"
#include "sched/worker.hpp"

namespace rondo::sched {

// True if some seat of the crew has work to steal or work in its mailbox. Any worker.
bool has_work(const Crew& crew);

// Wakes `worker` if it sleeps. Any thread. True if this call woke it.
bool unpark(Worker& worker);

// Wakes one sleeping worker of the crew, beginning the search behind seat `near`.
void wake_one(Crew& crew, uint32_t near);
void wake_all(Crew& crew);

// To be called after work was made visible to the crew.
inline void announce_work(Crew& crew, uint32_t near) {
  os::light_fence();  // [P1]
  if (crew.n_parked.load_relaxed() != 0) wake_one(crew, near);  // [P1]
}

// To be called after a latch was set that workers of the crew wait for.
inline void announce_latch(Crew& crew) {
  os::light_fence();  // [P1]
  if (crew.n_parked.load_relaxed() != 0) wake_all(crew);  // [P1]
}

// The calling worker sleeps until it is woken, unless `is_needed()` (looked at after the announcement) says that
// there is something to do. `crew` may be nullptr: then only unpark() wakes it. timeout_ns = 0: no time-out.
template <class IsNeeded>
void park(Worker& worker, Crew* crew, uint64_t timeout_ns, IsNeeded is_needed);

namespace detail {
void announce_park(Worker& worker, Crew* crew);
void sleep_until_claimed(Worker& worker, uint64_t timeout_ns);
void withdraw_park(Worker& worker);
}  // namespace detail

template <class IsNeeded>
void park(Worker& worker, Crew* crew, uint64_t timeout_ns, IsNeeded is_needed) {
  base::CountFor counting(base::Construct::Park);
  leave_memory(worker);
  detail::announce_park(worker, crew);
  os::heavy_fence();  // [P1]
  if (!is_needed()) detail::sleep_until_claimed(worker, timeout_ns);
  detail::withdraw_park(worker);
}

}  // namespace rondo::sched
