// SPDX-License-Identifier: Apache-2.0
#include "graph/store/border.hpp"

#include "graph/pattern/renaming.hpp"
#include "graph/record/accesses.hpp"
#include "graph/replay/comparison.hpp"
#include "graph/store/record.hpp"

namespace rondo::graph {

using depend::Dependence;

void add_accesses(const Instance& instance, base::PodVector<Dependence>& list) {
  auto add = [&](const Dependence& access) { list.push_back({access.address, kind_in_graph(access.kind)}); };
  if (instance.kind == ReplayKind::Pattern) return instance.pattern.renaming->for_each_access(add);
  const RecordedLists* recorded = instance.record->lists();
  if (instance.border.addresses == Addresses::Moved) {
    instance.recapture.moved->renaming.for_each_access(add);
  } else if (instance.border.addresses == Addresses::Recorded && recorded != nullptr) {
    recorded->for_each_access(*instance.graph, add);
  } else {
    add({depend::kAllMemory, depend::Kind::Out});
  }
}

}  // namespace rondo::graph
