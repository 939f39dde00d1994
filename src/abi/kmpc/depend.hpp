// SPDX-License-Identifier: Apache-2.0
//
// kmp_depend_info arrays to Dependences.
#pragma once

#include "abi/dependences.hpp"
#include "abi/kmpc/types.hpp"

namespace rondo::kmpc {

inline depend::Kind kind_of(uint8_t flags) {
  if ((flags & kDependOut) != 0) return depend::Kind::Out;
  if ((flags & kDependMutexInOutSet) != 0) return depend::Kind::MutexInOutSet;
  if ((flags & kDependInOutSet) != 0) return depend::Kind::InOutSet;
  return depend::Kind::In;
}

inline void unpack(abi::DependenceList& list, const DependInfo* infos, int32_t n) {
  for (int32_t i = 0; i < n; i++) {
    const DependInfo& info = infos[i];
    bool is_all = (info.flags & kDependAll) != 0 || info.address == ~uintptr_t{0};
    if (is_all) {
      list.add(depend::kAllMemory, depend::Kind::Out);
    } else {
      // A null pointer is an address like any other; the core's own zero means omp_all_memory.
      list.add(info.address != 0 ? info.address : 1, kind_of(info.flags));
    }
  }
}

}  // namespace rondo::kmpc
