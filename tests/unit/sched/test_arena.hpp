// SPDX-License-Identifier: Apache-2.0
//
// An arena put together by hand, without teams and configuration: workers that occupy its slots in their implicit
// tasks.
#pragma once

#include <memory>
#include <vector>

#include "depend/table.hpp"
#include "sched/create/create.hpp"
#include "sched/idle/find.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"
#include "sched/worker/worker.hpp"
#include "support.hpp"

namespace rondo::test {

class TestArena {
 public:
  explicit TestArena(uint32_t n_slots) {
    for (uint32_t i = 0; i < n_slots; i++) {
      slots_.push_back(std::make_unique<sched::Slot>(arena, i));
      table_.push_back(slots_.back().get());
      workers_.push_back(&new_worker());
    }
    arena.n_slots = n_slots;
    arena.slots = table_.data();
    for (uint32_t i = 0; i < n_slots; i++) {
      sched::Slot& slot = *slots_[i];
      slot.worker.store_release(workers_[i]);
      slot.domain.join_counter.open(workers_[i]->id);
      workers_[i]->slot = &slot;
      workers_[i]->current = &slot.implicit;
    }
  }
  ~TestArena() {
    for (uint32_t i = 0; i < size(); i++) {
      if (depend::Table* table = slots_[i]->domain.table) {
        table->release(workers_[i]->slab);
        table->~Table();
        workers_[i]->slab.release(table);
      }
    }
  }
  TestArena(const TestArena&) = delete;
  TestArena& operator=(const TestArena&) = delete;

  uint32_t size() const { return arena.n_slots; }
  sched::Worker& worker(uint32_t index) { return *workers_[index]; }
  sched::Slot& slot(uint32_t index) { return *slots_[index]; }

  // master() on worker 0; the others work meanwhile, and sleep when there is nothing to do. Bodies find their worker
  // in sched::t_worker, as in the runtime.
  template <class Master>
  void run(Master master) {
    base::Atomic<uint32_t> is_over{0};
    on_threads(size(), [&](uint32_t thread) {
      sched::t_worker = &worker(thread);
      if (thread == 0) {
        master();
        is_over.store_release(1);
        sched::announce_latch(arena);
      } else {
        auto condition = [&] { return is_over.load_acquire() != 0; };
        sched::work_until(worker(thread), arena, sched::ConditionLatch(condition), nullptr);
      }
      sched::t_worker = nullptr;
    });
  }

  sched::Arena arena;

 private:
  // Never freed, like the workers of the runtime: a waker that has only an id may be late.
  static sched::Worker& new_worker() {
    static std::vector<std::unique_ptr<sched::Worker>> all;
    all.push_back(std::make_unique<sched::Worker>(sched::next_worker_id()));
    return *all.back();
  }

  std::vector<std::unique_ptr<sched::Slot>> slots_;
  std::vector<sched::Slot*> table_;
  std::vector<sched::Worker*> workers_;
};

// Everything that the worker finds without looking long.
inline void work_off(sched::Worker& worker) {
  while (sched::Work work = sched::find_work(worker, nullptr, false)) {
    while (work) work = sched::run(worker, work);
  }
  sched::flush(worker);
}

// How the body of such a task is called.
template <class Body>
void call(void* data) {
  (*static_cast<Body*>(data))();
}

// Creates a task of `worker` that runs `body` (copied into the task, so trivially copyable).
template <class Body>
task::Task& create(sched::Worker& worker, Body body, sched::Dependences dependences = {}, int16_t priority = 0,
                   uint16_t flags = 0, bool if_clause = true) {
  static_assert(std::is_trivially_copyable_v<Body>);
  task::TaskSpec spec = {};
  spec.entry.gomp = call<Body>;
  spec.block_bytes = sizeof(Body);
  spec.priority = priority;
  spec.flags = flags;
  task::Task* task = sched::allocate(worker, spec);
  new (task->data) Body(body);
  sched::submit(worker, *task, dependences, if_clause);
  return *task;
}

}  // namespace rondo::test
