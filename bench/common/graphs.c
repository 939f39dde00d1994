/* SPDX-License-Identifier: Apache-2.0
 *
 * What Rondo says it did with the program's graphs, patterns and loops, for the JSON line. All zero on other runtimes.
 */
#include <rondo.h>

#include "measure.h"

void measure_json_graphs(void) {
  rondo_graph_stats graphs = {0};
  if (rondo_get_graph_stats) rondo_get_graph_stats(&graphs);
  measure_json_integer("records", (long long)graphs.records);
  measure_json_integer("recaptures", (long long)graphs.recaptures);
  measure_json_integer("pure_replays", (long long)graphs.pure_replays);
  measure_json_integer("graph_nodes", (long long)graphs.nodes);
  measure_json_integer("graph_edges", (long long)graphs.edges);
  rondo_pattern_stats patterns = {0};
  if (rondo_get_pattern_stats) rondo_get_pattern_stats(&patterns);
  measure_json_integer("patterns", (long long)(patterns.recorded + patterns.loaded));
  measure_json_integer("pattern_uses", (long long)patterns.uses);
  rondo_taskiter_stats loops = {0};
  if (rondo_get_taskiter_stats) rondo_get_taskiter_stats(&loops);
  measure_json_integer("loops", (long long)loops.loops);
  measure_json_integer("cyclic_iterations", (long long)loops.iterations);
  rondo_coarsening_stats units = {0};
  if (rondo_get_coarsening_stats) rondo_get_coarsening_stats(&units);
  measure_json_integer("units", (long long)units.units);
  measure_json_real("bytes_per_node", units.nodes ? (double)units.overhead_bytes / (double)units.nodes : 0);
}
