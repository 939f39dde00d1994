// SPDX-License-Identifier: Apache-2.0
#include "sched/ranges/roots.hpp"

#include "graph/replay/instance.hpp"
#include "sched/idle/park.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/nodes/run_node.hpp"
#include "sched/nodes/serial_replay.hpp"
#include "sched/settings.hpp"

namespace rondo::sched {

using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::RootRun;

namespace {

RootRange& make_range(Worker& worker, Instance& instance, const RootRun& run) {
  auto* range = worker.slab.make<RootRange>();
  range->proxy.instance = &instance;
  range->proxy.slot = static_cast<uint16_t>(run.slot);
  range->rest = {run.begin, run.end};
  return *range;
}

// The range was stolen.
void give_near_half_back(Worker& worker, RootRange& range) {
  const LazyRange near = range.rest.take_near_half();
  const RootRun run = {near.begin, near.end, range.proxy.slot};
  if (near.size() != 0) offer(worker, make_range(worker, *range.proxy.instance, run).proxy);
  range.proxy.slot = static_cast<uint16_t>(worker.slot->index);
}

}  // namespace

void deal_roots(Worker& worker, Instance& instance) {
  Arena& arena = *worker.slot->arena;
  for (uint32_t i = instance.n_root_runs; i-- > 0;) {
    const RootRun& run = instance.root_runs[i];
    NodeState& first = instance.states[instance.graph->roots[run.begin]];
    arena.slots[run.slot]->node_mailbox.push(run.end - run.begin == 1 ? &first
                                                                      : &make_range(worker, instance, run).proxy);
    os::light_fence();  // [P1]
    if (arena.n_parked.load_relaxed() == 0) continue;
    doubt_vain_look(arena);
    if (run.slot != worker.slot->index) unpark(*arena.slots[run.slot]->worker.load_acquire());  // [S1]
  }
}

// Sinks run together, since nothing follows from their ends; any other root by itself.
Work run_root_range(Worker& worker, RootRange& range) {
  if (range.proxy.slot != worker.slot->index) [[unlikely]]
    give_near_half_back(worker, range);
  Instance& instance = *range.proxy.instance;
  const Graph& graph = *instance.graph;
  const uint32_t begin = range.rest.begin;
  const uint32_t most = settings.suspends ? begin : begin + range.rest.next_batch();  // a sink may be blocked
  uint32_t end = begin;
  while (end < most && graph.is_sink(graph.roots[end])) end++;
  bool are_sinks = end != begin;
  range.rest.begin = are_sinks ? end : begin + 1;
  range.rest.size() == 0 ? worker.slab.destroy(&range) : queue_rest(worker, Work::range(range.proxy));
  if (!are_sinks) return run_node(worker, instance.states[graph.roots[begin]]);
  run_sinks(worker, instance, {graph.roots + begin, end - begin});
  return Work();
}

}  // namespace rondo::sched
