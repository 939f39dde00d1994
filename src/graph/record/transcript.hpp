// SPDX-License-Identifier: Apache-2.0
//
// What one encounter of a region created, in creation order, kept for a later comparison (check.hpp). Immutable.
// Check mode only: a graph has forgotten the dependences that its edges were made of.
#pragma once

#include "graph/record/recorder.hpp"

namespace rondo::graph {

struct Transcript {
  const Notes* notes;
  const char* data;  // captured bytes, at RecordedNode::payload; nullptr: not kept
  const Padding* padding;  // which of them mean nothing; nullptr in a kept one: the newer one knows it as well
};

// A view of what `recorder` holds: valid until it changes.
Transcript view(const Recorder& recorder);

// A copy that outlives the recorder; memory from the C library.
Transcript* keep(const Recorder& recorder);
void free_transcript(Transcript* transcript);

}  // namespace rondo::graph
