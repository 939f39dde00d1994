// SPDX-License-Identifier: Apache-2.0
//
// The several hundred functions __kmpc_atomic_<type>_<operation>, which Intel's compilers and older clang call, are
// written as a table: an operation is a type with a function, and a row makes from it the functions of one type and
// operation:
//
//     name            *x = *x op e
//     name_rev        *x = e op *x
//     name_cpt        as the first, and returns the value of *x: after it if the last argument is not 0, else before
//     name_cpt_rev    likewise for the second
//
// With an operand of another type (fixed4_mul_float8), the operation is done in the common type and the result is
// converted, as in the language's `*x = *x * e`.
#pragma once

#include <type_traits>

#include "abi/api.hpp"
#include "abi/kmpc/types.hpp"
#include "work/atomic_update.hpp"

namespace rondo::kmpc::atomic {

// IEEE's quadruple precision: __float128 where long double is another format, else long double itself.
using Quad [[gnu::mode(TF)]] = float;
static_assert(sizeof(Quad) == 16);

// The type that x op e is computed in.
template <class T, class Operand>
using Common = decltype(T{} + Operand{});

// The same for sums and products, where integers wrap around, also the signed ones.
template <class T>
struct WrappingOf {
  using Type = T;
};
template <class T>
  requires std::is_integral_v<T>
struct WrappingOf<T> {
  using Type = std::make_unsigned_t<T>;
};
template <class T, class Operand>
using Wrapping = typename WrappingOf<Common<T, Operand>>::Type;

struct Add {
  template <class T, class Operand>
  static T apply(T x, Operand e) {
    using Type = Wrapping<T, Operand>;
    return static_cast<T>(static_cast<Type>(x) + static_cast<Type>(e));
  }
};
struct Subtract {
  template <class T, class Operand>
  static T apply(T x, Operand e) {
    using Type = Wrapping<T, Operand>;
    return static_cast<T>(static_cast<Type>(x) - static_cast<Type>(e));
  }
  template <class T, class Operand>
  static T apply_reversed(T x, Operand e) {
    using Type = Wrapping<T, Operand>;
    return static_cast<T>(static_cast<Type>(e) - static_cast<Type>(x));
  }
};
struct Multiply {
  template <class T, class Operand>
  static T apply(T x, Operand e) {
    using Type = Wrapping<T, Operand>;
    return static_cast<T>(static_cast<Type>(x) * static_cast<Type>(e));
  }
};
struct Divide {
  template <class T, class Operand>
  static T apply(T x, Operand e) {
    using Type = Common<T, Operand>;
    return static_cast<T>(static_cast<Type>(x) / static_cast<Type>(e));
  }
  template <class T, class Operand>
  static T apply_reversed(T x, Operand e) {
    using Type = Common<T, Operand>;
    return static_cast<T>(static_cast<Type>(e) / static_cast<Type>(x));
  }
};

struct And {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(x & e);
  }
};
struct Or {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(x | e);
  }
};
struct ExclusiveOr {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(x ^ e);
  }
};
// Fortran's .EQV. on whole words.
struct Equivalent {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(x ^ ~e);
  }
};
struct LogicalAnd {
  template <class T>
  static T apply(T x, T e) {
    return x != 0 && e != 0 ? T{1} : T{0};
  }
};
struct LogicalOr {
  template <class T>
  static T apply(T x, T e) {
    return x != 0 || e != 0 ? T{1} : T{0};
  }
};

struct ShiftLeft {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(static_cast<Wrapping<T, T>>(x) << e);
  }
  template <class T>
  static T apply_reversed(T x, T e) {
    return apply(e, x);
  }
};
struct ShiftRight {
  template <class T>
  static T apply(T x, T e) {
    return static_cast<T>(x >> e);
  }
  template <class T>
  static T apply_reversed(T x, T e) {
    return apply(e, x);
  }
};

struct Least {
  template <class T>
  static T apply(T x, T e) {
    return e < x ? e : x;
  }
};
struct Greatest {
  template <class T>
  static T apply(T x, T e) {
    return x < e ? e : x;
  }
};

// The operation with its operands exchanged.
template <class Operation>
struct Reversed {
  template <class T, class Operand>
  static T apply(T x, Operand e) {
    return Operation::apply_reversed(x, e);
  }
};

template <class Operation, class T, class Operand>
work::Change<T> update(T* x, Operand e) {
  return work::update(x, [e](T value) { return Operation::apply(value, e); });
}

template <class Operation, class T, class Operand>
T capture(T* x, Operand e, int32_t wants_new) {
  work::Change<T> change = update<Operation>(x, e);
  return wants_new != 0 ? change.after : change.before;
}

}  // namespace rondo::kmpc::atomic

// ---- Rows ---------------------------------------------------------------------------------------------------
// `type` and `name` are those of the symbol, T is the type of the variable, E that of the other operand.
// NOLINTBEGIN(bugprone-macro-parentheses): types

#define RONDO_ATOMIC_UPDATE(type, T, name, E, Operation)                                    \
  RONDO_API void __kmpc_atomic_##type##_##name(::rondo::kmpc::Ident*, int32_t, T* x, E e) { \
    ::rondo::kmpc::atomic::update<Operation>(x, e);                                         \
  }

#define RONDO_ATOMIC_CAPTURE(type, T, name, E, Operation)                                                   \
  RONDO_API T __kmpc_atomic_##type##_##name(::rondo::kmpc::Ident*, int32_t, T* x, E e, int32_t wants_new) { \
    return ::rondo::kmpc::atomic::capture<Operation>(x, e, wants_new);                                      \
  }

#define RONDO_ATOMIC(type, T, name, Operation)     \
  RONDO_ATOMIC_UPDATE(type, T, name, T, Operation) \
  RONDO_ATOMIC_CAPTURE(type, T, name##_cpt, T, Operation)

#define RONDO_ATOMIC_REVERSIBLE(type, T, name, Operation)          \
  RONDO_ATOMIC(type, T, name, Operation)                           \
  RONDO_ATOMIC_UPDATE(type, T, name##_rev, T, Reversed<Operation>) \
  RONDO_ATOMIC_CAPTURE(type, T, name##_cpt_rev, T, Reversed<Operation>)

// Read, write and exchange.
#define RONDO_ATOMIC_ACCESS(type, T)                                                                               \
  RONDO_API T __kmpc_atomic_##type##_rd(::rondo::kmpc::Ident*, int32_t, T* x) { return work::read_atomically(x); } \
  RONDO_API void __kmpc_atomic_##type##_wr(::rondo::kmpc::Ident*, int32_t, T* x, T e) {                            \
    (void)work::exchange_atomically(x, e);                                                                         \
  }                                                                                                                \
  RONDO_API T __kmpc_atomic_##type##_swp(::rondo::kmpc::Ident*, int32_t, T* x, T e) {                              \
    return work::exchange_atomically(x, e);                                                                        \
  }
// NOLINTEND(bugprone-macro-parentheses)
