// SPDX-License-Identifier: Apache-2.0
//
// -Rpass=rondo for taskiter and dep_pattern: how they will run. They are not evaluated at compile time; the remarks
// tell what follows from their clauses and from their tasks' data.
#pragma once

#include "llvm/IR/PassManager.h"

namespace rondo::directives {

void tell_of_loops_and_patterns(llvm::Module& module, llvm::FunctionAnalysisManager& functions);

}  // namespace rondo::directives
