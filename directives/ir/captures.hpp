// SPDX-License-Identifier: Apache-2.0
//
// Where the captured data of a region's tasks comes from, if their number is not known: the table of
// include/rondo/capture_table.h. An input *decides* if the way through the code, or a dependence, changes with it.
// Otherwise it only gets into the tasks' data, and a replay can put it there without executing the code.
#pragma once

#include "ir/inputs.hpp"
#include "rondo/capture_table.h"

namespace rondo::directives {

struct CaptureTable {
  using Distance = std::map<unsigned, uint64_t>;  // factors of inputs
  struct Construct {
    llvm::Function* entry;
    std::vector<rondo_capture_slot> slots;
    std::vector<uint32_t> moves_by;
  };
  std::vector<Construct> constructs;
  std::vector<Distance> distances;
  evaluate::InputSet deciding = 0;

  bool decides(unsigned input) const { return (deciding >> input & 1) != 0; }
};

// For a region whose inputs have been found.
CaptureTable find_captures(const Region& region, const Inputs& inputs);

// Passes the table to the runtime where the region begins, beside the inputs.
void emit_captures(llvm::CallBase& begin, const Inputs& inputs, const CaptureTable& table);

}  // namespace rondo::directives
