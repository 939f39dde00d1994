// SPDX-License-Identifier: Apache-2.0
//
// omp_*_lock and the KMP interface's own names for them. gcc's omp_lock_t has 4 bytes, clang's 8: a lock uses the
// first 4. omp_nest_lock_t has room for a pointer. Hints do not change what a lock does here.
#include "work/lock.hpp"

#include "abi/kmpc/types.hpp"
#include "abi/omp/fortran.hpp"
#include "team/fork.hpp"

namespace rondo::omp {

using kmpc::Ident;
using work::lock_at;
using work::nest_lock_at;

namespace {
const task::Task* current_task() { return team::this_worker().current; }
}  // namespace

RONDO_API void omp_init_lock(void* lock) { new (lock) work::Lock; }
RONDO_API void omp_init_lock_with_hint(void* lock, uint32_t) { omp_init_lock(lock); }
RONDO_API void omp_destroy_lock(void*) {}
RONDO_API void omp_set_lock(void* lock) { lock_at(lock).lock(); }
RONDO_API void omp_unset_lock(void* lock) { lock_at(lock).unlock(); }
RONDO_API int omp_test_lock(void* lock) { return lock_at(lock).try_lock() ? 1 : 0; }

RONDO_API void omp_init_nest_lock(void* lock) { work::init_nest_lock(lock); }
RONDO_API void omp_init_nest_lock_with_hint(void* lock, uint32_t) { omp_init_nest_lock(lock); }
RONDO_API void omp_destroy_nest_lock(void* lock) { work::destroy_nest_lock(lock); }
RONDO_API void omp_set_nest_lock(void* lock) { nest_lock_at(lock).lock(current_task()); }
RONDO_API void omp_unset_nest_lock(void* lock) { nest_lock_at(lock).unlock(); }
RONDO_API int omp_test_nest_lock(void* lock) { return static_cast<int>(nest_lock_at(lock).try_lock(current_task())); }

// ---- Fortran ------------------------------------------------------------------------------------------------

RONDO_API void omp_init_lock_(void* lock) { omp_init_lock(lock); }
RONDO_API void omp_init_lock_with_hint_(void* lock, const uint32_t*) { omp_init_lock(lock); }
RONDO_API void omp_destroy_lock_(void* lock) { omp_destroy_lock(lock); }
RONDO_API void omp_set_lock_(void* lock) { omp_set_lock(lock); }
RONDO_API void omp_unset_lock_(void* lock) { omp_unset_lock(lock); }
RONDO_API int omp_test_lock_(void* lock) { return omp_test_lock(lock); }

RONDO_API void omp_init_nest_lock_(void* lock) { omp_init_nest_lock(lock); }
RONDO_API void omp_init_nest_lock_with_hint_(void* lock, const uint32_t*) { omp_init_nest_lock(lock); }
RONDO_API void omp_destroy_nest_lock_(void* lock) { omp_destroy_nest_lock(lock); }
RONDO_API void omp_set_nest_lock_(void* lock) { omp_set_nest_lock(lock); }
RONDO_API void omp_unset_nest_lock_(void* lock) { omp_unset_nest_lock(lock); }
RONDO_API int omp_test_nest_lock_(void* lock) { return omp_test_nest_lock(lock); }

// ---- KMP ----------------------------------------------------------------------------------------------------

RONDO_API void __kmpc_init_lock(Ident*, int32_t, void* lock) { omp_init_lock(lock); }
RONDO_API void __kmpc_init_lock_with_hint(Ident*, int32_t, void* lock, uintptr_t) { omp_init_lock(lock); }
RONDO_API void __kmpc_destroy_lock(Ident*, int32_t, void* lock) { omp_destroy_lock(lock); }
RONDO_API void __kmpc_set_lock(Ident*, int32_t, void* lock) { omp_set_lock(lock); }
RONDO_API void __kmpc_unset_lock(Ident*, int32_t, void* lock) { omp_unset_lock(lock); }
RONDO_API int32_t __kmpc_test_lock(Ident*, int32_t, void* lock) { return omp_test_lock(lock); }

RONDO_API void __kmpc_init_nest_lock(Ident*, int32_t, void* lock) { omp_init_nest_lock(lock); }
RONDO_API void __kmpc_init_nest_lock_with_hint(Ident*, int32_t, void* lock, uintptr_t) { omp_init_nest_lock(lock); }
RONDO_API void __kmpc_destroy_nest_lock(Ident*, int32_t, void* lock) { omp_destroy_nest_lock(lock); }
RONDO_API void __kmpc_set_nest_lock(Ident*, int32_t, void* lock) { omp_set_nest_lock(lock); }
RONDO_API void __kmpc_unset_nest_lock(Ident*, int32_t, void* lock) { omp_unset_nest_lock(lock); }
RONDO_API int32_t __kmpc_test_nest_lock(Ident*, int32_t, void* lock) { return omp_test_nest_lock(lock); }

}  // namespace rondo::omp
