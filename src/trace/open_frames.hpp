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
    is_known_ = true;
  }
  // The thread works on several stacks from now on, and what it has begun does not end in turn.
  void give_up() { is_known_ = false; }

  const Frame* begin() const { return frames_; }
  const Frame* end() const { return frames_ + (!is_known_ ? 0 : depth_ < kMost ? depth_ : kMost); }

 private:
  static constexpr uint32_t kMost = 32;

  Frame frames_[kMost];
  uint32_t depth_ = 0;
  bool is_known_ = true;
};

}  // namespace rondo::trace
