# SPDX-License-Identifier: Apache-2.0
"""Everything else that compilers write and read: dependency files, preprocessed text, debug information, coverage,
link-time optimisation, precompiled headers, caches. And nothing of it changes where no directive is used."""

import re
import shutil
import unittest
from collections.abc import Callable

from support import GCC, GFORTRAN, GXX, OUTPUT, PLAIN, PLUGIN, PROGRAM, CompilerTest, Result, run

class WithoutDirectives(CompilerTest):
    """A unit that uses no directive compiles to the same code, though its text has their words."""

    def object_of(self, plugin: bool, compiler: str, *arguments: str) -> tuple[bytes, str]:
        """Code and data, and the line table. (How the compiler was called stands in the rest of the debug data.)"""
        compile: Callable[..., Result] = self.gcc if plugin else self.stock
        self.must(compile("-c", *arguments, "-o", "a.o", compiler=compiler))
        lines = run("readelf", "--debug-dump=decodedline", "a.o", cwd=self.folder).stdout
        self.must(run("objcopy", "--strip-debug", "a.o", cwd=self.folder))
        return (self.folder / "a.o").read_bytes(), lines

    def test_same_code(self) -> None:
        for compiler, name in ((GCC, "plain.c"), (GXX, "plain.cpp")):
            self.write(name, PLAIN)
            for flags in (["-O0"], ["-O2", "-g"], ["-O3", "-g3"], ["-O2", "-fsanitize=address"]):
                with self.subTest(flags, compiler=compiler):
                    stock = self.object_of(False, compiler, *flags, name)
                    self.assertEqual(stock, self.object_of(True, compiler, *flags, name))

    def test_same_words_about_a_mistake(self) -> None:
        self.write("wrong.c", PLAIN.replace("int read_only", "int *read_only"))
        stock = self.stock("-c", "-Wall", "wrong.c")
        plugin = self.gcc("-c", "-Wall", "wrong.c")
        self.assertIn("-Wint-conversion", stock.stderr)
        self.assertEqual((stock.stderr, stock.returncode), (plugin.stderr, plugin.returncode))

    def test_without_openmp_the_directives_are_ignored(self) -> None:
        self.write("a.c", PROGRAM)
        result = run(GCC, f"-fplugin={PLUGIN}", "-S", "a.c", "-o", "plugin.s", cwd=self.folder)
        self.must(result)
        self.must(run(GCC, "-S", "a.c", "-o", "stock.s", cwd=self.folder))
        self.assertEqual(self.read("stock.s"), self.read("plugin.s"))

    @unittest.skipUnless(GFORTRAN, "gfortran-12 is not installed")
    def test_fortran_does_not_mind(self) -> None:
        self.write("a.f90", "print *, 'fortran'\nend\n")
        self.must(self.gcc("a.f90", compiler=GFORTRAN))
        self.assert_runs(output=" fortran\n")


class Dependencies(CompilerTest):
    def test_same_as_stock(self) -> None:
        self.write("a.h", "#define N 3\n")
        self.write("a.c", '#include <stddef.h>\n#include "a.h"\nvoid f(void) {\n#pragma omp taskgraph\n  {}\n}\n')
        for flags in (["-MD"], ["-MMD"], ["-MMD", "-MP"], ["-MD", "-MF", "a.d", "-MT", "x y"], ["-MMD", "-MQ", "$(o)"]):
            with self.subTest(flags):
                self.must(self.stock("-c", *flags, "a.c"))
                stock = self.read("a.d")
                (self.folder / "a.d").unlink()
                self.must(self.gcc("-c", *flags, "a.c"))
                self.assertEqual(stock, self.read("a.d"))
                self.assertIn("a.h", stock)

    def test_only_dependencies(self) -> None:
        self.write("a.c", PROGRAM)
        for flag in ("-M", "-MM"):
            self.assertEqual(self.must(self.stock(flag, "a.c")).stdout, self.must(self.gcc(flag, "a.c")).stdout)


class Ways(CompilerTest):
    """Ways to one program."""

    def setUp(self) -> None:
        super().setUp()
        self.write("a.c", PROGRAM)

    def test_preprocess_first(self) -> None:
        text = self.must(self.gcc("-E", "a.c")).stdout
        self.assertIn("#pragma omp taskgraph graph_id(((k) + 1) % 2)\n", text)
        self.assertIn("#pragma omp taskgraph\n", text)  # from _Pragma in a macro
        (self.folder / "b.i").write_text(text)
        self.must(self.gcc("b.i"))
        self.assert_runs()

    def test_save_temps(self) -> None:
        self.must(self.gcc("-save-temps", "a.c", "-o", "program"))
        for name in ("a.i", "a.s", "a.o"):
            self.assertTrue(any(self.folder.glob(f"*{name}")), name)
        self.assert_runs("program")

    def test_pipe(self) -> None:
        self.must(self.gcc("-pipe", "a.c"))
        self.assert_runs()

    def test_standard_input(self) -> None:
        self.must(self.gcc("-x", "c", "-", stdin=PROGRAM))
        self.assert_runs()
        self.must(self.gcc("-x", "c", "-", stdin=PLAIN))
        self.assert_runs(output="4\n")

    def test_response_file(self) -> None:
        self.write("flags", f'-fopenmp -fplugin="{PLUGIN}" -DX=1 -Wall a.c')
        self.must(run(GCC, "@flags", cwd=self.folder))
        self.assert_runs()

    def test_several_files_and_link_time_optimisation(self) -> None:
        self.write("b.c", PROGRAM.replace("main(void)", "b(void)"))
        self.write("m.c", PROGRAM.replace("return 0", "{ int b(void); return b(); }"))
        self.must(self.gcc("-O2", "-flto=auto", "m.c", "b.c"))
        self.assert_runs(output=2 * OUTPUT)

    def test_included_text_is_part_of_a_region(self) -> None:
        self.write("body.inc", "{\n#pragma omp task shared(x)\n  x = 5;\n}\n")
        self.write(
            "c.c",
            """\
            #include <stdio.h>
            int main(void) {
              int x = 0;
            #pragma omp taskgraph
            #include "body.inc"
              printf("%d\\n", x);
              return 0;
            }
            """,
        )
        self.must(self.gcc("-Wall", "c.c"))
        self.assert_runs(output="5\n")

    def test_sanitizers(self) -> None:
        self.must(self.gcc("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "a.c"))
        result = run("./a.out", cwd=self.folder, env={"OMP_NUM_THREADS": "2"})
        self.assertEqual((result.stdout, result.stderr), (OUTPUT, ""))
        self.must(self.gcc("-g", "-fsanitize=thread", "a.c"))

    def test_ccache(self) -> None:
        if not shutil.which("ccache"):
            self.skipTest("ccache is not installed")
        cache = {"CCACHE_DIR": str(self.folder / "cache")}
        command = ["ccache", GCC, "-fopenmp", f"-fplugin={PLUGIN}", "-c", "a.c", "-o", "a.o"]
        for _ in range(2):
            self.must(run(*command, cwd=self.folder, env=cache))
        statistics = run("ccache", "--print-stats", cwd=self.folder, env=cache).stdout
        hits = sum(int(n) for n in re.findall(r"^(?:direct|preprocessed)_cache_hit\t(\d+)$", statistics, re.MULTILINE))
        self.assertEqual(hits, 1, statistics)
        self.must(self.gcc("a.o"))
        self.assert_runs()


class PrecompiledHeaders(CompilerTest):
    HEADER = """\
        #include <stdio.h>
        static inline int twice(int x) {
        #pragma omp taskgraph
          {
        #pragma omp task shared(x)
            x *= 2;
          }
          return x;
        }
        """

    def test_header_with_directives(self) -> None:
        self.write("pre.h", self.HEADER)
        self.must(self.gcc("-O1", "pre.h", "-o", "pre.h.gch"))
        self.write("a.c", '#include "pre.h"\nint main(void) {\n  printf("%d\\n", twice(4));\n  return 0;\n}\n')
        self.must(self.gcc("-O1", "-Winvalid-pch", "a.c"))
        self.assert_runs(output="8\n")

    def test_directives_with_a_plain_header(self) -> None:
        self.write("pre.h", "#include <stdio.h>\n")
        self.must(self.gcc("-O1", "pre.h", "-o", "pre.h.gch"))
        self.write("a.c", '#include "pre.h"\n' + PROGRAM)
        self.must(self.gcc("-O1", "-include", "pre.h", "a.c"))
        self.assert_runs()


def function_of(assembly: str, name: str) -> str:
    return assembly.split(f"\n{name}:\n")[1].split(".cfi_endproc")[0]


class DebugInformation(CompilerTest):
    def setUp(self) -> None:
        super().setUp()
        self.write("a.c", PROGRAM)

    def dump(self, what: str, name: str) -> str:
        return run("readelf", f"--debug-dump={what}", name, cwd=self.folder).stdout

    def test_names_and_lines(self) -> None:
        self.must(self.gcc("-g", "-O0", "-c", "a.c"))
        unit = self.dump("info", "a.o").split("DW_TAG_", 2)[1]
        self.assertRegex(unit, r"DW_AT_name +: .*: a\.c\n")
        self.assertRegex(unit, rf"DW_AT_comp_dir +: .*: {re.escape(str(self.folder))}\n")
        self.assertNotIn("<rondo", self.dump("rawline", "a.o"))
        lines = {int(n) for n in re.findall(r"^a\.c +(\d+) ", self.dump("decodedline", "a.o"), re.MULTILINE)}
        written = PROGRAM.splitlines()
        statements = {n + 1 for n, line in enumerate(written) if re.search(r"(\+=|\+\+|printf|for).*[;{]$", line)}
        directives = {n + 1 for n, line in enumerate(written) if re.search(r"taskgraph|taskiter|REGION\(1\)", line)}
        self.assertLessEqual(statements, lines)
        self.assertLessEqual(lines, statements | directives | set(range(4, len(written) + 1)))

    def test_a_function_that_follows(self) -> None:
        """Lines and columns are those of the file even far behind a directive."""
        self.write("b.c", PROGRAM + "int   last(int   x)   {   return   x   +   1; }\n")
        self.write("stock.c", PROGRAM.replace(" replayable", "") + "int   last(int   x)   {   return   x   +   1; }\n")
        self.must(self.gcc("-g", "-S", "b.c"))
        self.must(self.stock("-g", "-S", "stock.c"))
        functions = [function_of(self.read(f"{name}.s"), "last") for name in ("b", "stock")]
        places = [re.findall(r"\.loc 1 (\d+ \d+)", function) for function in functions]
        self.assertTrue(places[0])
        self.assertEqual(*places)

    def test_macros(self) -> None:
        self.must(self.gcc("-g3", "-c", "a.c"))
        self.assertIn("macro : NEXT(x) ((x) + 1)", self.dump("macro", "a.o"))

    def coverage(self, compile: Callable[..., Result], text: str) -> list[tuple[str, ...]]:
        """Count, line number and text of all lines."""
        for old in self.folder.glob("*.gc??"):
            old.unlink()
        self.write("c.c", text)
        self.must(compile("--coverage", "-O0", "c.c", "-o", "c"))
        for _ in range(3):
            self.must(run("./c", cwd=self.folder))
        self.must(run("gcov-12", "c.gcda", cwd=self.folder))
        lines = [tuple(line.split(":", 2)) for line in self.read("c.c.gcov").splitlines()]
        return [line for line in lines if line[1].strip() != "0"]

    def test_coverage(self) -> None:
        work = PROGRAM.replace("int main(", "static void work(int *p) {\n  ++*p;\n}\nint main(")
        work = work.replace("count++", "work(&count)").replace(" replayable", "")
        plugin = self.coverage(self.gcc, work)
        self.assertEqual(self.coverage(self.stock, work), plugin)
        counts = {int(number): count.strip() for count, number, _ in plugin}
        self.assertEqual(counts[work.splitlines().index("  ++*p;") + 1], str(3 * 6))


if __name__ == "__main__":
    unittest.main()
