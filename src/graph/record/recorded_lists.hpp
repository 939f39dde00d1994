// SPDX-License-Identifier: Apache-2.0
//
// What the nodes of a record depend on: the addresses, in creation order. Re-captures compare each creation with them
// (comparison.hpp). Their number and kinds stand in the nodes' shapes, once for all nodes of a construct.
// One block of memory, written when the record is compiled, read by anybody afterwards.
#pragma once

#include "graph/record/notes.hpp"

namespace rondo::graph {

class alignas(uintptr_t) RecordedLists {
 public:
  // Memory from the C library; free() ends it.
  static const RecordedLists* make(const Notes& notes);

  const uintptr_t* addresses() const { return reinterpret_cast<const uintptr_t*>(this + 1); }  // of all nodes in turn

  // What the nodes of `graph`, the record's, depend on: with each dependence.
  template <class Visit>
  void for_each_access(const Graph& graph, Visit visit) const {
    const uintptr_t* address = addresses();
    for (NodeIndex node = 0; node < graph.n_nodes; node++) {
      const ListForm& form = graph.nodes[node].shape().form;
      for (uint64_t i = 0; i < form.n; i++) visit(depend::Dependence{*address++, form.kinds[i]});
    }
  }
};

}  // namespace rondo::graph
