// SPDX-License-Identifier: Apache-2.0
//
// The memory of the explored program: store buffers, what release and acquire make known, and sleeping on a
// word. It says what a step does; which step comes next is the search's business (search.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <unordered_map>
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
  HeavyBegin,  // from here on each other thread must have an empty buffer once,
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

  // x86: these wait until the thread's own stores are out. System calls do as well.
  bool needs_empty_buffer() const {
    return kind == Kind::Modify || kind == Kind::Fence || kind == Kind::HeavyBegin || kind == Kind::FutexWait ||
           kind == Kind::FutexWake;
  }
  bool writes() const { return kind == Kind::Flush || kind == Kind::Write || kind == Kind::Modify; }
  bool accesses_memory() const { return writes() || kind == Kind::Load || kind == Kind::FutexWait; }
};

// Steps of two different threads that may give different outcomes in the two orders, or one of which may enable the
// other. Wider than necessary is slow; narrower is wrong.
bool depend_on_order(const Operation& a, const Operation& b);

class Machine {
 public:
  void reset(const Options& options);

  bool is_enabled(uint32_t thread, const Operation& next) const;
  bool has_stores(uint32_t thread) const { return !threads_[thread].buffer.empty(); }
  Operation next_flush(uint32_t thread) { return access(Kind::Flush, threads_[thread].buffer.front().word.address); }
  Operation access(Kind kind, const void* address) { return {kind, address, Words{1} << number_of(address)}; }
  Operation pause_of(uint32_t thread) const;

  uint64_t load(uint32_t thread, Word word, Order order);
  void store(uint32_t thread, Word word, uint64_t value, Order order);
  uint64_t flush(uint32_t thread);
  // Writes only if `writes`; returns what was there.
  template <class Change>
  uint64_t modify(uint32_t thread, Word word, Order order, Change change);
  void fence(uint32_t thread);
  void begin_heavy_fence(uint32_t thread);
  // True: the thread sleeps until it is woken.
  bool futex_wait(uint32_t thread, const uint32_t* word, uint32_t expected);
  void futex_wake(const uint32_t* word, int n_waiters);
  void pause(uint32_t thread) { threads_[thread].has_read.clear(); }

  const Clock& known_to(uint32_t thread) const { return threads_[thread].known; }

 private:
  static constexpr uint64_t kOutdated = ~uint64_t{0};  // the thread itself has stored to the word since
  struct Reading {
    uint32_t number;
    uint64_t version;
  };
  struct Entry {
    Word word;
    uint64_t value;
    Clock released;
  };
  struct Thread {
    std::deque<Entry> buffer;
    Clock known = {};             // what happened before this point
    Clock at_fence = {};          // published by relaxed stores: what was known at the last fence
    Clock seen = {};              // read by relaxed loads: known after the next fence
    std::vector<Reading> has_read;  // since the last pause
    const uint32_t* sleeps_on = nullptr;
    bool is_awaited[kMaxThreads] = {};  // heavy fence of this thread: whose buffer has not been empty since
  };

  Clock released_by(Thread& thread, Order order) const;
  void acquire(Thread& thread, const Clock& clock, Order order);
  void write(Word word, uint64_t value, const Clock& released);
  void note_reading(Thread& thread, const void* address);
  uint32_t number_of(const void* address);

  Options options_;
  std::array<Thread, kMaxThreads> threads_;
  std::unordered_map<const void*, Clock> released_;  // by the last write of each word
  std::unordered_map<const void*, uint32_t> numbers_;
  std::array<uint64_t, 64> versions_ = {};           // counts the changes of each word
};

uint64_t read_memory(Word word);
void write_memory(Word word, uint64_t value);

template <class Change>
uint64_t Machine::modify(uint32_t thread, Word word, Order order, Change change) {
  Thread& self = threads_[thread];
  note_reading(self, word.address);
  const uint64_t found = read_memory(word);
  Clock released = released_[word.address];
  uint64_t desired = 0;
  const bool writes = change(found, desired, order);
  acquire(self, released, order);
  if (writes) {
    join(released, released_by(self, order));  // a read-modify-write continues the release it replaces
    write(word, desired, released);
  }
  return found;
}

}  // namespace rondo::model
