// SPDX-License-Identifier: Apache-2.0
#include "machine.hpp"

#include <cstring>

namespace rondo::model {

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::Load:
      return "load";
    case Kind::Store:
      return "store";
    case Kind::Flush:
      return "flush";
    case Kind::Write:
      return "write";
    case Kind::Modify:
      return "modify";
    case Kind::Fence:
      return "fence";
    case Kind::HeavyBegin:
      return "heavy fence begins";
    case Kind::HeavyEnd:
      return "heavy fence ends";
    case Kind::FutexWait:
      return "futex wait";
    case Kind::FutexResume:
      return "futex resume";
    case Kind::FutexWake:
      return "futex wake";
    case Kind::Pause:
      return "pause";
  }
  return "?";
}

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

uint64_t read_memory(Word word) {
  uint64_t value = 0;
  std::memcpy(&value, word.address, word.bytes);
  return value;
}

void write_memory(Word word, uint64_t value) { std::memcpy(word.address, &value, word.bytes); }

void Machine::reset(const Options& options) {
  options_ = options;
  for (uint32_t i = 0; i < kMaxThreads; i++) {
    threads_[i] = Thread();
    threads_[i].known[i] = 1;
  }
  released_.clear();
  numbers_.clear();
  versions_ = {};
}

bool Machine::is_enabled(uint32_t thread, const Operation& next) const {
  const Thread& self = threads_[thread];
  if (next.needs_empty_buffer() && !self.buffer.empty()) return false;
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
        if (reading.version != versions_[reading.number]) return true;
      }
      return self.has_read.empty();
    default:
      return true;
  }
}

// ---- What a pause waits for ----------------------------------------------------------------------------------

uint32_t Machine::number_of(const void* address) {
  const auto number = static_cast<uint32_t>(numbers_.size());
  return numbers_.try_emplace(address, number < versions_.size() ? number : versions_.size() - 1).first->second;
}

void Machine::note_reading(Thread& thread, const void* address) {
  const uint32_t number = number_of(address);
  thread.has_read.push_back({number, versions_[number]});
}

Operation Machine::pause_of(uint32_t thread) const {
  Operation pause = {Kind::Pause};
  for (const Reading& reading : threads_[thread].has_read) pause.words |= Words{1} << reading.number;
  return pause;
}

// ---- What happened before what ------------------------------------------------------------------------------

Clock Machine::released_by(Thread& thread, Order order) const {
  const bool releases =
      (order == Order::Release || order == Order::AcqRel) && options_.mutation != Mutation::ReleaseIsRelaxed;
  if (!releases) return thread.at_fence;
  const Clock released = thread.known;
  thread.known[static_cast<size_t>(&thread - threads_.data())]++;
  return released;
}

void Machine::acquire(Thread& thread, const Clock& clock, Order order) {
  const bool acquires =
      (order == Order::Acquire || order == Order::AcqRel) && options_.mutation != Mutation::AcquireIsRelaxed;
  join(acquires ? thread.known : thread.seen, clock);
}

// ---- Steps --------------------------------------------------------------------------------------------------

void Machine::write(Word word, uint64_t value, const Clock& released) {
  if (read_memory(word) != value) versions_[number_of(word.address)]++;
  write_memory(word, value);
  released_[word.address] = released;
}

uint64_t Machine::load(uint32_t thread, Word word, Order order) {
  Thread& self = threads_[thread];
  note_reading(self, word.address);
  for (auto entry = self.buffer.rbegin(); entry != self.buffer.rend(); ++entry) {
    if (entry->word.address == word.address) return entry->value;
  }
  if (auto released = released_.find(word.address); released != released_.end()) acquire(self, released->second, order);
  return read_memory(word);
}

void Machine::store(uint32_t thread, Word word, uint64_t value, Order order) {
  Thread& self = threads_[thread];
  for (Reading& reading : self.has_read) {
    if (reading.number == number_of(word.address)) reading.version = kOutdated;
  }
  const Clock released = released_by(self, order);
  if (options_.store_buffers) {
    self.buffer.push_back({word, value, released});
  } else {
    write(word, value, released);
  }
}

uint64_t Machine::flush(uint32_t thread) {
  Thread& self = threads_[thread];
  const Entry entry = self.buffer.front();
  self.buffer.pop_front();
  const uint32_t number = number_of(entry.word.address);
  const uint64_t before = versions_[number];
  write(entry.word, entry.value, entry.released);
  for (Reading& reading : self.has_read) {  // to the thread itself nothing has changed
    if (reading.number == number && reading.version == before) reading.version = versions_[number];
  }
  if (self.buffer.empty()) {
    for (Thread& other : threads_) other.is_awaited[thread] = false;
  }
  return entry.value;
}

void Machine::fence(uint32_t thread) {
  Thread& self = threads_[thread];
  join(self.known, self.seen);
  self.at_fence = self.known;
  self.known[thread]++;
}

void Machine::begin_heavy_fence(uint32_t thread) {
  fence(thread);
  for (uint32_t other = 0; other < kMaxThreads; other++) threads_[thread].is_awaited[other] = has_stores(other);
}

bool Machine::futex_wait(uint32_t thread, const uint32_t* word, uint32_t expected) {
  if (*word != expected) return false;
  threads_[thread].sleeps_on = word;
  return true;
}

void Machine::futex_wake(const uint32_t* word, int n_waiters) {
  for (Thread& thread : threads_) {
    if (n_waiters == 0) return;
    if (thread.sleeps_on != word) continue;
    thread.sleeps_on = nullptr;
    n_waiters--;
  }
}

}  // namespace rondo::model
