// SPDX-License-Identifier: Apache-2.0
//
// Whether there is memory for a graph, asked before it is made: a region whose graph has no room is refused.
#pragma once

#include <cstddef>

namespace rondo::graph {

inline constexpr const char* kNoMemory = "there is no memory for its graph; raise the limit (`ulimit -v`, memory.max)";

// Whether so many bytes could be had now. Makes some system calls.
bool has_room(size_t bytes);

}  // namespace rondo::graph
