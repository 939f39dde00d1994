// SPDX-License-Identifier: Apache-2.0
//
// The stations of a recording, named by numbers in place of addresses: a pattern's words.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/pattern.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

// The words of a recording: stations numbered, those that are only read dropped. False: too large.
struct WordLimits {
  uint32_t n_acts, n_dependences;
};
bool number_stations(Recorder& recorder, WordLimits limits, PatternCounts& counts, base::PodVector<uint32_t>& words);

}  // namespace rondo::graph
