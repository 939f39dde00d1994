// SPDX-License-Identifier: Apache-2.0
//
// What the program says of one task construct (a taskwait with dependences is one) before it encounters it, because
// the compiler does not know the clauses: OpenMP 6.0's `replayable` and firstprivate(saved: ...). Kept by the
// execution of the region whose code is running, hence for its thread only. A taskloop creates many tasks: it holds
// the hints meanwhile.
#pragma once

#include "base/pod_vector.hpp"

namespace rondo::graph {

// Bytes of a captured block, counted from its beginning (kmp_task_t, or gcc's argument block).
struct ByteRange {
  uint32_t offset;
  uint32_t n_bytes;
};
inline constexpr uint32_t kToTheEnd = ~0u;

class TaskHints {
 public:
  void begin() {
    state_ = State::Coming;
    is_replayable_ = true;
    saved_.clear();
  }
  void set_replayable(bool is_replayable) { is_replayable_ = is_replayable; }
  void save(ByteRange range) { saved_.push_back(range); }

  bool is_idle() const { return state_ == State::None; }

  // A task is created: it is of the construct announced last; or, if that one's task was created before, of one that
  // is not announced.
  void take() {
    if (state_ == State::Held) return;
    state_ = state_ == State::Coming ? State::Taken : State::None;
  }
  // Of the task that was created last:
  bool are_given() const { return !is_idle(); }
  bool is_replayable(bool without_hints) const { return are_given() ? is_replayable_ : without_hints; }
  const base::PodVector<ByteRange>& saved() const { return saved_; }

  // Around the creations of a construct whose hints have been taken.
  void hold() {
    if (state_ == State::Taken) state_ = State::Held;
  }
  void drop() { state_ = State::None; }

 private:
  enum class State : uint8_t { None, Coming, Taken, Held };

  State state_ = State::None;
  bool is_replayable_ = true;
  base::PodVector<ByteRange> saved_;
};

}  // namespace rondo::graph
