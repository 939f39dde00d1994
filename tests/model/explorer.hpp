// SPDX-License-Identifier: Apache-2.0
//
// Runs a small concurrent program under every schedule. Its two to four threads are coroutines of one OS thread; each
// atomic operation, and each moment at which a store leaves a thread's store buffer, is a step that the explorer
// orders. Method, memory model and limits: README.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "model/atomic.hpp"

namespace rondo::model {

// What to break, everywhere in the program, to show that a harness would notice.
enum class Mutation : uint8_t {
  None,
  NoFence,           // full fences do nothing
  NoHeavyFence,      // nor do the heavy sides of the asymmetric fence
  SplitCas,          // a read-modify-write becomes a load and, in a later step, a store
  SplitExchange,
  SplitAdd,
  SplitOr,
  ReleaseIsRelaxed,  // plain data is handed over without an order
  AcquireIsRelaxed,
};
const char* name_of(Mutation mutation);

// One order, at one place of the code, by one step.
enum class Weakening : uint8_t { None, Release, Acquire, Fence };  // what is left out
struct OrderAt {
  Site site;
  Weakening weakening = Weakening::None;

  friend bool operator<(const OrderAt& a, const OrderAt& b);
};
using Orders = std::map<OrderAt, const char*>;  // with the operation's name

enum class MemoryModel : uint8_t {
  Sequential,       // every load finds the newest store
  TotalStoreOrder,  // x86: stores wait in a buffer
  Weak,             // C++20: whatever release, acquire and fences do not forbid
};
const char* name_of(MemoryModel memory);

struct Options {
  Mutation mutation = Mutation::None;
  MemoryModel memory = MemoryModel::TotalStoreOrder;
  OrderAt weakened = {};
  Orders* orders = nullptr;   // where to note the orders that the program uses
  bool reduces = true;        // false: every interleaving is run, equivalent ones too
  uint64_t max_schedules = 2'000'000;
  uint64_t stops_after = 0;   // not 0: so many schedules are enough
  uint64_t n_samples = 0;     // not 0: so many schedules made at random (always the same ones) instead of all
};

struct Result {
  uint64_t n_schedules = 0;  // run to the end
  uint64_t n_cut = 0;        // abandoned, as equivalent to one that was run
  bool is_complete = false;  // there are no others
  bool failed = false;
  std::string failure;       // what, and the schedule that led there
};
std::ostream& operator<<(std::ostream& out, const Result& result);

// One run of the program, while it is being set up.
class Execution {
 public:
  Execution() = default;
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;
  ~Execution();

  // An object that lives as long as the run.
  template <class T, class... Arguments>
  T& make(Arguments&&... arguments);

  void thread(std::function<void()> body) { threads_.push_back(std::move(body)); }

  // After all threads have ended: check the outcome here. Operations are ordinary ones again.
  void at_end(std::function<void()> check) { at_end_ = std::move(check); }

 private:
  friend class Search;
  std::vector<std::function<void()>> threads_;
  std::function<void()> at_end_;
  std::vector<std::pair<void*, void (*)(void*)>> objects_;
};

Result explore(const std::function<void(Execution&)>& program, const Options& options = {});

// How the report of a failure calls a word.
void name(const void* address, const char* text);

// Ends the run and the exploration as failed.
void check(bool condition, const char* what);
[[noreturn]] void fail(const std::string& what);

// Memory at the same addresses in every run; blocks are not used again within one. Touching a block that was released
// is a failure, as is releasing it twice.
void* allocate(size_t bytes);
void release(void* block);
size_t n_allocated();  // not released yet

// Where the structures take a `Memory` parameter.
struct Memory {
  void* allocate(size_t bytes) { return model::allocate(bytes); }
  void release(void* block) { model::release(block); }
};

// Every access to plain data, called by the compiler's instrumentation (plain_accesses.cpp). Two accesses to memory
// from allocate(), one of them a write, that no release and acquire put in an order are a failure, in whatever order
// they happen to run. They are not steps of the schedule.
void note_read(const void* address, size_t bytes);
void note_write(const void* address, size_t bytes);

// For the parts of os/ that a protocol uses.
void heavy_fence(Site site = {});
void light_fence(Site site = {});
void futex_wait(const uint32_t* word, uint32_t expected, uint32_t bits = ~0u);
void futex_wake(const uint32_t* word, int n_waiters, uint32_t bits = ~0u);
void pause();
uint64_t ticks();
uint32_t current_thread();
extern bool* is_excluded;  // where a harness wants to see exclude_processor() and let_back(), made in its execution
// Waits with a time-out end by themselves, in programs whose sleepers look again and again. In others they do not: a
// wake-up that is lost is a failure there.
extern bool naps_end;

template <class T, class... Arguments>
T& Execution::make(Arguments&&... arguments) {
  static_assert(alignof(T) <= 64);
  T* object = new (allocate(sizeof(T))) T(std::forward<Arguments>(arguments)...);
  objects_.emplace_back(object, [](void* memory) { static_cast<T*>(memory)->~T(); });
  return *object;
}

}  // namespace rondo::model
