// SPDX-License-Identifier: Apache-2.0
#include "filter/rewrite.hpp"

#include <algorithm>

#include "filter/scan.hpp"
#include "filter/token_stream.hpp"
#include "filter/writer.hpp"
#include "lowering/scopes.hpp"
#include "lowering/text.hpp"

namespace rondo::filter {
namespace {

using directives::Lowered;
using directives::Piece;
using directives::Severity;
using directives::Token;
using directives::TokenIndex;
using directives::TokenKind;
using directives::Tokens;
using Kind = Lexeme::Kind;

bool is_pragma(const Lexeme& lexeme) { return lexeme.begins_directive && lexeme.kind == Kind::Token; }

bool is_ours(const Unit& unit, size_t at) {
  return is_pragma(unit.lexemes[at]) && directives::is_ours(TokenStream::pragma_line(unit.lexemes, at));
}

bool is_of_interest(const Unit& unit, size_t at) {
  return is_pragma(unit.lexemes[at]) && directives::is_of_interest(TokenStream::pragma_line(unit.lexemes, at));
}

class Rewriter {
 public:
  Rewriter(const Unit& unit, const Options& options) : unit_(unit), options_(options) {}

  Rewritten run() {
    result_.has_directives = true;
    while (next_ < unit_.lexemes.size()) {
      const Lexeme& lexeme = unit_.lexemes[next_];
      // The declarations come before the first token, not before the first line marker: that one names the unit.
      bool is_program = lexeme.kind == Kind::Token || lexeme.kind == Kind::Lines;
      if (is_program && !has_prelude_) prelude(lexeme);
      if (is_of_interest(unit_, next_)) {
        lower();
      } else {
        if (lexeme.kind == Kind::Token && !lexeme.is_in_directive) scopes_.read(meaning(lexeme.text));
        writer_.write(lexeme);
        ++next_;
      }
    }
    writer_.finish();
    result_.text = writer_.take();
    return std::move(result_);
  }

 private:
  void prelude(const Lexeme& first) {
    writer_.generated(directives::prelude(options_.language), first.place);
    writer_.finish();
    has_prelude_ = true;
  }

  void lower() {
    TokenStream stream(unit_.lexemes, next_);
    Tokens tokens;
    stream.read(tokens);
    directives::Options options;
    options.language = options_.language;
    options.declarations = directives::Declarations::Prelude;
    options.is_in_function = scopes_.is_in_function();
    options.cancels_by_call = options_.cancels_by_call;
    options.saved_items = options_.saved_items;
    options.place_of = [&](TokenIndex token) {
      Place place = place_of(stream, token);
      return directives::Place{place.file->path, place.line};
    };
    Lowered lowered = directives::lower(tokens, 0, [&](Tokens& more) { stream.read(more); }, options);
    while (tokens.size() <= lowered.end) stream.read(tokens);
    for (const directives::Diagnostic& diagnostic : lowered.diagnostics)
      report(diagnostic, place_of(stream, diagnostic.at));
    for (const Piece& piece : lowered.pieces) write(piece, tokens, stream);
    finish_pragma();
    skip_to(stream.lexeme_of(lowered.end));
  }

  // The place of the end of a pragma or of the program, which have none of their own: behind the lexeme before.
  Place place_of(const TokenStream& stream, TokenIndex token) const {
    size_t at = stream.lexeme_of(token);
    bool is_end = at == unit_.lexemes.size() || (token > 0 && stream.lexeme_of(token - 1) >= at);
    if (!is_end && unit_.lexemes[at].kind != Kind::Marker) return unit_.lexemes[at].place;
    const Lexeme& last = unit_.lexemes[at - 1];
    Place place = last.place;
    place.column += static_cast<uint32_t>(last.text.size());
    return place;
  }

  void report(const directives::Diagnostic& diagnostic, Place place) {
    result_.reports.push_back({diagnostic.severity, place.file->path, place.line, place.column, diagnostic.text});
    if (options_.reports == Reports::Returned) return;
    writer_.begin_directive(place);
    std::string words =
        std::string(kReportPragma) + " " + name_of(diagnostic.severity) + " " + std::to_string(place.column) + " ";
    // The line is made as long as the one that it is about: gcc gives a line as many columns as its text has.
    writer_.in_directive(words + directives::string_literal(diagnostic.text) + std::string(place.column, ' '));
    writer_.end_directive();
  }

  void write(const Piece& piece, const Tokens& tokens, const TokenStream& stream) {
    if (piece.kind == Piece::Kind::Text) {
      if (is_in_pragma_)
        writer_.in_directive(piece.text);
      else
        writer_.generated(piece.text, place_of(stream, piece.range.begin));
      return;
    }
    for (TokenIndex token = piece.range.begin; token < piece.range.end; ++token)
      write(tokens[token], stream.lexeme_of(token));
  }

  void write(const Token& token, size_t at) {
    if (token.kind == TokenKind::PragmaEnd) return finish_pragma();
    if (token.kind == TokenKind::End) return;
    if (!is_in_pragma_) skip_to(at);
    if (token.kind == TokenKind::PragmaBegin) {
      is_in_pragma_ = true;
      for (size_t word = 0; word < kPragmaWords; ++word) writer_.write(unit_.lexemes[at + word]);
      next_ = std::max(next_, at + kPragmaWords);
      return;
    }
    Lexeme lexeme = unit_.lexemes[at];
    lexeme.is_in_directive = is_in_pragma_ || lexeme.kind == Kind::Opaque;
    lexeme.begins_directive = lexeme.kind == Kind::Opaque;
    writer_.write(lexeme);
    next_ = std::max(next_, at + 1);
  }

  void finish_pragma() {
    if (is_in_pragma_) writer_.end_directive();
    is_in_pragma_ = false;
  }

  // Tokens before `at` were removed or have been written; comments between them may mean something to the compiler
  // (`fall through`), and markers do.
  void skip_to(size_t at) {
    for (; next_ < at; ++next_) {
      const Lexeme& lexeme = unit_.lexemes[next_];
      bool is_kept = lexeme.kind == Kind::Marker || (lexeme.kind == Kind::Comment && !lexeme.is_in_directive);
      if (is_kept) writer_.write(lexeme);
    }
  }

  const Unit& unit_;
  const Options& options_;
  Writer writer_;
  directives::Scopes scopes_;
  Rewritten result_;
  size_t next_ = 0;  // the first lexeme that is not yet written, or left out
  bool has_prelude_ = false;
  bool is_in_pragma_ = false;  // the line being written is a pragma
};

}  // namespace

const char* name_of(Severity severity) {
  if (severity == Severity::Pedantic) return "pedantic";
  return severity == Severity::Error ? "error" : "warning";
}

Rewritten rewrite(std::string_view text, const Options& options) {
  size_t begin = first_directive(text);
  if (begin == std::string_view::npos) return {};
  Unit unit = scan(text, options.path, begin);
  bool has_directives = false;
  for (size_t at = 0; at < unit.lexemes.size() && !has_directives; ++at) has_directives = is_ours(unit, at);
  if (!has_directives) return {};
  restore_places(unit, options.read);
  return Rewriter(unit, options).run();
}

}  // namespace rondo::filter
