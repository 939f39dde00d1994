// SPDX-License-Identifier: Apache-2.0
//
// The first pass: from accesses and waits to edges. The rules are those of depend/access.hpp, which dynamic tasks
// follow as well; here they are applied to the whole list at once.
#include "depend/address_map.hpp"
#include "graph/passes.hpp"

namespace rondo::graph {

namespace {

using base::PodVector;
using depend::Access;
using depend::Dependence;
using depend::Entry;
using depend::Kind;

// Who comes before whom. Finished tasks count like all others: the recording says what depends, not what
// happened to overlap.
class Resolver {
 public:
  Resolver(Recorder& recorder, uint32_t n_rounds) : recorder_(recorder), n_rounds_(n_rounds), map_(memory_) {
    accesses_.reserve(n_rounds * recorder.notes.n_dependences() + 1);
    has_successor_.resize(n_rounds * recorder.notes.size(), false);
  }

  void run(Predecessors& result) {
    result.first.reserve(n_rounds_ * recorder_.notes.size() + 1);
    list_ = &result.list;
    NodeIndex node = 0;
    for (uint32_t round = 0; round < n_rounds_; round++) {
      for (const RecordedNode& recorded : recorder_.notes) {
        result.first.push_back(static_cast<uint32_t>(result.list.size()));
        resolve(node++, recorded);
      }
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

  void resolve(NodeIndex node, const RecordedNode& recorded) {
    NodeKind kind = recorded.shape.kind;
    DependenceList list = recorded.dependences;
    // In a loop every wait is one for all tasks: what it precedes must come before it in the next round (README.md).
    if (n_rounds_ > 1 && kind == NodeKind::Join) list = {};
    if (last_join_ != kNone) before(last_join_, node);
    if (list.is_empty()) {  // without a depend clause only waits order it
      if (kind != NodeKind::Task) put_behind_all(node);
      if (kind == NodeKind::Join) forget_all_before(node);
      return;
    }
    if (last_all_memory_ != kNone) before(last_all_memory_, node);
    bool is_all_memory = false;
    for (uint32_t i = 0; i < list.size(); i++) is_all_memory |= list[i].address == depend::kAllMemory;
    if (is_all_memory) {
      resolve_all_memory(node);
    } else {
      for (uint32_t i = 0; i < list.size(); i++) resolve_access(node, list[i]);
    }
    if (kind == NodeKind::Join) last_join_ = node;  // the control code goes on only behind it
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
  void put_behind_all(NodeIndex node) {
    for (NodeIndex earlier = first_since_join_; earlier < node; earlier++) {
      if (!has_successor_[earlier]) before(earlier, node);
    }
  }

  // What is created from here on comes after the join, hence after everything.
  void forget_all_before(NodeIndex node) {
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
  const uint32_t n_rounds_;
  HeapMemory memory_;
  depend::AddressMap<Tag, HeapMemory> map_;
  PodVector<Access<Tag>> accesses_;  // reserved for all: the sets point into it
  PodVector<bool> has_successor_;
  PodVector<NodeIndex>* list_ = nullptr;
  NodeIndex last_join_ = kNone;
  NodeIndex last_all_memory_ = kNone;
  NodeIndex first_since_join_ = 0;
};

}  // namespace

void resolve(Recorder& recorder, uint32_t n_rounds, Predecessors& result) { Resolver(recorder, n_rounds).run(result); }

}  // namespace rondo::graph
