// SPDX-License-Identifier: Apache-2.0
//
// __kmpc_atomic_fixed*: integers. Signed and unsigned differ only where the table has a row for `u`.
#include "abi/kmpc/atomic.hpp"

#define RONDO_ATOMIC_INTEGER(type, T)                        \
  RONDO_ATOMIC(type, T, add, Add)                            \
  RONDO_ATOMIC_REVERSIBLE(type, T, sub, Subtract)            \
  RONDO_ATOMIC(type, T, mul, Multiply)                       \
  RONDO_ATOMIC_REVERSIBLE(type, T, div, Divide)              \
  RONDO_ATOMIC_REVERSIBLE(type##u, u##T, div, Divide)        \
  RONDO_ATOMIC(type, T, andb, And)                           \
  RONDO_ATOMIC(type, T, orb, Or)                             \
  RONDO_ATOMIC(type, T, xor, ExclusiveOr)                    \
  RONDO_ATOMIC(type, T, neqv, ExclusiveOr)                   \
  RONDO_ATOMIC(type, T, eqv, Equivalent)                     \
  RONDO_ATOMIC(type, T, andl, LogicalAnd)                    \
  RONDO_ATOMIC(type, T, orl, LogicalOr)                      \
  RONDO_ATOMIC_REVERSIBLE(type, T, shl, ShiftLeft)           \
  RONDO_ATOMIC_REVERSIBLE(type, T, shr, ShiftRight)          \
  RONDO_ATOMIC_REVERSIBLE(type##u, u##T, shr, ShiftRight)    \
  RONDO_ATOMIC(type, T, min, Least)                          \
  RONDO_ATOMIC(type, T, max, Greatest)                       \
  RONDO_ATOMIC_UPDATE(type, T, mul_float8, double, Multiply) \
  RONDO_ATOMIC_UPDATE(type, T, div_float8, double, Divide)   \
  RONDO_ATOMIC_ACCESS(type, T)

namespace rondo::kmpc::atomic {

RONDO_ATOMIC_INTEGER(fixed1, int8_t)
RONDO_ATOMIC_INTEGER(fixed2, int16_t)
RONDO_ATOMIC_INTEGER(fixed4, int32_t)
RONDO_ATOMIC_INTEGER(fixed8, int64_t)

}  // namespace rondo::kmpc::atomic
