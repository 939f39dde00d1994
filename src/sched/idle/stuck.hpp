// SPDX-License-Identifier: Apache-2.0
//
// In check mode a wait for tasks is watched while it lasts. When the whole arena sleeps and nothing is ready, no
// worker will end it, and a message says so. (A thread of the program may yet end it, by fulfilling an event.)
#pragma once

#include "sched/worker/worker.hpp"

namespace rondo::sched {

class StuckWait {
 public:
  // After the worker has slept in its wait for `n_missing` tasks.
  void look(const Worker& worker, const Arena& arena, uint32_t n_missing);

 private:
  uint64_t since_ns_ = 0;  // nothing has changed since then; 0: something has
  uint32_t n_missing_ = 0;
};

}  // namespace rondo::sched
