// SPDX-License-Identifier: Apache-2.0
//
// What os/ keeps for the process: see ARCHITECTURE.md, "State of the process".
#pragma once

#include "base/atomic.hpp"
#include "os/fork_gate.hpp"
#include "os/machine.hpp"
#include "os/stack.hpp"

namespace rondo::os {

// The forms of the asymmetric fence (asymmetric_fence.cpp). With Asymmetric only, a light side is less than a full
// fence.
enum class FenceForm : uint8_t {
  Full,        // both sides are full fences, for good
  FullForNow,  // the same, until light sides are favoured again
  Asymmetric,  // heavy sides call membarrier(2)
  Switching,   // between the last two; heavy sides call membarrier(2)
  Changing,    // to Full: heavy sides have to wait for light sides under way
};

struct Process {
  // By the thread that starts the runtime; by heavy sides from which the kernel takes membarrier(2) away; by workers
  // that favour the other side from now on.
  base::Atomic<FenceForm> fence_form{FenceForm::Full};

  // By the first thread that asks; 0: not known yet. Two that ask at once find the same value, except for the error
  // of the measurement.
  base::Atomic<uint64_t> ticks_per_us{0};

  // Processors that the process had when this was first asked, by the first thread that asks (affinity.cpp);
  // KMP_HW_SUBSET takes some away before there is another thread.
  ForkSafeOnce processors_once;
  CpuSet cpus{};
  unsigned n_cpus = 0;

  // By the first thread that asks (affinity.cpp).
  ForkSafeOnce quota_once;
  unsigned quota = 0;  // of the control groups; 0: none

  // By the first thread that asks (machine.cpp). Never destroyed: workers may still ask while the process exits.
  ForkSafeOnce machine_once;
  const Machine* machine = nullptr;
  alignas(Machine) char machine_storage[sizeof(Machine)] = {};

  // Written by the thread inside and by one that forks; in a child it is open.
  ForkGate fork_gate;

  // When the runtime starts; nullptr: stacks are not watched. Read by signal handlers.
  void (*say_overflow)(StackOwner owner, size_t bytes) = nullptr;
};
[[gnu::visibility("hidden")]] extern constinit Process process;

}  // namespace rondo::os
