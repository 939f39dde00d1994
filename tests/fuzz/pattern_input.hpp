// SPDX-License-Identifier: Apache-2.0
//
// What must hold for any bytes that are taken for a file of patterns: they are refused with a reason, or they are
// patterns whose graphs are sound and which, written again, are the same. For the fuzzer and for the unit test that
// damages files.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include "graph/pattern/pattern_file.hpp"
#include "graph/replay/instance.hpp"

namespace rondo::test {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "a file of patterns was accepted, but %s\n", what);
  std::abort();
}

inline void require_sound_graph(const graph::Graph& graph) {
  require(graph.n_nodes == graph.pattern->counts.n_acts, "a graph has another number of nodes");
  require(graph.nodes[graph.n_nodes].first_successor == graph.n_edges, "a graph has another number of edges");
  for (graph::NodeIndex node = 0; node < graph.n_nodes; node++) {
    for (uint32_t i = graph.nodes[node].first_successor; i < graph.nodes[node + 1].first_successor; i++) {
      graph::NodeIndex successor = graph.successors[i] & ~graph::kOnlyPredecessor;
      require(successor > node && successor < graph.n_nodes, "a successor is not a later node");
    }
  }
}

inline void require_sound_words(const graph::Pattern& pattern) {
  namespace word = graph::word;
  const uint32_t* words = pattern.words;
  graph::PatternCounts counts;
  for (; *words != word::kEnd; words += word::n_dependences_of(*words) + size_t{1}) {
    counts.n_acts++;
    for (uint32_t i = 1; i <= word::n_dependences_of(*words); i++) {
      counts.n_dependences++;
      if (words[i] == word::kReadOnly) counts.n_read_only++;
      if ((words[i] & word::kSpecial) != 0) continue;
      const uint32_t station = word::station_of(words[i]);
      if ((words[i] & word::kFirst) != 0) require(station == counts.n_stations++, "stations are not in order");
      require(station < counts.n_stations, "a station was not met before");
    }
  }
  require(counts == pattern.counts, "a pattern has other counts");
}

// False: refused.
inline bool take_pattern_file(const char* bytes, size_t n) {
  graph::PatternReader reader;
  if (const char* reason = reader.read(bytes, n)) {
    require(*reason != '\0', "refused without a reason");
    return false;
  }
  graph::PatternWriter writer;
  for (size_t i = 0; i < reader.n_items(); i++) {
    require_sound_graph(*reader.item(i).graph);
    require_sound_words(*reader.item(i).graph->pattern);
    writer.add(reader.item(i).tag, *reader.item(i).graph->pattern);
  }
  const auto& again = writer.finish();
  require(again.size() == n && std::memcmp(again.data(), bytes, n) == 0, "written again it is another file");
  return true;
}

// Makes the checksum right, which damage at random would never do.
inline void repair_checksum(std::span<char> bytes) {
  if (bytes.size() < 8) return;
  const uint64_t sum = graph::checksum(bytes.data(), bytes.size() - 8);
  for (size_t i = 0; i < 8; i++) bytes[bytes.size() - 8 + i] = static_cast<char>(sum >> (8 * i));
}

}  // namespace rondo::test
