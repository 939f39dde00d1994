// SPDX-License-Identifier: Apache-2.0
//
// Which task comes before which: the runtime's own passes (src/graph), on addresses that are forms. Two dependences
// are on the same address if their forms are equal. Forms that differ in their constants only are different
// addresses; forms whose symbols differ may turn out to be the same address, which has to be checked when the program
// runs.
#pragma once

#include "evaluate/outcome.hpp"

namespace rondo::evaluate {

struct Edges {
  std::vector<uint32_t> first;  // of each task, and one more
  std::vector<uint32_t> predecessors;  // those of task t are [first[t], first[t + 1])
  std::vector<uint16_t> places;  // of each task; see graph/compile/placement.hpp
  uint32_t depth = 0;            // tasks on the longest path
  uint32_t n_unreduced = 0;
  uint32_t n_distinct = 0;  // without duplicates, before reduction
  std::vector<Form> addresses;  // all different ones
  std::size_t n_bases = 0;  // how many of them differ in their symbols
  const char* obstacle = nullptr;  // why the lists above are empty
};

Edges order(const std::vector<Task>& tasks);

}  // namespace rondo::evaluate
