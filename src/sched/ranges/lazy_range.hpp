// SPDX-License-Identifier: Apache-2.0
//
// A lazy range: neighbours that no worker has looked at yet, which are roots of a replay (roots.hpp) or tasks of a
// taskloop (task_range.hpp). Queues know it by a proxy, as one piece of work. The worker that takes it runs some from
// its front and queues the rest before. Argument: README.md, "Root ranges", "Taskloops".
#pragma once

#include "config/mechanism.hpp"
#include "graph/tune/makespan.hpp"
#include "os/clock.hpp"
#include "sched/idle/park.hpp"
#include "sched/worker/worker.hpp"

namespace rondo::sched {

struct LazyRange {
  uint32_t begin, end;
  uint32_t batch_size = 1;
  uint64_t looked_at = 0;  // os::ticks()

  uint32_t size() const { return end - begin; }

  // The range was stolen: the thief keeps the far half. The near one, which may be empty, goes back to the slot where
  // the range comes from, so that neighbours stay together.
  LazyRange take_near_half() {
    const LazyRange near = {begin, config::uses(config::Mechanism::Halves) ? begin + size() / 2 : begin};
    *this = {near.end, end};
    return near;
  }

  // How many may run until the worker looks at the queues again: as many as take about as long as the inter-core
  // latency, because what is shorter is not worth sharing; few at first, because bodies may be long. docs/tuning.md:
  // batch size.
  uint32_t next_batch() {
    constexpr uint32_t kMost = 64;
    const uint64_t now = os::ticks();
    const uint64_t budget = graph::measured_costs().receive;
    const uint64_t took = now - looked_at;
    if (took < budget && batch_size < kMost && config::uses(config::Mechanism::Batches)) batch_size *= 2;
    if (took > 4 * budget && batch_size > 1) batch_size /= 2;
    looked_at = now;
    return size() < batch_size ? size() : batch_size;
  }
};

// What is left of a range, before any of the batch runs, because bodies may be long.
inline void queue_rest(Worker& worker, Work rest) {
  enqueue(*worker.slot, rest);
  announce_work(*worker.slot->arena, worker.slot->index);
}

}  // namespace rondo::sched
