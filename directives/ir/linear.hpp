// SPDX-License-Identifier: Apache-2.0
//
// Instructions that compute a sum of their operands times constants, modulo 2^n for a result of n bits. Inputs are
// followed through these.
#pragma once

#include <optional>
#include <vector>

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instruction.h"

namespace rondo::directives {

struct LinearTerm {
  const llvm::Value* value;
  uint64_t factor;
};

// Returns nothing if the instruction computes something else, or something wider than an operand.
std::optional<std::vector<LinearTerm>> linear_terms(const llvm::Instruction& instruction,
                                                    const llvm::DataLayout& layout);

}  // namespace rondo::directives
