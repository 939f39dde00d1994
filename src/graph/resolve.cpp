// SPDX-License-Identifier: Apache-2.0
//
// The first pass: from accesses and waits to edges. The rules are those of depend/access.hpp, which dynamic tasks
// follow as well; here they are applied to the whole list at once.
#include <algorithm>
#include <span>

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
}  // namespace

void resolve(Recorder& recorder, Predecessors& result) { Resolver(recorder).run(result); }

}  // namespace rondo::graph
