// SPDX-License-Identifier: Apache-2.0
//
// gcc's tasks on the fast path, and the rare cases of both compilers' tasks; see create.hpp.
#include "sched/create/create.hpp"

namespace rondo::sched {

using task::Task;

void look_after_creation(Worker& worker, task::JoinCounter& join_counter, bool looks) {
  if (worker.slot->arena->n_parked.load_relaxed() != 0) wake_one(*worker.slot->arena, worker.slot->index);  // [P1]
  if (looks) help_if_ahead(worker, join_counter, *worker.current->domain);
}

namespace {

[[gnu::noinline]] void create_by_copy(task::GompEntry body, void* data, CopyBlock copy, size_t bytes, uint32_t flags,
                                      Worker& worker) {
  if (is_past_cutoff(worker) && fits_on_stack(bytes))
    return run_undeferred_fast(body, data, copy, bytes, flags, worker);
  if (is_in_cancelled_construct(worker)) return;
  Task* task = allocate(worker, fast_path_spec(body, bytes, flags | task::kCopied));
  copy(task->data, data);
  submit(worker, *task, {});
}

// nullptr: there is no memory for it.
Task* try_make(Worker& worker, task::GompEntry body, const void* data, size_t bytes, uint32_t flags) {
  auto* task = static_cast<Task*>(worker.slab.try_allocate(sizeof(Task) + bytes));
  if (task == nullptr) return nullptr;
  init(*task, fast_path_spec(body, bytes, flags));
  copy_block(task->block(), data, bytes);
  return task;
}

// Something that the fast path needs is missing.
[[gnu::noinline]] void create_the_long_way(Worker& worker, task::GompEntry body, void* data, size_t bytes,
                                           uint32_t flags) {
  Task* task = try_make(worker, body, data, bytes, flags);
  task != nullptr ? submit(worker, *task, {}) : run_undeferred_fast(body, data, flags, worker);
}

}  // namespace

void submit_past_cutoff(Worker& worker, Task& task) {
  is_past_cutoff(worker) ? run_undeferred_fast(worker, task) : submit(worker, task, {});
}

void spawn_fast(task::GompEntry body, void* data, CopyBlock copy, size_t bytes, uint32_t flags, Worker& worker) {
  if (copy != nullptr) [[unlikely]]
    return create_by_copy(body, data, copy, bytes, flags, worker);
  if (is_past_cutoff(worker)) return run_undeferred_fast(body, data, flags, worker);
  Task* task = allocate_fast(worker, {.gomp = body}, bytes, flags);
  if (task == nullptr) [[unlikely]]
    return create_the_long_way(worker, body, data, bytes, flags);
  copy_block(task->block(), data, bytes);
  submit_fast(worker, *task);
}

void spawn_noted(task::GompEntry body, void* data, size_t bytes, uint32_t flags, Worker& worker) {
  task::Domain& domain = *worker.current->domain;
  if (is_past_cutoff(worker) || runs_alone(domain)) return run_undeferred_fast(body, data, flags, worker);
  Task* task = try_make(worker, body, data, bytes, flags);
  task != nullptr ? launch(worker, *task, domain) : run_undeferred_fast(body, data, flags, worker);
}

void submit_noted(Worker& worker, Task& task) {
  task::Domain& domain = *worker.current->domain;
  is_past_cutoff(worker) || runs_alone(domain) ? run_undeferred_fast(worker, task) : launch(worker, task, domain);
}

}  // namespace rondo::sched
