// SPDX-License-Identifier: Apache-2.0
//
// The memory of C++20 (RC11: no load buffering), as a machine of views. Each word keeps all stores to it, in
// modification order. A thread has a view: of each word, the oldest store that it may still read. A load picks any
// store from there on; a store goes anywhere behind it. Release stores carry the view, acquire takes it over.
// README.md, "Weak memory".
#include <algorithm>
#include <array>
#include <unordered_map>

#include "machine.hpp"

namespace rondo::model {

namespace {

constexpr Way kAtEnd = ~Way{0};

// Of each word, by its number, a store, by its index there. 0 is the initial value, also of words beyond the end.
using View = std::vector<uint16_t>;

struct Knowledge {
  Clock clock = {};  // what happened before
  View view;
};

class WeakMemory final : public Machine {
 public:
  explicit WeakMemory(const Options& options) : options_(options) {}

  void reset(uint32_t n_threads) override;
  void find_ways(uint32_t process, const Operation& next, std::vector<Way>& ways) override;
  uint64_t name_of_store(uint32_t process) const override {
    return (uint64_t{process} + 1) << 32 | (threads_[process].n_stores + 1);
  }
  bool is_ordered(const Event& first, const Event& second) const override;
  bool is_race(const Event& first, const Event& second) const override;

  bool has_step_outside(uint32_t thread) const override { return threads_[thread].awaited_by != 0; }
  Operation next_outside(uint32_t) override { return {Kind::Interrupt}; }
  uint64_t step_outside(uint32_t thread, Way way) override;

  Operation store_of(const void* address) override { return access(Kind::Write, address); }
  Operation access(Kind kind, const void* address) override;
  Operation pause_of(uint32_t thread) const override;
  bool needs_step(Kind, uint32_t) const override { return true; }

  uint64_t load(uint32_t thread, Word word, Order order, Way way) override;
  void store(uint32_t thread, Word word, uint64_t value, Order order, Way way) override;
  uint64_t modify(uint32_t thread, Word word, Order order, Way way, const Change& change) override;
  void fence(uint32_t thread) override;
  void light_fence(uint32_t thread) override;
  void begin_heavy_fence(uint32_t thread) override;
  void end_heavy_fence(uint32_t thread) override;
  bool futex_wait(uint32_t thread, Word word, Sleep sleep, Way way) override;
  void futex_wake(uint32_t thread, const uint32_t* word, Waking waking) override;
  void pause(uint32_t thread, Way way) override;

  const char* note_plain_write(uint32_t thread, const void* address, size_t bytes) override;
  const char* note_plain_read(uint32_t thread, const void* address, size_t bytes) override;

  const Clock& known_to(uint32_t thread) const override { return threads_[thread].known.clock; }

 private:
  struct Message {
    uint64_t name;
    uint64_t value;
    Knowledge released;
    uint16_t rank;  // in modification order
    bool is_glued;  // by a read-modify-write of the message before it: nothing comes between
  };
  struct Location {
    Word word;
    std::vector<Message> messages;  // as they were made
    std::vector<uint16_t> order;    // modification order
    Clock written = {};             // by whom and when, for races with plain accesses
    Clock read = {};
  };
  struct Reading {
    uint32_t number;
    uint16_t message;
  };
  struct Thread {
    Knowledge known;
    Knowledge at_fence;  // published by relaxed stores
    Knowledge seen;      // read by relaxed loads: known after the next fence
    View at_light_fence; // what is sure to be visible to a heavy fence that interrupts now
    View called;         // by heavy fences that have interrupted: known after the next fence, a light one, too
    View answer;         // to this thread's heavy fence
    std::vector<Reading> has_read;  // since the last pause
    uint32_t n_stores = 0;
    uint32_t awaited_by = 0;  // set of threads in whose heavy fence it has not been interrupted yet
    const void* sleeps_on = nullptr;
    uint32_t sleeps_as = 0;
  };

  static uint16_t at(const View& view, uint32_t number) { return number < view.size() ? view[number] : 0; }
  uint16_t rank(const View& view, uint32_t number) const { return locations_[number].messages[at(view, number)].rank; }
  void raise(View& view, uint32_t number, uint16_t message) const;
  void join(View& into, const View& from) const;
  void join(Knowledge& into, const Knowledge& from) const {
    model::join(into.clock, from.clock);
    join(into.view, from.view);
  }

  uint32_t number_of(Word word);
  uint16_t message_named(const Location& location, uint64_t name) const;
  void read(Thread& thread, uint32_t number, uint16_t message, Order order);
  Knowledge released_by(Thread& thread, Order order);
  uint16_t write(uint32_t thread, uint32_t number, uint64_t value, uint16_t rank);
  void find_messages(const Thread& thread, const Operation& next, uint16_t first, std::vector<Way>& ways) const;

  const Options& options_;
  uint32_t n_threads_ = 0;
  std::array<Thread, kMaxThreads> threads_;
  std::vector<Location> locations_;
  std::unordered_map<const void*, uint32_t> numbers_;
  View sc_;      // known after each full fence
  View kernel_;  // of words that wake-ups were for: a sleeper does not overlook the store before the wake-up
};

void WeakMemory::reset(uint32_t n_threads) {
  n_threads_ = n_threads;
  for (uint32_t i = 0; i < kMaxThreads; i++) {
    threads_[i] = Thread();
    threads_[i].known.clock[i] = 1;
  }
  locations_.clear();
  numbers_.clear();
  sc_.clear();
  kernel_.clear();
}

// ---- Views --------------------------------------------------------------------------------------------------

void WeakMemory::raise(View& view, uint32_t number, uint16_t message) const {
  if (message == 0) return;
  if (number >= view.size()) view.resize(number + 1);
  const std::vector<Message>& messages = locations_[number].messages;
  if (messages[view[number]].rank < messages[message].rank) view[number] = message;
}

void WeakMemory::join(View& into, const View& from) const {
  for (uint32_t number = 0; number < from.size(); number++) raise(into, number, from[number]);
}

// ---- Words --------------------------------------------------------------------------------------------------

// The value that memory has when a word is first used is its initial one.
uint32_t WeakMemory::number_of(Word word) {
  const auto number = static_cast<uint32_t>(locations_.size());
  const auto [entry, is_new] = numbers_.try_emplace(word.address, number);
  if (!is_new) return entry->second;
  Location& location = locations_.emplace_back();
  location.word = word;
  location.messages.push_back({0, read_memory(word), {}, 0, false});
  location.order.push_back(0);
  return number;
}

Operation WeakMemory::access(Kind kind, const void* address) {
  const auto entry = numbers_.find(address);
  const uint32_t number = entry == numbers_.end() ? 63 : entry->second;
  return {kind, address, Words{1} << (number < 63 ? number : 63)};
}

Operation WeakMemory::pause_of(uint32_t thread) const {
  Operation pause = {Kind::Pause};
  for (const Reading& reading : threads_[thread].has_read) {
    pause.words |= Words{1} << (reading.number < 63 ? reading.number : 63);
  }
  return pause;
}

uint16_t WeakMemory::message_named(const Location& location, uint64_t name) const {
  for (uint16_t i = 0; i < location.messages.size(); i++) {
    if (location.messages[i].name == name) return i;
  }
  return 0;
}

const char* WeakMemory::note_plain_write(uint32_t thread, const void* address, size_t bytes) {
  const auto* begin = static_cast<const char*>(address);
  const Clock& known = threads_[thread].known.clock;
  for (size_t i = 0; i < bytes; i++) {
    const auto entry = numbers_.find(begin + i);
    if (entry == numbers_.end()) continue;
    const Location& location = locations_[entry->second];
    for (uint32_t other = 0; other < kMaxThreads; other++) {
      if (other == thread) continue;
      if (location.written[other] > known[other]) return "data race: writes what another thread writes atomically";
      if (location.read[other] > known[other]) return "data race: writes what another thread reads atomically";
    }
    numbers_.erase(entry);  // the next access finds a new word there
  }
  return nullptr;
}

const char* WeakMemory::note_plain_read(uint32_t thread, const void* address, size_t bytes) {
  const auto* begin = static_cast<const char*>(address);
  const Clock& known = threads_[thread].known.clock;
  for (size_t i = 0; i < bytes; i++) {
    const auto entry = numbers_.find(begin + i);
    if (entry == numbers_.end()) continue;
    for (uint32_t other = 0; other < kMaxThreads; other++) {
      if (other != thread && locations_[entry->second].written[other] > known[other])
        return "data race: reads what another thread writes atomically";
    }
  }
  return nullptr;
}

// ---- Which steps commute ------------------------------------------------------------------------------------

constexpr bool is_full_fence(Kind kind) { return kind == Kind::Fence || kind == Kind::HeavyBegin; }
constexpr bool is_any_fence(Kind kind) { return is_full_fence(kind) || kind == Kind::LightFence; }
constexpr bool reads(Kind kind) { return kind == Kind::Load || kind == Kind::Modify || kind == Kind::FutexWait; }

// Interrupt `a` against step `b`.
bool concerns(const Event& interrupt, const Event& other) {
  const uint32_t interrupted = thread_of(interrupt.process);
  if (other.process == interrupted) return is_any_fence(other.operation.kind);
  return other.process == interrupt.way &&
         (other.operation.kind == Kind::HeavyBegin || other.operation.kind == Kind::HeavyEnd);
}

// Both orders exist, and give different states.
bool conflict(const Event& first, const Event& second) {
  const Operation& a = first.operation;
  const Operation& b = second.operation;
  if (is_full_fence(a.kind) && is_full_fence(b.kind)) return true;
  if (a.kind == Kind::Interrupt && concerns(first, second)) return true;
  if (b.kind == Kind::Interrupt && concerns(second, first)) return true;
  if (a.address != b.address) return false;
  if (a.kind == Kind::Write && b.kind == Kind::Write) return true;  // modification order, and how its places are named
  auto sleeps = [](Kind kind) {
    return kind == Kind::FutexWait || kind == Kind::FutexResume || kind == Kind::FutexWake;
  };
  return (a.kind == Kind::FutexWake && sleeps(b.kind)) || (b.kind == Kind::FutexWake && sleeps(a.kind));
}

bool WeakMemory::is_ordered(const Event& first, const Event& second) const {
  if (first.written != 0 && first.written == second.way) return true;  // it is read
  return conflict(first, second);
}

// A read does not depend on a store that it did not read. But it could have come later, and have read it.
bool WeakMemory::is_race(const Event& first, const Event& second) const {
  const Operation& a = first.operation;
  const Operation& b = second.operation;
  if (b.writes() && reads(a.kind) && a.address == b.address) return true;
  if (b.writes() && a.kind == Kind::Pause && (a.words & b.words) != 0) return true;
  return conflict(first, second);
}

void WeakMemory::find_messages(const Thread& thread, const Operation& next, uint16_t first,
                               std::vector<Way>& ways) const {
  const auto entry = numbers_.find(next.address);
  if (entry == numbers_.end()) return ways.push_back(next.kind == Kind::Write ? kAtEnd : 0);
  const Location& location = locations_[entry->second];
  const size_t n = location.order.size();
  first = std::max(first, rank(thread.known.view, entry->second));
  auto is_replaced = [&](size_t i) { return i + 1 < n && location.messages[location.order[i + 1]].is_glued; };
  if (next.kind == Kind::Write) {
    ways.push_back(kAtEnd);
    for (size_t i = first; i + 1 < n; i++) {
      if (!is_replaced(i)) ways.push_back(location.messages[location.order[i + 1]].name);
    }
    return;
  }
  for (size_t i = n; i-- > first;) {  // the newest first
    const Message& message = location.messages[location.order[i]];
    const bool would_write = next.kind == Kind::Modify && (!next.is_conditional || message.value == next.expected);
    if (!would_write || !is_replaced(i)) ways.push_back(message.name);
  }
}

void WeakMemory::find_ways(uint32_t process, const Operation& next, std::vector<Way>& ways) {
  const Thread& self = threads_[thread_of(process)];
  switch (next.kind) {
    case Kind::Interrupt:
      for (uint32_t other = 0; other < kMaxThreads; other++) {
        if ((self.awaited_by & 1u << other) != 0) ways.push_back(other);
      }
      return;
    case Kind::HeavyEnd:
      for (const Thread& other : threads_) {
        if ((other.awaited_by & 1u << process) != 0) return;
      }
      return ways.push_back(kOnlyWay);
    case Kind::FutexResume:
      if (self.sleeps_on == nullptr) ways.push_back(kOnlyWay);
      return;
    case Kind::Pause: {
      bool is_outdated = self.has_read.empty();
      for (const Reading& reading : self.has_read) {
        const Location& location = locations_[reading.number];
        const Message& known = location.messages[at(self.known.view, reading.number)];
        is_outdated |= location.messages[reading.message].value != known.value;
        for (size_t i = known.rank + size_t{1}; i < location.order.size(); i++) {
          const Message& newer = location.messages[location.order[i]];
          if (newer.value == known.value) continue;
          if (std::find(ways.begin(), ways.end(), newer.name) == ways.end()) ways.push_back(newer.name);
          break;
        }
      }
      if (is_outdated) ways.assign(1, kOnlyWay);
      return;
    }
    case Kind::FutexWait: {
      const auto entry = numbers_.find(next.address);
      return find_messages(self, next, entry == numbers_.end() ? 0 : rank(kernel_, entry->second), ways);
    }
    case Kind::Load:
    case Kind::Write:
    case Kind::Modify:
      return find_messages(self, next, 0, ways);
    default:
      return ways.push_back(kOnlyWay);
  }
}

// ---- Steps --------------------------------------------------------------------------------------------------

Knowledge WeakMemory::released_by(Thread& thread, Order order) {
  const bool releases =
      (order == Order::Release || order == Order::AcqRel) && options_.mutation != Mutation::ReleaseIsRelaxed;
  if (!releases) return thread.at_fence;
  Knowledge released = thread.known;
  thread.known.clock[static_cast<size_t>(&thread - threads_.data())]++;
  return released;
}

void WeakMemory::read(Thread& thread, uint32_t number, uint16_t message, Order order) {
  const auto self = static_cast<size_t>(&thread - threads_.data());
  Location& location = locations_[number];
  const bool acquires =
      (order == Order::Acquire || order == Order::AcqRel) && options_.mutation != Mutation::AcquireIsRelaxed;
  thread.has_read.push_back({number, message});
  join(acquires ? thread.known : thread.seen, location.messages[message].released);
  raise(thread.known.view, number, message);
  location.read[self] = thread.known.clock[self];
}

uint16_t WeakMemory::write(uint32_t thread, uint32_t number, uint64_t value, uint16_t rank) {
  Thread& self = threads_[thread];
  const uint64_t name = name_of_store(thread);
  self.n_stores++;
  Location& location = locations_[number];
  const auto index = static_cast<uint16_t>(location.messages.size());
  location.messages.push_back({name, value, {}, rank, false});
  location.order.insert(location.order.begin() + rank, index);
  for (size_t i = rank; i < location.order.size(); i++) {
    location.messages[location.order[i]].rank = static_cast<uint16_t>(i);
  }
  if (rank + 1u == location.order.size()) write_memory(location.word, value);
  location.written[thread] = self.known.clock[thread];
  raise(self.known.view, number, index);
  return index;
}

uint64_t WeakMemory::load(uint32_t thread, Word word, Order order, Way way) {
  const uint32_t number = number_of(word);
  const uint16_t message = message_named(locations_[number], way);
  read(threads_[thread], number, message, order);
  return locations_[number].messages[message].value;
}

void WeakMemory::store(uint32_t thread, Word word, uint64_t value, Order order, Way way) {
  const uint32_t number = number_of(word);
  const Location& location = locations_[number];
  const size_t rank = way == kAtEnd ? location.order.size() : location.messages[message_named(location, way)].rank;
  const uint16_t message = write(thread, number, value, static_cast<uint16_t>(rank));
  locations_[number].messages[message].released = released_by(threads_[thread], order);
}

uint64_t WeakMemory::modify(uint32_t thread, Word word, Order order, Way way, const Change& change) {
  Thread& self = threads_[thread];
  const uint32_t number = number_of(word);
  const uint16_t found = message_named(locations_[number], way);
  const uint64_t value = locations_[number].messages[found].value;
  uint64_t desired = 0;
  const bool writes = change(value, desired, order);
  read(self, number, found, order);
  if (!writes) return value;
  const uint16_t rank = locations_[number].messages[found].rank;
  const uint16_t message = write(thread, number, desired, static_cast<uint16_t>(rank + 1));
  Knowledge released = released_by(self, order);
  join(released, locations_[number].messages[found].released);  // it continues the release that it replaces
  locations_[number].messages[message].released = std::move(released);
  locations_[number].messages[message].is_glued = true;
  return value;
}

void WeakMemory::fence(uint32_t thread) {
  Thread& self = threads_[thread];
  join(self.known, self.seen);
  join(self.known.view, sc_);
  light_fence(thread);
  sc_ = self.known.view;
  self.at_fence = self.known;
  self.known.clock[thread]++;
}

void WeakMemory::light_fence(uint32_t thread) {
  Thread& self = threads_[thread];
  join(self.known.view, self.called);
  self.at_light_fence = self.known.view;
}

void WeakMemory::begin_heavy_fence(uint32_t thread) {
  fence(thread);
  Thread& self = threads_[thread];
  self.answer = self.known.view;
  for (uint32_t other = 0; other < n_threads_; other++) {
    if (other != thread) threads_[other].awaited_by |= 1u << thread;
  }
}

uint64_t WeakMemory::step_outside(uint32_t thread, Way way) {
  Thread& self = threads_[thread];
  Thread& other = threads_[way];
  self.awaited_by &= ~(1u << way);
  join(self.called, other.known.view);
  join(other.answer, self.at_light_fence);
  return 0;
}

void WeakMemory::end_heavy_fence(uint32_t thread) {
  Thread& self = threads_[thread];
  join(self.known.view, self.answer);
}

bool WeakMemory::futex_wait(uint32_t thread, Word word, Sleep sleep, Way way) {
  if (load(thread, word, Order::Relaxed, way) != sleep.expected) return false;
  threads_[thread].sleeps_on = word.address;
  threads_[thread].sleeps_as = sleep.bits;
  return true;
}

void WeakMemory::futex_wake(uint32_t thread, const uint32_t* word, Waking waking) {
  if (const auto entry = numbers_.find(word); entry != numbers_.end()) {
    raise(kernel_, entry->second, at(threads_[thread].known.view, entry->second));
  }
  for (Thread& other : threads_) {
    if (waking.n_waiters == 0) return;
    if (other.sleeps_on != word || (other.sleeps_as & waking.bits) == 0) continue;
    other.sleeps_on = nullptr;
    waking.n_waiters--;
  }
}

void WeakMemory::pause(uint32_t thread, Way way) {
  Thread& self = threads_[thread];
  for (const Reading& reading : self.has_read) {
    if (way == kOnlyWay) break;
    const uint16_t message = message_named(locations_[reading.number], way);
    if (message != 0) raise(self.known.view, reading.number, message);
  }
  self.has_read.clear();
}

}  // namespace

std::unique_ptr<Machine> make_weak_memory(const Options& options) { return std::make_unique<WeakMemory>(options); }

}  // namespace rondo::model
