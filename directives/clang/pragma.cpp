// SPDX-License-Identifier: Apache-2.0
#include "pragma.hpp"

#include <memory>
#include <string_view>

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Parse/ParseDiagnostic.h"
#include "global.hpp"
#include "injection.hpp"
#include "lowering/scopes.hpp"

namespace rondo::directives {

namespace {

namespace tok = clang::tok;

clang::Token annotation(tok::TokenKind kind, clang::SourceLocation at) {
  clang::Token token;
  token.startToken();
  token.setKind(kind);
  token.setLocation(at);
  return token;
}

// An OpenMP pragma within the line of another one; _Pragma makes that possible.
void skip_inner_pragma(clang::Preprocessor& preprocessor, clang::Token& token) {
  preprocessor.Diag(token, clang::diag::err_omp_unexpected_directive) << 0;
  for (unsigned depth = 1; depth != 0;) {
    preprocessor.Lex(token);
    if (token.is(tok::annot_pragma_openmp)) depth++;
    if (token.is(tok::annot_pragma_openmp_end)) depth--;
  }
  preprocessor.Lex(token);
}

// The line of a pragma between the annotations that mark it for the parser.
ClangTokens read_line(clang::Preprocessor& preprocessor, clang::SourceLocation begin) {
  ClangTokens line = {annotation(tok::annot_pragma_openmp, begin)};
  clang::Token token;
  preprocessor.Lex(token);
  if (token.is(tok::annot_pragma_openmp)) skip_inner_pragma(preprocessor, token);
  while (token.isNot(tok::eod) && token.isNot(tok::eof)) {
    line.push_back(token);
    preprocessor.Lex(token);
    if (token.is(tok::annot_pragma_openmp)) skip_inner_pragma(preprocessor, token);
  }
  line.push_back(annotation(tok::annot_pragma_openmp_end, token.getLocation()));
  return line;
}

// From the file's real path: a program may contain modules of the same name that were compiled in different folders.
std::string unit(clang::Preprocessor& preprocessor) {
  clang::SourceManager& manager = preprocessor.getSourceManager();
  auto file = manager.getFileEntryRefForID(manager.getMainFileID());
  std::string name = file ? file->getFileEntry().tryGetRealPathName().str() : "";
  if (name.empty() && file) name = file->getName().str();
  return "_" + std::to_string(std::hash<std::string>()(name) & 0xffffffffu);
}

// A pragma of ours, its statement, and the tokens that had to be read behind it. Pragmas among these arrive in the
// form that the parser knows (see OpenmpHandler::HandlePragma).
class Directive {
 public:
  Directive(clang::Preprocessor& preprocessor, const ClangTokens& line) : preprocessor_(preprocessor) {
    for (const clang::Token& token : line) add(token);
  }

  bool is_of_interest() { return begins_one(0); }

  ClangTokens lower(Declarations declarations, const Scopes& scopes) {
    declarations_ = declarations;
    scopes_ = scopes;
    TokenIndex done = 0;
    while (done < tokens_.size()) {
      if (begins_one(done)) {
        done = lower_at(done);
        continue;
      }
      scopes_.read(tokens_[done].text);
      done = copy(done);
    }
    return std::move(result_);
  }

 private:
  void add(const clang::Token& token) {
    sources_.push_back(token);
    tokens_.push_back(describe(preprocessor_, token));
  }
  void read() {
    clang::Token token;
    preprocessor_.Lex(token);
    add(token);
  }

  TokenIndex copy(TokenIndex index) {
    result_.push_back(sources_[index]);
    return index + 1;
  }

  bool begins_one(TokenIndex begin) {
    if (tokens_[begin].kind != TokenKind::PragmaBegin) return false;
    TokenIndex end = begin + 1;
    for (; end == tokens_.size() || tokens_[end].kind != TokenKind::PragmaEnd; end++) {
      if (end == tokens_.size()) read();
      if (tokens_[end].kind == TokenKind::PragmaEnd) break;
    }
    return directives::is_of_interest(std::span(tokens_).subspan(begin + 1, end - begin - 1));
  }

  TokenIndex lower_at(TokenIndex begin) {
    Lowered lowered = directives::lower(tokens_, begin, [this](Tokens&) { read(); }, options());
    for (const Diagnostic& diagnostic : lowered.diagnostics) report(diagnostic);
    for (const Piece& piece : lowered.pieces) {
      if (piece.kind == Piece::Kind::Text) {
        auto append = piece.is_test ? append_test : append_text;
        append(preprocessor_, piece.text, sources_[piece.range.begin].getLocation(), result_);
      } else {
        for (TokenIndex i = piece.range.begin; i < piece.range.end; i++) copy(i);
      }
    }
    return lowered.end;
  }

  Options options() {
    const clang::LangOptions& language = preprocessor_.getLangOpts();
    Options options;
    options.language = language.CPlusPlus ? Language::Cxx : Language::C;
    options.effect = language.OpenMPSimd ? Effect::Strip : Effect::Full;
    if (language.CPlusPlus) options.unit = unit(preprocessor_);
    options.declarations = declarations_;
    options.is_in_function = scopes_.is_in_function();
    options.place_of = [this](TokenIndex index) -> Place {
      clang::SourceManager& manager = preprocessor_.getSourceManager();
      clang::PresumedLoc place = manager.getPresumedLoc(manager.getExpansionLoc(sources_[index].getLocation()));
      if (place.isInvalid()) return {};
      return {place.getFilename(), place.getLine()};
    };
    return options;
  }

  // A warning of clang's own that only -Wpedantic turns on is used in its place.
  bool wants_pedantic(clang::SourceLocation at) const {
    return !preprocessor_.getDiagnostics().isIgnored(clang::diag::ext_empty_translation_unit, at);
  }

  void report(const Diagnostic& diagnostic) {
    clang::SourceLocation at = sources_[diagnostic.at].getLocation();
    bool is_pedantic = diagnostic.severity == Severity::Pedantic;
    if (is_pedantic && !wants_pedantic(at)) return;
    auto level =
        diagnostic.severity == Severity::Error ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning;
    clang::DiagnosticsEngine& engine = preprocessor_.getDiagnostics();
    unsigned id = engine.getCustomDiagID(level, "%0");
    // Rondo does not need what such a warning asks for, so it never becomes an error.
    bool are_errors = engine.getWarningsAsErrors();
    if (is_pedantic) engine.setWarningsAsErrors(false);
    preprocessor_.Diag(at, id) << diagnostic.text + (is_pedantic ? " [-Wpedantic]" : "");
    engine.setWarningsAsErrors(are_errors);
  }

  clang::Preprocessor& preprocessor_;
  Declarations declarations_ = Declarations::InPlace;
  Scopes scopes_;
  ClangTokens sources_;  // as clang has them, and
  Tokens tokens_;        // as the lowering has them; one index for both
  ClangTokens result_;
};

// For every token of the unit: no spelling is made.
std::string_view text_for_scopes(const clang::Token& token) {
  if (token.is(tok::raw_identifier) || token.isAnnotation()) return "";  // there the field holds something else
  if (const clang::IdentifierInfo* word = token.getIdentifierInfo()) return {word->getNameStart(), word->getLength()};
  if (tok::isStringLiteral(token.getKind())) return "\"";
  const char* punctuator = tok::getPunctuatorSpelling(token.getKind());
  return punctuator == nullptr ? "" : punctuator;
}

class OpenmpHandler : public clang::PragmaHandler {
 public:
  OpenmpHandler(clang::Sema& sema, bool may_watch_tokens) : PragmaHandler("omp"), sema_(sema) {
    auto watch = [scopes = scopes_](const clang::Token& token) { scopes->read(text_for_scopes(token)); };
    if (may_watch_tokens) {
      sema.getPreprocessor().setTokenWatcher(watch);
    } else {
      scopes_->assume_function();
    }
  }

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer, clang::Token&) override {
    ClangTokens line = read_line(preprocessor, introducer.Loc);
    // Inside a directive's statement all pragmas wait for the directive to be lowered.
    if (is_reading_statement_) return inject(preprocessor, line, false);
    Directive directive(preprocessor, line);
    if (!directive.is_of_interest()) return inject(preprocessor, line, false);
    is_reading_statement_ = true;
    ClangTokens lowered = directive.lower(declarations(introducer.Loc), *scopes_);
    is_reading_statement_ = false;
    inject(preprocessor, lowered, true);
  }

 private:
  // From the first directive in an unnamed namespace on, all directives share the declarations outside of it.
  Declarations declarations(clang::SourceLocation at) {
    bool is_first = declarations_ == Declarations::InPlace && is_in_unnamed_namespace(sema_);
    if (is_first && sema_.getLangOpts().OpenMP != 0) {
      declare_globally(sema_, unit(sema_.getPreprocessor()), at);
      declarations_ = Declarations::Prelude;
    }
    return declarations_;
  }

  clang::Sema& sema_;
  std::shared_ptr<Scopes> scopes_ = std::make_shared<Scopes>();
  Declarations declarations_ = Declarations::InPlace;
  bool is_reading_statement_ = false;
};

}  // namespace

void take_over_openmp(clang::Sema& sema, bool may_watch_tokens) {
  clang::Preprocessor& preprocessor = sema.getPreprocessor();
  auto* handler = new OpenmpHandler(sema, may_watch_tokens);
  // Handlers are removed by name: this detaches the parser's handler, which the parser keeps, and at the end ours.
  preprocessor.RemovePragmaHandler(handler);
  preprocessor.AddPragmaHandler(handler);
}

}  // namespace rondo::directives
