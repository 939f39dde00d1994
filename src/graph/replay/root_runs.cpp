// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/root_runs.hpp"

#include <cstdlib>

#include "graph/model/heap_memory.hpp"
#include "graph/replay/instance.hpp"

namespace rondo::graph {

namespace {
template <class Take>
void for_each_run(const Instance& instance, Take take) {
  const Graph& graph = *instance.graph;
  auto slot_of = [&](uint32_t root) { return graph.nodes[graph.roots[root]].slot(instance.n_slots); };
  for (uint32_t begin = 0; begin < graph.n_roots;) {
    uint32_t end = begin + 1;
    while (!graph.has_events && end < graph.n_roots && slot_of(end) == slot_of(begin)) end++;  // else one by one
    take(RootRun{begin, end, slot_of(begin)});
    begin = end;
  }
}
}  // namespace

void find_root_runs(Instance& instance) {
  std::free(instance.root_runs);
  uint32_t n = 0;
  for_each_run(instance, [&](const RootRun&) { n++; });
  instance.root_runs = static_cast<RootRun*>(HeapMemory().allocate((n + size_t{1}) * sizeof(RootRun)));
  instance.n_root_runs = 0;
  for_each_run(instance, [&](const RootRun& run) { instance.root_runs[instance.n_root_runs++] = run; });
}

}  // namespace rondo::graph
