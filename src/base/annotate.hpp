// SPDX-License-Identifier: Apache-2.0
//
// Telling ThreadSanitizer how this library orders the threads of a program that is built with -fsanitize=thread. The
// sanitizer follows instrumented code only; all ordering here goes through base::Atomic, which tells it of each
// release and each acquire. It then knows the promises of the memory model: ordered accesses are no race, and
// accesses without order still are one. The annotated library (RONDO_ANNOTATE, src/annotated.cmake) is a file of its
// own, because a test whether the sanitizer is present costs more than a task may; in every other build this leaves
// no code.
#pragma once

#include "base/build.hpp"

#ifdef RONDO_ANNOTATE
// Functions of the sanitizer's runtime (gcc's or clang's), which is part of the program: absent in a child without
// it.
extern "C" {
[[gnu::weak, gnu::visibility("default")]] void __tsan_acquire(void* address);
[[gnu::weak, gnu::visibility("default")]] void __tsan_release(void* address);
}
#endif

namespace rondo::base {

// Before the store: what this thread has done so far is visible to a thread that acquires at the address.
inline void annotate_release([[maybe_unused]] const void* address) {
#ifdef RONDO_ANNOTATE
  if (__tsan_release != nullptr) __tsan_release(const_cast<void*>(address));
#endif
}

// To be called after the load.
inline void annotate_acquire([[maybe_unused]] const void* address) {
#ifdef RONDO_ANNOTATE
  if (__tsan_acquire != nullptr) __tsan_acquire(const_cast<void*>(address));
#endif
}

}  // namespace rondo::base
