// SPDX-License-Identifier: Apache-2.0
//
// What the recorded tasks of a loop depended on, node by node: kept for the tasks that come behind the recorded ones,
// for the tasks that stand in for the nodes, and to tell whether the loop, entered again, creates the same tasks.
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

// Members of a mutexinoutset take turns in creation order, as in the graph. If a proxy task took the lock of the set
// and held it until the node that it stands for is done, it could hold it against a task of the same set for which
// that node waits.
inline depend::Kind kind_in_graph(depend::Kind kind) {
  return kind == depend::Kind::MutexInOutSet ? depend::Kind::Out : kind;
}

class RecordedAccesses {
 public:
  explicit RecordedAccesses(const Recorder& recorder);

  std::span<const depend::Dependence> of(NodeIndex node) const {
    return {list_.data() + first_[node], list_.data() + first_[node + 1]};
  }
  // A task with these dependences would have the node's place in the graph.
  bool is_same(NodeIndex node, std::span<const depend::Dependence> dependences) const;
  bool has_joins() const { return has_joins_; }  // the loop's body waits

 private:
  base::PodVector<depend::Dependence> list_;
  base::PodVector<uint32_t> first_;  // of each node, and one more
  bool has_joins_ = false;
};

// Memory from the C library, as a record's.
RecordedAccesses* keep_accesses(const Recorder& recorder);
void free_accesses(RecordedAccesses* accesses);

}  // namespace rondo::graph
