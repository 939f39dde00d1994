// SPDX-License-Identifier: Apache-2.0
//
// Atomic updates by a function that the compiler passes (__kmpc_atomic_<bytes>), and compare-and-swap.
#include "abi/kmpc/atomic.hpp"

namespace rondo::kmpc::atomic {

namespace {

// Stores in *result the result of the operation on *x and *e; `x` and `result` may be the same.
using Combine = void(void* result, void* x, void* e);

template <size_t kBytes>
void update_bytes(void* x, void* e, Combine* combine) {
  using Bytes = struct {
    unsigned char bytes[kBytes];
  };
  work::update(static_cast<Bytes*>(x), [e, combine](Bytes before) {
    alignas(16) Bytes after = before;
    alignas(16) Bytes operand = before;
    combine(&after, &operand, e);
    return after;
  });
}

}  // namespace

#define RONDO_ATOMIC_BYTES(n)                                                             \
  RONDO_API void __kmpc_atomic_##n(Ident*, int32_t, void* x, void* e, Combine* combine) { \
    update_bytes<n>(x, e, combine);                                                       \
  }

RONDO_ATOMIC_BYTES(1)
RONDO_ATOMIC_BYTES(2)
RONDO_ATOMIC_BYTES(4)
RONDO_ATOMIC_BYTES(8)
RONDO_ATOMIC_BYTES(10)
RONDO_ATOMIC_BYTES(16)
RONDO_ATOMIC_BYTES(20)
RONDO_ATOMIC_BYTES(32)

// ---- Compare and swap: tells whether *x was e, or what it was; _cpt also stores the value that *x has then. ------

// NOLINTBEGIN(bugprone-macro-parentheses): a type
#define RONDO_ATOMIC_CAS(n, T)                                                                                         \
  RONDO_API bool __kmpc_atomic_bool_##n##_cas(Ident*, int32_t, T* x, T e, T d) {                                       \
    return work::compare_and_swap(x, e, d) == e;                                                                       \
  }                                                                                                                    \
  RONDO_API T __kmpc_atomic_val_##n##_cas(Ident*, int32_t, T* x, T e, T d) { return work::compare_and_swap(x, e, d); } \
  RONDO_API bool __kmpc_atomic_bool_##n##_cas_cpt(Ident*, int32_t, T* x, T e, T d, T* captured) {                      \
    T found = work::compare_and_swap(x, e, d);                                                                         \
    if (found != e) *captured = found;                                                                                 \
    return found == e;                                                                                                 \
  }                                                                                                                    \
  RONDO_API T __kmpc_atomic_val_##n##_cas_cpt(Ident*, int32_t, T* x, T e, T d, T* captured) {                          \
    T found = work::compare_and_swap(x, e, d);                                                                         \
    *captured = found == e ? d : found;                                                                                \
    return found;                                                                                                      \
  }
// NOLINTEND(bugprone-macro-parentheses)

RONDO_ATOMIC_CAS(1, int8_t)
RONDO_ATOMIC_CAS(2, int16_t)
RONDO_ATOMIC_CAS(4, int32_t)
RONDO_ATOMIC_CAS(8, int64_t)

}  // namespace rondo::kmpc::atomic
