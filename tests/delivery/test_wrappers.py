#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""rondo-cc, rondo-c++, rondo-fc: what they add when, as compilers of plain Makefiles, and their messages."""

import shlex
import unittest
from pathlib import Path

from support import BUILD, FOLDER, FORTRAN, PREFIX, SOURCES, DeliveryTest, Variables, run

BIN = PREFIX / "bin"
CC = BIN / "rondo-cc"


class Wrappers(DeliveryTest):
    def words(self, *arguments: str | Path, more: Variables | None = None) -> list[str]:
        return shlex.split(self.must(CC, "--showme", *arguments, more=more))

    def test_compiling_adds_no_link_flags_and_linking_no_others(self) -> None:
        for compiler in ("clang-19", "gcc-12"):
            compiling = self.words("-c", "x.c", more={"RONDO_CC": compiler})
            self.assertTrue(any(word.startswith("-fplugin=") for word in compiling), compiling)
            self.assertIn("-fopenmp", compiling)
            self.assertFalse([word for word in compiling if word.startswith(("-L", "-Wl,"))], compiling)
            linking = self.words("x.o", "liby.a", "libz.so.1", more={"RONDO_CC": compiler})
            self.assertFalse([word for word in linking if word.startswith(("-fplugin", "-I"))], linking)
            self.assertTrue(any("-lrondo" in word for word in linking), linking)
            both = self.words("x.c", "-o", "x", more={"RONDO_CC": compiler})
            self.assertTrue(any("-lrondo" in word for word in both), both)
            self.assertTrue(any(word.startswith("-fplugin=") for word in both), both)

    def test_questions_are_the_compilers_own(self) -> None:
        for question in ("--version", "-dumpversion", "-dumpmachine", "-print-search-dirs"):
            self.assertEqual(self.must(CC, question, more={"RONDO_CC": "gcc-12"}), self.must("gcc-12", question))
        self.assertEqual(self.words("--version", more={"RONDO_CC": "gcc-12"}), ["gcc-12", "--version"])

    def test_openmp_is_added_once_and_can_be_refused(self) -> None:
        self.assertEqual(self.words("-fopenmp", "x.c").count("-fopenmp"), 1)
        refused = self.words("-fno-openmp", "-c", "x.c")
        self.assertNotIn("-fopenmp", refused)
        self.assertFalse([word for word in refused if word.startswith("-fplugin")], refused)

    def test_values_of_options_are_no_inputs(self) -> None:
        linking = self.words("-o", "x.c", "-MF", "y.c", "a.o", more={"RONDO_CC": "gcc-12"})
        self.assertFalse([word for word in linking if word.startswith("-fplugin")], linking)
        reading = self.words("-x", "c", "-c", "-", more={"RONDO_CC": "gcc-12"})
        self.assertTrue([word for word in reading if word.startswith("-fplugin")], reading)

    def test_showme_compile_and_link_make_a_program(self) -> None:
        for compiler in ("clang-19", "gcc-12"):
            compile_flags = shlex.split(self.must(CC, "--showme:compile", more={"RONDO_CC": compiler}))
            link_flags = shlex.split(self.must(CC, "--showme:link", more={"RONDO_CC": compiler}))
            self.must(compiler, *compile_flags, "-c", SOURCES / "region.c", cwd=self.folder)
            self.must(compiler, "region.o", "-o", "program", *link_flags, cwd=self.folder)
            self.assert_on_rondo(self.folder / "program")

    def test_files_with_blanks_and_several_words_of_a_compiler(self) -> None:
        folder = self.folder / "a folder"
        folder.mkdir()
        compiler = {"RONDO_CC": "env -u NOTHING gcc-12"}
        self.must(CC, "-O1", SOURCES / "region.c", "-o", folder / "the program", more=compiler)
        self.assert_on_rondo(folder / "the program")

    def test_shared_library_and_program(self) -> None:
        (self.folder / "main.c").write_text("int work(void); int main(void) { return work(); }\n")
        for compiler in ("clang-19", "gcc-12"):
            self.must(
                CC, "-shared", "-fPIC", "-Dmain=work", SOURCES / "region.c", "-o", "libwork.so",
                cwd=self.folder, more={"RONDO_CC": compiler},
            )  # fmt: skip
            self.must("gcc-12", "main.c", "-L.", "-lwork", f"-Wl,-rpath,{self.folder}", "-o", "main", cwd=self.folder)
            self.assert_on_rondo(self.folder / "main")

    def test_stock_library_in_the_environment_does_not_take_over(self) -> None:
        """LD_LIBRARY_PATH is looked through before a program's own paths: a stock runtime may then be loaded, but
        nothing calls it."""
        stock = Path(self.must("gcc-12", "-print-file-name=libgomp.so.1").strip()).resolve().parent
        self.must(CC, SOURCES / "region.c", "-o", self.folder / "program", more={"RONDO_CC": "gcc-12"})
        more = {"LD_LIBRARY_PATH": str(stock), "RONDO_GRAPH_WAY": "spread"}
        output = self.must(self.folder / "program", more=more)
        self.assertRegex(output, "replays: [56]")  # 6 where the compiler knows the tasks
        self.assertEqual(output.splitlines()[-1], "ok")

    def test_program_can_be_run_by_the_command_line(self) -> None:
        self.must(CC, SOURCES / "region.c", "-o", self.folder / "program")
        more = {"RONDO_GRAPH_WAY": "spread"}  # on a busy machine plain tasks may be found to be faster
        self.assert_on_rondo_of_command(self.must(BIN / "rondo", "run", "--", self.folder / "program", more=more))

    def assert_on_rondo_of_command(self, output: str) -> None:
        # Of six; clang may know the graph when it compiles, and then the first encounter is a replay, too.
        self.assertRegex(output, r"(?m)^replays: [56]$")
        self.assertEqual(output.splitlines()[-1], "ok", output)

    def test_wrappers_of_the_build_tree(self) -> None:
        self.must(BUILD / "bin/rondo-cc", SOURCES / "region.c", "-o", self.folder / "program")
        self.assert_on_rondo(self.folder / "program", root=BUILD)

    @unittest.skipUnless(FORTRAN, "gfortran was not found")
    def test_as_compilers_of_a_makefile(self) -> None:
        for c, cxx in (("clang-19", "g++-12"), ("gcc-12", "clang++-19")):
            with self.subTest(c=c, cxx=cxx):
                self.setUp()
                self.must(
                    "make", "-f", FOLDER / "makefile/Makefile", f"SOURCES={SOURCES}", f"CC={CC}",
                    f"CXX={BIN / 'rondo-c++'}", f"FC={BIN / 'rondo-fc'}",
                    cwd=self.folder, more={"RONDO_CC": c, "RONDO_CXX": cxx},
                )  # fmt: skip
                for program in ("c", "cxx", "fortran"):
                    self.assert_on_rondo(self.folder / program)
                self.assertEqual(self.must(self.folder / "mixed"), "ok\n")
                self.assertIn("region.c", (self.folder / "region_c.d").read_text())

    def test_headers_are_precompiled(self) -> None:
        (self.folder / "counts.h").write_text("int count(void);\n")
        for compiler, suffix in (("clang-19", "pch"), ("gcc-12", "gch")):
            for arguments in (["counts.h"], ["-x", "c-header", "counts.h"]):
                output = self.folder / f"counts.h.{suffix}"
                self.must(CC, *arguments, "-o", output, cwd=self.folder, more={"RONDO_CC": compiler})
                output.unlink()

    def test_response_files(self) -> None:
        """The compiler reads them; what they ask for is known."""
        (self.folder / "objects").write_text(f"-c '{SOURCES / 'region.c'}' -o region.o\n")
        (self.folder / "program").write_text("region.o @more\n")
        (self.folder / "more").write_text("-o 'the program'\n")
        (self.folder / "static").write_text("-O2 -static\n")
        for compiler in ("clang-19", "gcc-12"):
            more = {"RONDO_CC": compiler}
            self.must(CC, "@objects", cwd=self.folder, more=more)
            self.must(CC, "@program", cwd=self.folder, more=more)
            self.assert_on_rondo(self.folder / "the program")
            result = run(CC, "@static", "region.o", cwd=self.folder, more=more)
            self.assertIn("rondo: Rondo is a shared library", result.stderr)

    def test_end_of_options(self) -> None:
        self.must(CC, "-o", self.folder / "program", "--", SOURCES / "region.c")
        self.assert_on_rondo(self.folder / "program")

    def test_compilers_whose_names_have_versions(self) -> None:
        """Where there is no gfortran, gfortran-12 is meant; a plain name that is there is taken."""
        names = {"rondo-cc": ("RONDO_CC", "gcc", "gcc-12"), "rondo-c++": ("RONDO_CXX", "g++", "g++-12"),
                 "rondo-fc": ("RONDO_FC", "gfortran", "gfortran-12")}  # fmt: skip
        path = self.folder / "bin"
        path.mkdir()
        for wrapper, (variable, plain, versioned) in names.items():
            more = {"PATH": str(path), variable: "" if wrapper == "rondo-fc" else plain}
            chosen = plain  # whose absence is said as usual
            for name in (versioned, plain):
                (path / name).write_text("")
                self.assertEqual(shlex.split(self.must(BIN / wrapper, "--showme", "x.o", more=more))[0], chosen)
                (path / name).chmod(0o755)
                chosen = name
                self.assertEqual(shlex.split(self.must(BIN / wrapper, "--showme", "x.o", more=more))[0], chosen)

    def fake_compiler(self, version: str) -> Path:
        fake = self.folder / "fake"
        fake.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo "{version}"; exit; }}\nexec gcc-12 "$@"\n')
        fake.chmod(0o755)
        return fake

    def test_compiler_without_plugin(self) -> None:
        fake = self.fake_compiler("gcc-13 (Debian 13.2.0) 13.2.0\nCopyright (C) 2023 Free Software Foundation, Inc.")
        result = run(CC, "-c", SOURCES / "tasks.c", cwd=self.folder, more={"RONDO_CC": str(fake)})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn("no plugin for gcc 13", result.stderr)
        self.assertIn("(plugins: clang 19, gcc 12, gfortran)", result.stderr)
        # With directives in it, the compiler says what it leaves out.
        result = run(CC, "-c", SOURCES / "mixed_c.c", cwd=self.folder, more={"RONDO_CC": str(fake)})
        self.assertIn("omp taskgraph", result.stderr)
        # Linking needs no plugin.
        result = run(CC, "tasks.o", "-o", "tasks", cwd=self.folder, more={"RONDO_CC": str(fake)})
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assert_on_rondo(self.folder / "tasks", directives=False)

    def test_version_is_asked_only_to_choose_a_plugin(self) -> None:
        """A question takes as long as a small compilation."""
        asked = self.folder / "asked"
        fake = self.folder / "fake"
        fake.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo asked >> "{asked}"\nexec gcc-12 "$@"\n')
        fake.chmod(0o755)
        for arguments in (["a.o"], ["-c", "x.c", "-fplugin=librondo-gcc12.so"], ["-c", "-fno-openmp", "x.c"]):
            self.words(*arguments, more={"RONDO_CC": str(fake)})
            self.assertFalse(asked.exists(), arguments)
        self.words("-c", "x.c", "-I/x/librondo-1/include", more={"RONDO_CC": str(fake)})  # which is no plugin
        self.assertEqual(asked.read_text(), "asked\n")

    def test_mistakes_are_said_in_one_line(self) -> None:
        mistakes: tuple[tuple[Variables, list[str], str], ...] = (
            ({"RONDO_CC": "no-such-compiler"}, ["-c", "x.c"], "cannot start the compiler no-such-compiler"),
            ({"RONDO_CC": str(CC)}, ["-c", "x.c"], "names"),
            ({"RONDO_CC": "gcc-12"}, ["-static", "x.c"], "-static"),
        )
        for more, arguments, expected in mistakes:
            result = run(CC, *arguments, more=more)
            self.assertNotEqual(result.returncode, 0)
            self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
            self.assertIn(expected, result.stderr)
            self.assertTrue(result.stderr.startswith("rondo: "), result.stderr)

    def test_status_is_the_compilers_own(self) -> None:
        (self.folder / "wrong.c").write_text("int main(void) { return nothing; }\n")
        for compiler in ("clang-19", "gcc-12"):
            result = run(CC, "-c", "wrong.c", cwd=self.folder, more={"RONDO_CC": compiler})
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("wrong.c:1:", result.stderr)


if __name__ == "__main__":
    unittest.main()
