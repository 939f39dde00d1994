// SPDX-License-Identifier: Apache-2.0
//
// Tasks of the runtime's own that come behind tasks of the program: this is how nodes wait for tasks that are not
// nodes. Used by the first round of a loop and at the border of a region (graph/store/README.md, "Border").
#pragma once

#include "sched/create/create.hpp"

namespace rondo::sched {

// A task of the runtime's own: it calls function(data) when the predecessors that it was given are done. Later tasks
// do not depend on it. It is in no region; nothing else is created before it is submitted.
class [[nodiscard]] Behind {
 public:
  Behind(Worker& worker, void (*function)(void*), void* data);
  // Puts it behind the predecessors that a task with these dependences would have, and behind the sibling of node
  // `before` (or nullptr), which is named by the table or kept by a loop.
  void add(Dependences dependences, depend::DepNode* before);
  void submit();

 private:
  Worker& worker_;
  task::Task& task_;
  uint32_t n_edges_ = 0;
};

}  // namespace rondo::sched
