// SPDX-License-Identifier: Apache-2.0
//
// Regions whose tasks are not known at compile time, but are the same whenever the same few values come in: numbers
// and addresses from before the region, and variables that it reads. Then a replay need not execute the code to
// refresh the tasks' data, as long as these are as they were when the record was made.
#pragma once

#include "evaluate/flow.hpp"
#include "ir/region.hpp"

namespace rondo::directives {

struct Inputs {
  std::vector<llvm::Value*> values;    // from before the region, or that could be computed there
  std::vector<llvm::LoadInst*> reads;  // of variables that the region does not change, one of each
  // Values first, then variables; each load of a variable has the variable's number.
  llvm::DenseMap<const llvm::Value*, unsigned> numbers;

  std::size_t size() const { return values.size() + reads.size(); }
};

// Finds everything that the region's code depends on. Returns the obstacle if it depends on anything else, or has
// other effects.
std::optional<Obstacle> find_inputs(const Region& region, const RegionScope& scope, Inputs& inputs);

// Passes them to the runtime where the region begins.
void emit_inputs(const Region& region, const Inputs& inputs);

// The input's name in the program; empty if the compiler has not kept it.
std::string name_of(const Inputs& inputs, unsigned number);

}  // namespace rondo::directives
