// SPDX-License-Identifier: Apache-2.0
//
// The compact encoding of a pattern: numbers of one or more nibbles, three bits each, the fourth says that more
// follow. Stations are given relative to those of the act before, and an act that reads like the one before it is
// only counted: in a wavefront a row costs as much as one task. Layout: README.md, "Stream".
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/pattern.hpp"

namespace rondo::graph {

void encode(const uint32_t* words, base::PodVector<char>& stream);

// Why the stream is not one of a pattern with these counts, or nullptr and the words of the pattern. Bounded in time
// and memory by the limits of pattern.hpp, whatever the bytes.
const char* decode(const PatternCounts& counts, const char* stream, size_t bytes, base::PodVector<uint32_t>& words);

}  // namespace rondo::graph
