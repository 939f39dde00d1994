// SPDX-License-Identifier: Apache-2.0
//
// One execution of a block with a pattern in progress: what the parts that plan it, record it and use its pattern
// share.
#pragma once

#include "config/options.hpp"
#include "graph/store/history.hpp"
#include "graph/store/tag.hpp"
#include "region/dep_pattern/dep_pattern.hpp"
#include "region/execution.hpp"

namespace rondo::region {

class PatternUse;
class Recording;

struct PatternBlock {
  const config::Options* options;
  PatternSite site;
  graph::History* history;  // of the tag; nullptr: it is not watched
  graph::Tag* tag = nullptr;
  graph::Record* record = nullptr;
  Execution execution = Execution::Plain;
  // Record:
  graph::Recorder* recorder = nullptr;
  Recording* recording = nullptr;
  // InOrder, UsePattern:
  uint64_t began_at = 0;  // os::ticks()
  graph::WayChoice choice = {};
  // UsePattern:
  graph::Instance* instance = nullptr;
  PatternUse* use = nullptr;
};

// A message about the block, once a tag; and notes for reports.
void explain(const PatternBlock& block, const char* what, const char* reason);
void note(const PatternBlock& block, graph::Event event);
void note_way(const PatternBlock& block, graph::Way way);
void note_refusal(graph::History* history, const char* reason);

}  // namespace rondo::region
