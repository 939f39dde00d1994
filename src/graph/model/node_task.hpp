// SPDX-License-Identifier: Apache-2.0
//
// The descriptor of a node's task, where it stands before the compiler's block in an instance: for an untied task,
// whose body asks for its next part by the block, and in a graph with events for each task, because a detachable one
// outlives its body, and any of them may have to become an ordinary task (region/modes/hand_over.hpp).
#pragma once

#include <cstddef>

#include "graph/model/graph.hpp"

namespace rondo::graph {

struct alignas(base::kCacheLine) NodeTask {
  Instance* instance;  // whose memory this is: set when the task becomes an ordinary one (task::kInNode)
  alignas(base::kCacheLine) task::Task task;  // the block follows

  static NodeTask& of(task::Task& task) {
    return *reinterpret_cast<NodeTask*>(reinterpret_cast<char*>(&task) - offsetof(NodeTask, task));
  }
};
static_assert(sizeof(NodeTask) == 2 * base::kCacheLine);

inline size_t bytes_before_block(const Graph& graph, const task::TaskSpec& spec) {
  if (graph.has_events) return sizeof(NodeTask);
  return (spec.flags & task::kUntied) != 0 ? sizeof(task::Task) : 0;
}

}  // namespace rondo::graph
