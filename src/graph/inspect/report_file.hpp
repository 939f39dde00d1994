// SPDX-License-Identifier: Apache-2.0
//
// The file of a report (RONDO_GRAPH_REPORT): one a process. PIDs tell the processes of one command apart, and a new
// program in an old process (exec) starts with a line of its own. What is in it: report.hpp.
#pragma once

#include "config/text.hpp"

namespace rondo::graph {

// Behind the line about the process, if this is the first call. Says so once if the file cannot be written.
void append_to_report(const char* prefix, const config::Text& lines);

}  // namespace rondo::graph
