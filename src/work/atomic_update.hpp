// SPDX-License-Identifier: Apache-2.0
//
// The atomic construct as a function: read, write, exchange and update of a value of any type. Values of up to eight
// bytes are changed by the same instructions that compilers put in line, so these functions and inline code may be
// used on the same variable; wider ones, for which x86-64 has no plain instruction, stand behind the lock of
// GOMP_atomic_start. Any thread may call.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/atomic.hpp"
#include "work/process.hpp"

namespace rondo::work {

// A value before and after an update.
template <class T>
struct Change {
  T before;
  T after;
};

namespace update_detail {

template <size_t kBytes>
struct WordOf {};
template <>
struct WordOf<1> {
  using Type = uint8_t;
};
template <>
struct WordOf<2> {
  using Type = uint16_t;
};
template <>
struct WordOf<4> {
  using Type = uint32_t;
};
template <>
struct WordOf<8> {
  using Type = uint64_t;
};

template <class T>
inline constexpr bool kFitsWord = sizeof(T) <= sizeof(uint64_t);

// A type may be aligned to less than its size (a complex of two floats). An instruction that crosses a cache line
// locks the bus for all processors, so every entry point, for any type, handles such a variable like a wide one.
template <class T>
bool has_instruction(const T* variable) {
  return kFitsWord<T> && reinterpret_cast<uintptr_t>(variable) % sizeof(T) == 0;
}

template <class T>
auto& word_of(T* variable) {
  return *static_cast<base::Atomic<typename WordOf<sizeof(T)>::Type>*>(static_cast<void*>(variable));
}

class [[nodiscard]] WideGuard {
 public:
  WideGuard() { process.wide_atomic.lock(); }
  ~WideGuard() { process.wide_atomic.unlock(); }
  WideGuard(const WideGuard&) = delete;
  WideGuard& operator=(const WideGuard&) = delete;
};

}  // namespace update_detail

// *variable = next(*variable); `next` may be called several times.
template <class T, class Next>
Change<T> update(T* variable, Next next) {
  if constexpr (update_detail::kFitsWord<T>) {
    if (update_detail::has_instruction(variable)) {
      auto& word = update_detail::word_of(variable);
      auto seen = word.load_acquire();  // [U1]
      T before;
      T after;
      do {
        before = std::bit_cast<T>(seen);
        after = next(before);
      } while (!word.cas_acq_rel(seen, std::bit_cast<decltype(seen)>(after)));  // [U1]
      return {before, after};
    }
  }
  update_detail::WideGuard guard;
  T before = *variable;
  *variable = next(before);
  return {before, *variable};
}

template <class T>
T read_atomically(T* variable) {
  if constexpr (update_detail::kFitsWord<T>) {
    if (update_detail::has_instruction(variable)) {
      return std::bit_cast<T>(update_detail::word_of(variable).load_acquire());  // [U1]
    }
  }
  update_detail::WideGuard guard;
  return *variable;
}

template <class T>
T exchange_atomically(T* variable, T value) {
  return update(variable, [value](T) { return value; }).before;
}

// Stores `desired` if the variable holds `expected`. Returns the value that it held, expected or not.
template <class T>
T compare_and_swap(T* variable, T expected, T desired) {
  static_assert(std::is_integral_v<T>);
  if (!update_detail::has_instruction(variable)) {
    update_detail::WideGuard guard;
    T found = *variable;
    if (found == expected) *variable = desired;
    return found;
  }
  auto seen = std::bit_cast<typename update_detail::WordOf<sizeof(T)>::Type>(expected);
  (void)update_detail::word_of(variable).cas_acq_rel(seen, std::bit_cast<decltype(seen)>(desired));  // [U1]
  return std::bit_cast<T>(seen);
}

}  // namespace rondo::work
