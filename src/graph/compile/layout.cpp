// SPDX-License-Identifier: Apache-2.0
//
// The third pass: the arrays that a replay walks through.
#include <cstring>
#include <new>

#include "base/bits.hpp"
#include "graph/compile/passes.hpp"
#include "graph/compile/shapes.hpp"
#include "graph/model/node_task.hpp"

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
    node.is_sink = graph.is_head(index) && next[index] == 0;
    graph.n_sinks += node.is_sink ? 1 : 0;
    if (node.n_predecessors == 0 && graph.is_head(index)) roots.push_back(index);
    n_successors += next[index];
    next[index] = node.first_successor;
  }
  graph.nodes[graph.n_nodes].first_successor = n_successors;
  graph.n_roots = static_cast<uint32_t>(roots.size());
  graph.roots = roots.release_trimmed();
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    NodeIndex id = predecessors.first[node + 1] - predecessors.first[node] == 1 ? node | kOnlyPredecessor : node;
    for (NodeIndex* p = predecessors.begin(node); p != predecessors.end(node); p++) graph.successors[next[*p]++] = id;
  }
}

namespace {

// Small blocks of gcc's tasks share lines: neighbours in creation order are filled one after the other, and mostly
// run on the same thread, which then fetches half as many lines or fewer. Not those of tasks that come after none:
// such a task may run while the next block is filled. clang's blocks begin with a descriptor and are too large.
constexpr uint32_t kMostShared = base::kCacheLine / 2;

bool shares_line(const Graph& graph, const task::TaskSpec& spec, bool comes_after_some) {
  return comes_after_some && (spec.flags & task::kKmp) == 0 && spec.is_trivial && spec.block_bytes <= kMostShared &&
         bytes_before_block(graph, spec) == 0;
}

// Where a block that shares a line goes: in the line at `offset` if it fits there. The ABI does not tell the
// alignment of its type, but the size is a multiple of it.
uint64_t shared_place(uint64_t offset, uint32_t bytes) {
  const uint32_t most_aligned = bytes & (0u - bytes);
  offset = base::round_up(offset, most_aligned > Node::kWord ? most_aligned : Node::kWord);
  const bool fits = offset % base::kCacheLine + bytes <= base::kCacheLine;
  return fits ? offset : base::round_up(offset, base::kCacheLine);
}

// The alignment of a block with cache lines of its own.
size_t alignment_of(const task::TaskSpec& spec) {
  const bool is_known = (spec.flags & task::kKmp) == 0 && spec.shareds_offset > base::kCacheLine;
  return is_known ? spec.shareds_offset : base::kCacheLine;
}

void place_block(Graph& graph, const task::TaskSpec& spec, Node& node, bool comes_after_some) {
  if (shares_line(graph, spec, comes_after_some)) {
    const uint64_t place = shared_place(graph.payload_bytes, spec.block_bytes);
    node.block = static_cast<uint32_t>(place / Node::kWord);
    graph.payload_bytes = place + spec.block_bytes;
    return;
  }
  const size_t alignment = alignment_of(spec);
  if (alignment > graph.block_alignment) graph.block_alignment = static_cast<uint32_t>(alignment);
  const bool is_untied = (spec.flags & task::kUntied) != 0;
  graph.has_untied |= is_untied;
  graph.payload_bytes += bytes_before_block(graph, spec);
  graph.payload_bytes = base::round_up(graph.payload_bytes, alignment);
  node.block = static_cast<uint32_t>(graph.payload_bytes / Node::kWord);
  graph.payload_bytes += base::round_up(spec.block_bytes, base::kCacheLine);
}

}  // namespace

bool lay_out_blocks(Graph& graph, Recorder& recorder, const Predecessors& predecessors) {
  const Traits traits = recorder.traits();
  graph.groups = traits.can_skip_code ? take(recorder.groups) : nullptr;
  graph.has_events = traits.has_events;
  const Shapes shapes(recorder.notes);
  if (!shapes.make_table(graph, graph.groups != nullptr)) return false;
  NodeIndex index = 0;
  NodeIndex first = 0;  // the first node that is not before the end of a taskgroup yet
  for (const RecordedNode& recorded : recorder.notes) {
    const Shape& shape = recorded.shape;
    Node& node = *new (&graph.nodes[index]) Node{};
    node.set_shape(graph.shapes[shapes.of(shape)]);
    node.kind = shape.kind;
    node.be_alone();
    node.pristine = static_cast<uint32_t>(recorded.payload / Node::kWord);
    if (shape.kind == NodeKind::Task) {
      place_block(graph, shape.spec, node, predecessors.first[index] != predecessors.first[index + 1]);
    } else if (shape.kind == NodeKind::Join && shape.depth == task::Depth::Descendants) {
      // A join waits for the last nodes before it only; if it is to wait for descendants as well, every node before
      // it has to wait for its own.
      for (; first < index; first++) graph.nodes[first].keeps_children = true;
    }
    index++;
    if (shape.kind == NodeKind::Join) graph.joins_end = index;
  }
  graph.is_trivial = traits.is_trivial;
  graph.can_skip_code = traits.can_skip_code;
  graph.has_groups = traits.has_groups;
  graph.has_waits = traits.has_waits;
  graph.has_dependences = traits.has_dependences;
  graph.is_data_invariant = traits.is_data_invariant;
  graph.n_saved = static_cast<uint32_t>(recorder.saved.size());
  graph.saved = recorder.saved.release_trimmed();
  const bool keeps_data = graph.can_skip_code || graph.n_saved != 0;
  if (keeps_data) {
    recorder.pristine.write_out();
    std::memset(recorder.pristine.append(base::kCacheLine), 0, base::kCacheLine);
    graph.pristine_bytes = recorder.pristine.size();
    graph.pristine = recorder.pristine.release_trimmed();
  }
  return graph.payload_bytes <= Node::kMostBytes && graph.pristine_bytes <= Node::kMostBytes;
}

}  // namespace rondo::graph
