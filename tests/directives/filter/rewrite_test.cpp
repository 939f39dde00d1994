// SPDX-License-Identifier: Apache-2.0
#include "filter/rewrite.hpp"

#include <gtest/gtest.h>

#include <string>

#include "filter/scan.hpp"

namespace rondo::filter {
namespace {

Options options(Reports reports = Reports::Returned) {
  Options result;
  result.path = "f.c";
  result.reports = reports;
  result.read = [](const std::string&) { return std::nullopt; };
  return result;
}

// What begins a region.
constexpr const char* kCall = "rondo_directive_taskgraph(__rondo_frame.words";

// The places of a token in the result, as "line:column".
std::string place_of(const Rewritten& rewritten, std::string_view token) {
  Unit unit = scan(rewritten.text, "f.c");
  for (const Lexeme& lexeme : unit.lexemes)
    if (lexeme.is(token) && !lexeme.is_of_system)
      return std::to_string(lexeme.place.line) + ":" + std::to_string(lexeme.place.column);
  return "nowhere";
}

TEST(Rewrite, LeavesAloneWhatHasNoDirective) {
  for (const char* text : {"int saved, taskgraph;\n", "#pragma omp task\nf();\n", "/* #pragma omp taskgraph */\n",
                           "char* s = \"\\n#pragma omp taskgraph\";\n", "#pragma once taskgraph\n", ""}) {
    Rewritten rewritten = rewrite(text, options());
    EXPECT_FALSE(rewritten.has_directives) << text;
    EXPECT_TRUE(rewritten.text.empty());
  }
}

TEST(Rewrite, KeepsPlacesOfWhatTheUserWrote) {
  Rewritten rewritten = rewrite(
      "# 1 \"f.c\"\nvoid f(int k) {\n\n#pragma omp taskgraph graph_id(k1)\n  { body(k); }\n"
      "   after();\n}\n",
      options());
  ASSERT_TRUE(rewritten.has_directives);
  EXPECT_TRUE(rewritten.reports.empty());
  EXPECT_EQ(place_of(rewritten, "body"), "4:5");
  EXPECT_EQ(place_of(rewritten, "after"), "5:4");
  EXPECT_EQ(place_of(rewritten, "k1").substr(0, 2), "3:");
  EXPECT_EQ(rewritten.text.find("taskgraph graph_id"), std::string::npos);
}

TEST(Rewrite, GeneratedTextIsOfTheSystem) {
  Rewritten rewritten = rewrite("void f(void) {\n#pragma omp taskgraph\n {}\n}\n", options());
  Unit unit = scan(rewritten.text, "f.c");
  bool has_call = false;
  for (const Lexeme& lexeme : unit.lexemes) {
    if (lexeme.text.find("rondo") == std::string_view::npos) continue;
    has_call = true;
    EXPECT_TRUE(lexeme.is_of_system) << lexeme.text;
  }
  EXPECT_TRUE(has_call);
  EXPECT_NE(rewritten.text.find(kCall), std::string::npos);
}

TEST(Rewrite, UnderstandsBracketsSpelledOtherwise) {
  Rewritten rewritten = rewrite(
      "void f(int k<::>) <%\n#pragma omp taskgraph graph_id(k<:0:>)\n  <% if (k<:1:>) return; %>\n   after();\n%>\n",
      options());
  ASSERT_EQ(rewritten.reports.size(), 1u);
  EXPECT_EQ(rewritten.reports[0].text, "'return' must not leave a taskgraph region");
  EXPECT_EQ(rewritten.reports[0].line, 3u);

  rewritten = rewrite("int a<:2:>;\nvoid f(void) <%\n#pragma omp taskgraph\n  <% a<:0:>++; %>\n   after();\n%>\n",
                      options());
  EXPECT_TRUE(rewritten.reports.empty());
  EXPECT_NE(rewritten.text.find(kCall), std::string::npos);
  EXPECT_NE(rewritten.text.find("<% a<:0:>++; %>"), std::string::npos);
  EXPECT_EQ(place_of(rewritten, "after"), "5:4");
}

TEST(Rewrite, DeclaresAfterTheFirstMarkers) {
  Rewritten rewritten = rewrite(
      "# 0 \"f.c\"\n# 1 \"f.c\"\n#pragma GCC pch_preprocess \"x.gch\"\nvoid f(void) {\n"
      "#pragma omp taskgraph\n {}\n}\n",
      options());
  EXPECT_EQ(rewritten.text.find("# 0 \"f.c\""), 0u);
  EXPECT_LT(rewritten.text.find("pch_preprocess"), rewritten.text.find("rondo_directive"));
  EXPECT_LT(rewritten.text.find("rondo_directive"), rewritten.text.find("void f"));
}

TEST(Rewrite, KeepsCommentsThatCompilersRead) {
  Rewritten rewritten = rewrite(
      "void f(int n) {\n#pragma omp taskgraph /* gone */\n {\n  switch (n) {\n   case 1: n++;\n"
      "    /* fall through */\n   case 2: n--;\n  }\n }\n}\n",
      options());
  EXPECT_NE(rewritten.text.find("    /* fall through */\n"), std::string::npos);
  EXPECT_EQ(rewritten.text.find("gone"), std::string::npos);
}

TEST(Rewrite, KeepsWhereIncludedFilesBeginAndEnd) {
  Rewritten rewritten = rewrite(
      "# 1 \"f.c\"\nvoid f(void) {\n#pragma omp taskgraph\n# 1 \"body.inc\" 1\n{ body(); }\n"
      "# 4 \"f.c\" 2\n}\n",
      options());
  EXPECT_NE(rewritten.text.find("# 1 \"body.inc\" 1\n"), std::string::npos);
  EXPECT_NE(rewritten.text.find("# 4 \"f.c\" 2\n"), std::string::npos);
  EXPECT_EQ(place_of(rewritten, "body"), "1:3");
}

TEST(Rewrite, ReportsMistakesWhereTheyAre) {
  std::string text = "# 7 \"dir/g.c\"\nvoid f(void) {\n#pragma omp taskgraph wrong nogroup\n {}\n}\n";
  Rewritten rewritten = rewrite(text, options());
  ASSERT_EQ(rewritten.reports.size(), 1u);
  EXPECT_EQ(rewritten.reports[0].path, "dir/g.c");
  EXPECT_EQ(rewritten.reports[0].line, 8u);
  EXPECT_EQ(rewritten.reports[0].column, 23u);
  EXPECT_EQ(rewritten.text.find("#pragma rondo"), std::string::npos);
  Rewritten in_text = rewrite(text, options(Reports::InText));
  EXPECT_NE(in_text.text.find("# 8 \"dir/g.c\"\n#pragma rondo error 23 \"" + rewritten.reports[0].text + "\""),
            std::string::npos);
}

TEST(Rewrite, SurvivesAnything) {
  // The end of the text comes at every place of a program.
  std::string text =
      "# 1 \"f.c\"\nvoid f(int k) {\n#pragma omp taskgraph graph_id(k[1]) // x\n  { \"s\" 'c' /* c */\n"
      "#pragma omp task replayable firstprivate(saved: k)\n k++; }\n#pragma omp taskiter\n"
      "  for (int i = 0; i < 3; i++) { R\"(x)\"; }\n}\n";
  for (size_t length = 0; length <= text.size(); ++length) {
    std::string part = text.substr(0, length);
    (void)rewrite(part, options());
  }
}

}  // namespace
}  // namespace rondo::filter
