// SPDX-License-Identifier: Apache-2.0
//
// The rules of OpenMP's depend clause (5.2 section 15.9.5), once: used for live tasks (dep_node.hpp) and for the
// nodes of a graph that is being compiled (graph/compile/compile.cpp). An address keeps two sets of accesses, `last`
// and the one before it, `previous`. An access of a kind whose members do not order each other joins `last` if it is
// of the same kind, and then depends on `previous`; any other access depends on all of `last` and becomes the new
// `last`.
#pragma once

#include <cstdint>

namespace rondo::depend {

enum class Kind : uint8_t {
  In,
  Out,             // out and inout
  MutexInOutSet,   // members of a set exclude each other, in any order
  InOutSet,        // members of a set may overlap
};

// An entry of the compiler's array, unpacked. `address` kAllMemory with Kind::Out is omp_all_memory.
struct Dependence {
  uintptr_t address;
  Kind kind;
};
inline constexpr uintptr_t kAllMemory = 0;

// Addresses with a meaning of their own: omp_all_memory is 0 here and ~0 in the KMP interface, and null is entered as
// 1. Code that computes addresses leaves these to the entry points.
inline bool is_special(uintptr_t address) { return address + 1 <= 2; }

inline bool can_join(Kind kind) { return kind != Kind::Out; }
// Whether an access becomes a member of a set of that kind.
inline bool joins_set(Kind set, Kind kind) { return set == kind && can_join(kind); }

// One (task or node, address) pair; a link in the set of accesses that it belongs to.
template <class Node>
struct Access {
  Access* next;
  Node* node;
};

template <class Node>
struct Entry {
  uintptr_t address;            // 0: free slot of the table
  Access<Node>* last = nullptr;
  Access<Node>* previous = nullptr;  // kept only while members may still join `last`
  uint32_t n_last = 0;
  Kind kind = Kind::In;
  uint8_t n_doublings = 0;  // of the size of `last` at which finished members are looked for
};

// Enters `access` of kind `kind` to the entry. `before(node)` is called for each access that precedes it, `drop(set)`
// for each set that later accesses need not know any more.
// `Entry`: also other types that have these members.
template <class Entry, class Node, class Before, class Drop>
[[gnu::always_inline]] inline void enter(Entry& entry, Access<Node>* access, Kind kind, Before before, Drop drop) {
  auto each = [&](Access<Node>* set) {
    for (; set != nullptr; set = set->next) before(set->node);
  };
  if (entry.last != nullptr && joins_set(entry.kind, kind)) {
    each(entry.previous);
    access->next = entry.last;
    entry.last = access;
    entry.n_last++;
    return;
  }
  each(entry.last);
  drop(entry.previous);
  if (can_join(kind)) {
    entry.previous = entry.last;
  } else {
    drop(entry.last);
    entry.previous = nullptr;
  }
  access->next = nullptr;
  entry.last = access;
  entry.n_last = 1;
  entry.kind = kind;
}

// The same for an access that is over before anything else is entered (taskwait depend, undeferred tasks): it waits
// like a member of the set, but does not join it.
template <class Node>
bool joins(const Entry<Node>& entry, Kind kind) {
  return joins_set(entry.kind, kind) && kind != Kind::MutexInOutSet;
}
template <class Node, class Before>
void consult(const Entry<Node>& entry, Kind kind, Before before) {
  for (Access<Node>* access = joins(entry, kind) ? entry.previous : entry.last; access != nullptr;
       access = access->next) {
    before(access->node);
  }
}

}  // namespace rondo::depend
