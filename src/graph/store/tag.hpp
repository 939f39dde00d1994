// SPDX-License-Identifier: Apache-2.0
//
// The tags of dependence patterns: process-wide names, each with the record of its pattern. A tag stays for the rest
// of the process, so places in the program may keep a pointer to it.
#pragma once

#include "base/atomic.hpp"
#include "graph/store/record_table.hpp"

namespace rondo::graph {

struct Tag {
  Tag* next = nullptr;                    // in its bucket
  void* records = nullptr;                // RecordTable::of; at most one record, id 0
  base::Atomic<uint32_t> n_mismatches{0};
  base::Atomic<bool> is_from_file{false};

  RecordTable& table() { return RecordTable::of(&records); }
  const char* name() const { return reinterpret_cast<const char*>(this + 1); }
};

// Any thread. The tag of this name, made at first use. `cache` is a word of the calling site, nullptr at first.
Tag& tag_of(const char* name, void** cache);
Tag& tag_of(const char* name);

// Every tag there is, in no particular order; one made meanwhile may be missed.
Tag* first_tag();
Tag* tag_after(Tag& tag);

}  // namespace rondo::graph
