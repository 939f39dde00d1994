// SPDX-License-Identifier: Apache-2.0
//
// Where a thread writes its events: memory that is also a file. A ring belongs to one thread at a time, and only this
// thread writes; README.md.
#pragma once

#include "os/clock.hpp"
#include "os/modules.hpp"
#include "os/topology.hpp"
#include "trace/event.hpp"
#include "trace/open_frames.hpp"

namespace rondo::trace {

class Ring {
 public:
  explicit Ring(uint32_t number) : number_(number) {}
  // Makes the ring's file. Where that fails, and before, the ring only counts what is lost.
  void open(const char* path, size_t n_chunks);

  uint32_t number() const { return number_; }

  void note(Kind kind, uint8_t detail, uint64_t value) {
    if (next_ == end_) [[unlikely]]
      if (!turn()) return;
    put(kind, detail, value);
  }

  // The thread goes on in this ring.
  void note_thread(uint8_t detail, uint32_t thread) {
    thread_ = thread;
    thread_detail_ = detail;
    frames_.clear();
    note(Kind::ThreadBegin, detail, thread);
  }

  // What lasts from one event to another, inside of what has begun before.
  void note_begin(Kind kind, uint8_t detail, uint64_t value) {
    note(kind, detail, value);
    frames_.begin({kind, detail, value, {}, 0, 0});
  }
  void note_end(Kind kind, uint8_t detail, uint64_t value, Kind begin) {
    note(kind, detail, value);
    frames_.end(begin);
  }
  void note_region_begin(uint64_t value, uint64_t place) {
    note(Kind::Place, 0, place);
    note(Kind::ParallelBegin, 0, value);
    frames_.begin({Kind::ParallelBegin, 0, value, Kind::Place, place, 0});
  }
  void note_implicit_begin(uint64_t value) {
    const uint64_t id = note_task(Kind::ImplicitBegin, 0, value);
    frames_.begin({Kind::ImplicitBegin, 0, value, Kind::ImplicitId, id, 0});
  }
  void note_implicit_body(uint64_t body) {
    note(Kind::ImplicitBody, 0, body);
    frames_.note_body(body);
  }
  void note_blocked() {
    note(Kind::Blocked, 0, 0);
    frames_.block_top();
  }
  void note_stack(uint64_t stack) {
    note(Kind::Stack, 0, stack);
    frames_.turn_to(stack);
  }

  // If the thread is on another processor than when this was last called.
  void note_processor() {
    const unsigned now = os::current_cpu();
    if (now == processor_) [[likely]]
      return;
    processor_ = now;
    note(Kind::Processor, 0, now);
  }

  void forget_processor() { processor_ = ~0u; }

  // The event makes a task, whose id is returned.
  uint64_t note_task(Kind kind, uint8_t detail, uint64_t value) {
    note(kind, detail, value);
    return uint64_t{number_} << kIdBits | n_ids_++;
  }

  // For the value of an event: an address of code, whose module is in the trace from now on.
  uint64_t place(const void* code) {
    if (code != nullptr && !module_.contains(code)) [[unlikely]]
      enter_module(code);
    return reinterpret_cast<uintptr_t>(code);
  }

  Ring* next_free = nullptr;  // under the lock of the process

 private:
  bool turn();
  void say_again();
  void put(Kind kind, uint8_t detail, uint64_t value) {
    next_->head = os::ticks() << 16 | uint64_t{static_cast<uint8_t>(kind)} << 8 | detail;
    next_->value = value;
    next_++;
    header_->n_written.store_release(++n_written_);  // [E1]
  }
  void enter_module(const void* code);

  Event* next_ = nullptr;
  Event* end_ = nullptr;  // of the chunk
  RingHeader* header_ = nullptr;
  uint64_t n_written_ = 0;
  uint64_t n_ids_ = 0;
  OpenFrames frames_;
  uint32_t thread_ = 0;  // the kernel's id; 0: none has begun
  uint8_t thread_detail_ = 0;
  os::AddressRange module_;  // the last one that was met
  unsigned processor_ = ~0u;
  const uint32_t number_;
  uint32_t n_chunks_ = 0;  // that may be used
  uint32_t chunk_ = ~0u;   // the current one
  uint32_t n_grown_ = 0;   // chunks that have memory
  char path_[512] = {};
};

}  // namespace rondo::trace
