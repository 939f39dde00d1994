// SPDX-License-Identifier: Apache-2.0
#include "region/dep_pattern/block.hpp"

#include "base/message.hpp"
#include "region/site_text.hpp"

namespace rondo::region {

using graph::Event;
using graph::Reason;
using graph::Way;

void explain(const PatternBlock& block, const char* what, const char* reason) {
  if (!block.tag->table().is_first_message()) return;
  const char* origin = block.tag->is_from_file.load_relaxed() ? ", which was loaded from a file," : "";
  SiteText site(block.site.file, block.site.line);
  base::warn("the block %s %s dep_pattern \"%s\"%s: %s; its tasks run as ordinary tasks (said once a tag)", site.text(),
             what, block.tag->name(), origin, reason);
}

void note(const PatternBlock& block, Event event) {
  if (block.history != nullptr) block.history->count(event);
}

void note_way(const PatternBlock& block, Way way) {
  if (block.history == nullptr) return;
  block.history->note_way(way, 1);
  for (const Way known : graph::kEachWay) block.history->set_ticks(known, block.record->ticks(true, known));
}

void note_refusal(graph::History* history, const char* reason) {
  if (history == nullptr) return;
  history->count(Event::Refused);
  history->set_reason(Reason::Refused, reason);
}

}  // namespace rondo::region
