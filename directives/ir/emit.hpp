// SPDX-License-Identifier: Apache-2.0
//
// Writes what is known of a region into the program, in the format of include/rondo/static_graph.h, and hands it to
// the runtime where the region begins.
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

// How many values an encounter has to hand over; or why the graph cannot be written.
struct Emitted {
  std::size_t n_values = 0;
  std::size_t n_constructs = 0;
  const char* obstacle = nullptr;
};
Emitted emit(llvm::CallBase& begin, const Translation& translation, const StaticGraph& graph);

}  // namespace rondo::directives
