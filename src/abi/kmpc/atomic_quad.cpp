// SPDX-License-Identifier: Apache-2.0
//
// __kmpc_atomic_*_fp: any arithmetic type with an operand of quadruple precision, as Intel's compilers call them.
#include "abi/kmpc/atomic.hpp"

#define RONDO_ATOMIC_QUAD_ROW(type, T, name, Operation)    \
  RONDO_ATOMIC_UPDATE(type, T, name##_fp, Quad, Operation) \
  RONDO_ATOMIC_CAPTURE(type, T, name##_cpt_fp, Quad, Operation)

#define RONDO_ATOMIC_QUAD_REVERSIBLE(type, T, name, Operation)           \
  RONDO_ATOMIC_QUAD_ROW(type, T, name, Operation)                        \
  RONDO_ATOMIC_UPDATE(type, T, name##_rev_fp, Quad, Reversed<Operation>) \
  RONDO_ATOMIC_CAPTURE(type, T, name##_cpt_rev_fp, Quad, Reversed<Operation>)

#define RONDO_ATOMIC_QUAD(type, T)                     \
  RONDO_ATOMIC_QUAD_ROW(type, T, add, Add)             \
  RONDO_ATOMIC_QUAD_REVERSIBLE(type, T, sub, Subtract) \
  RONDO_ATOMIC_QUAD_ROW(type, T, mul, Multiply)        \
  RONDO_ATOMIC_QUAD_REVERSIBLE(type, T, div, Divide)

namespace rondo::kmpc::atomic {

RONDO_ATOMIC_QUAD(fixed1, int8_t)
RONDO_ATOMIC_QUAD(fixed1u, uint8_t)
RONDO_ATOMIC_QUAD(fixed2, int16_t)
RONDO_ATOMIC_QUAD(fixed2u, uint16_t)
RONDO_ATOMIC_QUAD(fixed4, int32_t)
RONDO_ATOMIC_QUAD(fixed4u, uint32_t)
RONDO_ATOMIC_QUAD(fixed8, int64_t)
RONDO_ATOMIC_QUAD(fixed8u, uint64_t)
RONDO_ATOMIC_QUAD(float4, float)
RONDO_ATOMIC_QUAD(float8, double)
RONDO_ATOMIC_QUAD(float10, long double)

}  // namespace rondo::kmpc::atomic
