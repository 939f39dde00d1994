// SPDX-License-Identifier: Apache-2.0
#include "trace/ring.hpp"

#include <cstring>

#include "os/mapped_file.hpp"
#include "trace/process.hpp"
#include "trace/session.hpp"

namespace rondo::trace {

namespace {

constexpr char kRingMagic[8] = {'R', 'o', 'n', 'd', 'o', 'R', '0', '1'};

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
  return true;
}

void Ring::enter_module(const void* code) { module_ = note_module(code); }

}  // namespace rondo::trace
