// SPDX-License-Identifier: Apache-2.0
//
// Sleeping and waking. A worker announces that it sleeps, looks once more, and only then sleeps. A worker that makes
// work or sets a latch does that first, and then looks for announcements. The two looks are ordered by an asymmetric
// fence: all its cost is on the sleeping side. Argument: README.md, "Parking".
#pragma once

#include "os/asymmetric_fence.hpp"
#include "sched/idle/poll.hpp"
#include "sched/idle/purge.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

// True if some slot of the arena has work to steal or work in its mailbox. Any worker.
bool has_work(const Arena& arena);

// The same for a worker that is announced as parked. In a large arena one look serves all workers that want to sleep.
bool has_work_for_sleeper(Worker& worker, Arena& arena);

inline bool is_looked_in_vain(const Arena& arena) {
  return (arena.n_parked.load_relaxed() & Arena::kLookedInVain) != 0;  // [P5]
}

// The master of a large arena that is quiet: there is no work.
inline void note_quiet(Arena& arena) {
  if (arena.is_large.load_relaxed() && !is_looked_in_vain(arena))
    (void)arena.n_parked.or_acq_rel(Arena::kLookedInVain);  // [P5]
}

// There may be work that was not announced: the next worker that wants to sleep has to look.
void doubt_vain_look(Arena& arena);

// Wakes `worker` if it sleeps. Any thread. True if this call woke it.
bool unpark(Worker& worker);

// Wakes workers together: by one system call where they sleep on one bell, and not before ring().
class WakeUp {
 public:
  bool add(Worker& worker);
  void ring();

 private:
  base::Atomic<uint32_t>* bell_ = nullptr;
  uint32_t bits_ = 0;
};

// Wakes one sleeping worker of the arena, beginning the search behind slot `near`.
void wake_one(Arena& arena, uint32_t near);
void wake_all(Arena& arena);

// To be called after work was made visible to the arena.
inline void announce_work(Arena& arena, uint32_t near) {
  os::light_fence();  // [P1]
  if (arena.n_parked.load_relaxed() != 0) wake_one(arena, near);  // [P1]
}

// To be called after a latch was set that workers of the arena wait for.
inline void announce_latch(Arena& arena) {
  os::light_fence();  // [P1]
  if (arena.n_parked.load_relaxed() != 0) wake_all(arena);  // [P1]
}

// To be called after expect() has said so: some worker that sleeps shall poll. Any thread.
void announce_pending();

// The calling worker sleeps until it is woken, unless `is_needed()` (looked at after the announcement) says that
// there is something to do. `arena` may be nullptr: then only unpark() wakes it. timeout_ns = 0: no time-out.
// `take_back` undoes what is_needed() has announced: a sleeper that polls calls both in turns.
template <class IsNeeded, class TakeBack>
void park(Worker& worker, Arena* arena, uint64_t timeout_ns, IsNeeded is_needed, TakeBack take_back);

namespace detail {
void announce_park(Worker& worker, Arena* arena);
void fence_announcement(const Worker& worker);
enum class AfterSleep : uint8_t { Awake, Poll };
AfterSleep sleep_until_claimed(Worker& worker, uint64_t& timeout_ns);
void withdraw_park(Worker& worker);
}  // namespace detail

template <class IsNeeded, class TakeBack>
void park(Worker& worker, Arena* arena, uint64_t timeout_ns, IsNeeded is_needed, TakeBack take_back) {
  base::CountFor counting(base::Construct::Park);
  leave_memory(worker);
  detail::announce_park(worker, arena);
  detail::fence_announcement(worker);
  while (!is_needed() && detail::sleep_until_claimed(worker, timeout_ns) == detail::AfterSleep::Poll) {
    take_back();
    if (poll(worker)) break;  // there may be work
  }
  detail::withdraw_park(worker);
}

template <class IsNeeded>
void park(Worker& worker, Arena* arena, uint64_t timeout_ns, IsNeeded is_needed) {
  park(worker, arena, timeout_ns, is_needed, [] {});
}

}  // namespace rondo::sched
