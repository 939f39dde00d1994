// SPDX-License-Identifier: Apache-2.0
#include "region/modes/hand_over.hpp"

#include "graph/model/node_task.hpp"
#include "graph/record/accesses.hpp"
#include "region/modes/cycle.hpp"
#include "region/modes/replay.hpp"
#include "sched/create/create.hpp"
#include "sched/nodes/node_offer.hpp"
#include "sched/run/execute.hpp"

namespace rondo::region {

using graph::Instance;
using graph::NodeFollower;
using graph::NodeIndex;
using graph::NodeState;
using sched::Worker;
using task::Domain;
using task::Task;

namespace {

// The current task creates ordinary tasks while this lives, whatever it is in.
class [[nodiscard]] OutsideOfRegion {
 public:
  explicit OutsideOfRegion(Worker& worker) : domain_(sched::domain_of_current(worker)), execution_(domain_.execution) {
    domain_.execution = nullptr;
  }
  ~OutsideOfRegion() { domain_.execution = execution_; }
  OutsideOfRegion(const OutsideOfRegion&) = delete;
  OutsideOfRegion& operator=(const OutsideOfRegion&) = delete;

 private:
  Domain& domain_;
  sched::RegionExecution* const execution_;
};

void follow_node(Worker& worker, NodeFollower& follower, sched::Dependences accesses) {
  task::TaskSpec spec = kEmptyTask;
  spec.flags = task::kInternal | task::kDetachable;
  Task& task = *sched::allocate(worker, spec);
  base::PodVector<depend::Dependence> list;
  for (const depend::Dependence& access : accesses) list.push_back({access.address, graph::kind_in_graph(access.kind)});
  sched::submit(worker, task, {list.data(), list.size()});
  if (!follower.set(task)) sched::release_hold(worker, task);
}

// From here on an ordinary task, held by its body and, if it is detachable, by its event.
void keep_instance(Instance& instance, Task& task) {
  instance.domain.join_counter.count_created();
  graph::NodeTask::of(task).instance = &instance;
  if (!task.has(task::kDetachable)) task.holds.store_relaxed(1);  // [sched/H1]
  task.flags |= task::kInNode | task::kDetachable;
}

}  // namespace

void follow_nodes(Worker& worker, Instance& instance, const NodeLists& lists) {
  OutsideOfRegion outside(worker);
  sched::domain_of_current(worker).has_detached = true;
  Task& current = *worker.current;
  task::TaskGroup* const innermost = current.group;
  for (size_t node = 0; node < lists.size(); node++) {
    NodeFollower& follower = instance.border.followers[node];
    if (follower.is_complete()) continue;  // so are the nodes of a group that is over
    current.group = lists.group_of(node);
    const bool is_awaited = current.group != instance.group;  // by the end of that group
    if (is_awaited || !lists.of(node).empty()) follow_node(worker, follower, lists.of(node));
  }
  current.group = innermost;
}

void hand_over(Worker& worker, graph::NodeCursor& nodes, const NodeLists& lists, Task* pending) {
  Instance& instance = nodes.instance();
  instance.is_partial = true;
  instance.record->table().hold(*instance.record);
  if (pending != nullptr) keep_instance(instance, *pending);
  follow_nodes(worker, instance, lists);
  for (NodeIndex index = nodes.index(); index < nodes.end(); index++) {
    NodeState& state = instance.states[index];
    state.is_empty = true;
    if (NodeState* ready = graph::capture(state)) sched::offer(worker, *ready);
  }
  leave_replay(worker, instance);
}

}  // namespace rondo::region
