// SPDX-License-Identifier: Apache-2.0
#include "injection.hpp"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace rondo::directives {

namespace {

TokenKind kind_of(const clang::Token& token) {
  namespace tok = clang::tok;
  if (token.is(tok::annot_pragma_openmp)) return TokenKind::PragmaBegin;
  if (token.is(tok::annot_pragma_openmp_end)) return TokenKind::PragmaEnd;
  if (token.is(tok::eof)) return TokenKind::End;
  if (token.isAnnotation()) return TokenKind::Opaque;
  if (token.getIdentifierInfo() != nullptr) return TokenKind::Word;
  return tok::getPunctuatorSpelling(token.getKind()) != nullptr ? TokenKind::Punctuator : TokenKind::Literal;
}

}  // namespace

Token describe(clang::Preprocessor& preprocessor, const clang::Token& token) {
  TokenKind kind = kind_of(token);
  if (kind == TokenKind::Punctuator) return {kind, clang::tok::getPunctuatorSpelling(token.getKind())};
  bool has_text = kind == TokenKind::Word || kind == TokenKind::Literal;
  return {kind, has_text ? preprocessor.getSpelling(token) : ""};
}

void append_text(clang::Preprocessor& preprocessor, const std::string& text, clang::SourceLocation at,
                 ClangTokens& result) {
  clang::SourceManager& sources = preprocessor.getSourceManager();
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, "<rondo directive>");
  clang::FileID file = sources.createFileID(std::move(buffer), clang::SrcMgr::C_System, 0, 0, at);
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, preprocessor.getLangOpts());
  // All tokens share one expansion, like the tokens of one macro.
  clang::SourceLocation base =
      sources.createExpansionLoc(sources.getLocForStartOfFile(file), at, at, static_cast<unsigned>(text.size()));
  clang::Token token;
  for (lexer.LexFromRawLexer(token); token.isNot(clang::tok::eof); lexer.LexFromRawLexer(token)) {
    if (token.is(clang::tok::raw_identifier)) preprocessor.LookUpIdentifierInfo(token);
    unsigned offset = sources.getFileOffset(token.getLocation());
    // Where no statement may stand, the parser complains about the first token.
    bool is_seen = offset == 0 && token.is(clang::tok::l_brace);
    token.setLocation(is_seen ? at : base.getLocWithOffset(static_cast<int>(offset)));
    result.push_back(token);
  }
}

void append_test(clang::Preprocessor& preprocessor, const std::string& text, clang::SourceLocation at,
                 ClangTokens& result) {
  std::size_t first = result.size();
  append_text(preprocessor, text, at, result);
  for (std::size_t i = first; i < result.size(); i++) result[i].setLocation(at);
}

void inject(clang::Preprocessor& preprocessor, const ClangTokens& tokens, bool is_expanded) {
  if (tokens.empty()) return;
  auto copy = std::make_unique<clang::Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), copy.get());
  preprocessor.EnterTokenStream(std::move(copy), static_cast<unsigned>(tokens.size()), is_expanded,
                                /*IsReinject=*/false);
}

}  // namespace rondo::directives
