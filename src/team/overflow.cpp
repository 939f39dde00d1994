// SPDX-License-Identifier: Apache-2.0
#include "team/overflow.hpp"

#include "base/message.hpp"
#include "os/stack.hpp"
#include "team/team.hpp"

namespace rondo::team {

namespace {

uint32_t task_depth(const sched::Worker& worker) {
  uint32_t n_on_top = 0;
  const task::Task* task = worker.current;
  for (; task->has(task::kOnTop); task = task->next) n_on_top++;
  return n_on_top + (task->parent == nullptr ? 0 : task->parent->depth + 1);
}

// In a signal handler: looks only at data of this thread, and allocates nothing.
void say_overflow(os::StackOwner owner, size_t bytes) {
  const sched::Worker* worker = sched::t_worker;
  if (worker == nullptr || worker->slot == nullptr) return;
  constexpr size_t kEnough = 4;  // times the size that was too small
  const size_t kib = bytes >> 10;
  const char* unit = kEnough * kib >= 1024 ? "M" : "K";
  const size_t proposal = kEnough * kib >= 1024 ? (kEnough * kib + 1023) / 1024 : kEnough * kib;
  constexpr const char* kWhat = "has used up its stack of";
  const uint32_t number = worker->slot->index;
  const uint32_t depth = task_depth(*worker);
  switch (owner) {
    case os::StackOwner::Runtime:
      return base::warn("thread %u of its team (rondo-%u) %s %zu KiB, in tasks nested %u deep; set OMP_STACKSIZE=%zu%s",
                        number, worker->id, kWhat, kib, depth, proposal, unit);
    case os::StackOwner::Process:
      return base::warn(
          "thread %u of its team (the program's initial thread) %s %zu KiB, in tasks nested %u deep; set `ulimit -s "
          "%zu`, and OMP_STACKSIZE=%zu%s for the other threads",
          number, kWhat, kib, depth, kEnough * kib, proposal, unit);
    case os::StackOwner::Program:
      return base::warn(
          "thread %u of its team (started by the program) %s %zu KiB, in tasks nested %u deep; start it with a larger "
          "stack (pthread_attr_setstacksize)",
          number, kWhat, kib, depth);
  }
}

}  // namespace

void watch_for_overflows() { os::watch_stacks(say_overflow); }

}  // namespace rondo::team
