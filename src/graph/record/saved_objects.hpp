// SPDX-License-Identifier: Apache-2.0
//
// Copies of the objects that tasks of a region have in firstprivate(saved: ...). The program makes them when the
// region is recorded, its tasks copy them in replays, and they go with the record. Written by the encounter that
// records, read by the others.
#pragma once

#include "base/pod_vector.hpp"
#include "graph/model/graph.hpp"

namespace rondo::graph {

using DestroyObject = void (*)(void*);

class SavedObjects {
 public:
  SavedObjects() = default;
  SavedObjects(const SavedObjects&) = delete;
  SavedObjects& operator=(const SavedObjects&) = delete;
  ~SavedObjects() {
    for (const Saved& saved : list_) saved.destroy(saved.object);
  }
  bool is_empty() const { return list_.is_empty(); }
  void swap(SavedObjects& other) noexcept { list_.swap(other.list_); }

  // Objects of a node, in the order in which its construct names them; nodes in creation order.
  void add(NodeIndex node, void* object, DestroyObject destroy) { list_.push_back({node, object, destroy}); }

  // The next one of this node, which was made by the same construct; nullptr: there is none. `at`: how many are
  // behind the caller.
  void* next(NodeIndex node, DestroyObject destroy, size_t& at) const {
    while (at < list_.size() && list_[at].node < node) at++;
    bool is_there = at < list_.size() && list_[at].node == node && list_[at].destroy == destroy;
    return is_there ? list_[at++].object : nullptr;
  }

 private:
  struct Saved {
    NodeIndex node;
    void* object;
    DestroyObject destroy;
  };
  base::PodVector<Saved> list_;
};

}  // namespace rondo::graph
