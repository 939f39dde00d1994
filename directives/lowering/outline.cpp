// SPDX-License-Identifier: Apache-2.0
//
// A recursive descent over statements. `frames_` says what is open around the cursor: constructs, loops and switches
// (for break and continue) and functions (which nothing but a label's address leaves).
#include "outline.hpp"

#include <algorithm>

namespace rondo::directives {

namespace {

class OutlineReader {
 public:
  OutlineReader(Tokens& tokens, TokenIndex begin, const ReadMore& read_more)
      : tokens_(tokens), cursor_(begin), read_more_(read_more) {}

  Outline read() {
    construct();
    resolve_jumps();
    return std::move(result_);
  }

 private:
  enum class FrameKind { Construct, Loop, TaskiterLoop, Switch, Function };
  struct Frame {
    FrameKind kind;
    std::size_t construct = 0;
  };
  struct Jump {
    TokenIndex at;
    std::string label;
    std::vector<std::size_t> constructs;  // open around it, in the same function, innermost last
  };

  // ---- Tokens ----

  const Token& peek(std::size_t ahead = 0) {
    static const Token kEnd;
    while (cursor_ + ahead >= tokens_.size()) {
      if (!tokens_.empty() && tokens_.back().kind == TokenKind::End) return tokens_.back();
      read_more_(tokens_);
    }
    for (TokenIndex i = cursor_; i < cursor_ + ahead; i++) {
      if (tokens_[i].kind == TokenKind::End) return kEnd;
    }
    return tokens_[cursor_ + ahead];
  }
  bool at(const char* text) { return peek().is(text); }
  bool at_end() { return peek().kind == TokenKind::End; }
  void next() {
    if (!at_end()) cursor_++;
  }
  bool take(const char* text) {
    if (!at(text)) return false;
    next();
    return true;
  }

  // ---- Frames ----

  template <class Read>
  void inside(Frame frame, Read read) {
    frames_.push_back(frame);
    read();
    frames_.pop_back();
  }

  std::vector<std::size_t> open_constructs() const {
    std::vector<std::size_t> open;
    for (const Frame& frame : frames_) {
      if (frame.kind == FrameKind::Function) open.clear();
      if (frame.kind == FrameKind::Construct) open.push_back(frame.construct);
    }
    return open;
  }

  // A jump to the end of what `ends` says; the first construct on its way is left by it.
  template <class Ends>
  void leave_until(Ends ends) {
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      if (frame->kind == FrameKind::Function || ends(frame->kind)) return;
      if (frame->kind != FrameKind::Construct && frame->kind != FrameKind::TaskiterLoop) continue;
      result_.exits.push_back({cursor_, frame->construct});
      return;
    }
  }

  // ---- Brackets ----

  // At an opening bracket: to behind the closing one.
  void brackets() {
    const char* close = at("(") ? ")" : at("[") ? "]" : "}";
    bool is_brace = at("{");
    next();
    if (close[0] == ')' && at("{")) compound();  // a statement expression belongs to the function around it
    // Initialisers, and bodies of lambda expressions and classes. Statements that leave something leave those.
    if (is_brace) frames_.push_back({FrameKind::Function});
    while (!at_end() && !take(close)) {
      if (peek().kind == TokenKind::PragmaBegin) {
        construct();
      } else if (at("(") || at("[") || at("{")) {
        brackets();
      } else {
        if (!is_brace && at("}")) break;  // unbalanced
        next();
      }
    }
    if (is_brace) frames_.pop_back();
  }

  // ---- Statements ----

  void compound() {
    next();
    while (!at_end() && !take("}")) statement();
  }

  void statement(std::optional<std::size_t> taskiter = {}) {
    while (peek().kind == TokenKind::Opaque) next();
    if (peek().kind == TokenKind::PragmaBegin) return construct();
    if (at("}")) return;
    if (at("{")) return compound();
    if (take(";")) return;
    if (peek().is_word() && keyword(taskiter)) return;
    if (at("[") && peek(1).is("[")) {
      brackets();
      return statement(taskiter);
    }
    if (peek().is_word() && peek(1).is(":")) return label();
    simple();
  }

  // A statement that begins with a keyword; false if it does not.
  bool keyword(std::optional<std::size_t> taskiter) {
    if (at("if")) return branch(), true;
    if (at("for") || at("while")) return loop(taskiter), true;
    if (at("do")) return do_loop(taskiter), true;
    if (at("switch")) return selection(), true;
    if (at("try")) return try_block(), true;
    if (at("return") || at("co_return")) return leave_until([](FrameKind) { return false; }), simple(), true;
    if (at("break")) return jump_out(), true;
    if (at("continue")) return next_iteration(), true;
    if (at("goto")) return jump(), true;
    if (at("case") || at("default")) return case_label(), true;
    if (at("__attribute__") && peek(1).is("(")) return next(), brackets(), statement(taskiter), true;
    return false;
  }

  // To the semicolon.
  void simple() {
    while (!at_end() && !at("}")) {
      if (take(";")) return;
      if (at("(") || at("[") || at("{")) {
        brackets();
      } else if (peek().kind == TokenKind::PragmaBegin) {
        return;  // no semicolon: the compiler will say so
      } else {
        next();
      }
    }
  }

  void branch() {
    next();
    while (at("constexpr") || at("consteval") || at("!")) next();
    if (at("(")) brackets();
    statement();
    if (take("else")) statement();
  }

  void loop(std::optional<std::size_t> taskiter) {
    Loop parts;
    parts.keyword = cursor_;
    next();
    take("co_await");
    TokenIndex open = cursor_;
    if (at("(")) brackets();
    parts.header = {parts.keyword, cursor_};
    if (cursor_ > open + 1) parts.condition = {open + 1, cursor_ - 1};
    parts.body.begin = cursor_;
    inside(loop_frame(taskiter), [&] { statement(); });
    parts.body.end = cursor_;
    keep(parts, taskiter);
  }

  // Without a condition it is no loop that could be lowered.
  void keep(const Loop& parts, std::optional<std::size_t> taskiter) {
    bool is_whole = tokens_[parts.keyword].is("for") || !parts.condition.is_empty();
    if (taskiter && is_whole) result_.constructs[*taskiter].loop = parts;
  }

  void do_loop(std::optional<std::size_t> taskiter) {
    Loop parts;
    parts.keyword = cursor_;
    next();
    parts.body.begin = cursor_;
    inside(loop_frame(taskiter), [&] { statement(); });
    parts.body.end = cursor_;
    take("while");
    TokenIndex open = cursor_;
    if (at("(")) brackets();
    if (cursor_ > open + 1) parts.condition = {open + 1, cursor_ - 1};
    take(";");
    keep(parts, taskiter);
  }

  Frame loop_frame(std::optional<std::size_t> taskiter) const {
    return taskiter ? Frame{FrameKind::TaskiterLoop, *taskiter} : Frame{FrameKind::Loop};
  }

  void selection() {
    next();
    if (at("(")) brackets();
    inside({FrameKind::Switch}, [&] { statement(); });
  }

  void try_block() {
    next();
    if (at("{")) compound();
    while (take("catch")) {
      if (at("(")) brackets();
      if (at("{")) compound();
    }
  }

  // A break that belongs to the loop of a taskiter leaves it, too.
  void jump_out() {
    leave_until([](FrameKind kind) { return kind == FrameKind::Loop || kind == FrameKind::Switch; });
    simple();
  }

  void next_iteration() {
    leave_until([](FrameKind kind) { return kind == FrameKind::Loop || kind == FrameKind::TaskiterLoop; });
    simple();
  }

  void case_label() {
    next();
    while (!at_end() && !at(":") && !at(";") && !at("}")) {
      if (at("(") || at("[") || at("{")) {
        brackets();
      } else if (at("?")) {
        conditional_colon();
      } else {
        next();
      }
    }
    take(":");
    statement();
  }

  void conditional_colon() {
    next();
    while (!at_end() && !at(";") && !take(":")) {
      if (at("?")) {
        conditional_colon();
      } else {
        next();
      }
    }
  }

  void label() {
    labels_.push_back({cursor_, peek().text, open_constructs()});
    next();
    next();
    if (!at("}")) statement();
  }

  void jump() {
    TokenIndex at_goto = cursor_;
    next();
    if (peek().is_word()) jumps_.push_back({at_goto, peek().text, open_constructs()});
    simple();
  }

  // A jump whose label is not in the construct that it stands in leaves the construct.
  void resolve_jumps() {
    for (const Jump& jump : jumps_) {
      if (jump.constructs.empty()) continue;
      std::size_t construct = jump.constructs.back();
      bool stays = std::any_of(labels_.begin(), labels_.end(), [&](const Jump& label) {
        const auto& around = label.constructs;
        return label.label == jump.label && std::find(around.begin(), around.end(), construct) != around.end();
      });
      if (!stays) result_.exits.push_back({jump.at, construct});
    }
    std::sort(result_.exits.begin(), result_.exits.end(), [](const Exit& a, const Exit& b) { return a.at < b.at; });
  }

  // ---- Pragmas ----

  void construct() {
    std::size_t index = result_.constructs.size();
    Construct& made = result_.constructs.emplace_back();
    find_parent(made);
    made.begin = cursor_;
    next();
    made.line.begin = cursor_;
    while (!at_end() && peek().kind != TokenKind::PragmaEnd) next();
    made.line.end = cursor_;
    next();
    Line line = line_of(tokens_, made);
    bool is_taskiter = directive_of(line) == Directive::Taskiter;
    if (is_standalone(line)) return;
    TokenIndex begin = cursor_;
    inside({FrameKind::Construct, index}, [&] { is_taskiter ? statement(index) : statement(); });
    result_.constructs[index].statement = {begin, cursor_};  // `made` may have moved
  }

  void find_parent(Construct& made) const {
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
      if (frame->kind == FrameKind::Function) made.is_in_own_function = true;
      if (frame->kind != FrameKind::Construct) continue;
      made.parent = frame->construct;
      return;
    }
  }

  Tokens& tokens_;
  TokenIndex cursor_;
  const ReadMore& read_more_;
  std::vector<Frame> frames_;
  std::vector<Jump> jumps_;
  std::vector<Jump> labels_;
  Outline result_;
};

}  // namespace

Outline outline(Tokens& tokens, TokenIndex begin, const ReadMore& read_more) {
  return OutlineReader(tokens, begin, read_more).read();
}

}  // namespace rondo::directives
