// SPDX-License-Identifier: Apache-2.0
//
// A region's tasks as the compiler has found them out (include/rondo/static_graph.h), turned into the graph that a
// recording would have made. Used by region/ in place of the region's own code.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/graph.hpp"
#include "rondo/static_graph.h"

namespace rondo::graph {

// With the values of one encounter.
struct StaticTasks {
  const rondo_static_graph* graph;
  const uint64_t* values;

  uint64_t value(uint64_t number) const { return number == RONDO_STATIC_NO_VALUE ? 0 : values[number]; }
  // Different dependences are at different addresses this time.
  bool are_distinct() const;
};

// What is wrong with the tables, whose version is right; nullptr: nothing. `n_predecessors` gets the number of each
// task's predecessors. Called before all other functions here: they rely on it.
const char* find_fault(const rondo_static_graph& known, base::PodVector<uint32_t>& n_predecessors);

// Goes through the tasks in creation order. Blocks of a construct are copies of one block, in which only what differs
// from task to task is written.
class StaticTask {
 public:
  explicit StaticTask(const StaticTasks& tasks);

  bool is_last() const { return index_ == tasks_.graph->n_tasks; }
  const task::TaskSpec& spec() const { return models_[known().construct].spec; }
  const rondo_static_task& known() const { return tasks_.graph->tasks[index_]; }
  // Writes the block, or what is captured in it, and goes on to the next task. Called once for each task.
  void fill(void* block);
  void fill_data(void* block);

 private:
  // Of a slot that is not the same in all tasks.
  struct Varying {
    uint64_t base;  // to which the task's own numbers are added
    uint32_t offset;
    uint8_t n_bytes, n_data;
    bool has_values;
  };
  struct Model {
    task::TaskSpec spec;
    size_t block;  // in `blocks_`
    uint32_t first_varying, end_varying;
  };

  void add_model(const rondo_static_construct& construct);
  uint64_t next_number(uint32_t n_bytes);

  const StaticTasks tasks_;
  base::PodVector<Model> models_;  // of each construct
  base::PodVector<char> blocks_;
  base::PodVector<Varying> varying_;
  const uint8_t* data_;
  uint32_t index_ = 0;
};

// The graph that a recording of these tasks would become; memory from the C library. Successors stay where the
// compiler has put them. `n_predecessors` is find_fault()'s.
Graph* load(const StaticTasks& tasks, const base::PodVector<uint32_t>& n_predecessors);

}  // namespace rondo::graph
