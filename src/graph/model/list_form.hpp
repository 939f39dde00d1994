// SPDX-License-Identifier: Apache-2.0
//
// What a creation, or a wait, has in common with others of its construct: all of its dependences but the addresses.
#pragma once

#include <cstdint>

#include "depend/access.hpp"

namespace rondo::graph {

enum class Act : uint8_t { Task, JoinChildren, JoinDescendants };

struct ListForm {
  static constexpr uint64_t kNone = ~uint64_t{0};

  uint64_t n;
  uint64_t n_out;  // all of Kind::Out come first, the others are of Kind::In; else kNone
  const depend::Kind* kinds;
  Act act;
};

}  // namespace rondo::graph
