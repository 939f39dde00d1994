// SPDX-License-Identifier: Apache-2.0
#include "lowering/lower.hpp"

#include <gtest/gtest.h>

#include "directives/source.hpp"

namespace rondo::directives {
namespace {

using test::lower_text;
using test::Result;
using testing::Test;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// All of the words, in this order.
::testing::AssertionResult has_in_order(const std::string& text, std::initializer_list<const char*> parts) {
  std::size_t at = 0;
  for (const char* part : parts) {
    at = text.find(part, at);
    if (at == std::string::npos) return ::testing::AssertionFailure() << "no " << part << " there, in\n" << text;
    at += std::string(part).size();
  }
  return ::testing::AssertionSuccess();
}

std::string messages(const Result& result) {
  std::string text;
  for (const Diagnostic& diagnostic : result.lowered.diagnostics) {
    text += diagnostic.severity == Severity::Error ? "error" : "warning";
    text += " at '" + result.tokens[diagnostic.at].text + "': " + diagnostic.text + "\n";
  }
  return text;
}

TEST(Lower, KnowsWhatIsOurs) {
  auto ours = [](const char* line) { return is_ours(test::tokens_of(line)); };
  EXPECT_TRUE(ours("taskgraph"));
  EXPECT_TRUE(ours("taskgraph graph_id(3)"));
  EXPECT_TRUE(ours("taskiter update"));
  EXPECT_TRUE(ours("task replayable"));
  EXPECT_TRUE(ours("task depend(in: a[b(c)]), dep_pattern(\"t\")"));
  EXPECT_TRUE(ours("taskloop nogroup firstprivate(saved: x)"));
  EXPECT_TRUE(ours("masked taskloop simd replayable(0)"));
  EXPECT_TRUE(ours("taskwait depend(in: x) replayable"));
  EXPECT_FALSE(ours("task"));
  EXPECT_FALSE(ours("task firstprivate(saved)"));
  EXPECT_FALSE(ours("task firstprivate(replayable) depend(in: dep_pattern)"));
  EXPECT_FALSE(ours("taskgroup"));
  EXPECT_FALSE(ours("parallel for"));
  EXPECT_FALSE(ours(""));
}

TEST(Lower, WrapsARegion) {
  Result result = lower_text("#pragma omp taskgraph graph_id(k + 1) if(taskgraph: c) nogroup\n f(x); g();");
  EXPECT_EQ(messages(result), "");
  EXPECT_EQ(result.rest, "g ( ) ;");
  EXPECT_TRUE(has_in_order(result.text, {"\"file.c\", 0u, 1u", "__rondo_flags = 0u | 1u", "c", "? 0u : 4u",
                                         "__rondo_id = (unsigned long long)((", "k + 1", "| 0",
                                         "rondo_directive_taskgraph(", "f ( x ) ;", "rondo_directive_taskgraph_end("}));
}

TEST(Lower, EndsAConstructByADestructorInCxx) {
  Result result = lower_text("#pragma omp taskgraph\n f(x);", Language::Cxx);
  EXPECT_TRUE(has_in_order(result.text, {"~__rondo_scope()", "rondo_directive_taskgraph_end(words, complete)",
                                         "f ( x ) ;", "complete = 1"}));
}

TEST(Lower, UsesEveryTokenOfALoopOnce) {
  Result result = lower_text("#pragma omp taskiter unroll(2)\n for (int i = a; i < b; i += c) { f(i); continue; }");
  EXPECT_EQ(messages(result), "");
  EXPECT_TRUE(has_in_order(result.text, {"for ( int i = a ; i < b ; i += c )", "rondo_directive_iteration(",
                                         "f ( i ) ;", "rondo_directive_taskiter_end("}));
  for (const char* once : {"i < b", "i += c", "int i"}) {
    EXPECT_EQ(result.text.find(once), result.text.rfind(once)) << once;
  }
}

TEST(Lower, WaitsBeforeAConditionIsLookedAt) {
  Result result = lower_text("#pragma omp taskiter\n while (r > eps) f();");
  EXPECT_TRUE(has_in_order(result.text, {"64u", "while (", "rondo_directive_condition(", "r > eps )", "f ( ) ;"}));
  result = lower_text("#pragma omp taskiter\n do f(); while (r > eps); g();");
  EXPECT_TRUE(has_in_order(result.text, {"do", "f ( ) ;", "while (", "rondo_directive_condition(", "r > eps ) ;"}));
  EXPECT_EQ(result.rest, "g ( ) ;");
  // Nothing can stand before a declaration, so it becomes the condition of a for loop.
  result = lower_text("#pragma omp taskiter\n while (T* x = next()) f(x);", Language::Cxx);
  EXPECT_TRUE(has_in_order(result.text, {"for (", "rondo_directive_condition(", "; >T * x = next ( )<; "}));
  EXPECT_FALSE(contains(result.text, "while"));
}

TEST(Lower, MakesATaskgroupForReductions) {
  Result result = lower_text("#pragma omp taskiter task_reduction(+: s) update\n for (;a;) f();");
  EXPECT_TRUE(
      has_in_order(result.text, {"#pragma omp<taskgroup >task_reduction ( + : s )\n", "rondo_directive_taskiter("}));
}

TEST(Lower, AnnouncesTasksThatStandInARegion) {
  Result result = lower_text(
      "#pragma omp taskgraph\n{\n#pragma omp task depend(in: a)\n f(); auto l = [] {\n#pragma omp taskloop nogroup\n"
      "for (;a;) g(); };\n#pragma omp task\n {\n#pragma omp task\n inner(); } }");
  EXPECT_EQ(messages(result), "");
  std::size_t n = 0;
  for (std::size_t at = 0; (at = result.text.find("rondo_directive_task(1)", at)) != std::string::npos; at++) n++;
  EXPECT_EQ(n, 3u);  // not the one in a task's body
  EXPECT_TRUE(contains(result.text, "{ #pragma omp task \ninner ( ) ;"));
}

TEST(Lower, TakesClausesOfOursOffATask) {
  Result result = lower_text(
      "#pragma omp task private(p, q[0]) depend(in: x), replayable(c) firstprivate(saved: a, b) dep_pattern(t)\n f();");
  EXPECT_EQ(messages(result), "");
  EXPECT_TRUE(has_in_order(result.text, {"rondo_directive_task((", "c", "? 1 : 0", "rondo_directive_saved(0u, 0u, ~0u)",
                                         "rondo_directive_saved(3u, 1u, ~0u)", "#pragma omp task", "firstprivate(",
                                         "a , b", "private ( p , q [ 0 ] )", "depend ( in : x )",
                                         "rondo_directive_pattern(", "t", "f ( ) ;", "rondo_directive_pattern_end("}));
  std::string pragma = result.text.substr(result.text.find("#pragma"));
  pragma.resize(pragma.find('\n'));
  EXPECT_FALSE(contains(pragma, "saved"));
  EXPECT_FALSE(contains(pragma, "replayable"));
}

// C++: what the task copies may be an object, and only the clause `saved` is about that.
TEST(Lower, BringsSavedObjects) {
  Result result =
      lower_text("#pragma omp task depend(in: x) firstprivate(saved: x, y) replayable\n f(x);\n", Language::Cxx);
  EXPECT_EQ(messages(result), "");
  EXPECT_TRUE(has_in_order(
      result.text, {"auto& __rondo_original_0 = ", "x", "auto& __rondo_original_1 = ", "y", "rondo_directive_task(1)",
                    "rondo_directive_saved(0u, (!__is_trivially_copyable(", "rondo_directive_saved(1u",
                    "rondo_directive_object(", "rondo_directive_keep(", "#pragma", "firstprivate(__rondo_saved_0)",
                    "firstprivate(__rondo_saved_1)", "depend ( in : x )", "&x", "&y", "f ( x ) ;"}));
  result =
      lower_text("#pragma omp taskloop nogroup firstprivate(saved: x) replayable\n for (;x;) f(x);\n", Language::Cxx);
  EXPECT_TRUE(has_in_order(result.text, {"rondo_directive_object(", "&x", "#pragma", "firstprivate(", "x", "for"}));
  result = lower_text("#pragma omp task firstprivate(saved: x)\n f(x);\n", Language::Cxx);
  EXPECT_FALSE(contains(result.text, "rondo")) << "not part of a record";
}

TEST(Lower, SavesVariablesOnly) {
  EXPECT_TRUE(contains(messages(lower_text("#pragma omp task firstprivate(saved: x, n::y)\n f();")),
                       "error at 'n': a saved item must be the plain name of a variable"));
}

TEST(Lower, StripsDirectives) {
  Result result = lower_text(
      "#pragma omp taskgraph graph_id(1)\n{\n#pragma omp task firstprivate(saved: x) replayable\n f();\n"
      "#pragma omp taskiter\n for (;a;) g(); }",
      Language::C, Effect::Strip);
  EXPECT_EQ(result.text, "{ #pragma omp task< firstprivate(>x<)>\nf ( ) ;for ( ; a ; ) g ( ) ; }");
}

TEST(Lower, ReportsAndThenStrips) {
  Result result = lower_text("#pragma omp taskgraph bogus\n{\n#pragma omp barrier\n if (a) return; }");
  EXPECT_EQ(
      messages(result),
      "error at 'bogus': 'bogus' is not a clause of '#pragma omp taskgraph', which has graph_id, graph_reset, if, "
      "nogroup, nowait, recurrent\n"
      "error at 'barrier': '#pragma omp barrier' in a taskgraph region needs all threads of the team, but one "
      "encounters the region\n"
      "error at 'return': 'return' must not leave a taskgraph region\n");
  EXPECT_FALSE(contains(result.text, "rondo"));
  EXPECT_TRUE(contains(result.text, "return ;"));
}

TEST(Lower, OnlyWarnsOfWhatCanBeTolerated) {
  Result result =
      lower_text("#pragma omp taskgraph\n{\n#pragma omp taskloop\n for (;a;) f();\n#pragma omp taskwait\n}");
  EXPECT_TRUE(has_in_order(messages(result), {"warning at 'taskloop'", "warning at 'taskwait'"}));
  EXPECT_TRUE(contains(result.text, "rondo_directive_taskgraph("));
}

// What OpenMP restricts and Rondo does not mind is for -Wpedantic.
TEST(Lower, TellsVariablesOfTheRegion) {
  auto said = [](const std::string& before, const std::string& clauses) {
    return messages(lower_text("#pragma omp taskgraph\n{ " + before + "\n#pragma omp task " + clauses + "\n f(); }"));
  };
  for (const char* declaration :
       {"int x;", "T x;", "const struct t *const x = y;", "std::vector<std::pair<int, T*>> x(3);", "int y, *x;",
        "unsigned long x[3], y;", "int y = f(a, b), x{3};", "for (int x = 0;;) {", "for (auto x : y) {",
        "{ int x; {"}) {
    EXPECT_TRUE(contains(said(declaration, "shared(x)"), "at 'x': 'x' is declared in")) << declaration;
  }
  for (const char* other : {"x = 3;", "f(x);", "static int x;", "const static int x[2] = {1, 2};", "int extern x;",
                            "T& x = y;", "{ int x; }", "for (int x = 0;;) f();", "throw x;", "struct x { int x; };",
                            "delete x;", "if (y) x++;", "y.x = 3; a < b; x *= y;", "f([](int x) { g(); });",
                            "x:", "case 1: x;", "extern int x;", "for (;;) { int x; }"}) {
    EXPECT_EQ(said(other, "shared(x)"), "") << other;
  }
  EXPECT_TRUE(
      contains(said("", "depend(in: a[i]) firstprivate(i)"), "at 'i': OpenMP 6.0 wants firstprivate(saved: i)"));
  EXPECT_TRUE(contains(said("int i = 0;", "depend(in: p->q[i], i)"), "at 'i': OpenMP 6.0 wants"));
  for (const char* clauses :
       {"depend(in: i) firstprivate(i)", "depend(in: a[N])", "depend(in: a[i]) firstprivate(saved: i)",
        "depend(in: p.i, p->i, i(3)) private(i)", "depend(in: a[i]) replayable(0) private(i)"}) {
    EXPECT_EQ(said("", clauses), "") << clauses;
  }
}

TEST(Lower, LooksIntoFinalTasks) {
  Result result = lower_text("#pragma omp task final(true), shared(x)\n{ f(x); }");
  EXPECT_EQ(result.text.find("rondo"), std::string::npos);
  EXPECT_TRUE(has_in_order(result.text, {"task", "final", ",", "shared", "f", "}"}));
  result = lower_text("#pragma omp task final(1)\n{\n#pragma omp taskgraph\n f(x); }");
  EXPECT_TRUE(contains(messages(result), "warning at 'taskgraph': a taskgraph region in a final task"));
  EXPECT_TRUE(contains(result.text, "rondo_directive_taskgraph("));
}

TEST(Lower, DoesNotRecordTargets) {
  Result result = lower_text("#pragma omp taskgraph if(c)\n{\n#pragma omp target nowait\n f(x); }");
  EXPECT_TRUE(contains(messages(result), "warning at 'target'"));
  EXPECT_TRUE(has_in_order(result.text, {"? 0u : 4u", "| 4u"}));
  result = lower_text("#pragma omp taskgraph\n{\n#pragma omp task\n{\n#pragma omp target\n f(x); } }");
  EXPECT_EQ(messages(result), "");
  EXPECT_FALSE(contains(result.text, "| 4u"));
}

TEST(Lower, AnnouncesWaitsWithDependences) {
  Result result = lower_text("#pragma omp taskgraph\n{\n#pragma omp taskwait depend(in: x) replayable(c)\n g(); }");
  EXPECT_TRUE(has_in_order(result.text, {"rondo_directive_task(", "c", "taskwait", "depend", "g"}));
  EXPECT_FALSE(contains(result.text, "replayable"));
  result = lower_text("#pragma omp taskgraph\n{\n#pragma omp taskwait depend(in: x)\n}");
  EXPECT_TRUE(contains(result.text, "rondo_directive_task(1)"));
}

// What is generated belongs to the directive that it is for, and tests of an expression to the expression.
TEST(Lower, SaysWhereTextBelongs) {
  Result result = lower_text("#pragma omp taskgraph graph_id(k)\n{\n#pragma omp task replayable(r)\n f(); }");
  for (const Piece& piece : result.lowered.pieces) {
    if (piece.kind != Piece::Kind::Text) continue;
    const std::string& place = result.tokens[piece.range.begin].text;
    if (piece.is_test) {
      EXPECT_TRUE(place == "k" || place == "r") << piece.text;
    } else {
      EXPECT_TRUE(place == "taskgraph" || place == "task") << piece.text;
    }
  }
}

TEST(Lower, DeclaresWhatItCalls) {
  for (Language language : {Language::C, Language::Cxx}) {
    std::string text = prelude(language);
    for (const char* name :
         {"rondo_directive_taskgraph(", "rondo_directive_saved(", "GOMP_taskwait(", "__rondo_module("}) {
      EXPECT_TRUE(contains(text, name)) << name;
    }
    EXPECT_EQ(contains(text, "extern \"C\""), language == Language::Cxx);
    EXPECT_FALSE(contains(text, "\n"));
  }
}

}  // namespace
}  // namespace rondo::directives
