// SPDX-License-Identifier: Apache-2.0
//
// The heap of the code under test. The linker sends what it asks of the C library here (--wrap), and while a program
// is explored it gets blocks of the pool: touching one after it was freed, freeing it twice or racing for it is a
// failure like any other. The explorer itself uses operator new, which is not asked.
#include <cstring>

#include "search.hpp"

namespace {
using rondo::model::g_search;

bool is_of_arena(const void* block) { return g_search != nullptr && g_search->bytes_of(block) != 0; }
}  // namespace

extern "C" {

void* __real_malloc(size_t bytes);
void* __real_calloc(size_t n, size_t bytes);
void* __real_aligned_alloc(size_t alignment, size_t bytes);
void* __real_realloc(void* block, size_t bytes);
void __real_free(void* block);

void* __wrap_malloc(size_t bytes) { return g_search == nullptr ? __real_malloc(bytes) : rondo::model::allocate(bytes); }

void* __wrap_calloc(size_t n, size_t bytes) {
  if (g_search == nullptr) return __real_calloc(n, bytes);
  void* block = rondo::model::allocate(n * bytes);
  std::memset(block, 0, n * bytes);
  return block;
}

// The pool's blocks begin on a cache line, and nobody asks for more.
void* __wrap_aligned_alloc(size_t alignment, size_t bytes) {
  return g_search == nullptr ? __real_aligned_alloc(alignment, bytes) : rondo::model::allocate(bytes);
}

void __wrap_free(void* block) {
  if (block == nullptr) return;
  is_of_arena(block) ? rondo::model::release(block) : __real_free(block);
}

void* __wrap_realloc(void* block, size_t bytes) {
  if (g_search == nullptr) return __real_realloc(block, bytes);
  void* larger = rondo::model::allocate(bytes);
  if (block == nullptr) return larger;
  const size_t known = g_search->bytes_of(block);
  std::memcpy(larger, block, known < bytes ? known : bytes);
  __wrap_free(block);
  return larger;
}

}  // extern "C"
