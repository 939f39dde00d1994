// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

namespace rondo::graph {

// A region's static word: tables live as long as the process, as regions do.
inline void** new_slot() {
  static auto& slots = *new std::deque<void*>;  // never destroyed, like the static words of a program
  return &slots.emplace_back(nullptr);
}

}  // namespace rondo::graph
