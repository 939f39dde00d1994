// SPDX-License-Identifier: Apache-2.0
#include "lowering/outline.hpp"

#include <gtest/gtest.h>

#include "directives/source.hpp"

namespace rondo::directives {
namespace {

// What stands behind the statement of a taskgraph.
std::string behind(const std::string& statements) {
  test::Program program("#pragma omp taskgraph\n" + statements);
  ReadMore read = program.reader();
  Tokens tokens;
  Outline found = outline(tokens, 0, read);
  return test::text_of(program.all(), {found.constructs[0].end(), program.all().size()});
}

TEST(Outline, FindsTheEndOfEveryStatement) {
  for (const char* statement : {
           "f(x);",
           "{ f(x); { g(); } }",
           ";",
           "for (i = 0; i < n; i++) f(i);",
           "for (i = 0; i < n; i++) for (;;) if (a) b(); else c();",
           "while (a) { b(); }",
           "do f(); while (a);",
           "do { f(); } while (a(b));",
           "if (a) b(); else if (c) d(); else { e(); }",
           "if (a) { b(); }",
           "switch (a) { case 1: b(); break; case X: default: c(); }",
           "switch (a) case 1: f();",
           "try { f(); } catch (int) { g(); } catch (x& e) { h(); }",
           "int x = ({ int y = 3; y; });",
           "auto f = [&](int a) { return a; };",
           "struct s { int f() { return 1; } int x; } y;",
           "int a[] = { 1, 2, { 3 } };",
           "label: f();",
           "[[maybe]] f();",
           "__attribute__((fallthrough));",
           "@ for (;;) ;",
           "f({ 1, 2 }, [] { return 1; });",
           "x ? a : b;",
           "case 1 ? a : b: f();",
           "#pragma omp task\n f();",
           "#pragma omp task\n { f(); }",
           "#pragma omp parallel for\n for (;;) { f(); }",
           "#pragma omp taskwait\n",
           "return f({ 1 });",
       }) {
    EXPECT_EQ(behind(std::string(statement) + " next ( ) ;"), "next ( ) ;") << statement;
    EXPECT_EQ(behind(std::string(statement) + " }"), "}") << statement;
    EXPECT_EQ(behind(statement), "") << statement;
  }
}

TEST(Outline, ReadsNoFurtherThanItMust) {
  for (const char* statement : {"f();", "{ f(); }", "do f(); while (a);", "if (a) b(); else c();"}) {
    test::Program program("#pragma omp taskgraph\n" + std::string(statement) + " next();");
    std::size_t n_statement = test::tokens_of("#pragma omp taskgraph\n" + std::string(statement)).size();
    ReadMore read = program.reader();
    Tokens tokens;
    outline(tokens, 0, read);
    EXPECT_EQ(program.n_read(), n_statement) << statement;
  }
}

TEST(Outline, EndsWithAProgramThatIsCutOff) {
  for (const char* statement : {"", "{", "{ f(", "if (a", "for (;;", "do f(); while", "switch (a) { case",
                                "#pragma omp", "#pragma omp task\n", "goto", "label:", "{ [", "try", "f({"}) {
    EXPECT_EQ(behind(statement), "") << statement;
  }
}

TEST(Outline, KnowsWhatLiesInWhat) {
  test::Program program(
      "#pragma omp taskgraph\n{\n#pragma omp task\n f();\n auto l = [] {\n#pragma omp task\n g(); }; \n"
      "#pragma omp taskwait\n h(); }");
  ReadMore read = program.reader();
  Tokens tokens;
  Outline found = outline(tokens, 0, read);
  ASSERT_EQ(found.constructs.size(), 4u);
  EXPECT_FALSE(found.constructs[0].parent);
  for (std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(found.constructs[i].parent, 0u);
  EXPECT_FALSE(found.constructs[1].is_in_own_function);
  EXPECT_TRUE(found.constructs[2].is_in_own_function);
  EXPECT_TRUE(found.constructs[3].statement.is_empty());
}

// Words at which a taskgraph region around `statements` is left.
std::string exits(const std::string& statements) {
  test::Program program("#pragma omp taskgraph\n{ " + statements + " }");
  ReadMore read = program.reader();
  Tokens tokens;
  Outline found = outline(tokens, 0, read);
  std::string text;
  for (const Exit& exit : found.exits) {
    if (exit.construct == 0) text += (text.empty() ? "" : " ") + tokens[exit.at].text;
  }
  return text;
}

TEST(Outline, FindsStatementsThatLeave) {
  EXPECT_EQ(exits("return;"), "return");
  EXPECT_EQ(exits("if (a) return 1; else break;"), "return break");
  EXPECT_EQ(exits("for (;;) { break; continue; }"), "");
  EXPECT_EQ(exits("for (;;) { return; }"), "return");
  EXPECT_EQ(exits("switch (a) { case 1: break; case 2: continue; }"), "continue");
  EXPECT_EQ(exits("x = ({ return; 1; });"), "return");
  EXPECT_EQ(exits("co_return 1;"), "co_return");
}

TEST(Outline, TellsOtherFunctionsApart) {
  EXPECT_EQ(exits("auto f = [&](int a) { return a; };"), "");
  EXPECT_EQ(exits("auto f = [&]() -> int { if (a) { return 1; } return 2; };"), "");
  EXPECT_EQ(exits("run([&] { for (;;) break; return; }); return;"), "return");
  EXPECT_EQ(exits("struct s { int f() { return 1; } };"), "");
}

TEST(Outline, FollowsJumps) {
  EXPECT_EQ(exits("goto out;"), "goto");
  EXPECT_EQ(exits("goto in; f(); in: g();"), "");
  EXPECT_EQ(exits("in: g(); if (a) goto in;"), "");
  EXPECT_EQ(exits("auto f = [] { out: g(); }; goto out;"), "goto");
}

TEST(Outline, LeavesTheExitsOfStockConstructsToTheCompiler) {
  EXPECT_EQ(exits("\n#pragma omp task\n { return; }"), "");
  EXPECT_EQ(exits("\n#pragma omp task\n for (;;) break;"), "");
}

}  // namespace
}  // namespace rondo::directives
