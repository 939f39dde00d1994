// SPDX-License-Identifier: Apache-2.0
#include "filter/scan.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace rondo::filter
