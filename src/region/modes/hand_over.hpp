// SPDX-License-Identifier: Apache-2.0
//
// A replay with events that goes on without the code that began it: because the code does not wait for it, or because
// it creates other tasks than were recorded. An event may be fulfilled by code or tasks that come later. So the code
// must not wait here for nodes that are held by one, and a later task must come behind no more nodes than its
// dependences say. Each node that is not complete gets a proxy task, with its dependences, in its creator's table.
// Argument: graph/store/README.md, "Border".
#pragma once

#include "graph/replay/node_cursor.hpp"
#include "sched/run/domain.hpp"

namespace rondo::region {

// What the nodes that have been captured depend on this time, in creation order, and in which taskgroups they are.
class NodeLists {
 public:
  void add(sched::Dependences dependences, task::TaskGroup* group) {
    for (const depend::Dependence& dependence : dependences) all_.push_back(dependence);
    end_.push_back(static_cast<uint32_t>(all_.size()));
    groups_.push_back(group);
  }
  task::TaskGroup* group_of(size_t node) const { return groups_[node]; }
  size_t size() const { return end_.size(); }
  sched::Dependences of(size_t node) const {
    const size_t begin = node == 0 ? 0 : end_[node - 1];
    return {all_.data() + begin, end_[node] - begin};
  }

 private:
  base::PodVector<depend::Dependence> all_;
  base::PodVector<uint32_t> end_;
  base::PodVector<task::TaskGroup*> groups_;
};

// Later siblings come behind each of the nodes by itself. The instance cannot end before this returns.
void follow_nodes(sched::Worker& worker, graph::Instance& instance, const NodeLists& lists);

// The nodes behind the cursor's position run empty, and the instance goes back to its record by itself. The use of
// the record does not end with it. The instance may be gone when this returns. `pending`: a task in a node's memory
// that comes too late to be that node: it becomes an ordinary task and keeps the instance; or nullptr.
void hand_over(sched::Worker& worker, graph::NodeCursor& nodes, const NodeLists& lists, task::Task* pending);

}  // namespace rondo::region
