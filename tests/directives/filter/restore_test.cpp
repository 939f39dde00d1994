// SPDX-License-Identifier: Apache-2.0
#include "filter/restore.hpp"

#include <gtest/gtest.h>

#include <string>

#include "filter/scan.hpp"
#include "filter/writer.hpp"

namespace rondo::filter {
namespace {

// What the preprocessed text becomes when the user's file holds `written`, from its first line on.
std::string restored(const std::string& preprocessed, const std::string& written) {
  std::string text = "# 1 \"f.c\"\n" + preprocessed;
  Unit unit = scan(text, "f.c");
  restore_places(unit, [&](const std::string& path) {
    EXPECT_EQ(path, "f.c");
    return std::optional(written);
  });
  Writer writer;
  for (const Lexeme& lexeme : unit.lexemes) writer.write(lexeme);
  writer.finish();
  std::string result = writer.take();
  return result.substr(result.find('\n') + 1);
}

TEST(Restore, BlanksComeBack) {
  EXPECT_EQ(restored("int f(int n) {\n return n; /* x */\n}\n", "int   f(int\tn)  {\n  return   n;   /* x */\n}\n"),
            "int   f(int n)  {\n  return   n;   /* x */\n}\n");
}

TEST(Restore, WhatFollowsAMacroStaysInItsColumn) {
  // The expansion is longer than the call: what follows goes to a line of its own that says which one it is.
  EXPECT_EQ(restored("x = ((1) + (2) + (3) + (4)); y;\n", "x  =  SUM(1); y;\n"),
            "x  =  (  (1) + (2) + (3) + (4)\n# 1 \"f.c\"\n           ); y;\n");
}

TEST(Restore, AShorterExpansionLeavesAGap) { EXPECT_EQ(restored("a 1 b;\n", "a LONG_NAME b;\n"), "a 1         b;\n"); }

TEST(Restore, LinesThatABackslashJoins) {
  std::string result =
      restored("#pragma omp task if(x) untied\n\n y;\n", "  #pragma omp   task \\\n   if(x)   untied\n   y;\n");
  EXPECT_EQ(result, "#  pragma omp   task if(x) untied\n\n   y;\n");
  std::string text = "# 1 \"f.c\"\n#pragma omp task if(x) untied\n\n y;\n";
  Unit unit = scan(text, "f.c");
  restore_places(unit, [](const std::string&) {
    return std::optional<std::string>("  #pragma omp   task \\\n   if(x)   untied\n");
  });
  const Lexeme& last = unit.lexemes.at(unit.lexemes.size() - 3);
  ASSERT_EQ(last.text, "untied");
  EXPECT_EQ(last.place.line, 2u);
  EXPECT_EQ(last.place.column, 12u);
}

TEST(Restore, ArgumentsOfAMacroOverSeveralLines) {
  std::string result = restored("f((a) + (b)); c;\n", "f(ADD(a,\n        b)); c;\n");
  EXPECT_EQ(result, "f(   (a) + (\n        b)); c;\n");
}

TEST(Restore, TokensOfAMacroOfASystemHeaderAreNotTheUsers) {
  std::string text = "# 1 \"f.c\"\np = \n# 1 \"f.c\" 3 4\n   ((void *)0)\n# 1 \"f.c\"\n   ;\n";
  Unit unit = scan(text, "f.c");
  restore_places(unit, [](const std::string&) { return std::optional<std::string>("p   =   NULL   ;\n"); });
  EXPECT_EQ(unit.lexemes[1].place.column, 1u);
  EXPECT_EQ(unit.lexemes[2].place.column, 5u);
  EXPECT_FALSE(unit.lexemes[4].is_placed);
  EXPECT_EQ(unit.lexemes.back().place.column, 16u);
}

TEST(Restore, WithoutTheFileNothingChanges) {
  std::string text = "# 1 \"gone.c\"\nint f ( ) ;\n";
  Unit unit = scan(text, "gone.c");
  restore_places(unit, [](const std::string&) { return std::nullopt; });
  Writer writer;
  for (const Lexeme& lexeme : unit.lexemes) writer.write(lexeme);
  writer.finish();
  EXPECT_EQ(writer.take(), text);
}

TEST(Restore, AnotherFileThanTheTextCameFromDoesNoHarm) {
  for (const char* other : {"", "\n", "entirely different\n", "b a\n"}) {
    Unit unit = scan("# 1 \"f.c\"\na b;\n", "f.c");
    restore_places(unit, [&](const std::string&) { return std::optional<std::string>(other); });
    Writer writer;
    for (const Lexeme& lexeme : unit.lexemes) writer.write(lexeme);
    std::string result = writer.take();
    Unit again = scan(result, "f.c");
    std::string tokens;
    for (const Lexeme& lexeme : again.lexemes)
      if (lexeme.kind == Lexeme::Kind::Token) tokens += std::string(lexeme.text) + "|";
    EXPECT_EQ(tokens, "a|b|;|") << result;
  }
}

}  // namespace
}  // namespace rondo::filter
