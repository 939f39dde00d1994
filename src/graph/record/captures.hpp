// SPDX-License-Identifier: Apache-2.0
//
// The data of a recorded region's tasks, brought up to date without the region's code: the compiler's table
// (include/rondo/capture_table.h) says which captured bytes change with which value. Used by region/; why the edges
// stay right although addresses change is in README.md, "Captures".
#pragma once

#include <span>

#include "base/pod_vector.hpp"
#include "graph/record/notes.hpp"
#include "rondo/capture_table.h"

namespace rondo::graph {

struct AddressRange {
  uintptr_t first = ~uintptr_t{0};
  uintptr_t last = 0;
  bool is_empty() const { return first > last; }
};

// The addresses that dependences name: for each distance, the range of the addresses that change by it; then the
// range of all others. False: the recorded tasks are not those that the table describes.
bool find_ranges(const rondo_capture_table& table, const Notes& notes, base::PodVector<AddressRange>& ranges);

// From the values of a record to those of an encounter.
class Captures {
 public:
  Captures(const rondo_capture_table& table, std::span<const uint64_t> recorded, std::span<const uint64_t> current);

  // The tasks and edges are the recorded ones.
  bool keep_shape(std::span<const AddressRange> ranges) const;

  // A copy of the recorded block of a task with this body.
  void refresh(void* block, const void* entry);

 private:
  bool are_apart(std::span<const AddressRange> ranges, bool has_moved) const;

  const rondo_capture_table& table_;
  bool decides_the_same_ = false;
  base::PodVector<uint64_t> distances_;
  uint32_t newest_ = 0;  // the construct looked up last
};

}  // namespace rondo::graph
