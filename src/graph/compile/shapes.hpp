// SPDX-License-Identifier: Apache-2.0
//
// From the shapes that notes have met to those of a graph's nodes. Notes look for a shape among the newest ones only;
// here each is found once, whatever the order.
#pragma once

#include "graph/record/notes.hpp"

namespace rondo::graph {

class Shapes {
 public:
  explicit Shapes(const Notes& notes);

  // Memory of the graph for its nodes and for these shapes, which are filled in. `has_groups`: nodes are to know
  // theirs. False: nodes would be too far from their shapes.
  [[nodiscard]] bool make_table(Graph& graph, bool has_groups) const;

  // The number in that table.
  uint32_t of(const Shape& shape) const { return number_[static_cast<size_t>(&shape - notes_.shapes().data())]; }

 private:
  const Notes& notes_;
  base::PodVector<uint32_t> number_;  // of each shape of the notes
  base::PodVector<uint32_t> first_;   // where each number was met, among the shapes of the notes
  size_t n_kinds_ = 0;
};

// Memory for `n_shapes` shapes, all their kinds of dependences (returned), and the graph's n_nodes. nullptr as above.
[[nodiscard]] depend::Kind* make_table(Graph& graph, uint32_t n_shapes, size_t n_kinds);
// `graph` gets the same.
void copy_table(const Graph& from, Graph& graph);

}  // namespace rondo::graph
