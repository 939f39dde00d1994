// SPDX-License-Identifier: Apache-2.0
//
// The graph of a dependence pattern: from its encoding, or from a recording by way of that.
#pragma once

#include "graph/model/pattern.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

// Limits, so that a file cannot ask for all memory of the machine. A recording that exceeds them is not kept either.
inline constexpr uint32_t kMaxActs = 1u << 20;
inline constexpr uint32_t kMaxDependences = 1u << 22;
inline constexpr uint64_t kMaxEdges = uint64_t{1} << 24;  // before reduction

// The graph of an encoded pattern, `Graph::pattern` set; or nullptr, and why in `reason`. The input is not trusted.
Graph* make_pattern_graph(const PatternCounts& counts, const char* stream, size_t stream_bytes, const char** reason);

// The same for a recording, by way of its encoding.
Graph* make_pattern_graph(Recorder& recorder, const char** reason);

}  // namespace rondo::graph
