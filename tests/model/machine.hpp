// SPDX-License-Identifier: Apache-2.0
//
// The memory of the explored program. It says what a step does, in which ways it can go, and which steps commute;
// which step comes next is the search's business (search.hpp). There are two: total_store_order.hpp and
// weak_memory.hpp.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <vector>

#include "explorer.hpp"
#include "memory_pool.hpp"
#include "model/atomic.hpp"

namespace rondo::model {

enum class Kind : uint8_t {
  Load,
  Store,       // into the store buffer
  Flush,       // the oldest store of a buffer reaches memory
  Write,       // a store without store buffers
  Modify,      // read-modify-write
  Fence,
  LightFence,  // the light side of the asymmetric fence
  HeavyBegin,  // the heavy side: from here on something has to happen to each other thread
  Interrupt,   // (weak memory: this)
  HeavyEnd,    // before this
  FutexWait,
  FutexResume,
  FutexWake,
  Pause,       // until a word has changed that this thread has read since its last pause
};
const char* name_of(Kind kind);

using Words = uint64_t;  // a set; all words beyond the first 63 of a run are one

struct Operation {
  Kind kind = Kind::Load;
  const void* address = nullptr;
  Words words = 0;  // the word at `address`; Pause: those that it waits for
  bool is_conditional = false;  // compare-and-swap: it writes if it finds
  uint64_t expected = 0;        // this; FutexWait: sleeps if it finds this

  bool writes() const { return kind == Kind::Flush || kind == Kind::Write || kind == Kind::Modify; }
  bool accesses_memory() const { return writes() || kind == Kind::Load || kind == Kind::FutexWait; }
};

// What the search schedules: thread t is process t. Process kMaxThreads + t is what happens to thread t from outside:
// its store buffer, or interrupts.
inline constexpr uint32_t kMaxProcesses = 2 * kMaxThreads;
constexpr uint32_t thread_of(uint32_t process) { return process % kMaxThreads; }
constexpr uint32_t outside_of(uint32_t thread) { return kMaxThreads + thread; }
constexpr bool is_outside(uint32_t process) { return process >= kMaxThreads; }

// One of the ways in which the next step of a process can go, named alike in every schedule. Load, Modify, FutexWait:
// the store that is read. Write: the store that it is put before. Pause: the store that it knows of afterwards.
// Interrupt: by which thread.
using Way = uint64_t;
inline constexpr Way kOnlyWay = 0;

// A step as far as its order with others is concerned.
struct Event {
  uint32_t process = 0;
  Operation operation;
  Way way = kOnlyWay;
  uint64_t written = 0;  // the name of the store that it makes; 0: none yet, or none
};

// What a futex is waited for with, and woken by: sleepers of one word are told apart by bits.
struct Sleep {
  uint32_t expected;
  uint32_t bits;
};
struct Waking {
  int n_waiters;
  uint32_t bits;
};

class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  virtual ~Machine() = default;

  virtual void reset(uint32_t n_threads) = 0;

  // In which ways the process can take this step now; none: it has to wait.
  virtual void find_ways(uint32_t process, const Operation& next, std::vector<Way>& ways) = 0;
  virtual uint64_t name_of_store(uint32_t) const { return 0; }  // which the process would make now

  // Steps of different processes, `first` before `second`.
  virtual bool is_ordered(const Event& first, const Event& second) const = 0;  // so it is in every equivalent schedule
  virtual bool is_race(const Event& first, const Event& second) const = 0;  // the other order may turn out differently

  virtual bool has_step_outside(uint32_t thread) const = 0;
  virtual Operation next_outside(uint32_t thread) = 0;
  virtual uint64_t step_outside(uint32_t thread, Way way) = 0;
  // What has to be empty before: see TotalStoreOrder.
  virtual bool waits_for_outside(const Operation&) const { return false; }

  virtual Operation store_of(const void* address) = 0;
  virtual Operation access(Kind kind, const void* address) = 0;
  virtual Operation pause_of(uint32_t thread) const = 0;
  virtual bool needs_step(Kind fence, uint32_t thread) const = 0;

  virtual uint64_t load(uint32_t thread, Word word, Order order, Way way) = 0;
  virtual void store(uint32_t thread, Word word, uint64_t value, Order order, Way way) = 0;
  // Writes only if `change` says so; returns what was there.
  using Change = std::function<bool(uint64_t found, uint64_t& desired, Order& order)>;
  virtual uint64_t modify(uint32_t thread, Word word, Order order, Way way, const Change& change) = 0;
  virtual void fence(uint32_t thread) = 0;
  virtual void light_fence(uint32_t) {}
  virtual void begin_heavy_fence(uint32_t thread) = 0;
  virtual void end_heavy_fence(uint32_t) {}
  // True: the thread sleeps until it is woken.
  virtual bool futex_wait(uint32_t thread, Word word, Sleep sleep, Way way) = 0;
  virtual void futex_wake(uint32_t thread, const uint32_t* word, Waking waking) = 0;
  virtual void pause(uint32_t thread, Way way) = 0;

  // Plain data. nullptr, or what is wrong.
  virtual const char* note_plain_write(uint32_t, const void*, size_t) { return nullptr; }
  virtual const char* note_plain_read(uint32_t, const void*, size_t) { return nullptr; }

  virtual const Clock& known_to(uint32_t thread) const = 0;
};

std::unique_ptr<Machine> make_total_store_order(const Options& options);
std::unique_ptr<Machine> make_weak_memory(const Options& options);

inline uint64_t read_memory(Word word) {
  uint64_t value = 0;
  std::memcpy(&value, word.address, word.bytes);
  return value;
}
inline void write_memory(Word word, uint64_t value) { std::memcpy(word.address, &value, word.bytes); }

}  // namespace rondo::model
