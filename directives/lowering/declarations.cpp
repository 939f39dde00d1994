// SPDX-License-Identifier: Apache-2.0
#include "declarations.hpp"

#include <algorithm>
#include <string_view>

#include "clause.hpp"

namespace rondo::directives {

namespace {

// Words that begin a statement which declares no automatic variable.
constexpr std::string_view kOther[] = {
    "asm",           "break",    "case",          "catch",   "co_await", "co_return",
    "co_yield",      "continue", "default",       "delete",  "do",       "else",
    "enum",          "extern",   "friend",        "goto",    "if",       "namespace",
    "new",           "return",   "static",        "switch",  "template", "thread_local",
    "static_assert", "throw",    "try",           "typedef", "using",    "_Static_assert",
    "_Thread_local", "__asm__",  "__extension__", "while"};

bool is_other(const Token& token) {
  return std::find(std::begin(kOther), std::end(kOther), token.text) != std::end(kOther);
}

// Specifiers that may also stand behind others: `const static int x`.
bool is_static(const Token& token) {
  return token.is("static") || token.is("extern") || token.is("thread_local") || token.is("_Thread_local");
}

class DeclarationReader {
 public:
  DeclarationReader(const Tokens& tokens, TokenRange range) : tokens_(tokens), at_(range.begin), end_(range.end) {}

  std::vector<std::string> read() {
    while (at_ < end_) statement();
    std::erase_if(variables_, [&](const Variable& variable) { return variable.scope_end < end_; });
    std::vector<std::string> names;
    names.reserve(variables_.size());
    for (const Variable& variable : variables_) names.push_back(variable.name);
    return names;
  }

 private:
  struct Variable {
    std::string name;
    std::size_t depth;    // of the block that declares it
    TokenIndex scope_end;  // of a loop's variable; else the range's end
  };

  const Token& token(TokenIndex at) const { return tokens_[at]; }

  void forget(std::size_t depth) {
    std::erase_if(variables_, [&](const Variable& variable) { return variable.depth > depth; });
  }

  // One step: a bracket, a pragma, the head of a statement, or a statement without blocks in it.
  void statement() {
    std::erase_if(variables_, [&](const Variable& variable) { return variable.scope_end <= at_; });
    if (token(at_).is("{")) {
      depth_++;
      at_++;
    } else if (token(at_).is("}")) {
      if (depth_ != 0) depth_--;
      forget(depth_);
      at_++;
    } else if (token(at_).kind == TokenKind::PragmaBegin) {
      while (at_ < end_ && token(at_).kind != TokenKind::PragmaEnd) at_++;
      at_++;
    } else if (token(at_).is("for") && at_ + 1 < end_ && token(at_ + 1).is("(")) {
      TokenIndex close = closing(tokens_, at_ + 1, end_);
      TokenIndex scope_end = close < end_ ? statement_end(close + 1) : end_;
      at_ += 2;
      declaration(close, scope_end);
      at_ = close + 1;
    } else {
      declaration(end_, end_);
      skip_rest();
    }
  }

  // To the end of the statement, or to a block in it (of an if, a loop, a label).
  void skip_rest() {
    while (at_ < end_) {
      const Token& here = token(at_);
      bool is_end = here.is("{") || here.is("}") || here.kind == TokenKind::PragmaBegin;
      if (is_end) return;
      at_ = here.is("(") || here.is("[") ? closing(tokens_, at_, end_) + 1 : at_ + 1;
      if (here.is(";") || here.is(":") || here.is(")")) return;
    }
  }

  // The end of the statement at `at`, which is the body of a loop.
  TokenIndex statement_end(TokenIndex at) const {
    while (at < end_) {
      const Token& here = token(at);
      if (here.is("{")) return closing(tokens_, at, end_);
      if (here.is(";")) return at;
      at = here.is("(") || here.is("[") ? closing(tokens_, at, end_) + 1 : at + 1;
    }
    return end_;
  }

  // Behind template arguments, if it is that; else `at`.
  TokenIndex behind_arguments(TokenIndex at, TokenIndex end) const {
    if (!token(at).is("<")) return at;
    std::size_t depth = 0;
    for (TokenIndex i = at; i < end; i++) {
      if (token(i).is("<")) depth++;
      std::size_t n_closed = token(i).is(">") ? 1 : token(i).is(">>") ? 2 : 0;
      if (n_closed != 0 && n_closed >= depth) return i + 1;
      depth -= n_closed;
      bool is_of_type = n_closed != 0 || token(i).is("<") || token(i).is_word() ||
                        token(i).kind == TokenKind::Literal || token(i).is(",") || token(i).is("::") ||
                        token(i).is("*");
      if (!is_of_type) return at;
    }
    return at;
  }

  // TYPE NAME ..., with `at_` at the type; leaves `at_` at the first token that it does not understand.
  void declaration(TokenIndex end, TokenIndex scope_end) {
    if (at_ >= end || !token(at_).is_word() || is_other(token(at_))) return;
    bool has_type = false;
    bool is_reference = false;  // whose object may be anywhere
    TokenIndex name = at_;
    for (TokenIndex i = at_; i < end;) {
      if (token(i).is_word()) {
        if (is_static(token(i))) return;
        has_type = i != at_;
        name = i++;
      } else if (token(i).is("*") || token(i).is("&") || token(i).is("&&")) {
        is_reference |= !token(i).is("*");
        name = i++;
      } else if (token(i).is("::")) {
        i++;
      } else if (TokenIndex behind = behind_arguments(i, end); behind != i) {
        name = i;
        i = behind;
      } else {
        if (has_type && !is_reference && token(name).is_word() && begins_value(i)) declare(name, i, end, scope_end);
        return;
      }
    }
  }

  // A struct's own braces, or its bases, do not initialise a variable.
  bool begins_value(TokenIndex at) const {
    bool may_define = token(at_).is("struct") || token(at_).is("class") || token(at_).is("union");
    if (may_define && (token(at).is("{") || token(at).is(":"))) return false;
    for (const char* text : {"=", ";", ",", "[", "{", "(", ":"}) {
      if (token(at).is(text)) return true;
    }
    return false;
  }

  // The variable at `name`, and those behind commas.
  void declare(TokenIndex name, TokenIndex next, TokenIndex end, TokenIndex scope_end) {
    variables_.push_back({token(name).text, depth_, scope_end});
    while (next < end && !token(next).is(";")) {
      if (token(next).is(",")) {
        next++;
        while (next < end && (token(next).is("*") || token(next).is("&"))) next++;
        if (next >= end || !token(next).is_word()) break;
        variables_.push_back({token(next).text, depth_, scope_end});
      }
      bool opens = token(next).is("(") || token(next).is("[") || token(next).is("{");
      next = opens ? closing(tokens_, next, end) + 1 : next + 1;
    }
    at_ = next;
  }

  const Tokens& tokens_;
  TokenIndex at_;
  TokenIndex end_;
  std::size_t depth_ = 0;
  std::vector<Variable> variables_;
};

}  // namespace

std::vector<std::string> declared_variables(const Tokens& tokens, TokenRange range) {
  return DeclarationReader(tokens, range).read();
}

}  // namespace rondo::directives
