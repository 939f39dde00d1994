// SPDX-License-Identifier: Apache-2.0
#include "sched/idle/poll.hpp"

#include <algorithm>

#include "os/cpu.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

namespace {

bool is_caller(const Poll& poll) { return t_worker != nullptr && poll.caller.load_relaxed() == t_worker; }  // [U4]

// Who calls a poll's function, or changes it. Meanwhile no other thread touches either.
bool take(Poll& poll, const void* caller) {
  const void* nobody = nullptr;
  return poll.caller.load_relaxed() == nullptr && poll.caller.cas_acq_rel(nobody, caller);  // [U4]
}
void leave(Poll& poll) { poll.caller.store_release(nullptr); }  // [U4]

void wait_until_taken(Poll& poll) {
  while (!take(poll, &poll)) os::yield_thread();  // functions are short
}

void count_registered(int n) {
  {
    sync::SpinGuard guard(process.polls.lock);
    process.polls.n_registered += n;
  }
  settle_short_cuts();
}

void note_progress() { process.polls.progress_ticks.store_relaxed(os::ticks()); }

uint64_t ticks_of(uint64_t ns) { return ns * os::ticks_per_us() / 1000; }

// What the function does is not part of a region's code that the worker may be in.
int call_as_nobody(Worker& worker, const Poll& poll) {
  task::Task nobody = {};
  nobody.parent = &worker.slot->domain;
  task::Task* outer = worker.current;
  worker.current = &nobody;
  const int n_ended = poll.function(poll.data);
  worker.current = outer;
  return n_ended;
}

int call(Worker& worker, Poll& poll) {
  if (!take(poll, &worker)) return 0;
  const int n_ended = poll.function == nullptr ? 0 : call_as_nobody(worker, poll);
  if (n_ended != 0 && poll.function != nullptr) (void)expect(poll, -int64_t{n_ended});
  leave(poll);
  return n_ended;
}

}  // namespace

void settle_short_cuts() {
  sync::SpinGuard guard(process.polls.lock);
  process.takes_short_cuts.store_relaxed(process.polls.n_registered == 0 && !settings.oldest_first &&
                                         settings.immediate_successor_percent >= 100);
}

namespace {
// `is_sure`: unchanged, or false because another thread has kept one place from being looked at.
Poll* take_free_place(PollFunction function, void* data, bool& is_sure) {
  for (Poll& poll : process.polls.all) {
    if (!take(poll, &poll)) {
      is_sure &= is_caller(poll);
      continue;
    }
    const bool is_free = poll.function == nullptr;
    if (is_free) {
      poll.function = function;
      poll.data = data;
    }
    leave(poll);
    if (is_free) return &poll;
  }
  return nullptr;
}
}  // namespace

// A worker may be about to find that a place is free. In others it is in a function, perhaps in this one here.
Poll* register_poll(PollFunction function, void* data) {
  constexpr int kLooks = 1000;
  for (int i = 0; i < kLooks; i++) {
    bool is_sure = true;
    Poll* const poll = take_free_place(function, data, is_sure);
    if (poll != nullptr) count_registered(1);
    if (poll != nullptr || is_sure) return poll;
    os::yield_thread();
  }
  return nullptr;
}

void unregister_poll(Poll& poll) {
  const bool is_inside = is_caller(poll);
  if (!is_inside) wait_until_taken(poll);
  const int64_t n_left = poll.n_pending.load_relaxed();
  if (n_left != 0) (void)expect(poll, -n_left);
  poll.function = nullptr;
  if (!is_inside) leave(poll);
  count_registered(-1);
}

bool expect(Poll& poll, int64_t n) {
  const int64_t before = poll.n_pending.add_acq_rel(n);  // [U1]
  const bool was_pending = before > 0;
  const bool is_pending = before + n > 0;
  if (was_pending == is_pending) return false;
  if (!is_pending) {
    process.polls.n_pending.sub_acq_rel(1);  // [U1]
    return false;
  }
  note_progress();
  process.polls.n_pending.add_acq_rel(1);  // [U1]
  return true;
}

bool poll(Worker& worker) {
  Polls& polls = process.polls;
  polls.looked_ticks.store_relaxed(os::ticks());
  bool has_ended = false;
  for (Poll& poll : polls.all) {
    if (poll.n_pending.load_relaxed() > 0) has_ended |= call(worker, poll) != 0;
  }
  if (has_ended) note_progress();
  return has_ended;
}

bool is_poll_due(uint64_t pause_ns) {
  return is_pending() && os::ticks() - process.polls.looked_ticks.load_relaxed() >= ticks_of(pause_ns);
}

uint64_t nap_ns() {
  constexpr uint64_t kShare = 32;  // docs/tuning.md: polling
  constexpr uint64_t kLongest_ns = 1'000'000;
  constexpr uint64_t kShortest_ns = 2'000;
  const uint64_t progress_ticks = process.polls.progress_ticks.load_relaxed();
  const uint64_t now_ticks = os::ticks();  // which may be a little behind another processor's
  const uint64_t quiet_ticks = now_ticks > progress_ticks ? now_ticks - progress_ticks : 0;
  return std::clamp(quiet_ticks * 1000 / os::ticks_per_us() / kShare, kShortest_ns, kLongest_ns);
}

void forget_polls() {
  Polls& polls = process.polls;
  for (Poll& poll : polls.all) {
    poll.function = nullptr;
    poll.n_pending.store_relaxed(0);
    poll.caller.store_relaxed(nullptr);
  }
  polls.n_pending.store_relaxed(0);
  polls.on_duty.store_relaxed(nullptr);
  polls.n_registered = 0;
  settle_short_cuts();
}

}  // namespace rondo::sched
