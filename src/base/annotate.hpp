// SPDX-License-Identifier: Apache-2.0
//
// Telling ThreadSanitizer how this library orders the threads of a program that is built with -fsanitize=thread. The
// sanitizer follows instrumented code only; all ordering here goes through base::Atomic, which tells it of each
// release and each acquire. It then knows what the memory model promises: what is ordered is no race, and what is not
// ordered still is one. The annotated library (RONDO_ANNOTATE, src/annotated.cmake) is a file of its own, for a look
// at whether the sanitizer is there costs more than a task may; in every other build this leaves no code.
#pragma once

#include "base/build.hpp"

#ifdef RONDO_ANNOTATE
// The sanitizer's runtime of gcc and of clang, which comes with the program: absent in a child without it.
extern "C" {
[[gnu::weak, gnu::visibility("default")]] void __tsan_acquire(void* address);
[[gnu::weak, gnu::visibility("default")]] void __tsan_release(void* address);
}
#endif

namespace rondo::base {

// Before the store: what this thread has done so far is there for whoever acquires at the address.
inline void annotate_release([[maybe_unused]] const void* address) {
#ifdef RONDO_ANNOTATE
  if (__tsan_release != nullptr) __tsan_release(const_cast<void*>(address));
#endif
}

// After the load.
inline void annotate_acquire([[maybe_unused]] const void* address) {
#ifdef RONDO_ANNOTATE
  if (__tsan_acquire != nullptr) __tsan_acquire(const_cast<void*>(address));
#endif
}

}  // namespace rondo::base
