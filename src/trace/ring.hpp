// SPDX-License-Identifier: Apache-2.0
//
// Where a thread writes its events: memory that is also a file. A ring belongs to one thread at a time, and only this
// thread writes; README.md.
#pragma once

#include "os/clock.hpp"
#include "os/modules.hpp"
#include "os/topology.hpp"
#include "trace/event.hpp"

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
    next_->head = os::ticks() << 16 | uint64_t{static_cast<uint8_t>(kind)} << 8 | detail;
    next_->value = value;
    next_++;
    header_->n_written.store_release(++n_written_);  // [E1]
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
  void enter_module(const void* code);

  Event* next_ = nullptr;
  Event* end_ = nullptr;  // of the chunk
  RingHeader* header_ = nullptr;
  uint64_t n_written_ = 0;
  uint64_t n_ids_ = 0;
  os::AddressRange module_;  // the last one that was met
  unsigned processor_ = ~0u;
  const uint32_t number_;
  uint32_t n_chunks_ = 0;  // that may be used
  uint32_t chunk_ = ~0u;   // the current one
  uint32_t n_grown_ = 0;   // chunks that have memory
  char path_[512] = {};
};

}  // namespace rondo::trace
