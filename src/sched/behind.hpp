// SPDX-License-Identifier: Apache-2.0
//
// Tasks of the runtime's own that come behind tasks of the program: how nodes wait for tasks that are no nodes. For
// the first round of a loop and for the border of a region (graph/README.md, "Border").
#pragma once

#include "sched/create.hpp"

namespace rondo::sched {

// A task of the runtime's own: function(data), once the predecessors are done that it has been given. Later tasks do
// not depend on it. It is no part of any region; nothing else is created before it is submitted.
class [[nodiscard]] Behind {
 public:
  Behind(Worker& worker, void (*function)(void*), void* data);
  // What a task with these dependences would come behind; and the sibling of this node, which the table names or
  // somebody keeps, or nullptr.
  void add(Dependences dependences, depend::DepNode* before);
  void submit();

 private:
  Worker& worker_;
  task::Task& task_;
  uint32_t n_edges_ = 0;
};

}  // namespace rondo::sched
