// SPDX-License-Identifier: Apache-2.0
#include "graph/replay/comparison.hpp"

#include <new>

#include "graph/model/heap_memory.hpp"
#include "graph/pattern/pattern_stream.hpp"
#include "graph/pattern/station_numbers.hpp"
#include "graph/record/recorder.hpp"

namespace rondo::graph {

using base::PodVector;
using depend::Dependence;

namespace {

constexpr const char* kDiffers = "its tasks have other dependences than were recorded";

void list_of(const ListForm& form, const uintptr_t* addresses, PodVector<Dependence>& list) {
  list.clear();
  for (uint64_t i = 0; i < form.n; i++) list.push_back({addresses[i], form.kinds[i]});
}

bool has_form(const ListForm& form, Act act, std::span<const Dependence> dependences) {
  if (form.act != act || form.n != dependences.size()) return false;
  for (uint64_t i = 0; i < form.n; i++) {
    if (form.kinds[i] != dependences[i].kind) return false;
  }
  return true;
}

bool are_at(const uintptr_t* addresses, std::span<const Dependence> dependences) {
  for (const Dependence& dependence : dependences) {
    if (*addresses++ != dependence.address) return false;
  }
  return true;
}

// nullptr: too many dependences.
MovedLists* make_moved(const Graph& graph, const RecordedLists& lists) {
  Recorder recorder(false);
  PodVector<Dependence> list;
  const uintptr_t* address = lists.addresses();
  for (NodeIndex node = 0; node < graph.n_nodes; node++) {
    const ListForm& form = graph.nodes[node].shape().form;
    list_of(form, address, list);
    address += form.n;
    if (form.act == Act::Task) {
      recorder.add_task(task::TaskSpec{}, nullptr, {list.data(), list.size()});
    } else {
      recorder.add_join({list.data(), list.size()},
                        form.act == Act::JoinDescendants ? task::Depth::Descendants : task::Depth::Children);
    }
  }
  Pattern pattern;
  PodVector<uint32_t> words;
  if (!number_stations(recorder, {word::kMaxStations, word::kMaxStations}, pattern.counts, words)) return nullptr;
  pattern.words = words.release();
  return new (HeapMemory().allocate(sizeof(MovedLists))) MovedLists(pattern);
}

}  // namespace

void free_moved(MovedLists* moved) {
  if (moved == nullptr) return;
  std::free(moved->pattern.words);
  moved->~MovedLists();
  std::free(moved);
}

const char* Comparison::compare(NodeIndex node, Act act, std::span<const Dependence> dependences) {
  const ListForm& form = form_of(node);
  if (!has_form(form, act, dependences)) return kDiffers;
  if (exact_ != nullptr) {
    if (are_at(address_, dependences)) {
      address_ += form.n;
      return nullptr;
    }
    if (!begin_renaming(node)) return "its addresses have changed, and there are too many of them to follow";
  }
  return (*moved_)->renaming.match(act, dependences) == nullptr ? nullptr : kDiffers;
}

// The dependences of all nodes before `node` were as recorded.
bool Comparison::begin_renaming(NodeIndex node) {
  if (*moved_ == nullptr) *moved_ = make_moved(*graph_, *lists_);
  if (*moved_ == nullptr) return false;
  exact_ = nullptr;
  Renaming& renaming = (*moved_)->renaming;
  renaming.begin();
  PodVector<Dependence> list;
  const uintptr_t* address = lists_->addresses();
  for (NodeIndex before = 0; before < node; before++) {
    const ListForm& form = form_of(before);
    list_of(form, address, list);
    address += form.n;
    (void)renaming.match(form.act, {list.data(), list.size()});
  }
  return true;
}

void Comparison::end() {
  if (lists_ != nullptr && exact_ == nullptr) (*moved_)->renaming.end();
  lists_ = exact_ = nullptr;
}

}  // namespace rondo::graph
