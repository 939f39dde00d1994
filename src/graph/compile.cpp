// SPDX-License-Identifier: Apache-2.0
//
// From the recorded list to the compiled graph, in four passes: edges by the rules of depend/access.hpp, reduction,
// placement, layout. Every pass is linear in nodes and edges, the reduction within a fixed budget an edge.
#include <algorithm>
#include <new>
#include <span>

#include "base/bits.hpp"
#include "depend/address_map.hpp"
#include "graph/instance.hpp"
#include "graph/pattern.hpp"
#include "graph/recorder.hpp"

namespace rondo::graph {

namespace {

using base::PodVector;
using depend::Access;
using depend::Dependence;
using depend::Entry;
using depend::Kind;

struct HeapMemory {
  void* allocate(size_t bytes) {
    void* memory = std::malloc(bytes);
    if (memory == nullptr) base::fatal("out of memory for a task graph (%zu bytes); set RONDO_GRAPH=0", bytes);
    return memory;
  }
  void release(void* memory) { std::free(memory); }
};

// Predecessors of each node, in one array: the lists of node n are [first[n], first[n + 1]).
struct Predecessors {
  PodVector<uint32_t> first;
  PodVector<NodeIndex> list;

  NodeIndex* begin(NodeIndex node) { return list.data() + first[node]; }
  NodeIndex* end(NodeIndex node) { return list.data() + first[node + 1]; }
};

// Pass 1: who comes before whom. Finished tasks count like all others: the recording says what depends, not what
// happened to overlap.
class Resolver {
 public:
  explicit Resolver(Recorder& recorder) : recorder_(recorder), map_(memory_) {
    accesses_.reserve(recorder.dependences.size() + 1);
    has_successor_.resize(recorder.nodes.size(), false);
  }

  void run(Predecessors& result) {
    auto n_nodes = static_cast<NodeIndex>(recorder_.nodes.size());
    result.first.reserve(n_nodes + size_t{1});
    for (NodeIndex node = 0; node < n_nodes; node++) {
      result.first.push_back(static_cast<uint32_t>(result.list.size()));
      list_ = &result.list;
      resolve(node);
    }
    result.first.push_back(static_cast<uint32_t>(result.list.size()));
  }

 private:
  // Access<Node> wants a node type; here a node is its index, carried as a pointer to this.
  struct Tag;
  static Tag* tag_of(NodeIndex node) { return reinterpret_cast<Tag*>(uintptr_t{node} + 1); }
  static NodeIndex node_of(Tag* tag) { return static_cast<NodeIndex>(reinterpret_cast<uintptr_t>(tag) - 1); }

  void before(NodeIndex predecessor, NodeIndex node) {
    if (predecessor == node) return;
    list_->push_back(predecessor);
    has_successor_[predecessor] = true;
  }

  void resolve(NodeIndex node) {
    const RecordedNode& recorded = recorder_.nodes[node];
    const Dependence* dependences = recorder_.dependences.data() + recorded.first_dependence;
    std::span list(dependences, recorded.n_dependences);
    if (last_join_ != kNone) before(last_join_, node);
    if (list.empty()) {  // without a depend clause only waits order it
      if (recorded.kind == NodeKind::Join) resolve_full_join(node);
      return;
    }
    if (last_all_memory_ != kNone) before(last_all_memory_, node);
    auto is_all_memory = [](const Dependence& dependence) { return dependence.address == depend::kAllMemory; };
    if (std::any_of(list.begin(), list.end(), is_all_memory)) {
      resolve_all_memory(node);
    } else {
      for (const Dependence& dependence : list) resolve_access(node, dependence);
    }
    if (recorded.kind == NodeKind::Join) last_join_ = node;  // the control code goes on only behind it
  }

  void resolve_access(NodeIndex node, const Dependence& dependence) {
    // The members of a mutexinoutset take turns in creation order: one of the orders that are allowed.
    Kind kind = dependence.kind == Kind::MutexInOutSet ? Kind::Out : dependence.kind;
    auto& entry = map_.find_or_add(dependence.address, [](Entry<Tag>&) { return false; });
    Access<Tag>* access = accesses_.append(1);
    access->node = tag_of(node);
    depend::enter(entry, access, kind, [&](Tag* tag) { before(node_of(tag), node); }, [](Access<Tag>*) {});
  }

  // Everything so far comes before; what has a successor does so through it.
  void resolve_full_join(NodeIndex node) {
    for (NodeIndex earlier = first_since_join_; earlier < node; earlier++) {
      if (!has_successor_[earlier]) before(earlier, node);
    }
    first_since_join_ = node;
    last_join_ = node;
    map_.clear();
    last_all_memory_ = kNone;
  }

  void resolve_all_memory(NodeIndex node) {
    map_.for_each([&](Entry<Tag>& entry) {
      for (Access<Tag>* access = entry.last; access != nullptr; access = access->next) {
        before(node_of(access->node), node);
      }
    });
    map_.clear();
    last_all_memory_ = node;
  }

  static constexpr NodeIndex kNone = ~NodeIndex{0};

  Recorder& recorder_;
  HeapMemory memory_;
  depend::AddressMap<Tag, HeapMemory> map_;
  PodVector<Access<Tag>> accesses_;  // reserved for all: the sets point into it
  PodVector<bool> has_successor_;
  PodVector<NodeIndex>* list_ = nullptr;
  NodeIndex last_join_ = kNone;
  NodeIndex last_all_memory_ = kNone;
  NodeIndex first_since_join_ = 0;
};

// Pass 2: an edge is dropped if it is there twice or if another predecessor already waits for its origin. Only paths
// of two edges are looked for: that removes what the depend rules produce, for a bounded price.
void reduce(Predecessors& all, NodeIndex n_nodes, Predecessors& kept) {
  constexpr uint32_t kBudget = 256;  // steps a node; docs/tuning.md
  PodVector<NodeIndex> mark;         // mark[p] == n + 1: p is a predecessor of n that stays
  mark.resize(n_nodes, 0);
  kept.first.reserve(n_nodes + size_t{1});
  kept.list.reserve(all.list.size());
  kept.first.push_back(0);
  for (NodeIndex node = 0; node < n_nodes; node++) {
    NodeIndex* begin = all.begin(node);
    NodeIndex* end = begin;  // of the list without duplicates
    for (NodeIndex* p = begin; p != all.end(node); p++) {
      if (mark[*p] == node + 1) continue;
      mark[*p] = node + 1;
      *end++ = *p;
    }
    uint32_t steps = 0;
    for (NodeIndex* p = begin; p != end && steps < kBudget; p++) {
      for (NodeIndex* q = kept.begin(*p); q != kept.end(*p) && steps < kBudget; q++, steps++) {
        if (mark[*q] == node + 1) mark[*q] = 0;
      }
    }
    for (NodeIndex* p = begin; p != end; p++) {
      if (mark[*p] == node + 1) kept.list.push_back(*p);
    }
    kept.first.push_back(static_cast<uint32_t>(kept.list.size()));
  }
}

// Pass 3: placement. Returns the number of levels (longest path from a root, in nodes).
//
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

// Pass 4: successors in CSR form, blocks laid out in node order.
void lay_out_edges(Graph& graph, Predecessors& predecessors) {
  for (NodeIndex node = 0; node <= graph.n_nodes; node++) graph.nodes[node].first_successor = 0;
  for (NodeIndex p : predecessors.list) graph.nodes[p + 1].first_successor++;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    graph.nodes[node + 1].first_successor += graph.nodes[node].first_successor;
  }
  PodVector<uint32_t> fill;
  fill.reserve(graph.n_nodes);
  for (NodeIndex node = 0; node < graph.n_nodes; node++) fill.push_back(graph.nodes[node].first_successor);
  PodVector<NodeIndex> roots;
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    auto n = static_cast<uint32_t>(predecessors.end(node) - predecessors.begin(node));
    graph.nodes[node].n_predecessors = n;
    if (n == 0) roots.push_back(node);
    for (NodeIndex* p = predecessors.begin(node); p != predecessors.end(node); p++) {
      graph.successors[fill[*p]++] = n == 1 ? node | kOnlyPredecessor : node;
    }
  }
  for (NodeIndex node = 0; node < graph.n_nodes; node++) graph.n_sinks += graph.is_sink(node) ? 1 : 0;
  graph.n_roots = static_cast<uint32_t>(roots.size());
  graph.roots = roots.release();
}

void lay_out_blocks(Graph& graph, Recorder& recorder) {
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    const RecordedNode& recorded = recorder.nodes[index];
    Node& node = graph.nodes[index];
    node.entry = recorded.spec.entry;
    node.block_bytes = recorded.spec.block_bytes;
    node.shareds_offset = recorded.spec.shareds_offset;
    node.task_flags = recorded.spec.flags;
    node.priority = recorded.spec.priority;
    node.is_trivial = recorded.kind == NodeKind::Join || recorded.spec.is_trivial;
    node.kind = recorded.kind;
    node.keeps_children = false;
    node.payload = graph.payload_bytes;
    if (recorded.kind == NodeKind::Join) continue;
    graph.is_trivial &= node.is_trivial;
    graph.payload_bytes += sizeof(task::Task) + base::round_up(recorded.spec.block_bytes, base::kCacheLine);
  }
  // A join stands for its sinks; where it is to wait for descendants as well, every node before it has to.
  NodeIndex first = 0;
  for (NodeIndex index = 0; index < graph.n_nodes; index++) {
    if (recorder.nodes[index].kind != NodeKind::Join || recorder.nodes[index].depth != task::Depth::Descendants)
      continue;
    for (; first < index; first++) graph.nodes[first].keeps_children = true;
  }
  if (!recorder.keeps_data() || !graph.is_trivial) return;
  // The same offsets as in an instance, less the room for task descriptors, which the copies do not need.
  for (NodeIndex index = 0; index < graph.n_nodes; index++) graph.nodes[index].pristine = recorder.nodes[index].payload;
  graph.pristine = recorder.pristine.release();
}

}  // namespace

Graph* compile(Recorder& recorder) {
  HeapMemory memory;
  auto* graph = new (memory.allocate(sizeof(Graph))) Graph;
  graph->n_nodes = static_cast<NodeIndex>(recorder.nodes.size());
  Predecessors all;
  Resolver(recorder).run(all);
  Predecessors kept;
  reduce(all, graph->n_nodes, kept);
  graph->n_edges_unreduced = static_cast<uint32_t>(all.list.size());
  graph->n_edges = static_cast<uint32_t>(kept.list.size());
  graph->nodes = static_cast<Node*>(memory.allocate((graph->n_nodes + size_t{1}) * sizeof(Node)));
  graph->successors = static_cast<NodeIndex*>(memory.allocate((graph->n_edges + size_t{1}) * sizeof(NodeIndex)));
  lay_out_edges(*graph, kept);
  lay_out_blocks(*graph, recorder);
  graph->depth = Placement(*graph, kept).run();
  return graph;
}

void measure_ticks(Graph& graph) {
  if (graph.ticks != nullptr) return;
  using Ticks = base::Atomic<uint32_t>;
  graph.ticks = static_cast<Ticks*>(HeapMemory().allocate((graph.n_nodes + size_t{1}) * sizeof(Ticks)));
  for (NodeIndex node = 0; node < graph.n_nodes; node++) new (&graph.ticks[node]) Ticks(0);
}

void free_graph(Graph* graph) {
  if (graph == nullptr) return;
  free_pattern(graph->pattern);
  std::free(graph->ticks);
  std::free(graph->nodes);
  std::free(graph->successors);
  std::free(graph->roots);
  std::free(graph->pristine);
  std::free(graph);
}

}  // namespace rondo::graph
