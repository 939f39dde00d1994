// SPDX-License-Identifier: Apache-2.0
//
// Slabs give memory back to the system: which threads go through a slab's free blocks, and when, and what happens to
// chunks of which no block is in use. Argument: README.md, "Trim".
#include <bit>

#include "base/assert.hpp"
#include "os/cpu.hpp"
#include "os/pages.hpp"
#include "task/slab.hpp"

namespace rondo::task {

namespace {

constexpr uint64_t kLongest_ns = 16'000'000'000;  // between two looks; docs/tuning.md: idle memory

uint64_t longer(uint64_t interval_ns) { return interval_ns < kLongest_ns / 2 ? 2 * interval_ns : kLongest_ns; }

}  // namespace

// Marks all free blocks, and unmaps the chunks all of whose blocks are marked. The blocks must be the caller's alone;
// they may be only some of the slab's free blocks.
class Slab::Trimming {
 public:
  // Goes on until the rest of `held_bytes` is at most kKeptBytes.
  Trimming(FreeBlocks* classes, size_t held_bytes) : classes_(classes), held_bytes_(held_bytes) {}

  // The number of bytes given back.
  size_t run() {
    Chunk* chosen = nullptr;
    for (size_t c = 0; c < kClasses; c++) {
      mark_all(classes_[c]);
      choose(classes_[c].partial, chosen);
    }
    return give_back(chosen);
  }

 private:
  // A chunk of which a part was never given out has fewer blocks marked than it could have, so it stays.
  static bool is_wholly_free(const Chunk& chunk) {
    size_t n_free = 0;
    for (const uint64_t marks : chunk.marked) n_free += static_cast<size_t>(std::popcount(marks));
    return n_free == n_blocks_of_chunk(chunk.size_class);
  }

  // Moves chunks from one list to the other.
  void choose(Chunk*& partial, Chunk*& chosen) {
    for (Chunk** link = &partial; Chunk* chunk = *link;) {
      if (held_bytes_ > kKeptBytes && is_wholly_free(*chunk)) {
        *link = chunk->next_partial;
        chunk->next_partial = chosen;
        chosen = chunk;
        held_bytes_ -= chunk_bytes(chunk->size_class);
      } else {
        link = &chunk->next_partial;
      }
    }
  }

  // Neighbours go in one call.
  size_t give_back(Chunk* chosen) {
    size_t bytes = 0;
    char* start = nullptr;
    char* end = nullptr;
    while (chosen != nullptr) {
      char* here = reinterpret_cast<char*>(chosen);
      const size_t size = chunk_bytes(chosen->size_class);
      chosen = chosen->next_partial;
      if (here == end) {
        end += size;
      } else if (here + size == start) {
        start = here;
      } else {
        bytes += unmap(start, end);
        start = here;
        end = here + size;
      }
    }
    return bytes + unmap(start, end);
  }

  size_t unmap(char* start, char* end) {
    if (start == end) return 0;
    const auto bytes = static_cast<size_t>(end - start);
    if (os::unmap_pages(start, bytes)) return bytes;
    while (start != end) {  // a hole needs a mapping more than the process may have: the chunks remain
      auto* chunk = reinterpret_cast<Chunk*>(start);
      FreeBlocks& home = classes_[chunk->size_class];
      chunk->next_partial = home.partial;
      home.partial = chunk;
      start += chunk_bytes(chunk->size_class);
    }
    return 0;
  }

  FreeBlocks* classes_;
  size_t held_bytes_;
};

size_t Slab::trim(Deposited& deposited) {
  if (!holds_much()) return 0;
  const size_t given_back = Trimming(deposited.classes, held_bytes_.load_relaxed()).run();
  held_bytes_.sub_acq_rel(given_back);
  return given_back;
}

bool Slab::reclaim() {
  Deposited* deposited = deposit_.take();
  if (deposited == nullptr) return false;
  for (size_t c = 0; c < kClasses; c++) {
    // Behind what has come since: each of those blocks is passed once for each release.
    Block** link = &classes_[c].free;
    while (*link != nullptr) link = &(*link)->next;
    *link = deposited->classes[c].free;
    RemoteBatch** batch = &classes_[c].remote_batches;
    while (*batch != nullptr) batch = &(*batch)->next;
    *batch = deposited->classes[c].remote_batches;
    classes_[c].n_batches += deposited->classes[c].n_batches;
    classes_[c].partial = deposited->classes[c].partial;  // the owner has marked nothing since
  }
  return true;
}

void Slab::deposit(uint64_t now_ns) {
  collect_returned(classes_);
  uint64_t due_ns = now_ns + kIdle_ns;
  if (deposit_.is_deposited()) {  // nothing of it was needed since
    bool has_more = false;
    for (const FreeBlocks& blocks : classes_) has_more |= blocks.free != nullptr || blocks.remote_batches != nullptr;
    if (!has_more) return;
    if (deposit_due_ns_.load_relaxed() < due_ns) due_ns = deposit_due_ns_.load_relaxed();
    reclaim();
  }
  Deposited* deposited = deposit_.room();
  if (deposited == nullptr) return;  // it is being trimmed, so it will lie there soon
  for (size_t c = 0; c < kClasses; c++) {
    deposited->classes[c] = classes_[c];
    static_cast<FreeBlocks&>(classes_[c]) = {};
  }
  deposited->patience_ns = kIdle_ns;
  deposit_due_ns_.store_relaxed(due_ns);
  deposit_.publish();
}

uint64_t Slab::trim_idle(uint64_t now_ns) {
  if (!deposit_.is_deposited()) return 0;
  const uint64_t due_ns = deposit_due_ns_.load_relaxed();
  if (now_ns < due_ns) return due_ns;
  Deposited* deposited = deposit_.borrow();
  if (deposited == nullptr) return 0;
  collect_returned(deposited->classes);
  trim(*deposited);
  deposited->patience_ns = longer(deposited->patience_ns);
  const uint64_t again_ns = now_ns + deposited->patience_ns;
  deposit_due_ns_.store_relaxed(again_ns);
  deposit_.put_back();
  return holds_much() ? again_ns : 0;
}

void Slab::trim_own(uint64_t now_ns, First first) {
  if (look_due_ns_ == 0 && first == First::AfterAWhile) look_due_ns_ = now_ns + kIdle_ns;
  if (now_ns < look_due_ns_) return;
  deposit(now_ns);
  Deposited* deposited = deposit_.borrow();
  if (deposited == nullptr) return;
  // Half of what went last time was needed again, or nothing went: both is in vain.
  const bool was_in_vain = mapped_bytes_ >= given_back_bytes_ / 2;
  const uint64_t shortest_ns = first == First::AtOnce ? kIdle_ns / 16 : kIdle_ns;
  look_interval_ns_ = was_in_vain && look_interval_ns_ != 0 ? longer(look_interval_ns_) : shortest_ns;
  given_back_bytes_ = trim(*deposited);
  mapped_bytes_ = 0;
  look_due_ns_ = now_ns + look_interval_ns_;
  deposit_.put_back();
}

void Slab::reclaim_alone() {
  while (!reclaim() && deposit_.is_borrowed()) os::yield_thread();
}

}  // namespace rondo::task
