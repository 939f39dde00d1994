// SPDX-License-Identifier: Apache-2.0
//
// The last pass: who runs what.
#include "graph/passes.hpp"

namespace rondo::graph {

namespace {

using base::PodVector;

// Whom a node runs next to matters as much as what it costs: a cache line fetched from another core takes a hundred
// times longer than one at hand. So neighbours are to stay on one seat, and seats are to meet at few places.
class Placement {
 public:
  Placement(Graph& graph, Predecessors& predecessors) : graph_(graph), predecessors_(predecessors) {
    find_runs();
    find_levels();
  }

  uint32_t run() {
    // Rows, when there are rows: each seat gets the same part of every row, and hands the row on to the next seat.
    // Else levels: each seat gets a contiguous share, in creation order, of what may run at the same time.
    bool has_rows = runs_.width.size() >= kFewestRows && graph_.n_nodes / runs_.width.size() >= kShortestRow;
    const Groups& groups = has_rows ? runs_ : levels_;
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) {
      uint64_t position = groups.position[node];
      graph_.nodes[node].place = static_cast<uint16_t>((position << 16) / groups.width[groups.group[node]]);
    }
    return static_cast<uint32_t>(levels_.width.size());
  }

 private:
  static constexpr size_t kFewestRows = 4;    // docs/tuning.md
  static constexpr size_t kShortestRow = 16;

  struct Groups {
    PodVector<uint32_t> group;     // of each node
    PodVector<uint32_t> position;  // of each node in its group
    PodVector<uint32_t> width;     // of each group

    void add(uint32_t to) {
      if (to == width.size()) width.push_back(0);
      group.push_back(to);
      position.push_back(width[to]++);
    }
  };

  bool follows_its_forerunner(NodeIndex node) {
    for (NodeIndex* p = predecessors_.begin(node); p != predecessors_.end(node); p++) {
      if (*p + 1 == node) return true;
    }
    return false;
  }

  // A run: nodes created one after the other, each waiting for the one before. The rows of a wavefront.
  void find_runs() {
    uint32_t run = 0;
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) {
      if (node != 0 && !follows_its_forerunner(node)) run++;
      runs_.add(run);
    }
  }

  void find_levels() {
    for (NodeIndex node = 0; node < graph_.n_nodes; node++) {
      uint32_t level = 0;
      for (NodeIndex* p = predecessors_.begin(node); p != predecessors_.end(node); p++) {
        if (levels_.group[*p] + 1 > level) level = levels_.group[*p] + 1;
      }
      levels_.add(level);
    }
  }

  Graph& graph_;
  Predecessors& predecessors_;
  Groups runs_;
  Groups levels_;
};
}  // namespace

uint32_t deal_places(Graph& graph, Predecessors& predecessors) { return Placement(graph, predecessors).run(); }

}  // namespace rondo::graph
