// SPDX-License-Identifier: Apache-2.0
//
// The memory of fibers, and whom a switch concerns besides the processor. The sanitizers know one stack a thread
// unless somebody says more. The C++ runtime keeps what is thrown and caught in a thread-local variable, as if it
// were a stack; so each fiber has to have its own. Functions of either are absent in programs without them.
#include "os/fiber.hpp"

#include <cerrno>

#include <sys/mman.h>

#include "base/bits.hpp"
#include "os/pages.hpp"

extern "C" {
[[gnu::weak, gnu::visibility("default")]] void* __tsan_get_current_fiber();
[[gnu::weak, gnu::visibility("default")]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak, gnu::visibility("default")]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak, gnu::visibility("default")]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
[[gnu::weak, gnu::visibility("default")]] void __sanitizer_start_switch_fiber(void** fake, const void* low,
                                                                              size_t bytes);
[[gnu::weak, gnu::visibility("default")]] void __sanitizer_finish_switch_fiber(void* fake, const void** low,
                                                                               size_t* bytes);
[[gnu::weak, gnu::visibility("default")]] rondo::os::ExceptionState* __cxa_get_globals();
}

namespace rondo::os {

namespace {

// `caught` is a list linked through the exceptions: begin_catch adds its newest, end_catch and `throw;` take the
// newest for their own. That is right as long as handlers end in the reverse order of their begin, which holds on
// one fiber and not among several. What else an exception has lies on the fiber's stack or in the exception itself,
// so both fields are all there is to exchange. A fiber is new with no exceptions: what its creator handles is none
// of its own. Only code of this thread reads or writes the state, and none runs between here and the switch.
void exchange_exceptions(Fiber& from, const Fiber& to) {
  if (__cxa_get_globals == nullptr) return;
  ExceptionState& current = *__cxa_get_globals();
  from.exceptions = current;
  current = to.exceptions;
}

}  // namespace

void adopt_stack(Fiber& fiber) {
  if (__tsan_get_current_fiber != nullptr) fiber.in_thread_sanitizer = __tsan_get_current_fiber();
}

// Huge pages would make each stack that is touched cost two megabytes.
bool make_fiber(Fiber& fiber, size_t bytes, void (*main)(void*), void* argument) {
  const int saved_errno = errno;
  const size_t guard = page_bytes();
  bytes = base::round_up(bytes, guard);
  void* range = mmap(nullptr, guard + bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK | MAP_NORESERVE, -1, 0);
  bool is_mapped = range != MAP_FAILED;
  if (is_mapped && mprotect(range, guard, PROT_NONE) != 0) {  // too many mappings
    munmap(range, guard + bytes);
    is_mapped = false;
  }
  if (is_mapped) madvise(range, guard + bytes, MADV_NOHUGEPAGE);
  errno = saved_errno;
  if (!is_mapped) return false;
  fiber = {};
  fiber.low = static_cast<char*>(range) + guard;
  fiber.bytes = bytes;
  detail::prepare_stack(fiber, main, argument);
  if (__tsan_create_fiber != nullptr) fiber.in_thread_sanitizer = __tsan_create_fiber(0);
  return true;
}

void destroy_fiber(Fiber& fiber) {
  const int saved_errno = errno;
  if (__tsan_destroy_fiber != nullptr) __tsan_destroy_fiber(fiber.in_thread_sanitizer);
  const size_t guard = page_bytes();
  munmap(static_cast<char*>(const_cast<void*>(fiber.low)) - guard, guard + fiber.bytes);
  errno = saved_errno;
}

// Between telling ThreadSanitizer and the switch nothing may be instrumented that enters or leaves a function.
[[gnu::noinline, gnu::no_sanitize_thread]] void switch_fiber(Fiber& from, Fiber& to) {
  to.left = &from;
  exchange_exceptions(from, to);
  if (__sanitizer_start_switch_fiber != nullptr)
    __sanitizer_start_switch_fiber(&from.in_address_sanitizer, to.low, to.bytes);
  if (__tsan_switch_to_fiber != nullptr) __tsan_switch_to_fiber(to.in_thread_sanitizer, 0);
  detail::switch_stack(from, to);
  begin_fiber(from);
}

void begin_fiber(Fiber& fiber) {
  if (__sanitizer_finish_switch_fiber != nullptr)
    __sanitizer_finish_switch_fiber(fiber.in_address_sanitizer, &fiber.left->low, &fiber.left->bytes);
}

}  // namespace rondo::os
