// SPDX-License-Identifier: Apache-2.0
#include "sched/create/earlier_siblings.hpp"

#include "sched/create/behind.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/proxy_task.hpp"
#include "sched/wait/taskwait.hpp"

namespace rondo::sched {

using graph::Instance;
using graph::NodeState;
using task::Domain;

namespace {

// A sibling that the node waits for beyond its predecessors is done.
void let_go_on(void* state) {
  auto& unit = *static_cast<NodeState*>(state);
  if (graph::count_down(unit)) offer(*t_worker, unit);
}

}  // namespace

bool look_for_siblings(Worker& worker, Domain& domain) {
  if (are_children_done(worker, domain)) {
    forget_blocks(domain);
    domain.table->forget(worker.slab);
    return false;
  }
  enter_blocks(worker, domain);
  return !domain.table->forget_retired(worker.slab);
}

void put_behind_siblings(Worker& worker, Instance& instance, graph::NodeIndex index, Dependences dependences) {
  if (!instance.border.is_behind_siblings || dependences.empty()) return;
  if (domain_of_current(worker).table->drop_if_free(dependences, worker.slab)) return;
  NodeState& node = instance.states[index];
  graph::hold_back(node);
  Behind siblings(worker, let_go_on, &graph::unit_of(node));
  siblings.add(dependences, nullptr);
  siblings.submit();
}

}  // namespace rondo::sched
