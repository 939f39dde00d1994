// SPDX-License-Identifier: Apache-2.0
//
// Writes a region's graph into the program, in the format of include/rondo/static_graph.h, and passes it to the
// runtime where the region begins.
#pragma once

#include "evaluate/edges.hpp"
#include "ir/region.hpp"

namespace rondo::directives {

struct StaticGraph {
  const std::vector<evaluate::Task>& tasks;
  const evaluate::Edges& edges;
  const evaluate::Symbols& symbols;
};

inline constexpr std::size_t kMaxValues = 4096;
inline constexpr std::size_t kMaxConstructs = 65'535;

// The number of values that an encounter has to pass, or the reason why the graph cannot be written.
struct Emitted {
  std::size_t n_values = 0;
  std::size_t n_constructs = 0;
  const char* obstacle = nullptr;
};
Emitted emit(llvm::CallBase& begin, const Translation& translation, const StaticGraph& graph);

}  // namespace rondo::directives
