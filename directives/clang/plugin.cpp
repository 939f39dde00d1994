// SPDX-License-Identifier: Apache-2.0
//
// The clang shell: -fplugin=librondo-clang19.so.
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "pragma.hpp"
#include "saved_offsets.hpp"

namespace rondo::directives {

namespace {

// Looks at nothing of the program; it is told when the parser is there and has lexed nothing yet.
class Starter : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override {
    const clang::LangOptions& language = sema.getLangOpts();
    if (language.OpenMP != 0 || language.OpenMPSimd) take_over_openmp(sema.getPreprocessor());
  }
};

class Plugin : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    // Code generation reads this later.
    compiler.getCodeGenOpts().PassBuilderCallbacks.push_back(register_saved_offsets);
    return std::make_unique<Starter>();
  }
  bool ParseArgs(const clang::CompilerInstance&, const std::vector<std::string>&) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};

const clang::FrontendPluginRegistry::Add<Plugin> kRegistered("rondo", "OpenMP directives taskgraph and taskiter");

}  // namespace

}  // namespace rondo::directives
