// SPDX-License-Identifier: Apache-2.0
//
// Memory for tasks when the system has none left: a piece set aside at the start, from which slabs take chunks when
// the system refuses a mapping. From then on, or when a table cannot grow, memory is *scarce*: creators run tasks in
// place that would have to be kept (sched/create/create.cpp), so that the reserve lasts. Any thread.
#pragma once

#include <cstddef>

#include "task/process.hpp"

namespace rondo::task {

inline bool is_memory_scarce() { return process.is_memory_scarce.load_relaxed(); }  // [R1]

// Sets the reserve aside, or fills it again; memory is no longer scarce if that succeeds. At the start, and before an
// outermost region if memory is scarce. `chunk_bytes`: size and alignment of what is taken from it.
void keep_reserve(size_t chunk_bytes);

// The system has refused memory for tasks: it is scarce from now on. Prints once what this means.
void note_scarcity();

// The same, for a chunk of the reserve, or nullptr if that is used up too.
void* take_reserved(size_t chunk_bytes);

}  // namespace rondo::task
