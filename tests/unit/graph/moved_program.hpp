// SPDX-License-Identifier: Apache-2.0
//
// What the tests of comparisons share: programs at other addresses and with small changes, and by definition the
// first difference between two.
#pragma once

#include <map>
#include <set>

#include "graph/pattern_program.hpp"

namespace rondo::test {

// The first act of `use` that is not as in `recorded`, by the definition: kinds and numbers agree, addresses are
// equal where they were equal, and what was only read may be anything that is not written.
inline size_t first_difference(const Program& recorded, const Program& use) {
  std::set<uintptr_t> stay;
  bool keeps_all = false;
  for (const Action& action : recorded) {
    for (const auto& dependence : action.dependences) {
      if (dependence.address == depend::kAllMemory) keeps_all = true;
      if (dependence.kind != Kind::In || action.act != Act::Task) stay.insert(dependence.address);
    }
  }
  std::map<uintptr_t, uintptr_t> there, back;
  std::set<uintptr_t> readers;
  for (size_t i = 0; i < use.size(); i++) {
    if (i == recorded.size() || recorded[i].act != use[i].act) return i;
    const Dependences& was = recorded[i].dependences;
    const Dependences& is = use[i].dependences;
    if (was.size() != is.size()) return i;
    for (size_t k = 0; k < is.size(); k++) {
      if (was[k].kind != is[k].kind) return i;
      if ((was[k].address == 0) != (is[k].address == 0)) return i;
      if (is[k].address == 0) continue;
      if (keeps_all || stay.count(was[k].address) != 0) {
        if (readers.count(is[k].address) != 0) return i;
        if (there.try_emplace(was[k].address, is[k].address).first->second != is[k].address) return i;
        if (back.try_emplace(is[k].address, was[k].address).first->second != was[k].address) return i;
      } else {
        if (back.count(is[k].address) != 0) return i;
        readers.insert(is[k].address);
      }
    }
  }
  return use.size();
}

// Each address becomes another one, different ones different ones.
inline Program moved(const Program& program, base::Rng& rng) {
  const bool apart = rng.below(2) == 0;
  const uintptr_t distance = 8 * (uintptr_t{rng.below(1000)} - 500);
  std::map<uintptr_t, uintptr_t> to;
  std::set<uintptr_t> taken;
  Program result = program;
  for (Action& action : result) {
    for (auto& dependence : action.dependences) {
      if (dependence.address == depend::kAllMemory) continue;
      uintptr_t& target = to[dependence.address];
      while (target == 0 || (apart && !taken.insert(target).second)) {
        target = apart ? 8 * (uintptr_t{1} + rng.below(4000)) : dependence.address + 0x10000 + distance;
        if (!apart) break;
      }
      dependence.address = target;
    }
  }
  return result;
}

// One small change, which need not be one that matters.
inline void change(Program& program, base::Rng& rng) {
  if (program.empty()) return;
  const auto index = rng.below(static_cast<uint32_t>(program.size()));
  Dependences& list = program[index].dependences;
  const Dependences& other = program[rng.below(static_cast<uint32_t>(program.size()))].dependences;
  switch (rng.below(6)) {
    case 0:
      program.erase(program.begin() + index);
      break;
    case 1:
      program.insert(program.begin() + index, Action{Act::Task, other});
      break;
    case 2:
      if (!list.empty()) list.pop_back();
      break;
    case 3:
      if (!list.empty()) list[0].kind = static_cast<Kind>(rng.below(4));
      break;
    default:
      if (!list.empty() && !other.empty())
        list[rng.below(static_cast<uint32_t>(list.size()))].address = other[0].address;
      break;
  }
}

}  // namespace rondo::test
