// SPDX-License-Identifier: Apache-2.0
//
// Graphs as text: the lines of the report that `rondo graph` reads, each a JSON object. docs/graphs.md describes the
// members.
#pragma once

#include "config/text.hpp"
#include "depend/repetition.hpp"
#include "graph/store/history.hpp"

namespace rondo::graph {

// The first line of a process.
void add_process(const char* version, config::Text& out);

// A history with the graph of its newest record. `is_final`: the process ends, else: the first record has just been
// made, and the line is what is known if the process does not end by exit().
void add_history(History& history, bool is_final, config::Text& out);

// Tasks that repeat without a directive, and how many streams were given up. Nothing if there were none.
void add_repetitions(const depend::Repetitions& repetitions, uint64_t n_given_up, config::Text& out);

}  // namespace rondo::graph
