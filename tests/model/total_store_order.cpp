// SPDX-License-Identifier: Apache-2.0
//
// x86: a store goes to its thread's store buffer, and reaches memory in a step of its own. (Without store buffers:
// sequential consistency.) What release and acquire make known is kept in clocks beside it.
#include <algorithm>
#include <array>
#include <vector>

#include "machine.hpp"

namespace rondo::model {

namespace {

class TotalStoreOrder final : public Machine {
 public:
  explicit TotalStoreOrder(const Options& options) : options_(options) {}

  void reset(uint32_t n_threads) override;
  void find_ways(uint32_t process, const Operation& next, std::vector<Way>& ways) override;
  bool is_ordered(const Event& first, const Event& second) const override;
  bool is_race(const Event& first, const Event& second) const override { return is_ordered(first, second); }

  bool has_step_outside(uint32_t thread) const override { return !threads_[thread].buffer.empty(); }
  Operation next_outside(uint32_t thread) override {
    return access(Kind::Flush, threads_[thread].buffer.front().word.address);
  }
  uint64_t step_outside(uint32_t thread, Way way) override;
  bool waits_for_outside(const Operation& operation) const override;

  Operation store_of(const void* address) override {
    return access(options_.memory == MemoryModel::TotalStoreOrder ? Kind::Store : Kind::Write, address);
  }
  Operation access(Kind kind, const void* address) override { return {kind, address, Words{1} << number_of(address)}; }
  Operation pause_of(uint32_t thread) const override;
  bool needs_step(Kind fence, uint32_t thread) const override {
    return fence != Kind::LightFence && (fence != Kind::Fence || has_step_outside(thread));
  }

  uint64_t load(uint32_t thread, Word word, Order order, Way way) override;
  void store(uint32_t thread, Word word, uint64_t value, Order order, Way way) override;
  uint64_t modify(uint32_t thread, Word word, Order order, Way way, const Change& change) override;
  void fence(uint32_t thread) override;
  void begin_heavy_fence(uint32_t thread) override;
  bool futex_wait(uint32_t thread, Word word, Sleep sleep, Way way) override;
  void futex_wake(uint32_t thread, const uint32_t* word, Waking waking) override;
  void pause(uint32_t thread, Way) override { threads_[thread].has_read.clear(); }

  const Clock& known_to(uint32_t thread) const override { return threads_[thread].known; }

 private:
  struct Reading {
    Word word;
    uint32_t number;
    uint64_t version;  // changes by the thread itself do not count,
    uint64_t value;    // but it does not wait for what it would find changed
  };
  struct Entry {
    Word word;
    uint64_t value;
    Clock released;
  };
  struct Thread {
    std::vector<Entry> buffer;  // a few; the oldest first
    Clock known = {};             // what happened before this point
    Clock at_fence = {};          // published by relaxed stores: what was known at the last fence
    Clock seen = {};              // read by relaxed loads: known after the next fence
    std::vector<Reading> has_read;  // since the last pause
    const void* sleeps_on = nullptr;
    uint32_t sleeps_as = 0;
    bool is_awaited[kMaxThreads] = {};  // heavy fence of this thread: whose buffer has not been empty since
  };

  bool is_enabled(uint32_t thread, const Operation& next) const;
  Clock released_by(Thread& thread, Order order) const;
  void acquire(Thread& thread, const Clock& clock, Order order);
  void write(Thread& thread, Word word, uint64_t value, const Clock& released);
  static const Entry* newest_in_buffer(const Thread& thread, const void* address);
  static uint64_t value_for(const Thread& thread, Word word);
  uint64_t note_reading(Thread& thread, Word word);
  size_t index_of(const void* address);
  uint32_t number_of(const void* address) {
    return static_cast<uint32_t>(std::min(index_of(address), versions_.size() - 1));
  }

  const Options& options_;
  std::array<Thread, kMaxThreads> threads_;
  std::vector<const void*> addresses_;      // of words that have been used; a few dozen
  std::vector<Clock> released_;             // by the last write of each word
  std::array<uint64_t, 64> versions_ = {};  // counts the changes of each word; those beyond share one
};

bool depend_on_order(const Operation& a, const Operation& b) {
  auto either = [&](auto first, auto second) { return (first(a) && second(b)) || (first(b) && second(a)); };
  auto is = [](Kind kind) { return [kind](const Operation& operation) { return operation.kind == kind; }; };
  if (a.address == b.address && a.accesses_memory() && b.accesses_memory() && (a.writes() || b.writes())) return true;
  auto sleeps = [](const Operation& operation) {
    return operation.kind == Kind::FutexWait || operation.kind == Kind::FutexResume ||
           operation.kind == Kind::FutexWake;
  };
  if (a.address == b.address && either(is(Kind::FutexWake), sleeps)) return true;
  auto writes = [](const Operation& operation) { return operation.writes(); };
  if ((a.words & b.words) != 0 && either(is(Kind::Pause), writes)) return true;
  return either(is(Kind::HeavyBegin), is(Kind::Store)) || either(is(Kind::HeavyBegin), is(Kind::Flush)) ||
         either(is(Kind::HeavyEnd), is(Kind::Flush));
}

// A thread and its own store buffer are independent: a load finds the store in either place.
bool TotalStoreOrder::is_ordered(const Event& first, const Event& second) const {
  return thread_of(first.process) != thread_of(second.process) && depend_on_order(first.operation, second.operation);
}

void TotalStoreOrder::reset(uint32_t) {
  for (uint32_t i = 0; i < kMaxThreads; i++) {
    Thread& thread = threads_[i];
    thread.buffer.clear();
    thread.known = thread.at_fence = thread.seen = {};
    thread.known[i] = 1;
    thread.has_read.clear();
    thread.sleeps_on = nullptr;
    std::fill(std::begin(thread.is_awaited), std::end(thread.is_awaited), false);
  }
  addresses_.clear();
  released_.clear();
  versions_ = {};
}

// These wait until the thread's own stores are out. System calls do as well.
bool TotalStoreOrder::waits_for_outside(const Operation& operation) const {
  const Kind kind = operation.kind;
  return kind == Kind::Modify || kind == Kind::Fence || kind == Kind::HeavyBegin || kind == Kind::FutexWait ||
         kind == Kind::FutexWake;
}

void TotalStoreOrder::find_ways(uint32_t process, const Operation& next, std::vector<Way>& ways) {
  if (is_outside(process) || is_enabled(process, next)) ways.push_back(kOnlyWay);
}

bool TotalStoreOrder::is_enabled(uint32_t thread, const Operation& next) const {
  const Thread& self = threads_[thread];
  if (waits_for_outside(next) && !self.buffer.empty()) return false;
  switch (next.kind) {
    case Kind::HeavyEnd:
      for (bool is_awaited : self.is_awaited) {
        if (is_awaited) return false;
      }
      return true;
    case Kind::FutexResume:
      return self.sleeps_on == nullptr;
    case Kind::Pause:
      for (const Reading& reading : self.has_read) {
        if (reading.version != versions_[reading.number] || reading.value != value_for(self, reading.word)) return true;
      }
      return self.has_read.empty();
    default:
      return true;
  }
}

// ---- What a pause waits for ----------------------------------------------------------------------------------

size_t TotalStoreOrder::index_of(const void* address) {
  const auto found = std::find(addresses_.begin(), addresses_.end(), address);
  const auto index = static_cast<size_t>(found - addresses_.begin());
  if (found == addresses_.end()) {
    addresses_.push_back(address);
    released_.push_back({});
  }
  return index;
}

const TotalStoreOrder::Entry* TotalStoreOrder::newest_in_buffer(const Thread& thread, const void* address) {
  for (auto entry = thread.buffer.rbegin(); entry != thread.buffer.rend(); ++entry) {
    if (entry->word.address == address) return &*entry;
  }
  return nullptr;
}

uint64_t TotalStoreOrder::value_for(const Thread& thread, Word word) {
  const Entry* entry = newest_in_buffer(thread, word.address);
  return entry != nullptr ? entry->value : read_memory(word);
}

uint64_t TotalStoreOrder::note_reading(Thread& thread, Word word) {
  const uint32_t number = number_of(word.address);
  const uint64_t value = value_for(thread, word);
  thread.has_read.push_back({word, number, versions_[number], value});
  return value;
}

Operation TotalStoreOrder::pause_of(uint32_t thread) const {
  Operation pause = {Kind::Pause};
  for (const Reading& reading : threads_[thread].has_read) pause.words |= Words{1} << reading.number;
  return pause;
}

// ---- What happened before what ------------------------------------------------------------------------------

Clock TotalStoreOrder::released_by(Thread& thread, Order order) const {
  const bool releases =
      (order == Order::Release || order == Order::AcqRel) && options_.mutation != Mutation::ReleaseIsRelaxed;
  if (!releases) return thread.at_fence;
  const Clock released = thread.known;
  thread.known[static_cast<size_t>(&thread - threads_.data())]++;
  return released;
}

void TotalStoreOrder::acquire(Thread& thread, const Clock& clock, Order order) {
  const bool acquires =
      (order == Order::Acquire || order == Order::AcqRel) && options_.mutation != Mutation::AcquireIsRelaxed;
  join(acquires ? thread.known : thread.seen, clock);
}

// ---- Steps --------------------------------------------------------------------------------------------------

void TotalStoreOrder::write(Thread& thread, Word word, uint64_t value, const Clock& released) {
  const uint32_t number = number_of(word.address);
  const uint64_t before = versions_[number];
  if (read_memory(word) != value) versions_[number]++;
  write_memory(word, value);
  released_[index_of(word.address)] = released;
  for (Reading& reading : thread.has_read) {
    if (reading.number == number && reading.version == before) reading.version = versions_[number];
  }
}

uint64_t TotalStoreOrder::load(uint32_t thread, Word word, Order order, Way) {
  Thread& self = threads_[thread];
  const uint64_t value = note_reading(self, word);
  if (newest_in_buffer(self, word.address) != nullptr) return value;
  acquire(self, released_[index_of(word.address)], order);
  return value;
}

void TotalStoreOrder::store(uint32_t thread, Word word, uint64_t value, Order order, Way) {
  Thread& self = threads_[thread];
  const Clock released = released_by(self, order);
  if (options_.memory == MemoryModel::TotalStoreOrder) {
    self.buffer.push_back({word, value, released});
  } else {
    write(self, word, value, released);
  }
}

uint64_t TotalStoreOrder::modify(uint32_t thread, Word word, Order order, Way, const Change& change) {
  Thread& self = threads_[thread];
  const uint64_t found = note_reading(self, word);  // the buffer is empty
  Clock released = released_[index_of(word.address)];
  uint64_t desired = 0;
  const bool writes = change(found, desired, order);
  acquire(self, released, order);
  if (writes) {
    join(released, released_by(self, order));  // a read-modify-write continues the release it replaces
    write(self, word, desired, released);
  }
  return found;
}

uint64_t TotalStoreOrder::step_outside(uint32_t thread, Way) {
  Thread& self = threads_[thread];
  const Entry entry = self.buffer.front();
  self.buffer.erase(self.buffer.begin());
  write(self, entry.word, entry.value, entry.released);
  if (self.buffer.empty()) {
    for (Thread& other : threads_) other.is_awaited[thread] = false;
  }
  return entry.value;
}

void TotalStoreOrder::fence(uint32_t thread) {
  Thread& self = threads_[thread];
  join(self.known, self.seen);
  self.at_fence = self.known;
  self.known[thread]++;
}

void TotalStoreOrder::begin_heavy_fence(uint32_t thread) {
  fence(thread);
  for (uint32_t other = 0; other < kMaxThreads; other++) {
    threads_[thread].is_awaited[other] = has_step_outside(other);
  }
}

bool TotalStoreOrder::futex_wait(uint32_t thread, Word word, Sleep sleep, Way) {
  if (read_memory(word) != sleep.expected) return false;
  threads_[thread].sleeps_on = word.address;
  threads_[thread].sleeps_as = sleep.bits;
  return true;
}

void TotalStoreOrder::futex_wake(uint32_t, const uint32_t* word, Waking waking) {
  for (Thread& thread : threads_) {
    if (waking.n_waiters == 0) return;
    if (thread.sleeps_on != word || (thread.sleeps_as & waking.bits) == 0) continue;
    thread.sleeps_on = nullptr;
    waking.n_waiters--;
  }
}

}  // namespace

std::unique_ptr<Machine> make_total_store_order(const Options& options) {
  return std::make_unique<TotalStoreOrder>(options);
}

}  // namespace rondo::model
