// SPDX-License-Identifier: Apache-2.0
//
// The record that an encounter uses, among those that its region may keep (RONDO_GRAPH_RECORDS).
#pragma once

#include "config/options.hpp"
#include "graph/store/record_table.hpp"
#include "region/taskgraph/taskgraph.hpp"

namespace rondo::region {

// Reports, once in the process, that a region has more records than it may keep, if this region has.
void say_if_evicted(graph::RecordTable& table, const TaskgraphSite& site, const config::Options& options);

// RecordTable::find() for the construct at this site.
inline graph::RecordTable::Found find_record(graph::RecordTable& table, uint64_t id, bool reset, graph::Record** record,
                                             const TaskgraphSite& site, const config::Options& options) {
  graph::RecordTable::Found found = table.find(id, reset, record, options.graph_records);
  if (found == graph::RecordTable::Found::ToRecord) say_if_evicted(table, site, options);
  return found;
}

}  // namespace rondo::region
