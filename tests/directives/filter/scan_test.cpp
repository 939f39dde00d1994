// SPDX-License-Identifier: Apache-2.0
#include "filter/scan.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <string>
#include <vector>

namespace rondo::filter {
namespace {

std::vector<std::string> texts(const std::vector<Lexeme>& lexemes) {
  std::vector<std::string> result;
  for (const Lexeme& lexeme : lexemes) result.emplace_back(lexeme.text);
  return result;
}

using Texts = std::vector<std::string>;

TEST(Token, IsAsLongAsPossible) {
  Unit unit = scan("a<<=b->*c::d...e<=>f+++g%:%:h", "f");
  EXPECT_EQ(texts(unit.lexemes),
            (Texts{"a", "<<=", "b", "->*", "c", "::", "d", "...", "e", "<=>", "f", "++", "+", "g", "%:%:", "h"}));
}

TEST(Token, NumbersHoldSignsPointsAndSeparators) {
  Unit unit = scan("1'000.5e+3 .5f 0x1p-3L 0xe+1 1...2 a.5", "f");
  EXPECT_EQ(texts(unit.lexemes), (Texts{"1'000.5e+3", ".5f", "0x1p-3L", "0xe+1", "1...2", "a", ".5"}));
}

TEST(Token, LiteralsHoldPrefixSuffixAndEscapes) {
  Unit unit = scan(R"src("a\"b" L'\'' u8"x"_s 'ab' "//" "/*")src", "f");
  EXPECT_EQ(texts(unit.lexemes), (Texts{R"("a\"b")", R"(L'\'')", "u8\"x\"_s", "'ab'", "\"//\"", "\"/*\""}));
}

TEST(Token, RawStringsEndAtTheirDelimiter) {
  Unit unit = scan("LR\"x(a)\" \n# 5 \"g\"\n )x\" y", "f");
  ASSERT_EQ(unit.lexemes.size(), 2u);
  EXPECT_EQ(unit.lexemes[0].text, "LR\"x(a)\" \n# 5 \"g\"\n )x\"");
  EXPECT_EQ(unit.lexemes[1].place.line, 3u);
}

TEST(Token, AnUnfinishedLiteralEndsWithItsLine) {
  Unit unit = scan("'don\nx \"", "f");
  EXPECT_EQ(texts(unit.lexemes), (Texts{"'don", "x", "\""}));
}

TEST(Scan, LineMarkersGivePlaces) {
  Unit unit = scan("# 1 \"dir/a \\\"b\\\".c\"\nx\n\n  y\n# 90 \"h.h\" 1 3 4\nz\n# 4 \"dir/a \\\"b\\\".c\" 2\nw", "f");
  std::vector<Lexeme> tokens;
  for (const Lexeme& lexeme : unit.lexemes)
    if (lexeme.kind == Lexeme::Kind::Token) tokens.push_back(lexeme);
  ASSERT_EQ(texts(tokens), (Texts{"x", "y", "z", "w"}));
  EXPECT_EQ(tokens[0].place.file->path, "dir/a \"b\".c");
  EXPECT_EQ(tokens[1].place.line, 3u);
  EXPECT_EQ(tokens[1].place.column, 3u);
  EXPECT_EQ(tokens[2].place.file->path, "h.h");
  EXPECT_EQ(tokens[2].place.line, 90u);
  EXPECT_TRUE(tokens[2].is_of_system);
  EXPECT_TRUE(tokens[2].is_of_c);
  EXPECT_FALSE(tokens[3].is_of_system);
  EXPECT_EQ(tokens[3].place.file, tokens[0].place.file);
}

TEST(Scan, BracketsSpelledOtherwise) {
  Unit unit = scan("a<:0:> <% %> b<::> v<::c> w<:::d:>", "f");
  EXPECT_EQ(texts(unit.lexemes), (Texts{"a", "<:", "0", ":>", "<%", "%>", "b", "<:", ":>", "v", "<", "::", "c", ">",
                                        "w", "<:", "::", "d", ":>"}));
}

TEST(Scan, OctalEscapesInNames) {
  Unit unit = scan("# 1 \"\\303\\244.c\"\nx", "f");
  EXPECT_EQ(unit.lexemes[1].place.file->path, "\303\244.c");
  EXPECT_EQ(unit.lexemes[1].place.file->spelling, "\\303\\244.c");
}

TEST(Scan, TakesOpenMpPragmasApartAndLeavesOthers) {
  Unit unit = scan("#pragma omp task if(x)\n#pragma GCC poison task\n # pragma  omp for\ny # omp", "f");
  EXPECT_EQ(texts(unit.lexemes), (Texts{"#", "pragma", "omp", "task", "if", "(", "x", ")", "#pragma GCC poison task",
                                        "#", "pragma", "omp", "for", "y", "#", "omp"}));
  EXPECT_TRUE(unit.lexemes[0].begins_directive);
  EXPECT_TRUE(unit.lexemes[3].is_in_directive);
  EXPECT_EQ(unit.lexemes[8].kind, Lexeme::Kind::Opaque);
  EXPECT_TRUE(unit.lexemes[9].begins_directive);
  EXPECT_FALSE(unit.lexemes[14].begins_directive);
}

TEST(Scan, CommentsHideEverything) {
  Unit unit = scan("/* a\n#pragma omp task\n*/ x // y\n/* b */ #pragma omp for\n", "f");
  EXPECT_EQ(texts(unit.lexemes),
            (Texts{"/* a\n#pragma omp task\n*/", "x", "// y", "/* b */", "#", "pragma", "omp", "for"}));
  EXPECT_EQ(unit.lexemes[1].place.line, 3u);
  EXPECT_TRUE(unit.lexemes[4].begins_directive);
}

TEST(Scan, AnEmptyTextHasNothing) {
  EXPECT_TRUE(scan("", "f").lexemes.empty());
  EXPECT_TRUE(scan("\n \t\n", "f").lexemes.empty());
}

// What system headers have in front of the first directive stays in one piece; what users' files have does not.
TEST(Scan, TakesLinesOfSystemHeaders) {
  constexpr std::string_view kText =
      "# 1 \"a.c\"\n# 1 \"s.h\" 1 3 4\n/* # 5 \"no\" */\n# 2 \"s.h\" 3 4\nint a;\n\nint b;\n# 2 \"a.c\" 2\nint c;\n"
      "# 9 \"t.h\" 1 3\nint d;\n#pragma omp taskgraph\n# 4 \"a.c\" 2\nint e;";
  size_t begin = first_directive(kText);
  EXPECT_EQ(kText.substr(begin, 21), "#pragma omp taskgraph");
  Unit unit = scan(kText, "f", begin);
  std::vector<std::string_view> lines;
  for (const Lexeme& lexeme : unit.lexemes)
    if (lexeme.kind == Lexeme::Kind::Lines) lines.push_back(lexeme.text);
  EXPECT_EQ(lines, std::vector<std::string_view>{"int a;\n\nint b;\n"});
  EXPECT_EQ(unit.lexemes.back().place.line, 4u);
  auto is_d = [](const Lexeme& lexeme) { return lexeme.is("d"); };
  auto d = std::find_if(unit.lexemes.begin(), unit.lexemes.end(), is_d);
  ASSERT_NE(d, unit.lexemes.end());
  EXPECT_EQ(d->place.line, 9u);
}

TEST(Scan, FindsLinesThatMayBeDirectives) {
  constexpr size_t kNowhere = std::string_view::npos;
  EXPECT_EQ(first_directive("int saved; // #pragma omp taskgraph\n#pragma omp task\n/* taskgraph */"), kNowhere);
  EXPECT_EQ(first_directive("x = \"#pragma omp taskgraph\";\n#pragma omp\n#pragma GCC taskgraph\n#"), kNowhere);
  EXPECT_EQ(first_directive(""), kNowhere);
  EXPECT_EQ(first_directive("a\n \t#  pragma\tomp task \\\n  replayable"), 2u);
  EXPECT_EQ(first_directive("#pragma omp taskiter"), 0u);
}

}  // namespace
}  // namespace rondo::filter
