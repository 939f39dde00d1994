// SPDX-License-Identifier: Apache-2.0
//
// base/atomic.hpp as the interleaving explorer sees it: the same names, but every operation is a scheduling point and
// goes through the explorer's memory (explorer.hpp). Included by base/atomic.hpp under RONDO_MODEL.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace rondo::model {

enum class Order : uint8_t { Relaxed, Acquire, Release, AcqRel };
enum class Rmw : uint8_t { Exchange, Add, Or, And };

// A word of 1 to 8 bytes that lies at `address`; values travel in the low bytes of a uint64_t.
struct Word {
  void* address;
  uint32_t bytes;
};

uint64_t load(Word word, Order order);
void store(Word word, uint64_t value, Order order);
uint64_t modify(Word word, Rmw operation, uint64_t operand, Order order);
// On failure `expected` holds what was found, read with order `on_failure`.
bool compare_exchange(Word word, uint64_t& expected, uint64_t desired, Order on_success, Order on_failure);
void fence();

}  // namespace rondo::model

namespace rondo::base {

template <class T>
class Atomic {
  using Order = model::Order;
  using Rmw = model::Rmw;

 public:
  Atomic() = default;
  constexpr explicit Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load_relaxed() const { return from(model::load(word(), Order::Relaxed)); }
  T load_acquire() const { return from(model::load(word(), Order::Acquire)); }
  void store_relaxed(T value) { model::store(word(), to(value), Order::Relaxed); }
  void store_release(T value) { model::store(word(), to(value), Order::Release); }

  T exchange_acquire(T value) { return from(model::modify(word(), Rmw::Exchange, to(value), Order::Acquire)); }
  T exchange_acq_rel(T value) { return from(model::modify(word(), Rmw::Exchange, to(value), Order::AcqRel)); }

  T add_relaxed(T value) { return from(model::modify(word(), Rmw::Add, to(value), Order::Relaxed)); }
  T add_acq_rel(T value) { return from(model::modify(word(), Rmw::Add, to(value), Order::AcqRel)); }
  T sub_acq_rel(T value) { return from(model::modify(word(), Rmw::Add, ~to(value) + 1, Order::AcqRel)); }
  T or_acq_rel(T value) { return from(model::modify(word(), Rmw::Or, to(value), Order::AcqRel)); }
  T and_acq_rel(T value) { return from(model::modify(word(), Rmw::And, to(value), Order::AcqRel)); }

  bool cas_acq_rel(T& expected, T desired) { return cas(expected, desired, Order::AcqRel, Order::Acquire); }
  bool cas_weak_release(T& expected, T desired) { return cas(expected, desired, Order::Release, Order::Relaxed); }
  bool cas_seq_cst(T& expected, T desired) { return cas(expected, desired, Order::AcqRel, Order::Acquire); }

  const T* address() const { return &value_; }

 private:
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(uint64_t));

  static uint64_t to(T value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return bits;
  }
  static T from(uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  model::Word word() const { return {const_cast<T*>(&value_), sizeof(T)}; }
  bool cas(T& expected, T desired, Order on_success, Order on_failure) {
    uint64_t bits = to(expected);
    const bool succeeded = model::compare_exchange(word(), bits, to(desired), on_success, on_failure);
    expected = from(bits);
    return succeeded;
  }

  T value_;
};

inline void fence_seq_cst() { model::fence(); }

}  // namespace rondo::base
