// SPDX-License-Identifier: Apache-2.0
//
// What a thread has begun and not ended yet, the innermost last. A chunk of a ring begins with it, so that its events
// can be understood when older chunks are gone.
#pragma once

#include "trace/event.hpp"

namespace rondo::trace {

class OpenFrames {
 public:
  struct Frame {
    Kind kind;
    uint8_t detail;
    uint64_t value;
    Kind first;  // an event before this one: the region's Place, or the implicit task's ImplicitId; Kind{}: none
    uint64_t first_value;
    uint64_t body;  // of an implicit task; 0: not known
  };

  void begin(const Frame& frame) {
    if (depth_ < kMost) frames_[depth_] = frame;
    depth_++;
  }
  void note_body(uint64_t body) {
    if (depth_ != 0 && depth_ <= kMost) frames_[depth_ - 1].body = body;
  }
  // Ends the innermost of this kind, with what is open inside of it.
  void end(Kind kind) {
    if (depth_ > kMost) {  // what is deeper was not noted: it ends first
      depth_--;
      return;
    }
    for (uint32_t i = depth_; i != 0; i--) {
      if (frames_[i - 1].kind != kind) continue;
      depth_ = i - 1;
      return;
    }
  }
  void clear() {
    depth_ = 0;
    n_stacks_ = 0;
    is_top_blocked_ = false;
  }

  // The task on the top stack is blocked: that stack is left with the next turn_to().
  void block_top() { is_top_blocked_ = true; }
  // The thread comes to another stack; 0: its own, at the bottom. Stacks lie on top of each other, as in
  // python/rondo/trace/stacks.py, and what is on those that it leaves is forgotten: it is not said again when it goes
  // on.
  void turn_to(uint64_t stack) {
    uint32_t n_kept = is_top_blocked_ && n_stacks_ != 0 ? n_stacks_ - 1 : n_stacks_;
    is_top_blocked_ = false;
    bool is_here = stack == 0;
    if (is_here) n_kept = 0;
    for (uint32_t i = 0; i < n_stacks_ && i < kMostStacks && !is_here; i++) {
      if (stacks_[i].number != stack) continue;
      is_here = true;
      n_kept = i + 1;
    }
    while (n_stacks_ > n_kept) {
      n_stacks_--;
      if (n_stacks_ < kMostStacks) depth_ = stacks_[n_stacks_].bottom;
    }
    if (is_here) return;
    if (n_stacks_ < kMostStacks) stacks_[n_stacks_] = {stack, depth_};
    n_stacks_++;
  }

  const Frame* begin() const { return frames_; }
  const Frame* end() const { return frames_ + (depth_ < kMost ? depth_ : kMost); }

 private:
  static constexpr uint32_t kMost = 32;
  static constexpr uint32_t kMostStacks = 16;

  struct Stack {
    uint64_t number;
    uint32_t bottom;  // frames below it
  };

  Frame frames_[kMost];
  Stack stacks_[kMostStacks];
  uint32_t depth_ = 0;
  uint32_t n_stacks_ = 0;  // on the thread's own
  bool is_top_blocked_ = false;
};

}  // namespace rondo::trace
