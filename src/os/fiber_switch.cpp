// SPDX-License-Identifier: Apache-2.0
//
// On x86-64 a switch is a call that saves the registers which a called function has to keep. Elsewhere it is the C
// library's swapcontext(), which also tells the kernel the signal mask.
#include "os/fiber.hpp"

#include "base/bits.hpp"

#ifndef __x86_64__
#include <ucontext.h>

#include <cstdlib>
#include <new>
#endif

namespace rondo::os::detail {

#ifdef __x86_64__

// Saved, from low addresses: the modes of SSE and x87, r15, r14, r13, r12, rbx, rbp, the return address. A new fiber
// finds main() and its argument in two of them. Unwinding ends there: nobody has called it.
extern "C" {
[[gnu::visibility("hidden")]] void rondo_switch_fiber(void** from, void* to);
[[gnu::visibility("hidden")]] void rondo_enter_fiber();
}
asm(R"(
  .pushsection .text
  .p2align 4
  .hidden rondo_switch_fiber
  .globl rondo_switch_fiber
  .type rondo_switch_fiber, @function
rondo_switch_fiber:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  stmxcsr (%rsp)
  fnstcw 4(%rsp)
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  ldmxcsr (%rsp)
  fldcw 4(%rsp)
  addq $8, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
  .size rondo_switch_fiber, .-rondo_switch_fiber

  .p2align 4
  .hidden rondo_enter_fiber
  .globl rondo_enter_fiber
  .type rondo_enter_fiber, @function
rondo_enter_fiber:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  callq *%r13
  ud2
  .cfi_endproc
  .size rondo_enter_fiber, .-rondo_enter_fiber
  .popsection
)");

namespace {
struct Saved {
  uint32_t sse_modes;
  uint32_t x87_modes;
  void* r15;
  void* r14;
  void (*r13)(void*);
  void* r12;
  void* rbx;
  void* rbp;
  void (*return_address)();
};
}  // namespace

// rondo_enter_fiber begins with the stack aligned to 16 bytes, as where a function is called.
void prepare_stack(Fiber& fiber, void (*main)(void*), void* argument) {
  const uintptr_t end = reinterpret_cast<uintptr_t>(fiber.low) + fiber.bytes;
  auto* saved = reinterpret_cast<Saved*>(end - base::round_up(sizeof(Saved), 16));
  *saved = {};
  asm volatile("stmxcsr %0" : "=m"(saved->sse_modes));
  asm volatile("fnstcw %0" : "=m"(saved->x87_modes));
  saved->r13 = main;
  saved->r12 = argument;
  saved->return_address = rondo_enter_fiber;
  fiber.position = saved;
}

void switch_stack(Fiber& from, Fiber& to) { rondo_switch_fiber(&from.position, to.position); }

#else

namespace {

// makecontext() passes ints.
struct Start {
  void (*main)(void*);
  void* argument;
};

void enter(unsigned high, unsigned low) {
  const auto* start = reinterpret_cast<const Start*>((uint64_t{high} << 32) | low);
  start->main(start->argument);
}

ucontext_t& context_of(Fiber& fiber) { return *static_cast<ucontext_t*>(fiber.position); }

}  // namespace

// The context lies at the stack's end.
void prepare_stack(Fiber& fiber, void (*main)(void*), void* argument) {
  struct alignas(64) End {
    ucontext_t context;
    Start start;
  };
  const uintptr_t low = reinterpret_cast<uintptr_t>(fiber.low);
  auto* end = new (reinterpret_cast<void*>(low + fiber.bytes - sizeof(End))) End;
  end->start = {main, argument};
  getcontext(&end->context);
  end->context.uc_stack.ss_sp = reinterpret_cast<void*>(low);
  end->context.uc_stack.ss_size = fiber.bytes - sizeof(End);
  end->context.uc_link = nullptr;
  const auto word = reinterpret_cast<uint64_t>(&end->start);
  makecontext(&end->context, reinterpret_cast<void (*)()>(enter), 2, static_cast<unsigned>(word >> 32),
              static_cast<unsigned>(word));
  fiber.position = &end->context;
}

// Where a thread's own stack is left for the first time, it gets a context, which it keeps.
void switch_stack(Fiber& from, Fiber& to) {
  if (from.position == nullptr) from.position = std::malloc(sizeof(ucontext_t));
  swapcontext(&context_of(from), &context_of(to));
}

#endif

}  // namespace rondo::os::detail
