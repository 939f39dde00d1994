// SPDX-License-Identifier: Apache-2.0
//
// omp_*_lock and the KMP interface's own names for them. gcc's omp_lock_t has 4 bytes, clang's 8: a lock uses the
// first 4. omp_nest_lock_t has room for a pointer. Hints do not change what a lock does here.
#include "work/lock.hpp"

#include "abi/kmpc/types.hpp"
#include "abi/mutex.hpp"
#include "abi/omp/fortran.hpp"
#include "team/fork.hpp"

namespace rondo::omp {

using kmpc::Ident;
using ompt::MutexKind;
using work::lock_at;
using work::nest_lock_at;

namespace {

const task::Task* current_task() { return team::this_worker().current; }

// `caller`: the return address of the entry point.

// A tool wants to hear of locks that are made before the first region, from a thread that it knows.
void start_observed() {
  team::start_runtime();
  if (ompt::is_on()) [[unlikely]]
    team::this_worker();
}

void init_lock(void* lock, uint32_t hint, const void* caller) {
  new (lock) work::Lock;
  start_observed();
  ompt::lock_init(MutexKind::Lock, hint, lock, caller);
}

void init_nest_lock(void* lock, uint32_t hint, const void* caller) {
  work::init_nest_lock(lock);
  start_observed();
  ompt::lock_init(MutexKind::NestLock, hint, lock, caller);
}

void destroy_lock(void* lock, const void* caller) { ompt::lock_destroy(MutexKind::Lock, lock, caller); }

void destroy_nest_lock(void* lock, const void* caller) {
  ompt::lock_destroy(MutexKind::NestLock, lock, caller);
  work::destroy_nest_lock(lock);
}

[[gnu::noinline, gnu::cold]] bool try_lock_observed(void* lock, const void* caller) {
  bool has_it = false;
  abi::acquire_observed(MutexKind::TestLock, lock, caller, [&] { has_it = lock_at(lock).try_lock(); });
  if (has_it) ompt::mutex_acquired(team::this_worker().record, MutexKind::TestLock, lock, caller);
  return has_it;
}

[[gnu::always_inline]] inline int try_lock(void* lock, const void* caller) {
  const bool has_it = ompt::is_on() ? try_lock_observed(lock, caller) : lock_at(lock).try_lock();
  return has_it ? 1 : 0;
}

// The nest lock has been taken, for the `depth`-th time.
void note_taken(MutexKind kind, const void* lock, uint32_t depth, const void* caller) {
  if (depth == 1) return ompt::mutex_acquired(team::this_worker().record, kind, lock, caller);
  if (depth > 1) ompt::nest_lock(ompt::Endpoint::Begin, lock, caller);
}

void set_nest_lock(void* lock, const void* caller) {
  if (!ompt::is_on()) [[likely]] {
    nest_lock_at(lock).lock(current_task());
    return;
  }
  uint32_t depth = 0;
  abi::acquire_observed(MutexKind::NestLock, lock, caller, [&] { depth = nest_lock_at(lock).lock(current_task()); });
  note_taken(MutexKind::NestLock, lock, depth, caller);
}

void unset_nest_lock(void* lock, const void* caller) {
  const uint32_t depth = nest_lock_at(lock).unlock();
  if (!ompt::is_on()) [[likely]]
    return;
  depth == 0 ? ompt::mutex_released(team::this_worker().record, MutexKind::NestLock, lock, caller)
             : ompt::nest_lock(ompt::Endpoint::End, lock, caller);
}

int try_nest_lock(void* lock, const void* caller) {
  if (!ompt::is_on()) [[likely]]
    return static_cast<int>(nest_lock_at(lock).try_lock(current_task()));
  uint32_t depth = 0;
  abi::acquire_observed(MutexKind::TestNestLock, lock, caller,
                        [&] { depth = nest_lock_at(lock).try_lock(current_task()); });
  note_taken(MutexKind::TestNestLock, lock, depth, caller);
  return static_cast<int>(depth);
}

[[gnu::always_inline]] inline void set_lock(void* lock, const void* caller) {
  abi::acquire(MutexKind::Lock, lock_at(lock), caller);
}
[[gnu::always_inline]] inline void unset_lock(void* lock, const void* caller) {
  abi::release(MutexKind::Lock, lock_at(lock), caller);
}

}  // namespace

RONDO_API void omp_init_lock(void* lock) { init_lock(lock, 0, __builtin_return_address(0)); }
RONDO_API void omp_init_lock_with_hint(void* lock, uint32_t hint) {
  init_lock(lock, hint, __builtin_return_address(0));
}
RONDO_API void omp_destroy_lock(void* lock) { destroy_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_set_lock(void* lock) { set_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_unset_lock(void* lock) { unset_lock(lock, __builtin_return_address(0)); }
RONDO_API int omp_test_lock(void* lock) { return try_lock(lock, __builtin_return_address(0)); }

RONDO_API void omp_init_nest_lock(void* lock) { init_nest_lock(lock, 0, __builtin_return_address(0)); }
RONDO_API void omp_init_nest_lock_with_hint(void* lock, uint32_t hint) {
  init_nest_lock(lock, hint, __builtin_return_address(0));
}
RONDO_API void omp_destroy_nest_lock(void* lock) { destroy_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_set_nest_lock(void* lock) { set_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_unset_nest_lock(void* lock) { unset_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API int omp_test_nest_lock(void* lock) { return try_nest_lock(lock, __builtin_return_address(0)); }

// ---- Fortran ------------------------------------------------------------------------------------------------

RONDO_API void omp_init_lock_(void* lock) { init_lock(lock, 0, __builtin_return_address(0)); }
RONDO_API void omp_init_lock_with_hint_(void* lock, const uint32_t* hint) {
  init_lock(lock, *hint, __builtin_return_address(0));
}
RONDO_API void omp_destroy_lock_(void* lock) { destroy_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_set_lock_(void* lock) { set_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_unset_lock_(void* lock) { unset_lock(lock, __builtin_return_address(0)); }
RONDO_API int omp_test_lock_(void* lock) { return try_lock(lock, __builtin_return_address(0)); }

RONDO_API void omp_init_nest_lock_(void* lock) { init_nest_lock(lock, 0, __builtin_return_address(0)); }
RONDO_API void omp_init_nest_lock_with_hint_(void* lock, const uint32_t* hint) {
  init_nest_lock(lock, *hint, __builtin_return_address(0));
}
RONDO_API void omp_destroy_nest_lock_(void* lock) { destroy_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_set_nest_lock_(void* lock) { set_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API void omp_unset_nest_lock_(void* lock) { unset_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API int omp_test_nest_lock_(void* lock) { return try_nest_lock(lock, __builtin_return_address(0)); }

// ---- KMP ----------------------------------------------------------------------------------------------------

RONDO_API void __kmpc_init_lock(Ident*, int32_t, void* lock) { init_lock(lock, 0, __builtin_return_address(0)); }
RONDO_API void __kmpc_init_lock_with_hint(Ident*, int32_t, void* lock, uintptr_t hint) {
  init_lock(lock, static_cast<uint32_t>(hint), __builtin_return_address(0));
}
RONDO_API void __kmpc_destroy_lock(Ident*, int32_t, void* lock) { destroy_lock(lock, __builtin_return_address(0)); }
RONDO_API void __kmpc_set_lock(Ident*, int32_t, void* lock) { set_lock(lock, __builtin_return_address(0)); }
RONDO_API void __kmpc_unset_lock(Ident*, int32_t, void* lock) { unset_lock(lock, __builtin_return_address(0)); }
RONDO_API int32_t __kmpc_test_lock(Ident*, int32_t, void* lock) { return try_lock(lock, __builtin_return_address(0)); }

RONDO_API void __kmpc_init_nest_lock(Ident*, int32_t, void* lock) {
  init_nest_lock(lock, 0, __builtin_return_address(0));
}
RONDO_API void __kmpc_init_nest_lock_with_hint(Ident*, int32_t, void* lock, uintptr_t hint) {
  init_nest_lock(lock, static_cast<uint32_t>(hint), __builtin_return_address(0));
}
RONDO_API void __kmpc_destroy_nest_lock(Ident*, int32_t, void* lock) {
  destroy_nest_lock(lock, __builtin_return_address(0));
}
RONDO_API void __kmpc_set_nest_lock(Ident*, int32_t, void* lock) { set_nest_lock(lock, __builtin_return_address(0)); }
RONDO_API void __kmpc_unset_nest_lock(Ident*, int32_t, void* lock) {
  unset_nest_lock(lock, __builtin_return_address(0));
}
RONDO_API int32_t __kmpc_test_nest_lock(Ident*, int32_t, void* lock) {
  return try_nest_lock(lock, __builtin_return_address(0));
}

}  // namespace rondo::omp
