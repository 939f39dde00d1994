// SPDX-License-Identifier: Apache-2.0
//
// The structures and the harnesses are compiled with the instrumentation of ThreadSanitizer, but linked with these
// functions instead of its runtime: so the explorer sees every access to plain data, and finds in each schedule what
// is not ordered by release and acquire. Called by generated code only; the names are the compiler's.
#include <cstring>

#include "explorer.hpp"

// NOLINTBEGIN(readability-identifier-naming)
#define RONDO_MODEL_ACCESSES(bytes)                                                                     \
  void __tsan_read##bytes(const void* address) { rondo::model::note_read(address, bytes); }             \
  void __tsan_write##bytes(const void* address) { rondo::model::note_write(address, bytes); }           \
  void __tsan_unaligned_read##bytes(const void* address) { rondo::model::note_read(address, bytes); }   \
  void __tsan_unaligned_write##bytes(const void* address) { rondo::model::note_write(address, bytes); } \
  void __tsan_read_write##bytes(const void* address) { rondo::model::note_write(address, bytes); }      \
  void __tsan_unaligned_read_write##bytes(const void* address) { rondo::model::note_write(address, bytes); }

extern "C" {
RONDO_MODEL_ACCESSES(1)
RONDO_MODEL_ACCESSES(2)
RONDO_MODEL_ACCESSES(4)
RONDO_MODEL_ACCESSES(8)
RONDO_MODEL_ACCESSES(16)

void __tsan_init() {}
void __tsan_func_entry(const void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(const void*) {}
void __tsan_vptr_update(const void*, const void*) {}

void* __tsan_memcpy(void* to, const void* from, size_t bytes) {
  if (bytes != 0) rondo::model::note_read(from, bytes);
  if (bytes != 0) rondo::model::note_write(to, bytes);
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, size_t bytes) {
  if (bytes != 0) rondo::model::note_read(from, bytes);
  if (bytes != 0) rondo::model::note_write(to, bytes);
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, size_t bytes) {
  if (bytes != 0) rondo::model::note_write(to, bytes);
  return std::memset(to, value, bytes);
}

// Of the C++ library's own atomics, such as guards of static variables.
char __tsan_atomic8_load(const volatile char* address, int) { return *address; }
int __tsan_atomic32_load(const volatile int* address, int) { return *address; }
int __tsan_atomic32_fetch_add(volatile int* address, int value, int) {
  const int found = *address;
  *address = found + value;
  return found;
}
}
// NOLINTEND(readability-identifier-naming)
