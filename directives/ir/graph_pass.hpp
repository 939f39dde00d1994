// SPDX-License-Identifier: Apache-2.0
//
// The pass that looks for taskgraph regions whose tasks are known at compile time (README.md).
#pragma once

#include <cstdint>

namespace llvm {
class PassBuilder;
}

namespace rondo::directives {

struct GraphOptions {
  uint32_t most_tasks = 65'536;  // in one region; 0: no region is evaluated
};

void register_graph_pass(llvm::PassBuilder& builder, const GraphOptions& options);

}  // namespace rondo::directives
