// SPDX-License-Identifier: Apache-2.0
//
// All that differs from one processor architecture to another: the step of a spin loop, the tick counter and what is
// known of its rate, the full fence, calls that are jumps. Each architecture is one block that defines the same
// names. (How many bytes caches exchange is bits.hpp's; what was checked where: docs/architectures.md.)
#pragma once

#include <atomic>
#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace rondo::base::architecture {

#if defined(__x86_64__)

inline void relax() { __builtin_ia32_pause(); }

inline uint64_t ticks() { return __builtin_ia32_rdtsc(); }

// Ticks a microsecond, as the processor (CPUID leaf 15h) or the hypervisor (leaf 40000010h) tells it; 0: neither
// does.
inline uint64_t told_ticks_per_us() {
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  if (__get_cpuid(0x15, &eax, &ebx, &ecx, &edx) != 0 && eax != 0 && ebx != 0 && ecx != 0) {
    return uint64_t{ecx} * ebx / eax / 1'000'000;
  }
  constexpr unsigned kHypervisorBit = 1u << 31;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0 && (ecx & kHypervisorBit) != 0) {
    __cpuid(0x40000000, eax, ebx, ecx, edx);
    if (eax >= 0x40000010) {
      __cpuid(0x40000010, eax, ebx, ecx, edx);
      return eax / 1000;  // the leaf holds kHz
    }
  }
  return 0;
}

// Any locked instruction is a full fence; compilers choose mfence, which also waits for operations that no store here
// depends on (docs/tuning.md: full fence). The atomic fence, which only holds the compiler back here, is for
// ThreadSanitizer and the language.
inline void full_fence() {
  std::atomic_signal_fence(std::memory_order_seq_cst);
  asm volatile("lock; orl $0, (%%rsp)" ::: "memory", "cc");
}

// Before the `return` of a call that has to be a jump, so that the called function returns to the program
// (ompt/README.md). gcc does not know the word, and makes such calls jumps by itself.
#define RONDO_TAIL_CALL [[clang::musttail]]

#elif defined(__aarch64__)

// `yield` is made for threads that share a core's pipeline. Server cores have one thread each, and there it does
// nothing: a loop of it would read the line that it waits for without a break. `isb` empties the pipeline, which
// takes some tens of cycles, as x86's `pause` does; the lengths of the runtime's pauses are counted in such steps.
inline void relax() { asm volatile("isb" ::: "memory"); }

inline uint64_t ticks() {
  uint64_t value;
  asm volatile("mrs %0, cntvct_el0" : "=r"(value));
  return value;
}

inline uint64_t told_ticks_per_us() {
  uint64_t hertz;
  asm("mrs %0, cntfrq_el0" : "=r"(hertz));
  return (hertz + 500'000) / 1'000'000;
}

inline void full_fence() { std::atomic_thread_fence(std::memory_order_seq_cst); }  // dmb ish

#define RONDO_TAIL_CALL [[clang::musttail]]

#elif defined(__riscv)

// The hint `pause` (Zihintpause), as a number: it is a fence that orders nothing, so processors that do not know it
// execute it as well, and assemblers that are not told of the extension accept it.
inline void relax() { asm volatile(".4byte 0x0100000f" ::: "memory"); }

inline uint64_t ticks() {
  uint64_t value;
  asm volatile("rdtime %0" : "=r"(value));
  return value;
}

inline uint64_t told_ticks_per_us() { return 0; }  // no register holds it: it is measured

inline void full_fence() { std::atomic_thread_fence(std::memory_order_seq_cst); }  // fence rw, rw

// clang 19 gives up here where the arguments need the stack, so jumps are left to the optimiser: a tool then sees an
// address of the library for the few entry points of more than eight arguments.
#define RONDO_TAIL_CALL

#else
#error "Rondo has no block for this architecture in src/base/architecture.hpp"
#endif

}  // namespace rondo::base::architecture
