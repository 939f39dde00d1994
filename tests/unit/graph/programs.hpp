// SPDX-License-Identifier: Apache-2.0
//
// Recorded programs, with the time of each node set by hand, and what their graphs order: for tests of grouping.
#pragma once

#include <memory>
#include <vector>

#include "depend/oracle.hpp"
#include "graph/compile/compile.hpp"
#include "graph/graphs.hpp"
#include "graph/model/backward.hpp"
#include "graph/record/recorder.hpp"
#include "graph/tune/makespan.hpp"

namespace rondo::test {

using graph::Graph;
using graph::NodeIndex;
using graph::Recorder;

inline constexpr graph::Costs kFree = {0, 0, 0, 0, 0};

// `ticks_of(node)`: what its body takes.
template <class Ticks>
GraphPtr measured(Recorder& recorder, Ticks ticks_of) {
  GraphPtr graph(graph::compile(recorder));
  graph::measure_ticks(*graph);
  for (NodeIndex node = 0; node < graph->n_nodes; node++) graph->note_time(node, ticks_of(node));
  return graph;
}

inline GraphPtr measured_random(base::Rng& rng, uint32_t n_nodes) {
  RandomDependences random(rng);
  Recorder recorder(false);
  const uint32_t joins_percent = rng.below(2) == 0 ? rng.below(10) : 0;
  for (uint32_t i = 0; i < n_nodes; i++) {
    const Dependences dependences = random.next();
    if (rng.below(100) < joins_percent) {
      recorder.add_join(dependences, task::Depth::Children);
    } else {
      recorder.add_task({}, nullptr, dependences);
    }
  }
  const uint32_t long_percent = rng.below(3) * 10;
  return measured(recorder, [&](NodeIndex) { return rng.below(100) < long_percent ? 1u << rng.below(24) : 20; });
}

inline GraphPtr wavefront(uint32_t n_rows, uint32_t n_columns, uint64_t ticks) {
  const auto cell = [=](uint32_t row, uint32_t column) {
    return 0x1000 + 8 * uintptr_t{row * (n_columns + 1) + column};
  };
  Recorder recorder(false);
  for (uint32_t row = 1; row <= n_rows; row++) {
    for (uint32_t column = 1; column <= n_columns; column++) {
      const Dependences list = {
          {cell(row - 1, column), Kind::In}, {cell(row, column - 1), Kind::In}, {cell(row, column), Kind::Out}};
      recorder.add_task({}, nullptr, list);
    }
  }
  return measured(recorder, [=](NodeIndex) { return ticks; });
}

// Chains whose tasks are created in turn.
inline GraphPtr chains(uint32_t n_chains, uint32_t length, uint64_t ticks) {
  Recorder recorder(false);
  for (uint32_t i = 0; i < n_chains * length; i++) {
    const Dependences list = {{0x1000 + 8 * uintptr_t{i % n_chains}, Kind::Out}};
    recorder.add_task({}, nullptr, list);
  }
  return measured(recorder, [=](NodeIndex) { return ticks; });
}

inline GraphPtr independent(uint32_t n_nodes, uint64_t ticks) {
  Recorder recorder(false);
  for (uint32_t i = 0; i < n_nodes; i++) recorder.add_task({}, nullptr, {});
  return measured(recorder, [=](NodeIndex) { return ticks; });
}

// before[i][j]: node j has to be over before node i begins.
inline Relation order_of_nodes(const Graph& graph) {
  Relation before(graph.n_nodes);
  const graph::Backward edges(graph);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    edges.for_each(node, [&](NodeIndex predecessor, bool) { before[node].set(predecessor); });
  }
  close_transitively(before);
  return before;
}

}  // namespace rondo::test
