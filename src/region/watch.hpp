// SPDX-License-Identifier: Apache-2.0
//
// Watching the task graphs of a process: whether it was asked for, the report file that `rondo graph` reads, and the
// messages of check mode. Settings: RONDO_GRAPH_REPORT and RONDO_CHECK=graph.
#pragma once

#include "graph/store/history.hpp"

namespace rondo::region {

// Whether graphs are watched at all; for callers that have to find something out before they can name the site.
bool is_watched();

// The history of this region and graph id; nullptr when graphs are not watched, which is the usual case.
graph::History* watch(const graph::Site& site);

// A record of the region is about to be finished, or a loop to go on: `graph` will be reported, so its node times are
// kept.
void prepare(graph::Graph& graph);

// A record has been made, or loaded from a file; the caller gives one use of it away. The first one of each history
// is written at once, because not every process ends by exit().
void watch_record(graph::History& history, graph::Record& record, graph::Event event = graph::Event::Recorded);

// A loop has made a cyclic graph and is one of its two users from now on: written likewise. The loop's use ends with
// History::release().
void watch_cycle(graph::History& history, graph::Graph& cyclic);

// An encounter has been compared with its record.
void watch_check(graph::History& history, const graph::Findings& findings);

}  // namespace rondo::region
