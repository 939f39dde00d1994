// SPDX-License-Identifier: Apache-2.0
#include "lower.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "check.hpp"
#include "clause.hpp"
#include "outline.hpp"
#include "own_clauses.hpp"
#include "text.hpp"

namespace rondo::directives {

namespace {

class Lowering {
 public:
  Lowering(const Tokens& tokens, const Outline& outline, const Options& options)
      : tokens_(tokens), outline_(outline), options_(options), text_(options) {}

  std::vector<Piece> run() {
    program({outline_.constructs.front().begin, outline_.constructs.front().end()});
    return std::move(pieces_);
  }

 private:
  // ---- Pieces ----

  void write(const std::string& text) {
    bool continues = !pieces_.empty() && pieces_.back().kind == Piece::Kind::Text && !pieces_.back().is_test;
    if (continues) {
      pieces_.back().text += text;
    } else {
      pieces_.push_back({Piece::Kind::Text, text, {at_, at_}});
    }
  }
  void write_test(const std::string& text, const Construct& construct, const Clause& clause) {
    TokenIndex at = in_program(construct, clause.argument).begin;
    pieces_.push_back({Piece::Kind::Text, text, {at, at}, true});
  }
  void copy(TokenRange range) {
    if (range.is_empty()) return;
    bool continues = !pieces_.empty() && pieces_.back().kind == Piece::Kind::Source;
    if (continues && pieces_.back().range.end == range.begin) {
      pieces_.back().range.end = range.end;
    } else {
      pieces_.push_back({Piece::Kind::Source, "", range});
    }
  }
  void copy(TokenIndex index) { copy(TokenRange{index, index + 1}); }

  // Tokens of the program with the directives among them lowered.
  void program(TokenRange range) {
    TokenIndex done = range.begin;
    for (std::size_t i = 0; i < outline_.constructs.size(); i++) {
      const Construct& inner = outline_.constructs[i];
      if (inner.begin < done || inner.begin >= range.end || !is_lowered(i)) continue;
      copy({done, inner.begin});
      construct(i);
      done = inner.end();
    }
    copy({done, range.end});
  }

  // ---- Directives ----

  bool is_lowered(std::size_t index) const {
    Line line = line_of(tokens_, outline_.constructs[index]);
    return is_ours(line) || (is_recordable(line) && is_in_taskgraph(tokens_, outline_, index));
  }

  void construct(std::size_t index) {
    const Construct& construct = outline_.constructs[index];
    TokenIndex around = at_;
    at_ = construct.line.begin;
    Line line = line_of(tokens_, construct);
    Diagnostics ignored;
    clauses_of_.emplace_back(parse_clauses(line, name_length(line), ignored));
    bool is_full = options_.effect == Effect::Full;
    switch (directive_of(line)) {
      case Directive::Taskgraph:
        is_full ? taskgraph(construct) : program(construct.statement);
        break;
      case Directive::Taskiter:
        if (is_full && construct.loop) {
          taskiter(construct, *construct.loop);
        } else {
          program(construct.statement);
        }
        break;
      default:
        task(construct, is_recordable(line) && is_in_taskgraph(tokens_, outline_, index), is_full);
    }
    clauses_of_.pop_back();
    at_ = around;
  }

  const Clauses& clauses() const { return clauses_of_.back(); }
  const Clause* clause(const char* name) const { return find(clauses(), name); }

  // Positions of a clause are those in its line.
  TokenRange in_program(const Construct& construct, TokenRange range) const {
    return {construct.line.begin + range.begin, construct.line.begin + range.end};
  }
  void write_argument(const Construct& construct, const Clause& clause) {
    copy(in_program(construct, clause.argument));
  }

  // `| BIT` if the clause is there, and depending on its argument if it has one.
  void write_flag(const Construct& construct, const char* name, const char* if_true, const char* if_false = "0u") {
    const Clause* clause = this->clause(name);
    if (clause == nullptr) return;
    if (!clause->has_argument) return write(std::string(" | ") + if_true);
    write(" | ((");
    write_argument(construct, *clause);
    write_test(std::string(") ? ") + if_true + " : " + if_false, construct, *clause);
    write(")");
  }

  // A bit operation takes integers only, so that the compiler refuses anything else, where it stands.
  void write_integer(const Construct& construct, const char* name) {
    const Clause* clause = this->clause(name);
    if (clause == nullptr) return write("0u");
    write("(unsigned long long)((");
    write_argument(construct, *clause);
    write_test(") | 0", construct, *clause);
    write(")");
  }

  void taskgraph(const Construct& construct) {
    write("{ " +
          text_.declare({Function::Taskgraph, Function::TaskgraphEnd, Function::GroupStart, Function::GroupEnd}) +
          text_.site(options_.place_of(construct.begin)) + "unsigned int __rondo_flags = 0u");
    write_flag(construct, "nogroup", "1u");
    write_flag(construct, "nowait", "1u");
    write_flag(construct, "graph_reset", "2u");
    write_flag(construct, "if", "0u", "4u");
    write_flag(construct, "recurrent", "8u");
    if (forbids_record(tokens_, outline_, construct)) write(" | 4u");
    write("; __extension__ unsigned long long __rondo_id = ");
    write_integer(construct, "graph_id");
    write("; " + text_.frame("__rondo_flags", Function::TaskgraphEnd) + "if " +
          text_.call(Function::Taskgraph, "__rondo_frame.words, &__rondo_site, __rondo_flags, __rondo_id",
                     "(" + text_.group_call(Function::GroupStart, "__rondo_flags") + ", 1)") +
          " { ");
    program(construct.statement);
    write(" } " + text_.end_of_frame(Function::TaskgraphEnd) + "} ");
  }

  // ---- taskiter ----

  void taskiter(const Construct& construct, const Loop& loop) {
    bool is_counted = tokens_[loop.keyword].is("for");
    write_reductions(construct);
    write("{ " +
          text_.declare({Function::Taskiter, Function::Iteration, Function::IterationEnd, Function::Condition,
                         Function::TaskiterEnd, Function::GroupStart, Function::GroupEnd, Function::Taskwait}) +
          text_.site(options_.place_of(construct.begin)) +
          "int __rondo_runs; unsigned int __rondo_flags = " + (is_counted ? "0u" : "64u"));
    write_flag(construct, "nowait", "1u");
    write_flag(construct, "update", "16u");
    write_flag(construct, "inline", "32u");
    write("; __extension__ unsigned long long __rondo_unroll = ");
    write_integer(construct, "unroll");
    write("; " + text_.frame("__rondo_flags", Function::TaskiterEnd) +
          text_.call(Function::Taskiter, "__rondo_frame.words, &__rondo_site, __rondo_flags, __rondo_unroll",
                     text_.group_call(Function::GroupStart, "__rondo_flags")) +
          "; ");
    copy({construct.statement.begin, loop.keyword});
    if (is_counted) {
      program(loop.header);
      write_body(loop);
    } else if (tokens_[loop.keyword].is("while")) {
      while_loop(loop);
    } else {
      do_loop(construct, loop);
    }
    write(" " + text_.end_of_frame(Function::TaskiterEnd) + "} ");
  }

  // in_reduction finds the reductions of the taskgroup around.
  void write_reductions(const Construct& construct) {
    if (clause("task_reduction") == nullptr) return;
    copy(construct.begin);
    write("taskgroup");
    for (const Clause& clause : clauses()) {
      if (clause.name != "task_reduction") continue;
      write(" ");
      copy(in_program(construct, clause.whole));
    }
    copy(construct.line_end());
  }

  std::string await_condition() const {
    return text_.call(Function::Condition, "__rondo_frame.words", text_.call(Function::Taskwait, "", "(void)0"));
  }

  // The body becomes a loop of its own, of one iteration or none: so `continue` ends the iteration.
  void write_body(const Loop& loop) {
    write(" { __rondo_runs = " + text_.call(Function::Iteration, "__rondo_frame.words", "1") +
          "; if (__rondo_runs < 0) break; for (; __rondo_runs; __rondo_runs = " +
          text_.call(Function::IterationEnd, "__rondo_frame.words", "0") + ") { ");
    program(loop.body);
    write(" } }");
  }

  void while_loop(const Loop& loop) {
    if (is_declaration(tokens_, loop.condition)) {  // which nothing can stand in front of
      write("for (" + await_condition() + "; ");
      program(loop.condition);
      write("; " + await_condition() + ")");
    } else {
      copy({loop.header.begin, loop.condition.begin});
      write(await_condition() + ", ");
      program(loop.condition);
      copy(loop.condition.end);
    }
    write_body(loop);
  }

  void do_loop(const Construct& construct, const Loop& loop) {
    copy(loop.keyword);
    write_body(loop);
    write(" ");
    copy({loop.body.end, loop.condition.begin});
    write(await_condition() + ", ");
    program(loop.condition);
    copy({loop.condition.end, construct.statement.end});
  }

  // ---- task, taskloop, taskwait ----

  void task(const Construct& construct, bool is_in_region, bool is_full) {
    const Clause* replayable = clause("replayable");
    bool is_announced = is_full && (is_in_region || replayable != nullptr);
    if (is_announced) announce(construct, replayable);
    write_cleaned(construct);
    if (is_full && clause("dep_pattern") != nullptr) {
      pattern(construct);
    } else {
      program(construct.statement);
    }
    if (is_announced) write(" } ");
  }

  void announce(const Construct& construct, const Clause* replayable) {
    write("{ " + text_.declare({Function::Task, Function::Saved}) + "if (&" + text_.name(Function::Task) + ") { " +
          text_.name(Function::Task) + "(");
    if (replayable != nullptr && replayable->has_argument) {
      write("(");
      write_argument(construct, *replayable);
      write_test(") ? 1 : 0", construct, *replayable);
    } else {
      write("1");
    }
    write("); ");
    // Saved items stand first among the firstprivate ones; private ones come before them all, and need no new value
    // either.
    Line line = line_of(tokens_, construct);
    std::size_t n_saved = count_saved(line, clauses());
    std::size_t n = n_saved == 0 ? 0 : count_items(line, clauses(), "private") + n_saved;
    for (std::size_t index = 0; index < n; index++) {
      write(text_.name(Function::Saved) + "(" + std::to_string(index) + "u, 0u, ~0u); ");
    }
    write("} ");
  }

  // The pragma without our clauses, saved items first.
  void write_cleaned(const Construct& construct) {
    Line line = line_of(tokens_, construct);
    copy({construct.begin, construct.line.begin + name_length(line)});
    for (const Clause& clause : clauses()) {
      if (!clause.is_saved || clause.argument.is_empty()) continue;
      write(" firstprivate(");
      write_argument(construct, clause);
      write(")");
    }
    for (const Clause& clause : clauses()) {
      if (clause.is_saved || clause.name == "replayable" || clause.name == "dep_pattern") continue;
      write(" ");
      copy(in_program(construct, clause.whole));
    }
    copy(construct.line_end());
  }

  void pattern(const Construct& construct) {
    write("{ " + text_.declare({Function::Pattern, Function::PatternEnd}) +
          text_.site(options_.place_of(construct.begin)) + text_.frame("0u", Function::PatternEnd) +
          "__rondo_frame.words[0] = 0; if (&" + text_.name(Function::Pattern) + ") " + text_.name(Function::Pattern) +
          "(__rondo_frame.words, &__rondo_site, ");
    write_argument(construct, *clause("dep_pattern"));
    write("); { ");
    program(construct.statement);
    write(" } " + text_.end_of_frame(Function::PatternEnd) + "} ");
  }

  const Tokens& tokens_;
  const Outline& outline_;
  const Options& options_;
  Text text_;
  TokenIndex at_ = 0;  // of the directive being lowered
  std::vector<Clauses> clauses_of_;  // of the directives being lowered, innermost last
  std::vector<Piece> pieces_;
};

}  // namespace

bool is_of_interest(std::span<const Token> line) { return is_ours(line) || is_final_task(line); }

bool is_ours(std::span<const Token> line) {
  switch (directive_of(line)) {
    case Directive::Taskgraph:
    case Directive::Taskiter:
      return true;
    case Directive::Task:
    case Directive::Taskwait:
      return has_own_clause(line);
    default:
      return false;
  }
}

bool mentions_own_word(std::string_view line) {
  constexpr std::string_view kWords[] = {"taskgraph", "taskiter", "dep_pattern", "replayable", "saved"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return line.find(word) != std::string_view::npos; });
}

Lowered lower(Tokens& tokens, TokenIndex begin, const ReadMore& read_more, const Options& options) {
  Outline found = outline(tokens, begin, read_more);
  Lowered result;
  check_own_clauses(tokens, found, result.diagnostics);
  check_outline(tokens, found, result.diagnostics);
  std::sort(result.diagnostics.begin(), result.diagnostics.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return std::tie(a.at, a.text) < std::tie(b.at, b.text); });
  bool is_wrong = std::any_of(result.diagnostics.begin(), result.diagnostics.end(),
                              [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Error; });
  Options effective = options;
  if (is_wrong) effective.effect = Effect::Strip;
  result.pieces = Lowering(tokens, found, effective).run();
  result.end = found.constructs.front().end();
  return result;
}

}  // namespace rondo::directives
