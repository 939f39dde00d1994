// SPDX-License-Identifier: Apache-2.0
//
// Finding a tool, starting it and ending it (OpenMP 5.2, section 19.2).
#pragma once

#include "ompt/types.hpp"

namespace rondo::config {
struct Options;
}

namespace rondo::ompt {

// By the thread that starts the runtime, before the first event: looks for a tool where the settings say. `lookup` is
// how the tool finds the runtime's functions. Afterwards is_on() tells whether one has been started.
void start_tool(const config::Options& options, Lookup lookup);

// The tool hears no more events, and its finalize() is called. Only the first call does something.
void finish_tool();

}  // namespace rondo::ompt
