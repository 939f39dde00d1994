// SPDX-License-Identifier: Apache-2.0
//
// The third pass: the arrays that a replay walks through.
#include <cstring>

#include "base/bits.hpp"
#include "graph/instance.hpp"
#include "graph/passes.hpp"

namespace rondo::graph {

void lay_out_edges(Graph& graph, Predecessors& predecessors) {
  graph.n_unit_edges = static_cast<uint32_t>(predecessors.list.size());
  graph.successors =
      static_cast<NodeIndex*>(HeapMemory().allocate((graph.n_unit_edges + size_t{1}) * sizeof(NodeIndex)));
  base::PodVector<uint32_t> next;  // how many successors each node has; then where its next one goes
  next.resize(graph.n_nodes, 0);
  for (NodeIndex p : predecessors.list) next[p]++;
  base::PodVector<NodeIndex> roots;
  uint32_t n_successors = 0;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    Node& node = graph.nodes[index];
    node.first_successor = n_successors;
    node.n_predecessors = predecessors.first[index + 1] - predecessors.first[index];
    node.n_crossing = 0;
    node.is_sink = graph.is_head(index) && next[index] == 0;
    graph.n_sinks += node.is_sink ? 1 : 0;
    if (node.n_predecessors == 0 && graph.is_head(index)) roots.push_back(index);
    n_successors += next[index];
    next[index] = node.first_successor;
  }
  graph.nodes[graph.n_nodes].first_successor = n_successors;
  graph.n_roots = static_cast<uint32_t>(roots.size());
  graph.roots = roots.release();
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    NodeIndex id = predecessors.first[node + 1] - predecessors.first[node] == 1 ? node | kOnlyPredecessor : node;
    for (NodeIndex* p = predecessors.begin(node); p != predecessors.end(node); p++) graph.successors[next[*p]++] = id;
  }
}

void lay_out_blocks(Graph& graph, Recorder& recorder) {
  const Traits traits = recorder.traits();
  graph.groups = traits.can_skip_code ? take(recorder.groups) : nullptr;
  NodeIndex index = 0;
  NodeIndex first = 0;  // not before the end of a taskgroup yet
  for (const RecordedNode& recorded : recorder.notes) {
    const Shape& shape = recorded.shape;
    Node& node = graph.nodes[index];
    node.entry = shape.spec.entry;
    node.block_bytes = shape.spec.block_bytes;
    node.shareds_offset = shape.spec.shareds_offset;
    node.task_flags = shape.spec.flags;
    node.priority = shape.spec.priority;
    node.is_trivial = shape.kind != NodeKind::Task || shape.spec.is_trivial;
    node.copy = shape.copy;
    node.group = graph.groups != nullptr ? static_cast<uint16_t>(shape.group) : uint16_t{kNoGroup};
    node.kind = shape.kind;
    node.keeps_children = false;
    node.head = index;
    node.next_member = 0;
    node.payload = graph.payload_bytes;
    node.pristine = recorded.payload;
    if (shape.kind == NodeKind::Task) {
      graph.payload_bytes += sizeof(task::Task) + base::round_up(shape.spec.block_bytes, base::kCacheLine);
    } else if (shape.kind == NodeKind::Join && shape.depth == task::Depth::Descendants) {
      // A join stands for its sinks; where it is to wait for descendants as well, every node before it has to.
      for (; first < index; first++) graph.nodes[first].keeps_children = true;
    }
    index++;
  }
  graph.is_trivial = traits.is_trivial;
  graph.can_skip_code = traits.can_skip_code;
  graph.has_groups = traits.has_groups;
  graph.is_settled = traits.is_settled;
  graph.n_saved = static_cast<uint32_t>(recorder.saved.size());
  graph.saved = recorder.saved.release();
  if (!graph.can_skip_code && graph.n_saved == 0) return;
  std::memset(recorder.pristine.append(base::kCacheLine), 0, base::kCacheLine);
  graph.pristine_bytes = recorder.pristine.size();
  graph.pristine = recorder.pristine.release();
}

}  // namespace rondo::graph
