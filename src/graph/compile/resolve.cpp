// SPDX-License-Identifier: Apache-2.0
//
// The first pass: from accesses and waits to edges. The rules are those of depend/access.hpp, which dynamic tasks
// follow as well; here they are applied to the whole list at once.
#include "graph/compile/passes.hpp"
#include "graph/compile/stations.hpp"

namespace rondo::graph {

namespace {

using base::PodVector;
using depend::Access;
using depend::Dependence;
using depend::Kind;

// depend/access.hpp wants a node type; here a node is its index, carried as a pointer to this.
struct NodeTag;
NodeTag* tag_of(NodeIndex node) { return reinterpret_cast<NodeTag*>(uintptr_t{node} + 1); }
NodeIndex node_of(NodeTag* tag) { return static_cast<NodeIndex>(reinterpret_cast<uintptr_t>(tag) - 1); }

struct Station {  // the members of depend::Entry that depend::enter() needs
  uintptr_t address;
  Access<NodeTag>* last;
  Access<NodeTag>* previous;
  uint32_t n_last;
  Kind kind;
};

// Finds which node comes before which. Finished tasks count like all others: what matters is what depends on what,
// not what overlapped while it was recorded.
class Resolver {
 public:
  Resolver(const Notes& notes, uint32_t n_rounds, TransitiveReduction& reduction)
      : notes_(notes), n_rounds_(n_rounds), reduction_(reduction) {
    next_access_ = accesses_.append(n_rounds * notes.n_dependences() + 1);
    has_successor_.resize(n_rounds * notes.size(), false);
  }

  bool run() {
    NodeIndex node = 0;
    for (uint32_t round = 0; round < n_rounds_; round++) {
      for (const RecordedNode& recorded : notes_) {
        resolve(node++, recorded);
        reduction_.close_node();
        if (reduction_.is_too_dense()) return false;
      }
    }
    return true;
  }

 private:
  void before(NodeIndex predecessor, NodeIndex node) {
    if (predecessor == node) return;
    reduction_.add(predecessor);
    has_successor_[predecessor] = true;
  }

  void resolve(NodeIndex node, const RecordedNode& recorded) {
    NodeKind kind = recorded.shape.kind;
    DependenceList list = recorded.dependences;
    // In a loop every wait is one for all tasks: the nodes behind it must come before it in the next round
    // (README.md).
    if (n_rounds_ > 1 && kind == NodeKind::Join) list = {};
    if (last_join_ != kNone) before(last_join_, node);
    if (list.is_empty()) {  // without a depend clause only waits order it
      if (kind != NodeKind::Task) put_behind_all(node);
      if (kind == NodeKind::Join) forget_all_before(node);
      return;
    }
    if (last_all_memory_ != kNone) before(last_all_memory_, node);
    if (list.names(depend::kAllMemory)) {
      resolve_all_memory(node);
    } else {
      for (uint32_t i = 0; i < list.size(); i++) resolve_access(node, list[i]);
    }
    if (kind == NodeKind::Join) last_join_ = node;  // the control code goes on only behind it
  }

  void resolve_access(NodeIndex node, const Dependence& dependence) {
    // The members of a mutexinoutset take turns in creation order: one of the orders that are allowed.
    Kind kind = dependence.kind == Kind::MutexInOutSet ? Kind::Out : dependence.kind;
    Station& station = stations_.find_or_add(dependence.address);
    if (is_forgotten(station)) station.last = station.previous = nullptr;
    Access<NodeTag>* access = next_access_++;
    access->node = tag_of(node);
    depend::enter(station, access, kind, [&](NodeTag* tag) { before(node_of(tag), node); }, [](Access<NodeTag>*) {});
  }

  // The station's newest access comes before a node that everything from now on comes after.
  bool is_forgotten(const Station& station) const {
    return station.last != nullptr && node_of(station.last->node) < first_remembered_;
  }

  // Everything so far comes before `node`; nodes that have a successor do so through it.
  void put_behind_all(NodeIndex node) {
    for (NodeIndex earlier = first_since_join_; earlier < node; earlier++) {
      if (!has_successor_[earlier]) before(earlier, node);
    }
  }

  // Nodes created from here on come after the join, hence after everything.
  void forget_all_before(NodeIndex node) {
    first_since_join_ = node;
    last_join_ = node;
    first_remembered_ = node;
    last_all_memory_ = kNone;
  }

  void resolve_all_memory(NodeIndex node) {
    for (Station& station : stations_) {
      if (is_forgotten(station)) continue;
      for (Access<NodeTag>* access = station.last; access != nullptr; access = access->next) {
        before(node_of(access->node), node);
      }
    }
    first_remembered_ = node;
    last_all_memory_ = node;
  }

  static constexpr NodeIndex kNone = ~NodeIndex{0};

  const Notes& notes_;
  const uint32_t n_rounds_;
  TransitiveReduction& reduction_;
  Stations<Station> stations_;
  PodVector<Access<NodeTag>> accesses_;  // room for all: the sets point into it
  Access<NodeTag>* next_access_;
  PodVector<bool> has_successor_;
  NodeIndex last_join_ = kNone;
  NodeIndex last_all_memory_ = kNone;
  NodeIndex first_since_join_ = 0;
  NodeIndex first_remembered_ = 0;
};

}  // namespace

bool resolve(const Notes& notes, uint32_t n_rounds, TransitiveReduction& reduction) {
  return Resolver(notes, n_rounds, reduction).run();
}

}  // namespace rondo::graph
