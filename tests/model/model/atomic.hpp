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

// The place in the code that an operation stands at. Default arguments take it from the caller.
struct Site {
  constexpr Site(const char* in_file = __builtin_FILE(), const char* in_function = __builtin_FUNCTION(),  // NOLINT
                 uint32_t at_line = __builtin_LINE(), uint32_t at_column = __builtin_COLUMN())
      : file(in_file), function(in_function), line(at_line), column(at_column) {}

  const char* file;
  const char* function;
  uint32_t line;
  uint32_t column;
};

// A word of 1 to 8 bytes that lies at `address`; values travel in the low bytes of a uint64_t.
struct Word {
  void* address;
  uint32_t bytes;
};

uint64_t load(Word word, Order order, Site site);
void store(Word word, uint64_t value, Order order, Site site);
uint64_t modify(Word word, Rmw operation, uint64_t operand, Order order, Site site);
// On failure `expected` holds what was found, read with order `on_failure`.
bool compare_exchange(Word word, uint64_t& expected, uint64_t desired, Order on_success, Order on_failure, Site site);
void fence(Site site);

}  // namespace rondo::model

namespace rondo::base {

template <class T>
class Atomic {
  using Order = model::Order;
  using Rmw = model::Rmw;
  using Site = model::Site;

 public:
  Atomic() = default;
  constexpr explicit Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load_relaxed(Site site = {}) const { return from(model::load(word(), Order::Relaxed, site)); }
  T load_acquire(Site site = {}) const { return from(model::load(word(), Order::Acquire, site)); }
  void store_relaxed(T value, Site site = {}) { model::store(word(), to(value), Order::Relaxed, site); }
  void store_release(T value, Site site = {}) { model::store(word(), to(value), Order::Release, site); }

  void store_release_turn(T turn, Site site = {}) { store_release(turn, site); }
  bool has_reached_acquire(T turn, Site site = {}) const { return load_acquire(site) >= turn; }

  T exchange_acquire(T value, Site site = {}) { return modify(Rmw::Exchange, to(value), Order::Acquire, site); }
  T exchange_acq_rel(T value, Site site = {}) { return modify(Rmw::Exchange, to(value), Order::AcqRel, site); }

  T add_relaxed(T value, Site site = {}) { return modify(Rmw::Add, to(value), Order::Relaxed, site); }
  T add_acq_rel(T value, Site site = {}) { return modify(Rmw::Add, to(value), Order::AcqRel, site); }
  T sub_relaxed(T value, Site site = {}) { return modify(Rmw::Add, ~to(value) + 1, Order::Relaxed, site); }
  T sub_acq_rel(T value, Site site = {}) { return modify(Rmw::Add, ~to(value) + 1, Order::AcqRel, site); }
  T or_acq_rel(T value, Site site = {}) { return modify(Rmw::Or, to(value), Order::AcqRel, site); }
  T and_acq_rel(T value, Site site = {}) { return modify(Rmw::And, to(value), Order::AcqRel, site); }

  bool cas_acq_rel(T& expected, T desired, Site site = {}) {
    return cas(expected, desired, Order::AcqRel, Order::Acquire, site);
  }
  bool cas_weak_release(T& expected, T desired, Site site = {}) {
    return cas(expected, desired, Order::Release, Order::Relaxed, site);
  }
  bool cas_seq_cst(T& expected, T desired, Site site = {}) {
    return cas(expected, desired, Order::AcqRel, Order::Acquire, site);
  }

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
  T modify(Rmw operation, uint64_t operand, Order order, Site site) {
    return from(model::modify(word(), operation, operand, order, site));
  }
  bool cas(T& expected, T desired, Order on_success, Order on_failure, Site site) {
    uint64_t bits = to(expected);
    const bool succeeded = model::compare_exchange(word(), bits, to(desired), on_success, on_failure, site);
    expected = from(bits);
    return succeeded;
  }

  T value_;
};

inline void fence_seq_cst(model::Site site = {}) { model::fence(site); }

}  // namespace rondo::base
