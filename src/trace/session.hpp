// SPDX-License-Identifier: Apache-2.0
//
// The trace of a process: its files, and the rings of its threads. README.md.
#pragma once

#include <cstddef>

#include "config/options.hpp"
#include "os/modules.hpp"
#include "trace/process.hpp"

namespace rondo::trace {

// When the runtime starts: from now on the process is traced into files in `folder`, at most `bytes` for each thread.
// Says so if that is not possible. `rank`: for the reader.
void begin(const char* folder, size_t bytes, config::LauncherRank rank);

// In a child of fork(2), whose parent is traced: it gets files of its own. The rings of the parent are gone.
void begin_in_child();

// For a thread that begins, and back when it ends. Any thread.
Ring* take_ring();
void give_back_ring(Ring* ring);

// The module that has the code, noted for the readers of the trace; one that holds `code` only if there is none.
os::AddressRange note_module(const void* code);

}  // namespace rondo::trace
