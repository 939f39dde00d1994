// SPDX-License-Identifier: Apache-2.0
#include "global.hpp"

#include <vector>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "lowering/lower.hpp"

namespace rondo::directives {

namespace {

// The few types that directive.h uses.
clang::QualType type_of(clang::ASTContext& context, llvm::StringRef text) {
  if (text.consume_back(" *")) return context.getPointerType(type_of(context, text));
  if (text.consume_front("const ")) return type_of(context, text).withConst();
  if (text == "int") return context.IntTy;
  if (text == "char") return context.CharTy;
  if (text == "_Bool") return context.BoolTy;
  if (text == "unsigned int") return context.UnsignedIntTy;
  if (text == "unsigned long long") return context.UnsignedLongLongTy;
  return context.VoidTy;
}

std::vector<clang::QualType> parameters_of(clang::ASTContext& context, llvm::StringRef text) {
  std::vector<clang::QualType> types;
  if (text == "void") return types;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, ", ");
  for (llvm::StringRef part : parts) types.push_back(type_of(context, part));
  return types;
}

class Declarer {
 public:
  // A function with C linkage is looked up in the global scope, and its linkage is external in any case.
  Declarer(clang::Sema& sema, clang::SourceLocation at)
      : sema_(sema), context_(sema.getASTContext()), at_(at), unit_(context_.getTranslationUnitDecl()) {
    linkage_ = clang::LinkageSpecDecl::Create(context_, unit_, at, at, clang::LinkageSpecLanguageIDs::C, false);
    linkage_->setImplicit();
    unit_->addDecl(linkage_);
  }

  clang::FunctionDecl* declare(const std::string& name, const Signature& signature) {
    std::vector<clang::QualType> types = parameters_of(context_, signature.parameters);
    clang::QualType type = context_.getFunctionType(type_of(context_, signature.result), types, {});
    clang::DeclarationName known_as(&context_.Idents.get(name));
    auto* function =
        clang::FunctionDecl::Create(context_, linkage_, at_, at_, known_as, type, nullptr, clang::SC_Extern);
    std::vector<clang::ParmVarDecl*> parameters;
    for (clang::QualType of_one : types) {
      parameters.push_back(
          clang::ParmVarDecl::Create(context_, function, at_, at_, nullptr, of_one, nullptr, clang::SC_None, nullptr));
      parameters.back()->setScopeInfo(0, static_cast<unsigned>(parameters.size() - 1));
    }
    function->setParams(parameters);
    function->setImplicit();
    function->addAttr(clang::AsmLabelAttr::CreateImplicit(context_, signature.name, /*IsLiteralLabel=*/true));
    function->addAttr(clang::NoThrowAttr::CreateImplicit(context_));
    linkage_->addDecl(function);
    sema_.PushOnScopeChains(function, sema_.TUScope, /*AddToContext=*/false);
    return function;
  }

  clang::ASTContext& context() { return context_; }

 private:
  clang::Sema& sema_;
  clang::ASTContext& context_;
  clang::SourceLocation at_;
  clang::TranslationUnitDecl* unit_;
  clang::LinkageSpecDecl* linkage_ = nullptr;
};

}  // namespace

bool is_in_unnamed_namespace(const clang::Sema& sema) {
  const clang::DeclContext* context = sema.CurContext;
  for (; context != nullptr; context = context->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(context);
    if (space != nullptr && space->isAnonymousNamespace()) return true;
  }
  return false;
}

void declare_globally(clang::Sema& sema, const std::string& unit, clang::SourceLocation at) {
  Declarer declarer(sema, at);
  for (const Signature& signature : signatures()) {
    clang::FunctionDecl* function = declarer.declare(signature.name + unit, signature);
    function->addAttr(clang::WeakAttr::CreateImplicit(declarer.context()));
  }
  clang::FunctionDecl* module = declarer.declare(kModuleName + unit, {"__dso_handle", "void", "void"});
  module->addAttr(clang::VisibilityAttr::CreateImplicit(declarer.context(), clang::VisibilityAttr::Hidden));
}

}  // namespace rondo::directives
