// SPDX-License-Identifier: Apache-2.0
//
// __kmpc_atomic_float*, cmplx*: floating-point and complex numbers. float10 is long double, float16 IEEE's quadruple
// precision (Intel's compilers only).
#include "abi/kmpc/atomic.hpp"

#define RONDO_ATOMIC_ARITHMETIC(type, T)          \
  RONDO_ATOMIC(type, T, add, Add)                 \
  RONDO_ATOMIC_REVERSIBLE(type, T, sub, Subtract) \
  RONDO_ATOMIC(type, T, mul, Multiply)            \
  RONDO_ATOMIC_REVERSIBLE(type, T, div, Divide)   \
  RONDO_ATOMIC_ACCESS(type, T)

#define RONDO_ATOMIC_REAL(type, T)  \
  RONDO_ATOMIC_ARITHMETIC(type, T)  \
  RONDO_ATOMIC(type, T, min, Least) \
  RONDO_ATOMIC(type, T, max, Greatest)

// Operands of another type.
#define RONDO_ATOMIC_MIXED(type, T, operand, E)            \
  RONDO_ATOMIC_UPDATE(type, T, add_##operand, E, Add)      \
  RONDO_ATOMIC_UPDATE(type, T, sub_##operand, E, Subtract) \
  RONDO_ATOMIC_UPDATE(type, T, mul_##operand, E, Multiply) \
  RONDO_ATOMIC_UPDATE(type, T, div_##operand, E, Divide)

// A captured complex of two floats comes back through an argument.
#define RONDO_ATOMIC_CAPTURE_OUT(name, Operation)                                                     \
  RONDO_API void __kmpc_atomic_cmplx4_##name(Ident*, int32_t, Complex4* x, Complex4 e, Complex4* out, \
                                             int32_t wants_new) {                                     \
    *out = capture<Operation>(x, e, wants_new);                                                       \
  }

namespace rondo::kmpc::atomic {

// C's complex types: in C++ they are an extension, which the ABI asks for.
#pragma clang diagnostic ignored "-Wc99-extensions"
using Complex4 = _Complex float;
using Complex8 = _Complex double;
using Complex10 = _Complex long double;
using ComplexQuad [[gnu::mode(TC)]] = _Complex float;
static_assert(sizeof(ComplexQuad) == 2 * sizeof(Quad));

RONDO_ATOMIC_REAL(float4, float)
RONDO_ATOMIC_REAL(float8, double)
RONDO_ATOMIC_REAL(float10, long double)
RONDO_ATOMIC_REAL(float16, Quad)
RONDO_ATOMIC_MIXED(float4, float, float8, double)

RONDO_ATOMIC_ARITHMETIC(cmplx8, Complex8)
RONDO_ATOMIC_ARITHMETIC(cmplx10, Complex10)
RONDO_ATOMIC_ARITHMETIC(cmplx16, ComplexQuad)
RONDO_ATOMIC_MIXED(cmplx4, Complex4, cmplx8, Complex8)

RONDO_ATOMIC_UPDATE(cmplx4, Complex4, add, Complex4, Add)
RONDO_ATOMIC_UPDATE(cmplx4, Complex4, sub, Complex4, Subtract)
RONDO_ATOMIC_UPDATE(cmplx4, Complex4, sub_rev, Complex4, Reversed<Subtract>)
RONDO_ATOMIC_UPDATE(cmplx4, Complex4, mul, Complex4, Multiply)
RONDO_ATOMIC_UPDATE(cmplx4, Complex4, div, Complex4, Divide)
RONDO_ATOMIC_UPDATE(cmplx4, Complex4, div_rev, Complex4, Reversed<Divide>)
RONDO_ATOMIC_CAPTURE_OUT(add_cpt, Add)
RONDO_ATOMIC_CAPTURE_OUT(sub_cpt, Subtract)
RONDO_ATOMIC_CAPTURE_OUT(sub_cpt_rev, Reversed<Subtract>)
RONDO_ATOMIC_CAPTURE_OUT(mul_cpt, Multiply)
RONDO_ATOMIC_CAPTURE_OUT(div_cpt, Divide)
RONDO_ATOMIC_CAPTURE_OUT(div_cpt_rev, Reversed<Divide>)

RONDO_API Complex4 __kmpc_atomic_cmplx4_rd(Ident*, int32_t, Complex4* x) { return work::read_atomically(x); }
RONDO_API void __kmpc_atomic_cmplx4_wr(Ident*, int32_t, Complex4* x, Complex4 e) {
  (void)work::exchange_atomically(x, e);
}
RONDO_API void __kmpc_atomic_cmplx4_swp(Ident*, int32_t, Complex4* x, Complex4 e, Complex4* out) {
  *out = work::exchange_atomically(x, e);
}

}  // namespace rondo::kmpc::atomic
