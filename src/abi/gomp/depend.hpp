// SPDX-License-Identifier: Apache-2.0
//
// Converts the depend arrays of gcc to Dependences. They have two forms: {n, n_out, addresses: out first, then in}
// and, when the first word is zero, {0, n, n_out, n_mutexinoutset, n_in, addresses in that order, then depend
// objects}.
#pragma once

#include "abi/dependences.hpp"
#include "abi/gomp/types.hpp"
#include "graph/record/recorded_lists.hpp"

namespace rondo::gomp {

inline size_t count_dependences(void* const* array) {
  return array[0] != nullptr ? reinterpret_cast<size_t>(array[0]) : reinterpret_cast<size_t>(array[1]);
}

inline depend::Kind kind_of_object(uintptr_t kind) {
  switch (kind) {
    case 1:
      return depend::Kind::In;
    case 4:
      return depend::Kind::MutexInOutSet;
    case 5:
      return depend::Kind::InOutSet;
    default:
      return depend::Kind::Out;
  }
}

// `items`: count_dependences() of them.
inline void unpack(depend::Dependence* items, void* const* array) {
  size_t n = count_dependences(array);
  auto address = [](void* item) { return reinterpret_cast<uintptr_t>(item); };
  if (array[0] != nullptr) {
    size_t n_out = reinterpret_cast<size_t>(array[1]);
    for (size_t i = 0; i < n; i++) items[i] = {address(array[2 + i]), i < n_out ? depend::Kind::Out : depend::Kind::In};
    return;
  }
  size_t n_out = reinterpret_cast<size_t>(array[2]);
  size_t n_mutex = reinterpret_cast<size_t>(array[3]);
  size_t n_in = reinterpret_cast<size_t>(array[4]);
  for (size_t i = 0; i < n; i++) {
    void* item = array[5 + i];
    if (i < n_out) {
      items[i] = {address(item), depend::Kind::Out};  // a null address is omp_all_memory (gcc 13), as in the core
    } else if (i < n_out + n_mutex) {
      items[i] = {address(item), depend::Kind::MutexInOutSet};
    } else if (i < n_out + n_mutex + n_in) {
      items[i] = {address(item), depend::Kind::In};
    } else {
      auto* object = static_cast<DependObject*>(item);
      items[i] = {object->address, kind_of_object(object->kind)};
    }
  }
}

// True if the list has the first form and these items. False: it differs, or it has the other form.
inline bool are_recorded(const graph::ListForm& form, const uintptr_t* addresses, void* const* array) {
  auto word = [array](size_t i) { return reinterpret_cast<uintptr_t>(array[i]); };
  if (word(0) != form.n || word(1) != form.n_out) return false;
  for (uint64_t i = 0; i < form.n; i++) {
    if (word(2 + i) != addresses[i]) return false;
  }
  return true;
}

}  // namespace rondo::gomp
