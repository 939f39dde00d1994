// SPDX-License-Identifier: Apache-2.0
#include "sched/worker/worker.hpp"

#include "base/message.hpp"
#include "sched/process.hpp"

namespace rondo::sched {

constinit thread_local Worker* t_worker = nullptr;

Worker* worker_of(task::WorkerId id) {
  return id < kMaxWorkers ? process.workers[id].load_acquire() : nullptr;  // [W1]
}

task::WorkerId n_workers() {
  const task::WorkerId n = process.n_workers.load_relaxed();
  return n < kMaxWorkers ? n : kMaxWorkers;
}

task::WorkerId next_worker_id() {
  task::WorkerId id = process.n_workers.add_relaxed(1);
  if (id >= kMaxWorkers)
    base::fatal("more than %u threads have used OpenMP in this process; reuse threads", kMaxWorkers);
  return id;
}

Worker::Worker(task::WorkerId worker_id) : id(worker_id), rng(worker_id + 1) {
  process.workers[id].store_release(this);  // [W1]
}

Slot::Slot(Arena& its_arena, uint32_t its_index) : arena(&its_arena), index(its_index), deque(kRingMemory), implicit{} {
  implicit.flags = task::kImplicit;
  implicit.domain = &domain;
  domain.arena = &its_arena;
}

void post(Slot& slot, Work work) {
  if (!work.is_node()) return slot.mailbox.push(work.task());
  graph::NodeState* node = work.node();
  for (graph::NodeState* next; work.is_batch() && (next = node->next) != nullptr; node = next) {
    slot.node_mailbox.push(node);
  }
  slot.node_mailbox.push(node);
}

// ---- PriorityQueue ------------------------------------------------------------------------------------------

void PriorityQueue::push(Work work, int16_t priority, uint32_t max_priority) {
  uint64_t band = uint64_t{static_cast<uint16_t>(priority)} * kBands / (uint64_t{max_priority} + 1);
  if (band >= kBands) band = kBands - 1;
  work.link(Work());
  sync::SpinGuard guard(lock_);
  if (first_[band]) {
    last_[band].link(work);
  } else {
    first_[band] = work;
  }
  last_[band] = work;
  n_tasks_.store_relaxed(n_tasks_.load_relaxed() + 1);  // [Q2]
}

Work PriorityQueue::take() {
  Work work;
  sync::SpinGuard guard(lock_);
  for (uint32_t band = kBands; band-- > 0 && !work;) {
    work = first_[band];
    if (work) first_[band] = work.next();
  }
  if (work) n_tasks_.store_relaxed(n_tasks_.load_relaxed() - 1);  // [Q2]
  return work;
}

}  // namespace rondo::sched
