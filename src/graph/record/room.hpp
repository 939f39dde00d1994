// SPDX-License-Identifier: Apache-2.0
//
// Whether there is memory for a graph, asked before it is made: a region whose graph has no room is refused.
#pragma once

#include <cstddef>

namespace rondo::graph {

inline constexpr const char* kNoMemory = "there is no memory for its graph; raise the limit (`ulimit -v`, memory.max)";

// Whether so many bytes could be had now. For a megabyte and more it makes some system calls; less is taken to be
// there, since the calls take as long as recording some tens of tasks.
bool has_room(size_t bytes);

}  // namespace rondo::graph
