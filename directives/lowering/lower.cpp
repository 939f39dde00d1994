// SPDX-License-Identifier: Apache-2.0
#include "lower.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "check.hpp"
#include "clause.hpp"
#include "outline.hpp"
#include "own_clauses.hpp"
#include "saved_copies.hpp"
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
    if (is_ours(line) || is_cancelled(index) || cancelled_by_call(index)) return true;
    return is_recordable(line) && is_in_taskgraph(tokens_, outline_, index);
  }

  // The task that the directive, `cancel taskgroup`, ends by a call; nothing if the directive stays unchanged.
  std::optional<std::size_t> cancelled_by_call(std::size_t index) const {
    bool is_call = options_.cancels_by_call && options_.effect == Effect::Full;
    return is_call ? cancelled_task(tokens_, outline_, index) : std::nullopt;
  }
  // True if a directive ends this task in that way.
  bool is_cancelled(std::size_t task) const {
    for (std::size_t i = task + 1; i < outline_.constructs.size(); i++) {
      if (cancelled_by_call(i) == task) return true;
    }
    return false;
  }

  void construct(std::size_t index) {
    const Construct& construct = outline_.constructs[index];
    TokenIndex around = at_;
    at_ = construct.line.begin;
    Line line = line_of(tokens_, construct);
    Diagnostics ignored;
    clauses_of_.emplace_back(parse_clauses(line, name_length(line), ignored));
    bool is_full = options_.effect == Effect::Full;
    if (cancelled_by_call(index)) {
      cancel(construct);
      clauses_of_.pop_back();
      at_ = around;
      return;
    }
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
        is_cancelled_ = is_full && is_cancelled(index);
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

  // A bit operation takes integers only, so the compiler refuses any other argument, at its place.
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
    Line line = line_of(tokens_, construct);
    // A task's copied variables have another name outside of it; a taskloop's header uses that name, too.
    std::vector<TokenRange> saved = is_announced ? saved_items(line, clauses()) : std::vector<TokenRange>();
    bool has_copies = copies_.are_needed() && !saved.empty();
    bool is_loop = has_copies && !line[0].is("task");
    if (is_announced) {
      write("{ " + text_.declare({Function::Task, Function::Saved, Function::SavedItem, Function::Object,
                                  Function::Keep, Function::Bytes}));
      if (has_copies) declare_copies(construct, saved);
      announce(construct, replayable, saved);
      for (std::size_t number = 0; has_copies && number < saved.size(); number++) {
        write(copies_.choose(number));
      }
    }
    if (is_loop) name_copies(construct, saved);
    write_cleaned(construct, has_copies && !is_loop ? saved.size() : 0);
    if (has_copies && !is_loop) name_copies(construct, saved);
    if (is_full && clause("dep_pattern") != nullptr) {
      pattern(construct);
    } else {
      body(construct);
    }
    if (has_copies) write(" } ");
    if (is_announced) write(" } ");
  }

  // Writes the body and, if the task is cancelled by a call, the label at its end to which the call leads.
  void body(const Construct& construct) {
    if (!std::exchange(is_cancelled_, false)) return program(construct.statement);
    write("{ __label__ __rondo_cancelled; ");
    program(construct.statement);
    write(" __rondo_cancelled: ; } ");
  }

  // kTaskgroup is GOMP's for taskgroups.
  void cancel(const Construct& construct) {
    constexpr const char* kTaskgroup = "8";
    const Clause* condition = clause("if");
    bool is_point = name_of(line_of(tokens_, construct)) != "cancel";
    Function function = is_point ? Function::CancellationPoint : Function::Cancel;
    write("{ if (&" + text_.name(function) + " && " + text_.name(function) + "(" + kTaskgroup);
    if (!is_point && condition == nullptr) write(", 1");
    if (!is_point && condition != nullptr) {
      TokenRange argument = in_program(construct, condition->argument);
      bool is_named = argument.end - argument.begin > 2 && tokens_[argument.begin + 1].is(":");
      if (is_named) argument.begin += 2;  // if(cancel: ...)
      write(", (");
      copy(argument);
      write_test(") ? 1 : 0", construct, *condition);
    }
    write(")) goto __rondo_cancelled; } ");
  }

  const std::string& name_of_item(const Construct& construct, TokenRange item) const {
    return tokens_[in_program(construct, item).begin].text;
  }

  void declare_copies(const Construct& construct, const std::vector<TokenRange>& saved) {
    for (std::size_t number = 0; number < saved.size(); number++) {
      write(copies_.begin(number));
      copy(in_program(construct, saved[number]));
      write(copies_.type(number));
    }
  }

  void name_copies(const Construct& construct, const std::vector<TokenRange>& saved) {
    write("{ ");
    for (std::size_t number = 0; number < saved.size(); number++) {
      write(copies_.name_copy(number, name_of_item(construct, saved[number])));
    }
  }

  void announce(const Construct& construct, const Clause* replayable, const std::vector<TokenRange>& saved) {
    write("if (&" + text_.name(Function::Task) + ") { " + text_.name(Function::Task) + "(");
    if (replayable != nullptr && replayable->has_argument) {
      write("(");
      write_argument(construct, *replayable);
      write_test(") ? 1 : 0", construct, *replayable);
    } else {
      write("1");
    }
    write("); ");
    if (!saved.empty()) announce_saved(construct, saved);
    write("} ");
  }

  // Saved items stand first among the firstprivate ones; private ones come before them all, and need no new value
  // either.
  void announce_saved(const Construct& construct, const std::vector<TokenRange>& saved) {
    Line line = line_of(tokens_, construct);
    bool is_cxx = options_.language == Language::Cxx;
    bool is_by_name = options_.saved_items == SavedItems::ByName;
    if (options_.saved_items == SavedItems::Unknown) return;
    std::size_t n_private = is_by_name ? 0 : count_items(line, clauses(), "private");
    for (std::size_t index = 0; index < n_private + saved.size(); index++) {
      bool is_private = index < n_private;
      std::size_t number = index - n_private;
      std::string has_place = is_private ? "0u" : is_cxx ? copies_.has_place(number) : "1u";
      if (is_by_name) {
        bool is_renamed = is_cxx && line[0].is("task");
        const std::string& name = name_of_item(construct, saved[number]);
        write(text_.name(Function::SavedItem) + "(\"" + (is_renamed ? SavedCopies::chosen(number) : name) + "\"");
      } else {
        write(text_.name(Function::Saved) + "(" + std::to_string(index) + "u");
      }
      write(", " + has_place + ", ~0u); ");
    }
  }

  // The pragma without our clauses, saved items first; if there are `n_copies`, they have names of our own.
  void write_cleaned(const Construct& construct, std::size_t n_copies) {
    Line line = line_of(tokens_, construct);
    copy({construct.begin, construct.line.begin + name_length(line)});
    for (std::size_t number = 0; number < n_copies; number++) {
      write(" firstprivate(" + SavedCopies::chosen(number) + ")");
    }
    for (const Clause& clause : clauses()) {
      if (n_copies != 0 || !clause.is_saved || clause.argument.is_empty() || !clause.is_closed) continue;
      write(" firstprivate(");
      write_argument(construct, clause);
      write(")");
    }
    for (const Clause& clause : clauses()) {
      bool is_ours = clause.is_saved || clause.name == "replayable" || clause.name == "dep_pattern";
      if (is_ours || !clause.is_closed) continue;
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
    body(construct);
    write(" } " + text_.end_of_frame(Function::PatternEnd) + "} ");
  }

  const Tokens& tokens_;
  const Outline& outline_;
  const Options& options_;
  Text text_;
  SavedCopies copies_{text_, options_};
  TokenIndex at_ = 0;  // of the directive being lowered
  bool is_cancelled_ = false;  // the task whose body comes next has a cancellation by call
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

namespace {

// A declaration behind the directive is for the compiler to see; a statement would be one more mistake.
Lowered outside_of_function(const Tokens& tokens, const Construct& construct) {
  Lowered result;
  std::string name = name_of(line_of(tokens, construct));
  result.diagnostics.push_back(
      {Severity::Error, construct.line.begin, "'#pragma omp " + name + "' must stand in a function"});
  const Token& first = tokens[construct.line_end() + 1];
  bool is_statement = false;
  for (const char* word : {"{", "for", "while", "do", "if"}) is_statement = is_statement || first.is(word);
  result.end = is_statement ? construct.end() : construct.line_end() + 1;
  return result;
}

}  // namespace

Lowered lower(Tokens& tokens, TokenIndex begin, const ReadMore& read_more, const Options& options) {
  Outline found = outline(tokens, begin, read_more);
  if (!options.is_in_function) return outside_of_function(tokens, found.constructs.front());
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
