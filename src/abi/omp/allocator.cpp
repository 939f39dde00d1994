// SPDX-License-Identifier: Apache-2.0
//
// omp_alloc and its family, and the names under which the compilers' allocate directives call it.
#include "work/allocator.hpp"

#include "abi/omp/fortran.hpp"
#include "work/allocation_registry.hpp"

namespace rondo::omp {

using work::AllocatorHandle;
using work::AllocatorTrait;

RONDO_API AllocatorHandle omp_init_allocator(uintptr_t, int n_traits, const AllocatorTrait* traits) {
  return work::make_allocator({traits, static_cast<size_t>(n_traits > 0 ? n_traits : 0)});
}
RONDO_API void omp_destroy_allocator(AllocatorHandle handle) { work::destroy_allocator(handle); }
RONDO_API void omp_set_default_allocator(AllocatorHandle handle) { work::set_default_allocator(handle); }
RONDO_API AllocatorHandle omp_get_default_allocator() { return work::default_allocator(); }

RONDO_API void* omp_alloc(size_t bytes, AllocatorHandle handle) { return work::allocate(handle, 1, bytes); }
RONDO_API void* omp_aligned_alloc(size_t alignment, size_t bytes, AllocatorHandle handle) {
  return work::allocate(handle, alignment, bytes);
}
RONDO_API void* omp_calloc(size_t n, size_t bytes, AllocatorHandle handle) {
  return work::allocate_array(handle, 1, n, bytes);
}
RONDO_API void* omp_aligned_calloc(size_t alignment, size_t n, size_t bytes, AllocatorHandle handle) {
  return work::allocate_array(handle, alignment, n, bytes);
}
RONDO_API void* omp_realloc(void* block, size_t bytes, AllocatorHandle handle, AllocatorHandle) {
  return work::reallocate(block, bytes, handle);
}
RONDO_API void omp_free(void* block, AllocatorHandle) { work::release(block); }

// ---- Fortran ------------------------------------------------------------------------------------------------

RONDO_API AllocatorHandle omp_init_allocator_(const uintptr_t* space, const int32_t* n_traits,
                                              const AllocatorTrait* traits) {
  return omp_init_allocator(*space, *n_traits, traits);
}
RONDO_API AllocatorHandle omp_init_allocator_8_(const uintptr_t* space, const int64_t* n_traits,
                                                const AllocatorTrait* traits) {
  return omp_init_allocator(*space, narrow(*n_traits), traits);
}
RONDO_API void omp_destroy_allocator_(const AllocatorHandle* handle) { omp_destroy_allocator(*handle); }
RONDO_API void omp_set_default_allocator_(const AllocatorHandle* handle) { omp_set_default_allocator(*handle); }
RONDO_FORTRAN_GET(AllocatorHandle, omp_get_default_allocator)

// ---- gcc and clang ------------------------------------------------------------------------------------------

RONDO_API void* GOMP_alloc(size_t alignment, size_t bytes, AllocatorHandle handle) {
  return work::allocate(handle, alignment, bytes);
}
RONDO_API void GOMP_free(void* block, AllocatorHandle) { work::release(block); }
// gfortran 14 calls the first when GOMP_alloc has allocated an allocatable variable, and asks the second about that
// before it deallocates the variable.
RONDO_API void GOMP_add_alloc(void* block) {
  if (block != nullptr) work::register_allocation(block);
}
RONDO_API bool GOMP_is_alloc(void* block) { return work::forget_allocation(block); }

RONDO_API AllocatorHandle __kmpc_init_allocator(int32_t, uintptr_t space, int n_traits, const AllocatorTrait* traits) {
  return omp_init_allocator(space, n_traits, traits);
}
RONDO_API void __kmpc_destroy_allocator(int32_t, AllocatorHandle handle) { work::destroy_allocator(handle); }
RONDO_API void __kmpc_set_default_allocator(int32_t, AllocatorHandle handle) { work::set_default_allocator(handle); }
RONDO_API AllocatorHandle __kmpc_get_default_allocator(int32_t) { return work::default_allocator(); }

RONDO_API void* __kmpc_alloc(int32_t, size_t bytes, AllocatorHandle handle) { return omp_alloc(bytes, handle); }
RONDO_API void* __kmpc_aligned_alloc(int32_t, size_t alignment, size_t bytes, AllocatorHandle handle) {
  return omp_aligned_alloc(alignment, bytes, handle);
}
RONDO_API void* __kmpc_calloc(int32_t, size_t n, size_t bytes, AllocatorHandle handle) {
  return omp_calloc(n, bytes, handle);
}
RONDO_API void* __kmpc_realloc(int32_t, void* block, size_t bytes, AllocatorHandle handle, AllocatorHandle) {
  return work::reallocate(block, bytes, handle);
}
RONDO_API void __kmpc_free(int32_t, void* block, AllocatorHandle) { work::release(block); }

}  // namespace rondo::omp
