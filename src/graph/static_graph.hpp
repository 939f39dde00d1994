// SPDX-License-Identifier: Apache-2.0
//
// A region's tasks as the compiler has found them out (include/rondo/static_graph.h), turned into what a recording
// would have left behind. Used by work/ in place of the region's own code.
#pragma once

#include "graph/recorder.hpp"
#include "rondo/static_graph.h"

namespace rondo::graph {

// With the values of one encounter.
struct StaticTasks {
  const rondo_static_graph* graph;
  const uint64_t* values;

  // Different dependences are at different addresses this time.
  bool are_distinct() const;
};

// Goes through the tasks in creation order.
class StaticTask {
 public:
  explicit StaticTask(const StaticTasks& tasks) : tasks_(tasks), word_(tasks.graph->words) {}

  bool is_last() const { return index_ == tasks_.graph->n_tasks; }
  task::TaskSpec spec() const;
  // Writes the block and goes on to the next task. Once a task.
  void fill(void* block);

 private:
  const rondo_static_construct& construct() const {
    return tasks_.graph->constructs[tasks_.graph->construct_of[index_]];
  }
  uint64_t value(uint32_t number) const { return number == RONDO_STATIC_NO_VALUE ? 0 : tasks_.values[number]; }
  uint64_t next_words(uint32_t n);

  const StaticTasks& tasks_;
  const uint32_t* word_;
  uint32_t index_ = 0;
};

// The graph that a recording of these tasks would become; memory from the C library. Edges are taken as they are.
Graph* load(const StaticTasks& tasks);

}  // namespace rondo::graph
