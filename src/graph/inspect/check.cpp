// SPDX-License-Identifier: Apache-2.0
#include "graph/inspect/check.hpp"

#include <algorithm>
#include <cstring>

#include "depend/address_map.hpp"
#include "depend/heap_memory.hpp"
#include "graph/compile/compile.hpp"
#include "graph/model/backward.hpp"
#include "graph/replay/instance.hpp"
#include "task/kmp_block.hpp"

namespace rondo::graph {

namespace {

Finding& note(Findings& findings, Drift drift, NodeIndex node) {
  Finding& finding = findings[drift];
  if (finding.n_places++ == 0) finding.node = node;
  return finding;
}

// The k-th node of one with the k-th of the other, as long as visit(k, one, other) returns true.
template <class Visit>
void for_each_pair(const Notes& some, const Notes& others, Visit visit) {
  auto other = others.begin();
  NodeIndex index = 0;
  for (const RecordedNode& one : some) {
    if (other == others.end() || !visit(index++, one, *other)) return;
    ++other;
  }
}

// ---- Shape ----------------------------------------------------------------------------------------------------

const char* other_shape(const task::TaskSpec& recorded, const task::TaskSpec& current) {
  if (recorded.entry.gomp != current.entry.gomp) return "another body";
  if (recorded.block_bytes != current.block_bytes || recorded.shareds_offset != current.shareds_offset)
    return "captured data of another size";
  return recorded.flags != current.flags ? "other clauses" : nullptr;
}

void compare_shapes(const Transcript& recorded, const Transcript& current, Findings& findings) {
  bool waits_elsewhere = false;
  for_each_pair(*recorded.notes, *current.notes, [&](NodeIndex index, RecordedNode old_node, RecordedNode new_node) {
    const Shape& old = old_node.shape;
    const Shape& now = new_node.shape;
    waits_elsewhere = old.kind != now.kind || (old.kind == NodeKind::Join && old.depth != now.depth);
    if (waits_elsewhere) note(findings, Drift::Wait, index);
    if (old.kind != NodeKind::Task || waits_elsewhere) return !waits_elsewhere;
    const char* difference = other_shape(old.spec, now.spec);
    if (difference == nullptr) return true;
    Finding& finding = note(findings, Drift::Shape, index);
    if (finding.n_places > 1) return true;
    finding.reason = difference;
    finding.recorded = reinterpret_cast<uintptr_t>(old.spec.entry.gomp);
    finding.current = reinterpret_cast<uintptr_t>(now.spec.entry.gomp);
    return true;
  });
  if (waits_elsewhere) return;  // from there on different nodes would be compared
  size_t n_recorded = recorded.notes->size();
  size_t n_current = current.notes->size();
  if (n_recorded == n_current) return;
  Finding& finding = note(findings, Drift::Number, static_cast<NodeIndex>(std::min(n_recorded, n_current)));
  finding.recorded = n_recorded;
  finding.current = n_current;
}

// ---- Order ----------------------------------------------------------------------------------------------------

// Which recorded address stands for which current one. Where the two lists are the same but for the names of the
// addresses, they demand the same order, and nothing else has to be looked at.
class AddressPairs {
 public:
  // False when `from` or `to` already belongs to another address.
  bool add(uintptr_t from, uintptr_t to) { return put(there_, from, to) && put(back_, to, from); }

 private:
  struct Pair {
    uintptr_t address;
    uintptr_t other;  // 0: not known yet
  };
  using Map = depend::AddressMap<Pair, depend::HeapMemory>;

  static bool put(Map& map, uintptr_t key, uintptr_t value) {
    if (key == depend::kAllMemory || value == depend::kAllMemory) return key == value;
    Pair& pair = map.find_or_add(key, [](Pair&) { return false; });
    if (pair.other == 0) pair.other = value;
    return pair.other == value;
  }

  depend::HeapMemory memory_{"checking a task graph", "unset RONDO_CHECK"};
  Map there_{memory_};
  Map back_{memory_};
};

bool is_renamed(const Transcript& recorded, const Transcript& current) {
  AddressPairs renaming;
  bool is_same = true;
  for_each_pair(*recorded.notes, *current.notes, [&](NodeIndex, RecordedNode old_node, RecordedNode new_node) {
    const DependenceList& old = old_node.dependences;
    const DependenceList& now = new_node.dependences;
    is_same = old.size() == now.size();
    for (uint32_t i = 0; i < old.size() && is_same; i++) {
      is_same = old[i].kind == now[i].kind && renaming.add(old[i].address, now[i].address);
    }
    return is_same;
  });
  return is_same;
}

Graph* graph_of(const Transcript& transcript) {
  Recorder recorder(false);
  copy(*transcript.notes, recorder.notes);
  return compile(recorder);
}

// Whether a graph makes one node wait for another, directly or through others. A node that is not among the direct
// successors is looked for together with 63 neighbours: one sweep over the graph says of each node which of these
// come after it. A search for each alone would take a step for every pair of nodes when many edges are missing.
class Reachability {
 public:
  explicit Reachability(const Graph& graph) : graph_(graph) { reached_.resize(graph.n_nodes, 0); }

  // Quick if asked in the order of `to`.
  bool reaches(NodeIndex from, NodeIndex to) {
    for (uint32_t i = graph_.nodes[from].first_successor; i < graph_.nodes[from + 1].first_successor; i++) {
      if (successor(i) == to) return true;
    }
    if (to / kTargets != block_) sweep(to / kTargets);
    return (reached_[from] >> (to % kTargets) & 1) != 0;
  }

 private:
  static constexpr uint32_t kTargets = 64;

  NodeIndex successor(uint32_t i) const { return graph_.successors[i] & ~kOnlyPredecessor; }

  // Successors have higher numbers.
  void sweep(uint32_t block) {
    block_ = block;
    const NodeIndex end = std::min(graph_.n_nodes, (block + 1) * kTargets);
    for (NodeIndex node = end; node-- > 0;) {
      uint64_t reached = 0;
      for (uint32_t i = graph_.nodes[node].first_successor; i < graph_.nodes[node + 1].first_successor; i++) {
        const NodeIndex later = successor(i);
        if (later >= end) continue;
        reached |= reached_[later];
        if (later / kTargets == block) reached |= uint64_t{1} << (later % kTargets);
      }
      reached_[node] = reached;
    }
  }

  const Graph& graph_;
  base::PodVector<uint64_t> reached_;  // of each node: which nodes of the block come after it
  uint32_t block_ = ~0U;
};

// Each edge that the region demands now has to be a path of the recorded graph. The other way round does not matter:
// a replay that orders more than is asked for is right.
void compare_orders(const Transcript& recorded, const Transcript& current, Findings& findings) {
  if (is_renamed(recorded, current)) return;
  Graph* now = graph_of(current);
  if (now == nullptr) {
    note(findings, Drift::Refusal, 0).reason = kTooDense;
    return;
  }
  Graph* old = graph_of(recorded);
  Reachability recorded_order(*old);
  const Backward edges(*now);
  for (NodeIndex node = 0; node < now->n_nodes; node++) {
    edges.for_each(node, [&](NodeIndex earlier, bool) {
      if (recorded_order.reaches(earlier, node)) return;
      Finding& finding = note(findings, Drift::Order, node);
      if (finding.n_places == 1) finding.earlier = earlier;
    });
  }
  free_graph(old);
  free_graph(now);
}

bool is_same(const DependenceList& some, const DependenceList& others) {
  bool is_same = some.size() == others.size();
  for (uint32_t i = 0; i < some.size() && is_same; i++) {
    is_same = some[i].kind == others[i].kind && some[i].address == others[i].address;
  }
  return is_same;
}

// Of a loop, whose iterations depend on each other: no address may stand for another one.
void compare_dependences(const Transcript& recorded, const Transcript& current, Findings& findings) {
  for_each_pair(*recorded.notes, *current.notes, [&](NodeIndex index, RecordedNode old_node, RecordedNode new_node) {
    if (!is_same(old_node.dependences, new_node.dependences)) note(findings, Drift::Order, index);
    return true;
  });
}

// ---- Data -----------------------------------------------------------------------------------------------------

uint64_t value_at(const char* block, uint32_t offset, uint32_t n_bytes) {
  uint64_t value = 0;
  std::memcpy(&value, block + offset, n_bytes);  // little-endian, as all machines Rondo runs on
  return value;
}

// `end`: the end of the block without its padding.
void compare_blocks(const task::TaskSpec& spec, uint32_t end, const char* old, const char* now, NodeIndex index,
                    Findings& findings) {
  // The head of a KMP block belongs to the runtime and holds addresses of the block itself.
  uint32_t begin = (spec.flags & task::kKmp) != 0 ? uint32_t{sizeof(task::KmpBlock)} : 0;
  uint32_t offset = begin;
  while (offset < end && old[offset] == now[offset]) offset++;
  if (offset >= end) return;
  Finding& finding = note(findings, Drift::Data, index);
  if (finding.n_places > 1) return;
  // A captured value is more often an int than a byte, and more often a pointer than two ints.
  uint32_t word = offset & ~uint32_t{7};
  uint32_t half = offset & ~uint32_t{3};
  bool is_long = word + 8 <= end && std::memcmp(old + word + 4, now + word + 4, 4) != 0 &&
                 std::memcmp(old + word, now + word, 4) != 0;
  finding.offset = is_long ? word : half;
  finding.n_bytes = std::min(is_long ? 8U : 4U, end - finding.offset);
  finding.recorded = value_at(old, finding.offset, finding.n_bytes);
  finding.current = value_at(now, finding.offset, finding.n_bytes);
}

void compare_data(const Transcript& recorded, const Transcript& current, Findings& findings) {
  if (recorded.data == nullptr || current.data == nullptr) return;
  for_each_pair(*recorded.notes, *current.notes, [&](NodeIndex index, RecordedNode old, RecordedNode now) {
    const task::TaskSpec& spec = now.shape.spec;
    if (old.shape.kind != NodeKind::Task || !old.shape.spec.is_trivial || !spec.is_trivial) return true;
    uint32_t end = spec.block_bytes - (current.padding != nullptr ? current.padding->n_bytes(spec) : 0);
    compare_blocks(spec, end, recorded.data + old.payload, current.data + now.payload, index, findings);
    return true;
  });
}

void add_bodies(const Transcript& recorded, Findings& findings) {
  NodeIndex index = 0;
  for (const RecordedNode& node : *recorded.notes) {
    for (Finding& finding : findings.of) {
      if (finding.n_places == 0 || finding.node != index || node.shape.kind != NodeKind::Task) continue;
      finding.body = reinterpret_cast<const void*>(node.shape.spec.entry.gomp);
    }
    index++;
  }
}

template <class Order>
Findings compare_all(const Transcript& recorded, const Transcript& current, bool compares_data, Order compare_order) {
  Findings findings;
  compare_shapes(recorded, current, findings);
  if (!findings.has_other_shape()) {  // else nodes do not correspond: there is no order or data to compare
    compare_order(recorded, current, findings);
    if (compares_data) compare_data(recorded, current, findings);
  }
  add_bodies(recorded, findings);
  return findings;
}

}  // namespace

Findings compare(const Transcript& recorded, const Transcript& current, bool compares_data) {
  return compare_all(recorded, current, compares_data, compare_orders);
}

Findings compare_rounds(const Transcript& recorded, const Transcript& current, bool compares_data) {
  return compare_all(recorded, current, compares_data, compare_dependences);
}

}  // namespace rondo::graph
