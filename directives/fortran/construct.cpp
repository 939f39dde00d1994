// SPDX-License-Identifier: Apache-2.0
// See construct.hpp.
#include "construct.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace rondo::fortran {

namespace {

const char* text_of(ConstructKind kind) {
  switch (kind) {
    case ConstructKind::Taskgraph:
      return "taskgraph";
    case ConstructKind::Taskiter:
      return "taskiter";
    case ConstructKind::Task:
      return "task";
    case ConstructKind::Taskloop:
      return "taskloop";
    case ConstructKind::Loop:
      return "do";
    case ConstructKind::Block:
      return "block";
  }
  return "";
}

bool is_loop_associated(ConstructKind kind) {
  return kind == ConstructKind::Taskiter || kind == ConstructKind::Taskloop;
}

bool begins_interface(const Statement& statement) {
  std::size_t next = 0;
  if (match_words(statement, 0, {"abstract", "interface"}, next)) return next == statement.tokens.size();
  // `interface name`, `interface operator(+)`; else an assignment to something of that name
  return statement.is(0, "interface") && (statement.tokens.size() == 1 || statement.tokens[1].is_word());
}

bool ends_interface(const Statement& statement) {
  std::size_t next = 0;
  return match_words(statement, 0, {"end", "interface"}, next) && !statement.is(next, "=");
}

enum class Code { Loop, LoopEnd, Block, BlockEnd, UnitEnd, Other };

bool is_unit_end(const Statement& statement) {
  if (statement.is(0, "contains") && statement.tokens.size() == 1) return true;
  if (!statement.tokens.front().is_word() || !statement.tokens.front().text.starts_with("end")) return false;
  if (statement.is(0, "end") && statement.tokens.size() == 1) return true;
  constexpr std::array<const char*, 6> kUnits = {"program", "subroutine", "function",
                                                 "module",  "submodule",  "procedure"};
  return std::any_of(kUnits.begin(), kUnits.end(), [&](const char* unit) {
    std::size_t next = 0;
    return match_words(statement, 0, {"end", unit}, next) && !statement.is(next, "=");
  });
}

Code classify(const Statement& statement) {
  std::size_t at = behind_name(statement);
  std::size_t next = 0;
  if (statement.is(at, "do") || statement.is(at, "dowhile")) {
    bool is_assignment =
        statement.is(at + 1, "=") || statement.is(at + 1, "%") || (statement.is(at, "do") && statement.is(at + 1, "("));
    return is_assignment ? Code::Other : Code::Loop;
  }
  if (statement.is(at, "block") && at + 1 == statement.tokens.size()) return Code::Block;
  if (match_words(statement, at, {"end", "do"}, next) && !statement.is(next, "=")) return Code::LoopEnd;
  if (match_words(statement, at, {"end", "block"}, next) && !statement.is(next, "=")) {
    return statement.is(next, "data") ? Code::UnitEnd : Code::BlockEnd;
  }
  return is_unit_end(statement) ? Code::UnitEnd : Code::Other;
}

class Finder {
 public:
  Finder(std::vector<Statement> statements, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    program_.statements = std::move(statements);
  }

  Program find() {
    std::size_t n = program_.statements.size();
    program_.construct_of.assign(n, kNone);
    program_.heads.assign(n, {});
    for (at_ = 0; at_ < n; at_++) {
      program_.construct_of[at_] = innermost();
      if (here().is_directive) {
        meet_directive();
      } else {
        meet_code();
      }
    }
    end_unit();
    return std::move(program_);
  }

 private:
  const Statement& here() const { return program_.statements[at_]; }
  std::size_t innermost() const { return open_.empty() ? kNone : open_.back(); }
  Construct& top() { return program_.constructs[open_.back()]; }

  void complain(std::size_t statement, std::string text) {
    diagnostics_.push_back({Severity::Error, program_.statements[statement].tokens.front().begin, std::move(text)});
  }

  Construct& open(ConstructKind kind) {
    Construct construct;
    construct.kind = kind;
    construct.parent = innermost();
    construct.first = at_;
    construct.body = at_ + 1;
    open_.push_back(program_.constructs.size());
    program_.construct_of[at_] = open_.back();
    program_.constructs.push_back(std::move(construct));
    return program_.constructs.back();
  }

  void close(std::size_t last) {
    top().last = last;
    open_.pop_back();
  }

  bool is_open(ConstructKind kind) {
    return std::any_of(open_.begin(), open_.end(),
                       [&](std::size_t index) { return program_.constructs[index].kind == kind; });
  }

  // Whether the statement is `!$omp end` of this kind.
  bool is_end_of(std::size_t statement, ConstructKind kind) const {
    if (statement >= program_.statements.size() || !program_.statements[statement].is_directive) return false;
    DirectiveHead head = head_of(program_.statements[statement]);
    return head.is_end && kind_of(head.name) == kind;
  }

  // The kind of the construct that a directive of this name opens.
  static ConstructKind kind_of(DirectiveName name) {
    switch (name) {
      case DirectiveName::Taskgraph:
        return ConstructKind::Taskgraph;
      case DirectiveName::Taskiter:
        return ConstructKind::Taskiter;
      case DirectiveName::Task:
        return ConstructKind::Task;
      case DirectiveName::Taskloop:
        return ConstructKind::Taskloop;
      default:
        return ConstructKind::Block;
    }
  }

  void meet_directive() {
    DirectiveHead head = head_of(here());
    program_.heads[at_] = head;
    if (head.name == DirectiveName::Other || head.name == DirectiveName::Taskwait) return;
    ConstructKind kind = kind_of(head.name);
    if (!head.is_end) {
      open(kind);
      if (is_loop_associated(kind)) expect_loop(kind);
      return;
    }
    if (!is_open(kind)) {
      // An END directive behind a loop is taken with the loop's end; gfortran reports its own directives.
      if (kind == ConstructKind::Taskgraph || kind == ConstructKind::Taskiter) {
        complain(at_, std::string("there is no '!$omp ") + text_of(kind) + "' that this directive could end");
      }
      return;
    }
    while (top().kind != kind) open_.pop_back();  // left open by mistake: gfortran says so
    program_.construct_of[at_] = open_.back();
    top().has_end_directive = true;
    close(at_);
  }

  void expect_loop(ConstructKind kind) {
    std::size_t next = at_ + 1;
    bool is_loop = next < program_.statements.size() && !program_.statements[next].is_directive &&
                   classify(program_.statements[next]) == Code::Loop;
    if (is_loop) return;
    if (kind == ConstructKind::Taskiter) complain(at_, "'!$omp taskiter' must be followed by a do loop");
    open_.pop_back();
  }

  void meet_code() {
    // The procedures of an interface body end, but not the unit around them.
    if (is_in_interface_) {
      is_in_interface_ = !ends_interface(here());
      return;
    }
    if (begins_interface(here())) {
      is_in_interface_ = true;
      return;
    }
    switch (classify(here())) {
      case Code::Loop:
        open_loop();
        return;
      case Code::LoopEnd:
        if (!open_.empty() && top().kind == ConstructKind::Loop && top().label.empty()) return close_loop();
        break;  // `10 end do` ends `do 10 ...`
      case Code::Block:
        open(ConstructKind::Block);
        return;
      case Code::BlockEnd:
        if (!open_.empty() && top().kind == ConstructKind::Block) close_block();
        return;
      case Code::UnitEnd:
        end_unit();
        return;
      case Code::Other:
        break;
    }
    close_labelled();
  }

  void open_loop() {
    Construct& loop = open(ConstructKind::Loop);
    std::size_t at = behind_name(here()) + 1;
    if (at < here().tokens.size() && here().tokens[at].kind == TokenKind::Number) loop.label = here().tokens[at].text;
  }

  // `do 10 ...` may end with any statement that has the label, and several loops with the same one.
  void close_labelled() {
    while (!here().label.empty() && !open_.empty() && top().kind == ConstructKind::Loop &&
           top().label == here().label) {
      close_loop();
    }
  }

  void close_loop() {
    std::size_t loop = open_.back();
    program_.construct_of[at_] = loop;
    close(at_);
    if (open_.empty() || !is_loop_associated(top().kind) || top().body != program_.constructs[loop].first) return;
    bool has_end = is_end_of(at_ + 1, top().kind);
    top().has_end_directive = has_end;
    if (has_end) {
      at_++;
      program_.heads[at_] = head_of(here());
      program_.construct_of[at_] = open_.back();
    }
    close(at_);
  }

  // A BLOCK that is all of a directive's body ends the directive's construct; an END directive may follow.
  void close_block() {
    std::size_t block = open_.back();
    program_.construct_of[at_] = block;
    close(at_);
    if (open_.empty() || is_loop_associated(top().kind) || top().kind == ConstructKind::Loop ||
        top().kind == ConstructKind::Block) {
      return;
    }
    if (top().body == program_.constructs[block].first && !is_end_of(at_ + 1, top().kind)) close(at_);
  }

  void end_unit() {
    for (std::size_t index : open_) {
      const Construct& construct = program_.constructs[index];
      if (construct.kind == ConstructKind::Taskgraph) {
        complain(construct.first, "'!$omp taskgraph' has no '!$omp end taskgraph'");
      }
    }
    open_.clear();
  }

  Program program_;
  Diagnostics& diagnostics_;
  std::vector<std::size_t> open_;  // constructs, outer first
  std::size_t at_ = 0;
  bool is_in_interface_ = false;
};

}  // namespace

DirectiveHead head_of(const Statement& statement) {
  DirectiveHead head;
  std::size_t at = 0;
  if (match_words(statement, 0, {"end"}, at)) head.is_end = true;
  struct Known {
    DirectiveName name;
    const char* text;
  };
  constexpr std::array<Known, 4> kKnown = {{{DirectiveName::Taskgraph, "taskgraph"},
                                            {DirectiveName::Taskiter, "taskiter"},
                                            {DirectiveName::Taskwait, "taskwait"},
                                            {DirectiveName::Task, "task"}}};
  for (const Known& known : kKnown) {
    if (statement.is(at, known.text) || statement.is(at, (std::string("end") + known.text).c_str())) {
      head.is_end = head.is_end || statement.tokens[at].text.starts_with("end");
      head.name = known.name;
      head.clauses = at + 1;
      return head;
    }
  }
  // Combined with what may stand in front of it, and with simd behind it.
  std::size_t word = at;
  while (statement.is(word, "parallel") || statement.is(word, "master") || statement.is(word, "masked")) word++;
  if (statement.is(word, "taskloop") || statement.is(word, "endtaskloop")) {
    head.is_end = head.is_end || statement.is(word, "endtaskloop");
    head.name = DirectiveName::Taskloop;
    head.clauses = statement.is(word + 1, "simd") ? word + 2 : word + 1;
  }
  return head;
}

std::size_t Program::opened_by(std::size_t statement) const {
  std::size_t construct = construct_of[statement];
  return construct != kNone && constructs[construct].first == statement ? construct : kNone;
}

Program find_constructs(std::vector<Statement> statements, Diagnostics& diagnostics) {
  return Finder(std::move(statements), diagnostics).find();
}

std::size_t behind_name(const Statement& statement) {
  return statement.tokens.size() > 2 && statement.tokens[0].is_word() && statement.tokens[1].is(":") ? 2 : 0;
}

}  // namespace rondo::fortran
