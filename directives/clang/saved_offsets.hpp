// SPDX-License-Identifier: Apache-2.0
//
// A pass that puts offset and size of saved items into the calls of rondo_directive_saved(): it reads from the
// generated code where clang has placed the item in the task's block.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace rondo::directives {

void register_saved_offsets(llvm::PassBuilder& builder);

}  // namespace rondo::directives
