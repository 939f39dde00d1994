// SPDX-License-Identifier: Apache-2.0
//
// A pass that puts offset and size of saved items into the calls of rondo_directive_saved(): where clang's code
// generation has laid the item in the task's block, read from the code that it has generated.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace rondo::directives {

void register_saved_offsets(llvm::PassBuilder& builder);

}  // namespace rondo::directives
