// SPDX-License-Identifier: Apache-2.0
//
// Chase-Lev work-stealing deque of machine words. Its owner pushes and takes at the bottom, newest first; thieves
// steal at the top, oldest first. A remark at each method says which threads may call it. Source: Chase and Lev,
// "Dynamic circular work-stealing deque" (SPAA 2005), with the orders of Le, Pop, Cohen and Zappa Nardelli (PPoPP
// 2013). Argument: README.md, "Deque".
#pragma once

#include <cstdint>

#include "base/atomic.hpp"
#include "base/bits.hpp"
#include "base/count.hpp"

namespace rondo::task {

// `Memory` provides allocate(bytes), which may return nullptr, release(pointer) and discard(pointer, bytes) for the
// rings; discarded memory can be read and written, but its contents are undefined.
template <class Memory, uint32_t kInitialCapacity = 256>
class Deque {
 public:
  using Word = uintptr_t;
  static constexpr Word kEmpty = 0;

  explicit Deque(Memory& memory) : memory_(&memory), ring_(new_ring(kInitialCapacity, nullptr)) {}
  Deque(const Deque&) = delete;
  Deque& operator=(const Deque&) = delete;
  ~Deque() {
    for (Ring* ring = ring_.load_relaxed(); ring != nullptr;) {
      Ring* older = ring->older;
      memory_->release(ring);
      ring = older;
    }
  }

  // Whether there was memory for the first ring. If not, nothing else may be called.
  bool is_usable() const { return ring_.load_relaxed() != nullptr; }

  // Owner. `word` is not kEmpty. False: it is full, and there is no memory for a larger ring.
  bool push(Word word) {
    int64_t bottom = bottom_.load_relaxed();
    if (bottom - top_seen_ >= ring_.load_relaxed()->capacity) [[unlikely]] {
      top_seen_ = top_.load_acquire();  // [D4]
      if (bottom - top_seen_ >= ring_.load_relaxed()->capacity && !grow(bottom)) return false;
    }
    push_into_room(word);
    return true;
  }

  // Owner: true if it certainly holds at most `n` words and a push finds room. Does not look at the thieves' line.
  bool has_room_above(int64_t n) const {
    const int64_t n_held = bottom_.load_relaxed() - top_seen_;
    return n_held <= n && n_held < ring_.load_relaxed()->capacity;
  }

  // Owner, after has_room_above() said yes. `word` is not kEmpty.
  void push_into_room(Word word) {
    base::count(base::Event::Push);
    int64_t bottom = bottom_.load_relaxed();
    ring_.load_relaxed()->at(bottom).store_relaxed(word);
    bottom_.store_release(bottom + 1);  // [D1]
  }

  // Owner: the newest word, or kEmpty.
  Word take() {
    int64_t bottom = bottom_.load_relaxed();
    if (bottom <= top_seen_) return kEmpty;
    bottom -= 1;
    Ring* ring = ring_.load_relaxed();
    bottom_.store_release(bottom);  // [D1]
    base::fence_seq_cst();  // [D2]
    int64_t top = top_.load_acquire();  // [D4]
    if (top < bottom) {
      base::count(base::Event::Take);
      return ring->at(bottom).load_relaxed();
    }
    Word word = kEmpty;
    if (top == bottom) {  // the last word: a thief may want it too
      word = ring->at(bottom).load_relaxed();
      if (top_.cas_seq_cst(top, top + 1)) {  // [D3]
        base::count(base::Event::Take);
      } else {
        word = kEmpty;
      }
    }
    bottom_.store_relaxed(bottom + 1);
    top_seen_ = bottom + 1;
    return word;
  }

  // Owner: false if it certainly does not. Does not look at the thieves' line.
  bool may_hold_more_than(int64_t n) const { return bottom_.load_relaxed() - top_seen_ > n; }

  // Owner: how many words it holds at least, by a look at the thieves' line.
  int64_t look() {
    top_seen_ = top_.load_acquire();  // [D4]
    return bottom_.load_relaxed() - top_seen_;
  }

  // Owner, after a look: so many times is_trusted() says yes without another one, unless a thief finds nothing.
  void trust(uint32_t n_times) { n_trusted_.store_relaxed(n_times); }
  bool is_trusted() {
    const uint32_t n = n_trusted_.load_relaxed();
    if (n == 0) return false;
    n_trusted_.store_relaxed(n - 1);
    return true;
  }
  // Any worker, which has found it empty. A hint: the owner's next store may overwrite it.
  void withdraw_trust() {
    if (n_trusted_.load_relaxed() != 0) n_trusted_.store_relaxed(0);
  }
  // Owner: it creates work, though the deque does not change.
  void stir() { n_stirred_.store_relaxed(n_stirred_.load_relaxed() + 1); }
  // Any worker: another value if the owner has pushed, taken, spent trust or stirred meanwhile. A hint.
  uint64_t motion() const {
    const auto bottom = static_cast<uint64_t>(bottom_.load_relaxed());
    return uint64_t{n_stirred_.load_relaxed()} << 32 ^ bottom << 8 ^ n_trusted_.load_relaxed();
  }

  // Owner: the rings take much memory.
  bool has_large_ring() const { return ring_.load_relaxed()->capacity >= kLargeRing; }

  // Owner: if the deque is empty, the memory behind its words goes back to the system until they are written again.
  void discard_words() {
    top_seen_ = top_.load_acquire();  // [D4]
    if (bottom_.load_relaxed() > top_seen_) return;
    for (Ring* ring = ring_.load_relaxed(); ring != nullptr; ring = ring->older) {
      memory_->discard(ring + 1, static_cast<size_t>(ring->capacity) * sizeof(Word));
    }
  }

  // Any worker: the oldest word; kEmpty if there is none or another worker was faster.
  Word steal() {
    int64_t top = top_.load_acquire();  // [D4]
    base::fence_seq_cst();  // [D2]
    int64_t bottom = bottom_.load_acquire();  // [D1]
    if (top >= bottom) return kEmpty;
    Word word = ring_.load_acquire()->at(top).load_relaxed();  // [D5]
    if (!top_.cas_seq_cst(top, top + 1)) return kEmpty;  // [D3] [D4]
    base::count(base::Event::Steal);
    return word;
  }

  // Any worker: the word that steal() would get if nothing changes, a hint; kEmpty if there is none.
  Word peek_oldest() {
    int64_t top = top_.load_acquire();  // [D4]
    if (top >= bottom_.load_acquire()) return kEmpty;  // [D1]
    return ring_.load_acquire()->at(top).load_relaxed();  // [D5]
  }

  // Any worker; a hint unless the caller has fenced against the owner's push. `top_` first: an old `bottom_` beside a
  // new `top_` would look empty, though the deque was not so at any time.
  bool looks_empty() const {
    const int64_t top = top_.load_acquire();  // [D4]
    return bottom_.load_acquire() <= top;  // [D1]
  }
  // Any worker; a hint.
  int64_t size_hint() const { return bottom_.load_relaxed() - top_.load_relaxed(); }

 private:
  static constexpr int64_t kLargeRing = 32 * kInitialCapacity;

  struct Ring {
    int64_t capacity;  // a power of two
    Ring* older;  // rings outgrown: thieves may still read them, freed with the deque
    base::Atomic<Word>& at(int64_t index) {
      return reinterpret_cast<base::Atomic<Word>*>(this + 1)[index & (capacity - 1)];
    }
  };

  Ring* new_ring(int64_t capacity, Ring* older) {
    auto* ring = static_cast<Ring*>(memory_->allocate(sizeof(Ring) + static_cast<size_t>(capacity) * sizeof(Word)));
    if (ring == nullptr) return nullptr;
    ring->capacity = capacity;
    ring->older = older;
    return ring;
  }

  bool grow(int64_t bottom) {
    Ring* old = ring_.load_relaxed();
    Ring* ring = new_ring(old->capacity * 2, old);
    if (ring == nullptr) return false;
    for (int64_t index = top_seen_; index < bottom; index++) {
      ring->at(index).store_relaxed(old->at(index).load_relaxed());
    }
    ring_.store_release(ring);  // [D5]
    return true;
  }

  // Line of the owner.
  Memory* memory_;
  int64_t top_seen_ = 0;  // owner only: a lower bound of top_, which saves reading the thieves' line
  base::Atomic<uint32_t> n_trusted_{0};  // see trust(); by thieves only set to 0
  base::Atomic<uint32_t> n_stirred_{0};  // by the owner: see stir()
  base::Atomic<Ring*> ring_;
  base::Atomic<int64_t> bottom_{0};
  // Line of the thieves.
  alignas(base::kCacheLine) base::Atomic<int64_t> top_{0};
};

}  // namespace rondo::task
