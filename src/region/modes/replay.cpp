// SPDX-License-Identifier: Apache-2.0
#include "region/modes/replay.hpp"

#include "graph/replay/assign_slots.hpp"
#include "graph/replay/reducing_groups.hpp"
#include "os/clock.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/run_node.hpp"
#include "sched/run/observe_nodes.hpp"
#include "sched/run/proxy_task.hpp"
#include "sched/wait/taskwait.hpp"
#include "sched/wait/wait.hpp"

namespace rondo::region {

using graph::Instance;
using sched::Worker;
using task::Domain;

namespace {

// Called when the last descendant of a nogroup replay is done.
task::JoinCounter& on_replay_dead(Worker& worker, Domain& domain) {
  Instance& instance = instance_of(domain);
  task::JoinCounter& above = *domain.reports_to;
  instance.ended_at = os::ticks();
  if (graph::let_go(instance)) sched::end_block(worker, instance);
  return above;
}

}  // namespace

void open_instance(Worker& worker, Instance& instance, task::WorkerId owner) {
  Domain& parent = sched::domain_of_current(worker);
  Domain& domain = instance.domain;
  domain.join_counter.open(owner);
  domain.outer = &parent;
  domain.depth = parent.depth + 1;
  domain.arena = parent.arena;
  domain.is_of_nodes = true;
  domain.environment.store_relaxed(sched::environment_of_nodes(worker));  // [task/I1]: published with the nodes
  instance.group = worker.current->group;
  graph::open_groups(instance, parent.arena->n_slots);
  instance.master = worker.id;
  instance.master_slot = worker.slot->index;
  instance.n_joined.store_relaxed(0);
  sched::set_runner(instance);
  instance.await_descendants = sched::wait_for_descendants;
  graph::assign_slots(instance, parent.arena->n_slots, sched::settings.max_task_priority != 0);
}

void count_as_child(Instance& instance, task::JoinCounter& (*on_dead)(Worker&, Domain&)) {
  Domain& domain = instance.domain;
  task::TaskGroup* group = instance.group;  // the code may be in another one, where it was abandoned
  bool in_group = group != nullptr && group->owner == domain.outer;
  domain.reports_to = in_group ? &group->join_counter : &domain.outer->join_counter;
  domain.reports_to->count_created();
  domain.on_dead = on_dead;
}

void close_instance(Worker& worker, Instance& instance) {
  if (instance.domain.join_counter.close()) sched::retire_domain(worker, instance.domain.join_counter);
}

void open_replay(Worker& worker, Instance& instance, bool nogroup) {
  open_instance(worker, instance, nogroup ? task::kNoWorker : worker.id);
  instance.domain.join_counter.count_created(instance.graph->n_sinks);
  if (instance.border.followers != nullptr) {
    for (graph::NodeIndex node = 0; node < instance.graph->n_nodes; node++) instance.border.followers[node].reset();
  }
  if (ompt::is_on()) sched::observe_nodes(worker, instance, instance.record->lists(), nullptr);
}

void await_join(Worker& worker, Instance& instance, graph::NodeIndex join) {
  auto is_reached = [&] { return instance.n_joined.load_acquire() > join; };  // [sched/G3]
  sched::work_until(worker, *worker.slot->arena, sched::ConditionLatch(is_reached), worked_for(instance));
}

void leave_replay(Worker& worker, Instance& instance) {
  count_as_child(instance, on_replay_dead);
  graph::begin_block(instance, false);
  close_instance(worker, instance);
}

void close_replay(Worker& worker, Instance& instance, bool nogroup) {
  if (nogroup) {
    count_as_child(instance, on_replay_dead);
    sched::leave_open(worker, instance, instance.record->traits().has_dependences);
    return close_instance(worker, instance);
  }
  Domain& domain = instance.domain;
  sched::JoinLatch is_over(domain.join_counter, task::Depth::Descendants);
  sched::work_until(worker, *worker.slot->arena, is_over, worked_for(instance));
  give_back(instance, 1);
}

}  // namespace rondo::region
