// SPDX-License-Identifier: Apache-2.0
//
// Reading of Fortran (statements of both forms, constructs), the text that edits make of it, and the command lines of
// f951. What becomes of whole programs: tests/fortran.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fortran/construct.hpp"
#include "fortran/edit.hpp"
#include "fortran/plugin/arguments.hpp"
#include "fortran/rewrite.hpp"
#include "fortran/statement.hpp"
#include "fortran/text.hpp"
#include "shell/file.hpp"

namespace {

using namespace rondo::fortran;

Text free_form(const std::string& content) { return split(content, "x.f90"); }

Text fixed_form(const std::string& content) {
  Text text = split(content, "x.f");
  text.form = Form::Fixed;
  text.line_length = 72;
  return text;
}

// Statements as words, directives behind '!', labels in front.
std::vector<std::string> shown(const Text& text) {
  std::vector<std::string> result;
  for (const Statement& statement : read_statements(text)) {
    std::string line = statement.is_directive ? "!" : "";
    if (!statement.label.empty()) line += statement.label + ":";
    for (const Token& token : statement.tokens) line += (line.empty() || line.back() == '!' ? "" : " ") + token.text;
    result.push_back(line);
  }
  return result;
}

using Strings = std::vector<std::string>;

TEST(FortranStatements, AreSeparatedBySemicolonsAndRows) {
  EXPECT_EQ(shown(free_form("A = 1; b=2 ;\n\n! c\n  10 Call F(x)\n")), (Strings{"a = 1", "b = 2", "10: call f ( x )"}));
}

TEST(FortranStatements, ContinueOverCommentsAndMarkers) {
  EXPECT_EQ(shown(free_form("a = & ! one\n  ! two\n\n# 7 \"x.f90\"\n  & b + &\n  c\n")), (Strings{"a = b + c"}));
  EXPECT_EQ(shown(free_form("call lo&\n   &ng(1)\n")), (Strings{"call long ( 1 )"}));
}

TEST(FortranStatements, StringsHideWhatIsInThem) {
  EXPECT_EQ(shown(free_form("s = '!$omp taskgraph; & ''q'''; t\n")).size(), 2u);
  EXPECT_EQ(shown(free_form("s = 'one &\n  &two' ! three\nt = 1\n")), (Strings{"s = 'one two'", "t = 1"}));
}

TEST(FortranStatements, SentinelsMakeDirectivesAndCode) {
  EXPECT_EQ(shown(free_form("!$OMP Task &\n!$omp & shared(A) ! remark\n!$ x = 1\n!$ompx no\n!dir$ no\n")),
            (Strings{"!task shared ( a )", "x = 1"}));
}

TEST(FortranStatements, FixedFormGoesByColumns) {
  EXPECT_EQ(shown(fixed_form("C no\n      x = 1\n     &  + 2\n   10 continue" + std::string(58, ' ') + "no\n")),
            (Strings{"x = 1 + 2", "10: continue"}));
  EXPECT_EQ(shown(fixed_form("c$omp task\n*$omp+ shared(x)\n!$    y = 1\n")), (Strings{"!task shared ( x )", "y = 1"}));
}

TEST(FortranStatements, WordsOfFixedFormGoOnOnlyFromFullRows) {
  EXPECT_EQ(shown(fixed_form("!$omp task\n!$omp&shared(x)\n      call a\n     &(1)\n")),
            (Strings{"!task shared ( x )", "call a ( 1 )"}));
  std::string full = "      call" + std::string(60, ' ') + "lo";
  ASSERT_EQ(full.size(), 72u);
  EXPECT_EQ(shown(fixed_form(full + "\n     &ng\n" + full + "behind the limit\n     &ng\n")),
            (Strings{"call long", "call long"}));
  Text unlimited = fixed_form("!$omp task\n!$omp&shared(x)\n");
  unlimited.line_length = 0;
  EXPECT_EQ(shown(unlimited), (Strings{"!task shared ( x )"}));
}

TEST(FortranStatements, LinesWithADInFrontAreCommentsOrCode) {
  Text text = fixed_form(
      "      x = 1\n"
      "D     y = 2\n"
      "d  10 z = 3\n"
      "d    1 + 4\n"
      "d\n"
      "d ! no\n");
  EXPECT_EQ(shown(text), (Strings{"x = 1"}));
  text.are_d_lines_code = true;
  EXPECT_EQ(shown(text), (Strings{"x = 1", "y = 2", "10: z = 3 + 4"}));
}

TEST(FortranStatements, ExclamationMarkInColumnSixContinues) {
  EXPECT_EQ(shown(fixed_form("      x = 1\n     !  + 2\n    ! no\n      ! no\n\t! no\n     1  + 3\n")),
            (Strings{"x = 1 + 2 + 3"}));
  EXPECT_EQ(shown(fixed_form("d    !no\n")), Strings{});
}

TEST(FortranText, LinemarkersNameTheRows) {
  Text text = split("a\n# 30 \"y.f90\" 1\nb\nc\n", "x.f90");
  ASSERT_EQ(text.rows.size(), 4u);
  EXPECT_EQ(text.rows[0].file, "x.f90");
  EXPECT_TRUE(text.rows[1].is_marker);
  EXPECT_EQ(text.rows[3].file, "y.f90");
  EXPECT_EQ(text.rows[3].line, 31u);
}

TEST(FortranText, FoldersAndWhatIsMissingAreNoFiles) {
  EXPECT_FALSE(rondo::shell::read_file("/").has_value());
  EXPECT_FALSE(rondo::shell::read_file("/no/such/file").has_value());
  EXPECT_EQ(rondo::shell::read_file("/dev/null"), "");
  Text text = free_form("include '/'\n");
  expand_includes(text, {});
  EXPECT_EQ(text.rows.size(), 1u);
}

TEST(FortranText, NamesTellTheFormAndWhereToLook) {
  for (const char* name : {"a.f", "a.FOR", "a.FTN", "a.fpp", "a.FPP"}) EXPECT_TRUE(is_fixed_by_name(name)) << name;
  for (const char* name : {"a.f90", "a.F90", "a.f08", "f"}) EXPECT_FALSE(is_fixed_by_name(name)) << name;
  EXPECT_EQ(include_folders("some/where/a.f90", {"inc"}), (std::vector<std::string>{"some/where", "inc"}));
  EXPECT_EQ(include_folders("<stdin>", {}), (std::vector<std::string>{"."}));
}

Program program_of(const std::string& content, Diagnostics& diagnostics) {
  return find_constructs(read_statements(free_form(content)), diagnostics);
}

TEST(FortranConstructs, EndWithTheirDirectiveLoopOrBlock) {
  Diagnostics diagnostics;
  Program program = program_of(
      "!$omp taskgraph\n!$omp task\nblock\nx = 1\nend block\n!$omp end taskgraph\n"
      "!$omp taskiter\ndo 10 i = 1, 2\ndo 10 j = 1, 2\n10 continue\ny = 2\n",
      diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  ASSERT_EQ(program.constructs.size(), 6u);
  EXPECT_EQ(program.constructs[0].last, 5u);  // the region, by its directive
  EXPECT_EQ(program.constructs[1].last, 4u);  // the task, with the BLOCK that is its body
  EXPECT_EQ(program.constructs[3].last, 9u);  // the loop of loops, at the label that both share
  EXPECT_EQ(program.construct_of[10], kNone);
}

TEST(FortranConstructs, LabelledLoopsEndWithTheirEndDo) {
  Diagnostics diagnostics;
  Program program = program_of("!$omp taskiter\ndo 10 i = 1, 2\ndo j = 1, 2\nend do\n10 end do\ny = 2\n", diagnostics);
  ASSERT_EQ(program.constructs.size(), 3u);
  EXPECT_EQ(program.constructs[0].last, 4u);
  EXPECT_EQ(program.constructs[2].last, 3u);
  EXPECT_EQ(program.construct_of[5], kNone);
}

TEST(FortranConstructs, InterfacesEndNoUnit) {
  Diagnostics diagnostics;
  Program program = program_of(
      "!$omp taskgraph\nblock\ninterface\nsubroutine f(x)\ninteger :: x\nend subroutine\nfunction g()\nend\n"
      "end interface\nabstract interface\nsubroutine h\nend subroutine h\nend interface\ncall f(1)\nend block\n"
      "!$omp end taskgraph\n",
      diagnostics);
  EXPECT_TRUE(diagnostics.empty());
  ASSERT_EQ(program.constructs.size(), 2u);
  EXPECT_EQ(program.constructs[0].last, 15u);
  EXPECT_EQ(program.constructs[1].last, 14u);
}

TEST(FortranConstructs, NamesThatAreNoKeywords) {
  Diagnostics diagnostics;
  Program program = program_of(
      "do = 1\nblock = 2\ninterface = 2\ninterface(1) = 2\nend = 3\nenddo = 4\n!$omp end task\n", diagnostics);
  EXPECT_TRUE(program.constructs.empty());
  EXPECT_TRUE(diagnostics.empty());
}

TEST(FortranConstructs, WhatIsMissingIsReportedWhereItBegins) {
  Diagnostics diagnostics;
  program_of("!$omp taskgraph\nend subroutine\n!$omp taskiter\nx = 1\n!$omp end taskgraph\n", diagnostics);
  ASSERT_EQ(diagnostics.size(), 3u);
  EXPECT_EQ(diagnostics[0].at, (Place{0, 6}));
}

TEST(FortranEdits, KeepPlacesOfWhatIsLeft) {
  Text text = free_form("a\n  b; c ! d\ne\n");
  Edit edit{{1, 4}, {1, 4}, 1, {}};
  edit.lines.push_back(Line().text("new"));
  EXPECT_EQ(edited(text, {edit}), "a\n  b;\n# 2 \"x.f90\"\nnew\n# 2 \"x.f90\"\n     c ! d\ne\n");
}

TEST(FortranEdits, TokensOfTheProgramStandAtTheirColumns) {
  Text text = free_form("!$omp taskgraph graph_id(k + &\n!$omp  1)\n");
  std::vector<Statement> statements = read_statements(text);
  ASSERT_EQ(statements.size(), 1u);
  Edit edit{{0, 0}, {2, 0}, 0, {}};
  edit.lines.push_back(Line().text("f(").source(text, statements[0].tokens, 3, 6).text(")"));
  EXPECT_EQ(edited(text, {edit}), "# 1 \"x.f90\"\n" + std::string(23, ' ') + "f(k + &\n# 2 \"x.f90\"\n       1)\n");
  edit.lines = {Line().text("longer_than_its_columns_are(").source(text, statements[0].tokens, 3, 6).text(")")};
  EXPECT_EQ(edited(text, {edit}), "# 1 \"x.f90\"\nlonger_than_its_columns_are( &\n# 1 \"x.f90\"\n" +
                                      std::string(25, ' ') + "k + &\n# 2 \"x.f90\"\n       1)\n");
}

TEST(FortranRewriting, LeavesProgramsWithoutDirectives) {
  Rewritten result =
      rewrite(free_form("!$omp parallel\n!$omp task shared(a)\na = 1\n!$omp end task\n!$omp end parallel\n"));
  EXPECT_FALSE(result.is_changed);
  EXPECT_TRUE(result.diagnostics.empty());
}

TEST(FortranRewriting, RegionsThatCannotBeRecordedArePlain) {
  Rewritten result = rewrite(free_form("!$omp taskgraph if(c)\n!$omp target\n!$omp end target\n!$omp end taskgraph\n"));
  EXPECT_NE(result.text.find("rondo_flags = 4_rondo_int\n"), std::string::npos) << result.text;
}

TEST(FortranRewriting, NamesOfFilesOfAnyLength) {
  Text text = split("!$omp taskgraph\n!$omp end taskgraph\n", std::string(200, 'x') + "\"quoted\".f90");
  Rewritten result = rewrite(text);
  ASSERT_TRUE(result.is_changed);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = result.text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    if (result.text[begin] != '#') EXPECT_LE(end - begin, 132u);
  }
}

TEST(FortranArguments, ThePreprocessorsOptionsAreLeftOutOfTheSecondRun) {
  Arguments arguments =
      read_arguments({"f951", "a.F90", "-cpp=/tmp/a.f90", "-MD", "a.d", "-MQ", "a.F90", "-D", "X=1", "-DY", "a.F90",
                      "-quiet", "-dumpbase", "a.F90", "-I", "inc", "-fopenmp", "-o", "a.s"});
  EXPECT_EQ(arguments.input, "a.F90");
  EXPECT_EQ(arguments.preprocessed, "/tmp/a.f90");
  EXPECT_TRUE(arguments.has_openmp);
  EXPECT_EQ(arguments.folders, (Strings{"inc"}));
  EXPECT_EQ(compiling(arguments, "text"), (Strings{"f951", "text", "-fpreprocessed", "-ffree-form", "-quiet",
                                                   "-dumpbase", "a.F90", "-I", "inc", "-fopenmp", "-o", "a.s"}));
  Strings first = preprocessing(arguments);
  EXPECT_EQ(Strings(first.end() - 3, first.end()), (Strings{"-E", "-o", "/tmp/a.f90"}));
  EXPECT_EQ(read_arguments({"f951", "b.for"}).form, Form::Fixed);
  EXPECT_EQ(read_arguments({"f951", "b.for", "-ffree-form"}).form, Form::Free);
}

TEST(FortranRewriting, KeepsToTheLengthOfRows) {
  Text text = free_form("!$omp taskgraph graph_id(k)\n!$omp end taskgraph\n");
  text.free_columns = 60;
  Rewritten result = rewrite(text);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = result.text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 60u) << result.text.substr(begin, end - begin);
  }
}

TEST(FortranArguments, FormsOfRows) {
  EXPECT_EQ(read_arguments({"f951", "a.f"}).line_length, 72u);
  EXPECT_EQ(read_arguments({"f951", "a.f", "-ffixed-line-length-80"}).line_length, 80u);
  EXPECT_EQ(read_arguments({"f951", "a.f", "-ffixed-line-length-none"}).line_length, 0u);
  EXPECT_EQ(read_arguments({"f951", "a.f90", "-ffree-line-length-80"}).free_columns, 80u);
  for (const char* option : {"-ffree-line-length-none", "-ffree-line-length-0", "-ffree-line-length-200"})
    EXPECT_EQ(read_arguments({"f951", "a.f90", option}).free_columns, 132u) << option;
  EXPECT_TRUE(read_arguments({"f951", "a.f", "-fd-lines-as-code"}).are_d_lines_code);
  EXPECT_FALSE(read_arguments({"f951", "a.f", "-fd-lines-as-code", "-fd-lines-as-comments"}).are_d_lines_code);
}

TEST(FortranArguments, TheFirstThatIsNoOptionIsTheInput) {
  Arguments arguments =
      read_arguments({"f951", "a.f90", "-iquote", ".", "-isysroot", "/", "-aux-info", "f", "-fopenmp", "-o", "a.s"});
  EXPECT_EQ(arguments.input, "a.f90");
  EXPECT_EQ(compiling(arguments, "text"), (Strings{"f951", "text", "-fpreprocessed", "-ffree-form", "-iquote", ".",
                                                   "-isysroot", "/", "-aux-info", "f", "-fopenmp", "-o", "a.s"}));
}

}  // namespace
