// SPDX-License-Identifier: Apache-2.0
#include "trace/ring.hpp"

#include <cstring>

#include "os/mapped_file.hpp"
#include "trace/process.hpp"
#include "trace/session.hpp"

namespace rondo::trace {

namespace {

constexpr char kRingMagic[8] = {'R', 'o', 'n', 'd', 'o', 'R', '0', '2'};

}  // namespace

void Ring::open(const char* path, size_t n_chunks) {
  if (std::strlen(path) >= sizeof path_) return;
  std::strcpy(path_, path);
  void* memory = os::map_new_file(path, kRingHeaderBytes + n_chunks * kChunkBytes);
  if (memory == nullptr || !os::grow_file(path, memory, 0, kRingHeaderBytes)) return;
  header_ = static_cast<RingHeader*>(memory);
  header_->n_chunks = n_chunks;
  std::memcpy(header_->magic, kRingMagic, sizeof kRingMagic);
  n_chunks_ = static_cast<uint32_t>(n_chunks);
}

// To the next chunk. False: there is none, and the event is lost.
bool Ring::turn() {
  uint32_t next = chunk_ + 1 == n_chunks_ ? 0 : chunk_ + 1;
  if (n_chunks_ != 0 && next == n_grown_) {
    const size_t begin = kRingHeaderBytes + next * kChunkBytes;
    if (os::grow_file(path_, header_, begin, begin + kChunkBytes)) {
      n_grown_++;
    } else {
      n_chunks_ = n_grown_;  // the ring stays as small as it is
      next = 0;
    }
  }
  if (n_chunks_ == 0) {
    (header_ != nullptr ? header_->n_lost : process.header->n_lost).add_relaxed(1);
    return false;
  }
  chunk_ = next;
  header_->n_ids_before[chunk_] = n_ids_;
  next_ = reinterpret_cast<Event*>(reinterpret_cast<char*>(header_) + kRingHeaderBytes + chunk_ * kChunkBytes);
  end_ = next_ + kChunkEvents;
  if (n_written_ != 0) say_again();
  return true;
}

// Whose ring it is, and what the thread has begun and not ended.
void Ring::say_again() {
  uint64_t n = 0;
  for (const OpenFrames::Frame& frame : frames_) n += 1 + (frame.first != Kind{}) + (frame.body != 0);
  put(Kind::Resumed, thread_detail_, uint64_t{thread_} << kCountBits | n);
  for (const OpenFrames::Frame& frame : frames_) {
    if (frame.first != Kind{}) put(frame.first, 0, frame.first_value);
    put(frame.kind, frame.detail, frame.value);
    if (frame.body != 0) put(Kind::ImplicitBody, 0, frame.body);
  }
}

void Ring::enter_module(const void* code) { module_ = note_module(code); }

}  // namespace rondo::trace
