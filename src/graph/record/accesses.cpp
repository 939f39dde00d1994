// SPDX-License-Identifier: Apache-2.0
#include "graph/record/accesses.hpp"

#include <new>

#include "graph/model/heap_memory.hpp"

namespace rondo::graph {

using depend::Dependence;
using depend::Kind;

RecordedAccesses::RecordedAccesses(const Recorder& recorder) {
  list_.reserve(recorder.notes.n_dependences() + 1);
  for (const RecordedNode& node : recorder.notes) {
    first_.push_back(static_cast<uint32_t>(list_.size()));
    has_joins_ |= node.shape.kind == NodeKind::Join;
    for (uint32_t i = 0; i < node.dependences.size(); i++) {
      Dependence dependence = node.dependences[i];
      dependence.kind = kind_in_graph(dependence.kind);
      list_.push_back(dependence);
    }
  }
  first_.push_back(static_cast<uint32_t>(list_.size()));
}

bool RecordedAccesses::is_same(NodeIndex node, std::span<const Dependence> dependences) const {
  std::span<const Dependence> recorded = of(node);
  if (recorded.size() != dependences.size()) return false;
  for (size_t i = 0; i < recorded.size(); i++) {
    bool is_equal =
        recorded[i].address == dependences[i].address && recorded[i].kind == kind_in_graph(dependences[i].kind);
    if (!is_equal) return false;
  }
  return true;
}

RecordedAccesses* keep_accesses(const Recorder& recorder) {
  return new (HeapMemory().allocate(sizeof(RecordedAccesses))) RecordedAccesses(recorder);
}

void free_accesses(RecordedAccesses* accesses) {
  if (accesses == nullptr) return;
  accesses->~RecordedAccesses();
  std::free(accesses);
}

}  // namespace rondo::graph
