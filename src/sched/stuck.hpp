// SPDX-License-Identifier: Apache-2.0
//
// In check mode a wait for tasks is looked at while it lasts: when the whole arena sleeps and nothing is ready,
// nobody here will end it, and that is said. (A thread of the program may yet, by fulfilling an event.)
#pragma once

#include "sched/worker.hpp"

namespace rondo::sched {

class StuckWait {
 public:
  // After the worker has slept in its wait for `n_missing` tasks.
  void look(const Worker& worker, const Arena& arena, uint32_t n_missing);

 private:
  uint64_t since_ns_ = 0;  // from when on nothing has changed; 0: it has
  uint32_t n_missing_ = 0;
};

}  // namespace rondo::sched
