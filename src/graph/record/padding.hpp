// SPDX-License-Identifier: Apache-2.0
//
// Which bytes of a captured block mean nothing. gcc copies a struct of captured variables as it lies on the creator's
// stack; it sorts them by alignment, so that only the end of the struct is padding, with whatever bytes were on the
// stack. Nothing tells where the padding begins, so it has to be found out: after each copy the end of the creator's
// struct is marked (the compiler allows for writes to it: an undeferred task works on it). Bytes that are still
// marked at the next creation from there were not written, hence are padding. Check mode only.
#pragma once

#include <cstdint>

#include "base/pod_vector.hpp"
#include "task/task.hpp"

namespace rondo::graph {

class Padding {
 public:
  // A task with this body has been created, the `position`-th of its encounter, from the struct at `source`.
  void observe(const task::Entry& entry, size_t position, void* source, size_t bytes, size_t alignment);

  // How many bytes at the end of such a task's block are padding; if that could not be found out, how many may be.
  uint32_t n_bytes(const task::TaskSpec& spec) const;

 private:
  struct Known {
    task::Entry entry;
    void* source;
    size_t position;
    uint32_t n_bytes;    // of padding
    uint32_t n_at_most;  // by the alignment alone
    bool is_certain;
  };
  const Known* find(const task::Entry& entry) const;

  base::PodVector<Known> all_;
};

}  // namespace rondo::graph
