// SPDX-License-Identifier: Apache-2.0
//
// The tasks that a region creates, in creation order.
#pragma once

#include <optional>

#include "evaluate/code.hpp"

namespace rondo::evaluate {

// Captured data: bytes of the task's block, shareds included.
struct Slot {
  uint32_t offset;
  uint32_t n_bytes;
  Form value;
};

struct Dependence {
  Form address;
  DependKind kind;
};

struct Task {
  TaskShape shape;
  int32_t priority = 0;
  PlaceId place = 0;
  std::vector<Slot> slots = {};  // by offset; bytes between them do not matter
  std::vector<Dependence> dependences = {};
};

// Why the region cannot be known at compile time.
struct Refusal {
  std::string text;
  PlaceId place;
};

struct Outcome {
  std::vector<Task> tasks;
  std::optional<Refusal> refusal;
  uint64_t n_steps = 0;
};

struct Limits {
  uint64_t n_steps = 20'000'000;
  uint32_t n_tasks = 65'536;
  uint32_t n_frames = 100;      // calls in calls
  uint32_t n_copied = 4096;     // bytes copied or filled at once
};

}  // namespace rondo::evaluate
