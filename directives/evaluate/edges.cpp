// SPDX-License-Identifier: Apache-2.0
#include "evaluate/edges.hpp"

#include <set>

#include "graph/compile/passes.hpp"
#include "graph/compile/placement.hpp"

namespace rondo::evaluate {

namespace {

depend::Kind kind_of(DependKind kind) {
  switch (kind) {
    case DependKind::In:
      return depend::Kind::In;
    case DependKind::MutexInOutSet:
      return depend::Kind::MutexInOutSet;
    case DependKind::InOutSet:
      return depend::Kind::InOutSet;
    case DependKind::Out:
    case DependKind::AllMemory:
      break;
  }
  return depend::Kind::Out;
}

}  // namespace

Edges order(const std::vector<Task>& tasks) {
  Edges edges;
  std::map<Form, uintptr_t> numbers;  // from 1: 0 is all memory
  graph::Notes notes;
  for (const Task& task : tasks) {
    std::vector<depend::Dependence> list;
    for (const Dependence& dependence : task.dependences) {
      uintptr_t address = depend::kAllMemory;
      if (dependence.kind != DependKind::AllMemory) {
        auto [known, is_new] = numbers.try_emplace(dependence.address, numbers.size() + 1);
        if (is_new) edges.addresses.push_back(dependence.address);
        address = known->second;
      }
      list.push_back({address, kind_of(dependence.kind)});
    }
    notes.add({}, list);
  }
  graph::Predecessors kept;
  graph::TransitiveReduction reduction(tasks.size(), kept);
  if (!graph::resolve(notes, 1, reduction)) {
    edges.obstacle = graph::kTooDense;
    return edges;
  }
  edges.first.assign(kept.first.begin(), kept.first.end());
  edges.predecessors.assign(kept.list.begin(), kept.list.end());
  edges.n_unreduced = reduction.n_unreduced();
  edges.n_distinct = reduction.n_distinct();
  const graph::Placement placement(kept, static_cast<uint32_t>(tasks.size()));
  edges.depth = placement.depth();
  const graph::Deal deal = placement.usual();
  for (uint32_t task = 0; task < tasks.size(); task++) edges.places.push_back(placement.home(deal, task, 1));
  std::set<Form> bases;
  for (const Form& address : edges.addresses) bases.insert(address.without_constant());
  edges.n_bases = bases.size();
  return edges;
}

}  // namespace rondo::evaluate
