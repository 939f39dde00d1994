// SPDX-License-Identifier: Apache-2.0
//
// The lowering reads programs before the compiler has found them right: whatever the tokens, it ends, reads no further
// than the end, and returns ranges of tokens that exist.
#include <gtest/gtest.h>

#include <random>

#include "directives/source.hpp"

namespace rondo::directives {
namespace {

constexpr const char* kWords[] = {"#pragma omp taskgraph graph_id(x)\n",
                                  "#pragma omp taskiter unroll(2)\n",
                                  "#pragma omp task replayable\n",
                                  "#pragma omp task dep_pattern(t) firstprivate(saved: a, b)\n",
                                  "#pragma omp taskwait\n",
                                  "#pragma omp for\n",
                                  "#pragma omp ",
                                  "\n",
                                  "@",
                                  "{",
                                  "}",
                                  "(",
                                  ")",
                                  "[",
                                  "]",
                                  ";",
                                  ":",
                                  "?",
                                  ",",
                                  "=",
                                  "x",
                                  "1",
                                  "\"s\"",
                                  "if",
                                  "else",
                                  "for",
                                  "while",
                                  "do",
                                  "switch",
                                  "case",
                                  "default",
                                  "try",
                                  "catch",
                                  "return",
                                  "break",
                                  "continue",
                                  "goto",
                                  "x :",
                                  "goto x ;",
                                  "({",
                                  "})",
                                  "[&] {",
                                  "struct s {",
                                  "__attribute__((a))",
                                  "[[a]]",
                                  "co_await"};

TEST(Lower, EndsForAnyTokens) {
  constexpr unsigned kSeed = 20240607;
  std::mt19937 random(kSeed);
  for (int round = 0; round < 4000; round++) {
    std::string source = kWords[random() % 4];
    for (unsigned n = random() % 40; n > 0; n--) source += std::string(" ") + kWords[random() % std::size(kWords)];
    for (Effect effect : {Effect::Full, Effect::Strip}) {
      test::Result result = test::lower_text(source, Language::Cxx, effect);
      ASSERT_LE(result.lowered.end, result.tokens.size()) << source;
      TokenIndex last_statement = 0;
      for (const Piece& piece : result.lowered.pieces) {
        ASSERT_LE(piece.range.begin, piece.range.end) << source;
        ASSERT_LE(piece.range.end, result.lowered.end) << source;
        last_statement = std::max(last_statement, piece.range.end);
      }
      for (const Diagnostic& diagnostic : result.lowered.diagnostics) {
        ASSERT_LT(diagnostic.at, result.tokens.size()) << source;
      }
    }
  }
}

}  // namespace
}  // namespace rondo::directives
