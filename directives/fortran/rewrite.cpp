// SPDX-License-Identifier: Apache-2.0
// See rewrite.hpp.
#include "rewrite.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "calls.hpp"
#include "check.hpp"
#include "clauses.hpp"
#include "construct.hpp"
#include "edit.hpp"
#include "lowering/own_clauses.hpp"
#include "rondo/directive.h"
#include "statement.hpp"

namespace rondo::fortran {

namespace {

std::string c_int(int value) { return std::to_string(value) + "_rondo_int"; }

// Clauses that gfortran must not see.
bool is_ours(const Clause& clause) {
  return clause.is_saved || clause.name == "replayable" || clause.name == "dep_pattern";
}

class Rewriter {
 public:
  Rewriter(const Text& text, Rewritten& result)
      : text_(text), diagnostics_(result.diagnostics), saved_at_(result.saved_at) {}

  std::vector<Edit> rewrite() {
    program_ = find_constructs(read_statements(text_), diagnostics_);
    check(program_, diagnostics_);
    for (std::size_t at = 0; at < program_.statements.size(); at++) {
      open_at(at);
      close_at(at);
    }
    return std::move(edits_);
  }

 private:
  // ---- Edits ----------------------------------------------------------------------------------------------------

  const Statement& statement(std::size_t at) const { return program_.statements[at]; }
  static std::uint32_t row_of(const Statement& statement) { return statement.tokens.front().begin.row; }

  void insert(Place at, std::uint32_t row, Lines lines) { edits_.push_back({at, at, row, std::move(lines)}); }
  void insert_before(std::size_t at, Lines lines) {
    insert(statement(at).begin, row_of(statement(at)), std::move(lines));
  }
  void insert_after(std::size_t at, Lines lines) {
    insert(statement(at).end, statement(at).tokens.back().end.row, std::move(lines));
  }
  void replace(std::size_t at, Lines lines) {
    edits_.push_back({statement(at).begin, statement(at).end, row_of(statement(at)), std::move(lines)});
  }

  // ---- Arguments ------------------------------------------------------------------------------------------------

  void add_argument(Line& line, const Statement& of, const Clause& clause) {
    line.source(text_, of.tokens, clause.argument.begin, clause.argument.end);
  }

  // Where expressions of the program stand, the text calls no intrinsic function: the program may use that name for
  // something else.

  // The value of a clause with a logical argument; without an argument it is true.
  void add_choice(Lines& lines, const Statement& of, const Clause& clause, Line if_true, Line if_false) {
    if (!clause.has_argument) {
      lines.push_back(std::move(if_true));
      return;
    }
    Line head;
    head.text("if (");
    add_argument(head, of, clause);
    head.text(") then");
    lines.push_back(std::move(head));
    lines.push_back(std::move(if_true));
    lines.push_back(statement_of("else"));
    lines.push_back(std::move(if_false));
    lines.push_back(statement_of("end if"));
  }

  void add_flag(Lines& lines, const Statement& of, const Clause* clause, int if_true, int if_false) {
    auto add = [](int flag) { return statement_of("rondo_flags = rondo_flags + " + c_int(flag)); };
    if (clause != nullptr) add_choice(lines, of, *clause, add(if_true), add(if_false));
  }

  // In a sum, gfortran refuses an argument that is no number; an assignment alone would convert it.
  void set_number(Lines& lines, const Statement& of, const Clause* clause) {
    if (clause == nullptr) {
      lines.push_back(statement_of("rondo_number = 0_rondo_wide"));
      return;
    }
    Line line;
    line.text("rondo_number = (");
    add_argument(line, of, *clause);
    line.text(") + 0_rondo_wide");
    lines.push_back(std::move(line));
  }

  const Row& place_of(std::size_t at) const { return text_.rows[row_of(statement(at))]; }

  // ---- Constructs -----------------------------------------------------------------------------------------------

  void open_at(std::size_t at) {
    if (!statement(at).is_directive) return;
    DirectiveHead head = program_.heads[at];
    if (head.is_end) return;
    if (head.name == DirectiveName::Taskgraph) open_taskgraph(at);
    if (head.name == DirectiveName::Taskiter) open_taskiter(at);
    bool creates_tasks = head.name == DirectiveName::Task || head.name == DirectiveName::Taskloop ||
                         head.name == DirectiveName::Taskwait;
    if (creates_tasks) rewrite_task(at);
  }

  // Inner constructs end before outer ones, at the same statement or at ones that follow each other.
  void close_at(std::size_t at) {
    for (std::size_t index = program_.constructs.size(); index-- > 0;) {
      const Construct& construct = program_.constructs[index];
      if (construct.last != at) continue;
      if (construct.kind == ConstructKind::Taskgraph) close_taskgraph(construct);
      if (construct.kind == ConstructKind::Taskiter) close_taskiter(construct);
      if (construct.kind == ConstructKind::Task && is_pattern(construct)) close_pattern(construct);
    }
  }

  Clauses clauses_of(std::size_t at) {
    Diagnostics ignored;
    return parse_clauses(statement(at), program_.heads[at], ignored);
  }

  void open_taskgraph(std::size_t at) {
    const Statement& of = statement(at);
    Clauses clauses = parse_clauses(of, program_.heads[at], diagnostics_);
    int flags = find(clauses, "nowait") != nullptr ? RONDO_DIRECTIVE_NOGROUP : 0;
    if (find(clauses, "recurrent") != nullptr) flags |= RONDO_DIRECTIVE_RECURRENT;
    std::size_t region = program_.opened_by(at);
    bool is_plain = region != kNone && program_.constructs[region].last != kNone && forbids_record(program_, region);
    if (is_plain) flags |= RONDO_DIRECTIVE_PLAIN;
    Lines lines;
    open_block(lines, Storage::Construct);
    lines.push_back(statement_of("integer(rondo_int) :: rondo_flags"));
    lines.push_back(statement_of("integer(rondo_wide) :: rondo_number"));
    lines.push_back(statement_of("rondo_flags = " + c_int(flags)));
    // If both words for the same clause are given, it must not be counted twice.
    if ((flags & RONDO_DIRECTIVE_NOGROUP) == 0)
      add_flag(lines, of, find(clauses, "nogroup"), RONDO_DIRECTIVE_NOGROUP, 0);
    add_flag(lines, of, find(clauses, "graph_reset"), RONDO_DIRECTIVE_RESET, 0);
    if (!is_plain) add_flag(lines, of, find(clauses, "if"), 0, RONDO_DIRECTIVE_PLAIN);
    set_number(lines, of, find(clauses, "graph_id"));
    Line line;
    line.text("if (rondo_taskgraph(rondo_frame, rondo_site, rondo_flags, rondo_number, ");
    add_place(line, place_of(at));
    line.text(" /= " + c_int(0) + ") then");
    lines.push_back(std::move(line));
    replace(at, std::move(lines));
  }

  void close_taskgraph(const Construct& construct) {
    Lines lines;
    lines.push_back(statement_of("end if"));
    lines.push_back(statement_of("call rondo_taskgraph_end(rondo_frame, " + c_int(1) + ")"));
    close_block(lines);
    close(construct, std::move(lines));
  }

  void close(const Construct& construct, Lines lines) {
    if (construct.has_end_directive) {
      replace(construct.last, std::move(lines));
    } else {
      insert_after(construct.last, std::move(lines));
    }
  }

  // ---- taskiter -------------------------------------------------------------------------------------------------

  void open_taskiter(std::size_t at) {
    const Statement& of = statement(at);
    Clauses clauses = parse_clauses(of, program_.heads[at], diagnostics_);
    std::size_t index = program_.opened_by(at);
    if (index == kNone) return;  // no loop follows, which has been reported
    const Construct& construct = program_.constructs[index];
    const Statement& loop = statement(construct.body);
    std::size_t control = behind_name(loop) + 1;
    if (loop.is(control - 1, "do")) {
      if (loop.tokens.size() > control && loop.tokens[control].kind == TokenKind::Number) control++;
      if (loop.is(control, ",")) control++;
    }
    // A control variable may be called `while`.
    bool is_while = (loop.is(control, "while") && loop.is(control + 1, "(")) ||
                    (loop.is(control - 1, "dowhile") && loop.is(control, "("));
    if (control >= loop.tokens.size() || loop.is(control, "concurrent")) {
      diagnostics_.push_back({Severity::Error, loop.tokens.front().begin,
                              "the loop of '!$omp taskiter' needs a count (do i = 1, n) or a condition (do while)"});
      return;
    }

    Lines lines;
    if (has_reduction(clauses)) open_taskgroup(lines, of, clauses);
    open_block(lines, Storage::Construct);
    lines.push_back(statement_of("integer(rondo_int) :: rondo_runs"));
    lines.push_back(statement_of("integer(rondo_wide) :: rondo_number"));
    lines.push_back(statement_of("rondo_runs = " + c_int(0)));
    int flags = is_while ? RONDO_DIRECTIVE_WHILE : 0;
    if (find(clauses, "nowait") != nullptr) flags |= RONDO_DIRECTIVE_NOGROUP;
    if (find(clauses, "update") != nullptr) flags |= RONDO_DIRECTIVE_UPDATE;
    if (find(clauses, "inline") != nullptr) flags |= RONDO_DIRECTIVE_INLINE;
    set_number(lines, of, find(clauses, "unroll"));
    Line line;
    line.text("call rondo_taskiter(rondo_frame, rondo_site, " + c_int(flags) + ", rondo_number, ");
    add_place(line, place_of(at));
    lines.push_back(std::move(line));
    replace(at, std::move(lines));
    rewrite_loop(construct.body, is_while);
  }

  static bool has_reduction(const Clauses& clauses) { return find(clauses, "task_reduction") != nullptr; }

  // task_reduction is a taskgroup's.
  void open_taskgroup(Lines& lines, const Statement& of, const Clauses& clauses) {
    Line line;
    line.is_directive = true;
    line.text(" taskgroup");
    for (const Clause& clause : clauses) {
      if (clause.name == "task_reduction") line.source(text_, of.tokens, clause.whole.begin, clause.whole.end);
    }
    lines.push_back(std::move(line));
  }

  static Line iteration_end() {
    return statement_of("if (rondo_runs /= " + c_int(0) + ") rondo_runs = rondo_iteration_end(rondo_frame)");
  }

  void rewrite_loop(std::size_t at, bool is_while) {
    const Statement& loop = statement(at);
    Lines lines;
    if (is_while) {
      // name: do [label] [,] while (condition)
      std::size_t open = 0;
      while (!loop.is(open, "(")) open++;
      Line head;
      std::size_t keyword = open;
      while (!loop.is(keyword, "while") && !loop.is(keyword, "dowhile")) keyword--;
      head.source(text_, loop.tokens, 0, loop.is(keyword - 1, ",") ? keyword - 1 : keyword);
      if (loop.is(keyword, "dowhile")) head.text("do");
      lines.push_back(std::move(head));
      lines.push_back(iteration_end());
      lines.push_back(statement_of("call rondo_condition(rondo_frame)"));
      Line condition;
      condition.text("if (.not. ");
      condition.source(text_, loop.tokens, open, loop.tokens.size());
      condition.text(") exit");
      lines.push_back(std::move(condition));
    } else {
      lines.push_back(iteration_end());
    }
    lines.push_back(statement_of("rondo_runs = rondo_iteration(rondo_frame)"));
    if (is_while) lines.push_back(statement_of("if (rondo_runs < " + c_int(0) + ") exit"));
    lines.push_back(statement_of("if (rondo_runs == " + c_int(0) + ") cycle"));
    if (is_while) {
      replace(at, std::move(lines));
    } else {
      insert_after(at, std::move(lines));
    }
  }

  void close_taskiter(const Construct& construct) {
    Lines lines;
    lines.push_back(iteration_end());
    lines.push_back(statement_of("call rondo_taskiter_end(rondo_frame, " + c_int(1) + ")"));
    close_block(lines);
    if (has_reduction(clauses_of(construct.first))) {
      Line line = statement_of(" end taskgroup");
      line.is_directive = true;
      lines.push_back(std::move(line));
    }
    close(construct, std::move(lines));
  }

  // ---- task, taskloop, taskwait ---------------------------------------------------------------------------------

  bool is_pattern(const Construct& construct) {
    return find(clauses_of(construct.first), "dep_pattern") != nullptr && construct.last != kNone;
  }

  void rewrite_task(std::size_t at) {
    const Statement& of = statement(at);
    Clauses clauses = parse_clauses(of, program_.heads[at], diagnostics_);
    bool is_plain = of.is(0, "task") || of.is(0, "taskloop") || of.is(0, "taskwait");
    bool is_in_region = is_plain && region_around(program_, at) != kNone &&
                        (program_.heads[at].name != DirectiveName::Taskwait || find(clauses, "depend") != nullptr);
    const Clause* replayable = find(clauses, "replayable");
    if (is_in_region || replayable != nullptr) announce(at, clauses, is_in_region);
    bool has_ours = std::any_of(clauses.begin(), clauses.end(), is_ours);
    if (!has_ours) return;
    Lines lines;
    lines.push_back(without_ours(of, program_.heads[at], clauses));
    if (const Clause* pattern = find(clauses, "dep_pattern")) open_pattern(lines, at, *pattern);
    replace(at, std::move(lines));
  }

  // In a region the calls are declared by the region's block.
  void announce(std::size_t at, const Clauses& clauses, bool is_in_region) {
    Lines lines;
    if (!is_in_region) open_block(lines, Storage::None);
    auto call = [](int value) { return statement_of("call rondo_task(" + c_int(value) + ")"); };
    const Clause* replayable = find(clauses, "replayable");
    if (replayable == nullptr) {
      lines.push_back(call(1));
    } else {
      add_choice(lines, statement(at), *replayable, call(1), call(0));
    }
    announce_saved(lines, statement(at), clauses);
    if (!is_in_region) close_block(lines);
    insert_before(at, std::move(lines));
  }

  // gcc's plugin puts the place of the variable in the task's data into the call.
  void announce_saved(Lines& lines, const Statement& of, const Clauses& clauses) {
    directives::Tokens tokens = translated(of.tokens);
    for (directives::TokenRange item : directives::saved_items(tokens, clauses)) {
      if (item.end - item.begin != 1) continue;  // has been reported
      if (!saved_at_) saved_at_ = of.tokens[item.begin].begin;
      lines.push_back(statement_of("call rondo_saved_item('" + tokens[item.begin].text +
                                   "'//rondo_nul, 1_rondo_wide, -1_rondo_int)"));
    }
  }

  Line without_ours(const Statement& of, const DirectiveHead& head, const Clauses& clauses) {
    Line line;
    line.is_directive = true;
    line.source(text_, of.tokens, 0, head.clauses);
    for (const Clause& clause : clauses) {
      if (clause.is_saved) {
        line.text(" firstprivate(");
        add_argument(line, of, clause);
        line.text(")");
      } else if (!is_ours(clause)) {
        line.source(text_, of.tokens, clause.whole.begin, clause.whole.end);
      }
    }
    return line;
  }

  void open_pattern(Lines& lines, std::size_t at, const Clause& tag) {
    const Statement& of = statement(at);
    if (program_.heads[at].name != DirectiveName::Task || program_.opened_by(at) == kNone || !tag.has_argument) {
      if (program_.heads[at].name != DirectiveName::Task) {
        diagnostics_.push_back(
            {Severity::Error, of.tokens[tag.whole.begin].begin, "'dep_pattern' is a clause of task only"});
      }
      return;
    }
    open_block(lines, Storage::Construct);
    lines.push_back(statement_of("character(len=:), allocatable :: rondo_tag"));
    Line value;
    value.text("rondo_tag = ");
    add_argument(value, of, tag);
    lines.push_back(std::move(value));
    // No expression of the program can stand here, so the name can be declared as the intrinsic function's.
    lines.push_back(statement_of("block"));
    lines.push_back(statement_of("intrinsic :: trim"));
    Line line;
    line.text("call rondo_pattern(rondo_frame, rondo_site, trim(rondo_tag)//rondo_nul, ");
    add_place(line, place_of(at));
    lines.push_back(std::move(line));
    close_block(lines);
  }

  void close_pattern(const Construct& construct) {
    Lines lines;
    lines.push_back(statement_of("call rondo_pattern_end(rondo_frame, " + c_int(1) + ")"));
    close_block(lines);
    Line end = statement_of(" end task");
    end.is_directive = true;
    lines.push_back(std::move(end));
    close(construct, std::move(lines));
  }

  const Text& text_;
  Diagnostics& diagnostics_;
  std::optional<Place>& saved_at_;
  Program program_;
  std::vector<Edit> edits_;
};

}  // namespace

Diagnostic no_places(const Rewritten& result, const std::string& plugin) {
  return {Severity::Error, *result.saved_at, "'saved' needs " + plugin + ", which finds a variable in a task's data"};
}

Rewritten rewrite(const Text& text) {
  Rewritten result;
  std::vector<Edit> edits = Rewriter(text, result).rewrite();
  std::sort(result.diagnostics.begin(), result.diagnostics.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return a.at != b.at ? a.at < b.at : a.text < b.text; });
  result.is_changed = !edits.empty() || !result.diagnostics.empty();
  if (!edits.empty()) result.text = edited(text, edits);
  return result;
}

}  // namespace rondo::fortran
