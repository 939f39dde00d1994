// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/find_record.hpp"

#include "base/message.hpp"
#include "region/site_text.hpp"

namespace rondo::region {

void say_if_evicted(graph::RecordTable& table, const TaskgraphSite& site, const config::Options& options) {
  if (!table.has_evicted() || !base::first_time("evicted")) return;
  SiteText text(site.file, site.line);
  base::warn(
      "the task graph region %s is used with more than %u graph ids: the record used longest ago goes for each new "
      "one (said once); use few values in graph_id, or set RONDO_GRAPH_RECORDS higher",
      text.text(), options.graph_records);
}

}  // namespace rondo::region
