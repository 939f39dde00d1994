// SPDX-License-Identifier: Apache-2.0
#include "sched/roots.hpp"

#include "graph/instance.hpp"
#include "sched/park.hpp"
#include "sched/run_node.hpp"

namespace rondo::sched {

using graph::Graph;
using graph::Instance;
using graph::NodeIndex;
using graph::NodeState;
using graph::RootRun;
using graph::RootShare;

namespace {

RootShare& make_share(Worker& worker, Instance& instance, const RootRun& run) {
  auto* share = worker.slab.make<RootShare>();
  share->ticket.instance = &instance;
  share->ticket.seat = static_cast<uint16_t>(run.seat);
  share->begin = run.begin;
  share->end = run.end;
  return *share;
}

// Who has stolen a share takes its far half; the near one goes back to where it has its place.
void give_half_back(Worker& worker, RootShare& share) {
  uint32_t middle = share.begin + (share.end - share.begin) / 2;
  uint32_t place = share.ticket.seat;
  if (middle != share.begin) {
    offer(worker, make_share(worker, *share.ticket.instance, {share.begin, middle, place}).ticket);
  }
  share.begin = middle;
  share.ticket.seat = static_cast<uint16_t>(worker.seat->index);
  share.pace = {};
}

}  // namespace

void deal_roots(Worker& worker, Instance& instance) {
  Crew& crew = *worker.seat->crew;
  for (uint32_t i = instance.n_root_runs; i-- > 0;) {
    const RootRun& run = instance.root_runs[i];
    NodeState& first = instance.states[instance.graph->roots[run.begin]];
    crew.seats[run.seat]->node_mailbox.push(run.end - run.begin == 1 ? &first
                                                                     : &make_share(worker, instance, run).ticket);
    os::light_fence();  // [P1]
    if (run.seat != worker.seat->index && crew.n_parked.load_relaxed() != 0)
      unpark(*crew.seats[run.seat]->worker.load_acquire());  // [S1]
  }
}

// Sinks run together, since nothing follows from their ends; any other root by itself.
Work run_share(Worker& worker, RootShare& share) {
  if (share.ticket.seat != worker.seat->index) [[unlikely]]
    give_half_back(worker, share);
  share.pace.adapt();
  Instance& instance = *share.ticket.instance;
  const Graph& graph = *instance.graph;
  const uint32_t begin = share.begin;
  const uint32_t most = share.end - begin < share.pace.n_at_once ? share.end : begin + share.pace.n_at_once;
  uint32_t end = begin;
  while (end < most && graph.is_sink(graph.roots[end])) end++;
  bool are_sinks = end != begin;
  share.begin = are_sinks ? end : begin + 1;
  if (share.begin == share.end) {
    worker.slab.destroy(&share);
  } else {  // before any of them runs: a body may be long
    worker.seat->deque.push(Work::share(share).word());
    announce_work(*worker.seat->crew, worker.seat->index);
  }
  if (!are_sinks) return run_node(worker, instance.states[graph.roots[begin]]);
  run_sinks(worker, instance, {graph.roots + begin, end - begin});
  return Work();
}

}  // namespace rondo::sched
