// SPDX-License-Identifier: Apache-2.0
//
// Keeps a thread off one processor for a moment: while it is woken. The kernel may wake a sleeper on the processor of
// the thread that wakes it although another one stands free: in a virtual machine a processor that has halted looks
// as if the host had taken it away. sched/idle/park.cpp uses it; when, and why it is safe: sched/idle/README.md,
// "Wake elsewhere".
#pragma once

#include <cstdint>

#include "os/cpu_set.hpp"

namespace rondo::os {

// A thread that is kept off a processor, and what is needed to let it back.
struct ExcludedProcessor {
  int thread_id;
  unsigned cpu;
  unsigned n_words;  // of its mask; 0: the mask is unchanged
  uint64_t mask[kMaxCpus / 64];
};

// From here to let_back() the kernel puts the thread on other processors than `cpu`, if it may use any other. It is
// no error where that cannot be done.
void exclude_processor(int thread_id, unsigned cpu, ExcludedProcessor& kept);

// Restores the thread's former mask. A mask that other code has changed meanwhile stays.
void let_back(const ExcludedProcessor& kept);

}  // namespace rondo::os
