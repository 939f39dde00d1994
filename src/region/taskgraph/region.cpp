// SPDX-License-Identifier: Apache-2.0
#include "region/taskgraph/region.hpp"

#include "base/message.hpp"
#include "region/site_text.hpp"

namespace rondo::region {

using graph::Event;
using graph::Reason;

void explain(TaskgraphRegion& region, const char* what, const char* reason) {
  if (!region.table->is_first_message()) return;
  SiteText site(region.site.file, region.site.line);
  base::warn("the task graph region %s %s: %s; its tasks run as ordinary tasks (said once)", site.text(), what, reason);
}

void note(const TaskgraphRegion& region, Event event) {
  if (region.history != nullptr) region.history->count(event);
}

void note(const TaskgraphRegion& region, Reason reason, const char* text) {
  if (region.history != nullptr) region.history->set_reason(reason, text);
}

void note_way(const TaskgraphRegion& region, graph::Way way) {
  if (region.history == nullptr) return;
  region.history->note_way(way, 1);
  for (const graph::Way known : graph::kEachWay) {
    region.history->set_ticks(known, region.record->ticks(!region.skips_code, known));
  }
}

void refuse(TaskgraphRegion& region, const char* reason) {
  explain(region, "cannot be recorded", reason);
  note(region, Event::Refused);
  note(region, Reason::Refused, reason);
  region.table->refuse(*region.record);
}

}  // namespace rondo::region
