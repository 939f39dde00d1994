// SPDX-License-Identifier: Apache-2.0
//
// The clang shell: -fplugin=librondo-clang19.so.
#include <dlfcn.h>

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "ir/graph_pass.hpp"
#include "pragma.hpp"
#include "saved_offsets.hpp"

namespace rondo::directives {

namespace {

// It looks at nothing of the program; clang calls it when the parser exists and has lexed nothing yet.
class Starter : public clang::SemaConsumer {
 public:
  explicit Starter(bool may_watch_tokens) : may_watch_tokens_(may_watch_tokens) {}

  void InitializeSema(clang::Sema& sema) override {
    const clang::LangOptions& language = sema.getLangOpts();
    if (language.OpenMP != 0 || language.OpenMPSimd) take_over_openmp(sema, may_watch_tokens_);
  }

 private:
  bool may_watch_tokens_;
};

class Plugin : public clang::PluginASTAction {
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    // Code generation reads this later.
    auto& callbacks = compiler.getCodeGenOpts().PassBuilderCallbacks;
    callbacks.push_back(register_saved_offsets);
    callbacks.push_back([options = graphs_](llvm::PassBuilder& builder) { register_graph_pass(builder, options); });
    return std::make_unique<Starter>(!compiler.getCodeGenOpts().CoverageMapping);
  }
  // -fplugin-arg-rondo-tasks=N
  bool ParseArgs(const clang::CompilerInstance& compiler, const std::vector<std::string>& arguments) override {
    for (llvm::StringRef argument : arguments) {
      bool is_known = argument.consume_front("tasks=") && !argument.getAsInteger(10, graphs_.most_tasks);
      if (is_known) continue;
      clang::DiagnosticsEngine& diagnostics = compiler.getDiagnostics();
      unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                                "argument '%0' is not known to Rondo's plugin; it knows tasks=NUMBER, "
                                                "the most tasks of a region that is evaluated at compile time");
      diagnostics.Report(id) << argument;
      return false;
    }
    return true;
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

  GraphOptions graphs_;
};

// `opt` and linkers load this library as well, but have no front end to register it with.
bool has_front_end() {
  constexpr const char* kAddNode = "_ZN4llvm8RegistryIN5clang15PluginASTActionEE8add_nodeEPNS3_4nodeE";
  return dlsym(RTLD_DEFAULT, kAddNode) != nullptr;
}

const auto* const kRegistered = has_front_end() ? new clang::FrontendPluginRegistry::Add<Plugin>(
                                                      "rondo", "OpenMP directives taskgraph and taskiter")
                                                : nullptr;

}  // namespace

}  // namespace rondo::directives
