// SPDX-License-Identifier: Apache-2.0
//
// How `opt -load-pass-plugin` and linkers that optimise (lld: --load-pass-plugin) find the pass.
#include "ir/graph_pass.hpp"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"

extern "C" __attribute__((visibility("default"))) llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "rondo", "1",
          [](llvm::PassBuilder& builder) { rondo::directives::register_graph_pass(builder, {}); }};
}
