// SPDX-License-Identifier: Apache-2.0
//
// Tasks that wait for their time. OpenMP's block, and a poll function looks who is due.
#include "abi/alpi/process.hpp"
#include "abi/alpi/spawn.hpp"
#include "abi/alpi/task.hpp"
#include "abi/alpi/types.hpp"
#include "abi/api.hpp"
#include "os/clock.hpp"

#include <ctime>

namespace rondo::alpi {
namespace {

int wake_due(void*) {
  const uint64_t now_ns = os::now_ns();
  Timer* due = nullptr;
  Timer** end = &due;
  {
    sync::SpinGuard guard(process.timers_lock);
    while (process.timers != nullptr && process.timers->deadline_ns <= now_ns) {
      *end = process.timers;
      end = &process.timers->next;
      process.timers = process.timers->next;
    }
    *end = nullptr;
  }
  int n_due = 0;
  while (due != nullptr) {
    Timer* timer = due;
    due = timer->next;  // before its task goes on
    rondo_task_unblock(&timer->wait);
    n_due++;
  }
  return n_due;
}

// nullptr: there are as many poll functions as there can be.
rondo_poll* poll_of_timers() {
  sync::SpinGuard guard(process.timers_lock);
  if (process.poll_generation != sync::process.generation) {
    process.timers = nullptr;
    process.poll = rondo_poll_register(wake_due, nullptr);
    process.poll_generation = sync::process.generation;
  }
  return process.poll;
}

void insert(Timer& timer) {
  sync::SpinGuard guard(process.timers_lock);
  Timer** link = &process.timers;
  while (*link != nullptr && (*link)->deadline_ns <= timer.deadline_ns) link = &(*link)->next;
  timer.next = *link;
  *link = &timer;
}

void sleep_ns(uint64_t ns) {
  constexpr uint64_t kSecond_ns = 1'000'000'000;
  timespec left = {.tv_sec = static_cast<time_t>(ns / kSecond_ns), .tv_nsec = static_cast<long>(ns % kSecond_ns)};
  while (nanosleep(&left, &left) != 0) continue;
}

}  // namespace
}  // namespace rondo::alpi

using namespace rondo::alpi;

RONDO_API int alpi_task_waitfor_ns(uint64_t target_ns, uint64_t* actual_ns) {
  alpi_task* const task = current();
  if (task == nullptr) return ALPI_ERR_OUTSIDE_TASK;
  const uint64_t begin_ns = rondo::os::now_ns();
  rondo_poll* poll = spawned_of(task) == nullptr ? poll_of_timers() : nullptr;
  if (poll == nullptr) {
    sleep_ns(target_ns);
  } else {
    Timer timer = {.next = nullptr, .deadline_ns = begin_ns + target_ns, .wait = RONDO_SUSPENSION_INIT};
    rondo_poll_expect(poll, 1);
    insert(timer);
    rondo_task_block(&timer.wait);
  }
  if (actual_ns != nullptr) *actual_ns = rondo::os::now_ns() - begin_ns;
  return ALPI_SUCCESS;
}
