// SPDX-License-Identifier: Apache-2.0
//
// Converts kmp_depend_info arrays to Dependences.
#pragma once

#include "abi/dependences.hpp"
#include "abi/kmpc/types.hpp"
#include "graph/record/recorded_lists.hpp"

namespace rondo::kmpc {

inline depend::Kind kind_of(uint8_t flags) {
  if ((flags & (kDependMutexInOutSet | kDependInOutSet)) == 0) [[likely]]
    return (flags & kDependOut) != 0 ? depend::Kind::Out : depend::Kind::In;
  if ((flags & kDependOut) != 0) return depend::Kind::Out;
  return (flags & kDependMutexInOutSet) != 0 ? depend::Kind::MutexInOutSet : depend::Kind::InOutSet;
}

inline void unpack(depend::Dependence* items, const DependInfo* infos, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    const DependInfo& info = infos[i];
    if ((info.flags & kDependAll) != 0 || info.address == ~uintptr_t{0}) [[unlikely]] {
      items[i] = {depend::kAllMemory, depend::Kind::Out};
    } else {
      // A null pointer is an address like any other; the core's own zero means omp_all_memory.
      items[i] = {info.address + (info.address == 0), kind_of(info.flags)};
    }
  }
}

// True if the list has these items, written as clang writes them. False: it differs, or another compiler wrote it.
inline bool are_recorded(const graph::ListForm& form, const uintptr_t* addresses, const DependInfo* infos, int32_t n) {
  static constexpr uint8_t kFlags[] = {kDependIn, kDependIn | kDependOut, kDependMutexInOutSet, kDependInOutSet};
  auto is_same = [](const DependInfo& info, uintptr_t address, depend::Kind kind) {
    return info.address == address && info.flags == kFlags[static_cast<uint8_t>(kind)];
  };
  if (static_cast<uint32_t>(n) != form.n) return false;
  for (uint32_t i = 0; i < form.n; i++) {
    if (!is_same(infos[i], addresses[i], form.kinds[i])) return false;
  }
  return true;
}

}  // namespace rondo::kmpc
