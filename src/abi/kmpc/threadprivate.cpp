// SPDX-License-Identifier: Apache-2.0
//
// threadprivate without native thread-local storage. Destructors of copies are not called: workers live as long as
// the process does.
#include "work/threadprivate.hpp"

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "team/fork.hpp"

namespace rondo::kmpc {

RONDO_API void __kmpc_threadprivate_register(Ident*, void* variable, void* (*construct)(void*),
                                             void* (*construct_from)(void*, void*), void (*)(void*)) {
  work::register_thread_private(variable, {.construct = construct, .construct_from = construct_from});
}

// An array of objects.
RONDO_API void __kmpc_threadprivate_register_vec(Ident*, void* variable, void* (*construct)(void*, size_t),
                                                 void* (*construct_from)(void*, void*, size_t), void (*)(void*, size_t),
                                                 size_t n_elements) {
  work::register_thread_private(
      variable, {.n_elements = n_elements, .construct_elements = construct, .construct_elements_from = construct_from});
}

RONDO_API void* __kmpc_threadprivate_cached(Ident*, int32_t, void* variable, size_t bytes, void*** cache) {
  return work::thread_private(team::this_worker(), variable, bytes, cache);
}

RONDO_API void* __kmpc_threadprivate(Ident*, int32_t, void* variable, size_t bytes) {
  return work::thread_private(team::this_worker(), variable, bytes, nullptr);
}

}  // namespace rondo::kmpc
