// SPDX-License-Identifier: Apache-2.0
//
// -Rpass=rondo for taskiter and dep_pattern: what they will do when the program runs. Nothing of them is evaluated at
// compile time; the remarks say what their clauses and their tasks' data decide.
#pragma once

#include "llvm/IR/PassManager.h"

namespace rondo::directives {

void tell_of_loops_and_patterns(llvm::Module& module, llvm::FunctionAnalysisManager& functions);

}  // namespace rondo::directives
