// SPDX-License-Identifier: Apache-2.0
//
// What the tests of patterns share: programs as lists of acts, random ones, and the graph and pattern of one.
#pragma once

#include <cstring>
#include <memory>

#include <gtest/gtest.h>

#include "depend/oracle.hpp"
#include "graph/graphs.hpp"
#include "graph/pattern/pattern_file.hpp"
#include "graph/pattern/pattern_graph.hpp"
#include "graph/pattern/pattern_stream.hpp"
#include "graph/pattern/station_numbers.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::test {

using graph::Act;
using graph::Graph;

struct Action {
  Act act;
  Dependences dependences;
};
using Program = std::vector<Action>;

inline void record(const Program& program, graph::Recorder& recorder) {
  for (const Action& action : program) {
    if (action.act == Act::Task) {
      recorder.add_task(task::TaskSpec{}, nullptr, action.dependences);
    } else {
      recorder.add_join(action.dependences,
                        action.act == Act::JoinChildren ? task::Depth::Children : task::Depth::Descendants);
    }
  }
}

inline GraphPtr pattern_graph_of(const Program& program) {
  graph::Recorder recorder(false);
  record(program, recorder);
  const char* reason = nullptr;
  GraphPtr graph(graph::make_pattern_graph(recorder, &reason));
  EXPECT_NE(graph, nullptr) << reason;
  return graph;
}

// Some programs repeat themselves, as loops do; some wait; some name all memory.
inline Program random_program(base::Rng& rng, uint32_t most) {
  RandomDependences random(rng);
  const uint32_t joins_percent = rng.below(3) == 0 ? rng.below(20) : 0;
  const uint32_t repeats_percent = rng.below(2) == 0 ? rng.below(80) : 0;
  Program program;
  for (uint32_t n = rng.below(most); n > 0; n--) {
    if (!program.empty() && rng.below(100) < repeats_percent) {
      Action again = program.back();
      const uintptr_t step = 8 * uintptr_t{rng.below(2)};
      for (Dependence& dependence : again.dependences) dependence.address += dependence.address == 0 ? 0 : step;
      program.push_back(again);
    } else if (rng.below(100) < joins_percent) {
      const bool is_group = rng.below(3) == 0;
      program.push_back(
          {is_group ? Act::JoinDescendants : Act::JoinChildren, is_group ? Dependences{} : random.next()});
    } else {
      program.push_back({Act::Task, random.next()});
    }
  }
  return program;
}

// A wavefront of n x n tasks, north and west read, itself written.
inline Program wavefront(uint32_t n) {
  Program program;
  const auto cell = [n](uint32_t row, uint32_t column) { return 0x1000 + 8 * uintptr_t{row * (n + 1) + column}; };
  for (uint32_t row = 1; row <= n; row++) {
    for (uint32_t column = 1; column <= n; column++) {
      program.push_back(
          {Act::Task,
           {{cell(row, column), Kind::Out}, {cell(row - 1, column), Kind::In}, {cell(row, column - 1), Kind::In}}});
    }
  }
  return program;
}

}  // namespace rondo::test
