# SPDX-License-Identifier: Apache-2.0
"""What the compiler says: mistakes in directives at their places, everything else as it says it without the plugin."""

import json
import re
import unittest

from support import GCC, GXX, CompilerTest, Result

# Mistakes of all kinds: in directives, in their expressions, in clauses that are gcc's business, in the block and far
# behind it; `@` stands before the place that is reported. Blanks, macros and continued lines must not move it.
MISTAKES = """\
#define ID(x)   ((x)   +   1)
int f(int   n) {
  #pragma omp   taskgraph   graph_id(ID(n))   @colour(red)   \\
       nogroup   @shape
  {
    #pragma omp task   shared(n,   @not_there)   replayable
    n   =   @missing   +   1;
    @return   0;
  }
  #pragma omp taskgraph   graph_id(n   +   @other)
  {   n   =   ID(n)   +   1;   }
    return   @unknown;
}
"""

# Warnings that need exact places, types of literals and the look of the source.
WARNINGS = """\
#include <stdio.h>
#include <stddef.h>
static int unused_function(void) { return 0; }
int   f(int   n,  unsigned   u) {
\tint   unused   =   3;   int *p = NULL  ;
  if (n = 1)   n++;
  /* comment */   if (n <   u)   n   +=   2;   // trailing
    #pragma omp   taskgraph   nogroup
    {
      #pragma omp   task   shared(n)   depend(out:   n)
      n   +=   'ab';
    }
  switch (n) {
    case 1:   n++;   /* fall through */
    case 2:   n--;
    case 3:   n   =   4;   @
      __attribute__((fallthrough));
    default:   break;
  }
  if (n)
    n = 2;
    u = 3;
  if (n)   if (u)   n = 3;   else   n = 4;
  printf("%s %d\\n",   n,   u);   char   b[4];   b[7]   =   0;
  double   d   =   n;   d   ==   2.0;
  for (int   i   =   0;   i   <   u;   i++);
    n   =   5;
  return   n   +   *p;   }
"""


class Places(CompilerTest):
    def reported(self, result: Result) -> set[tuple[int, int]]:
        found = re.findall(r"^a\.c\w*:(\d+):(\d+): error", result.stderr, re.MULTILINE)
        return {(int(line), int(column)) for line, column in found}

    def test_mistakes(self) -> None:
        text = MISTAKES.replace("@", "")
        expected = set()
        for number, line in enumerate(MISTAKES.splitlines(), start=1):
            marks = [match.start() for match in re.finditer("@", line)]
            expected |= {(number, mark + 1 - before) for before, mark in enumerate(marks)}
        for compiler, name in ((GCC, "a.c"), (GXX, "a.cpp")):
            with self.subTest(compiler):
                self.write(name, text)
                result = self.gcc("-c", name, compiler=compiler)
                self.assertEqual(result.returncode, 1)
                self.assertEqual(self.reported(result), expected, result.stderr)
                self.assertFalse((self.folder / "a.o").exists())

    def test_unknown_directives(self) -> None:
        """A misspelt directive is refused, in units with and without others; pragmas that are not OpenMP's are not."""
        misspelt = "#pragma opm task\n#pragma pack(1)\nint f(int n) {\n#pragma omp   taskgrph\n  n++;\n  return n;\n}\n"
        other = "int g(int n) {\n#pragma omp taskgraph\n  n++;\n#pragma omp  tsk replayable\n  return n;\n}\n"
        for compiler, name in ((GCC, "a.c"), (GXX, "a.cpp")):
            for text, places in ((misspelt, {(4, 15)}), (misspelt + other, {(4, 15), (11, 14)})):
                with self.subTest(compiler=compiler, text=text):
                    self.write(name, text)
                    result = self.gcc("-c", name, compiler=compiler)
                    self.assertEqual((result.returncode, self.reported(result)), (1, places), result.stderr)
                    self.assertIn("#pragma omp taskgrph", result.stderr)
                    self.must(self.gcc("-c", "-Wno-unknown-pragmas", name, compiler=compiler))
                    self.assertEqual(self.gcc("-E", name, compiler=compiler).returncode, 0)

    def test_once(self) -> None:
        """An expression that is used for several things is still wrong once."""
        for clause in ("graph_id(n + bad)", "graph_reset(n + bad)", "if(n + bad)"):
            self.write("a.c", f"void f(int n) {{\n#pragma omp taskgraph {clause}\n  {{}}\n}}\n")
            result = self.gcc("-c", "a.c")
            self.assertEqual(result.stderr.count("error:"), 1, result.stderr)
        for loop in ("for (int i = 0; i < bad; i++)", "while (n < bad)", "for (int i = bad; i < 3; i++)"):
            self.write("a.c", f"void f(int n) {{\n#pragma omp taskiter\n  {loop}\n    {{ n++; }}\n}}\n")
            result = self.gcc("-c", "a.c")
            self.assertEqual(result.stderr.count("error:"), 1, result.stderr)

    def test_what_cannot_be_saved(self) -> None:
        """A variable of no constant size, at its clause; nothing else is wrong."""
        text = (
            "void g(int);\nvoid f(int n) {\n  int v[n];\n  v[0] = n;\n#pragma omp taskgraph\n  {\n%s"
            "    g(v[0]);\n  }\n}\n"
        )
        task = "    #pragma omp task firstprivate(saved: %s)\n"
        self.write("a.c", text % (task % "v"))
        result = self.gcc("-c", "a.c")
        self.assertEqual((result.returncode, self.reported(result)), (1, {(7, 34)}), result.stderr)
        self.assertIn("'v' cannot be saved: its size is not constant", result.stderr)
        self.write("a.c", text % (task % "n"))
        self.must(self.gcc("-c", "a.c"))
        self.write("a.cpp", text % (task % "v"))
        self.assertEqual(self.gcc("-c", "a.cpp", compiler=GXX).returncode, 1)

    def test_in_a_header(self) -> None:
        self.write("a.h", "static inline void g(void) {\n   #pragma omp taskgraph   wrong\n  {}\n}\n")
        self.write("a.c", '#include "a.h"\nint   x   =   y;\n')
        result = self.gcc("-c", "a.c")
        self.assertIn("In file included from a.c:1:\n", result.stderr)
        self.assertRegex(result.stderr, r"(?m)^a\.h:2:28: error: 'wrong'")
        self.assertRegex(result.stderr, r"(?m)^a\.c:2:15: error: ")

    def test_in_text_of_another_file(self) -> None:
        """Generated sources say with #line where they come from."""
        self.write("a.c", '#line 100 "grammar.y"\nvoid f(void) {\n#pragma omp taskgraph wrong\n  {}\n}\n')
        self.assertIn("grammar.y:101:", self.gcc("-c", "a.c").stderr)

    def test_as_json(self) -> None:
        self.write("a.c", "void f(void) {\n#pragma omp taskgraph wrong\n  {}\n}\n")
        diagnostics = json.loads(self.gcc("-c", "-fdiagnostics-format=json", "a.c").stderr)
        self.assertEqual([one["kind"] for one in diagnostics], ["error"])
        self.assertEqual(diagnostics[0]["locations"][0]["caret"]["line"], 2)


class Warnings(CompilerTest):
    COMMON = ("-c", "-O2", "-Wall", "-Wextra", "-pedantic", "-Wshadow", "-Wconversion", "-Wundef", "-Wredundant-decls")
    OF_C = ("-Wstrict-prototypes", "-Wnested-externs", "-Wbad-function-cast", "-Wjump-misses-init", "-Waddress")
    OF_CXX = ("-Wold-style-cast", "-Wuseless-cast", "-Wzero-as-null-pointer-constant", "-Weffc++")

    def test_same_as_stock(self) -> None:
        for compiler, name in ((GCC, "a.c"), (GXX, "a.cpp")):
            for text in (WARNINGS.replace("@", ""), WARNINGS.replace("@", "int y = x;")):
                with self.subTest(compiler):
                    self.write(name, text)
                    flags = [*self.COMMON, "-Wfloat-equal", "-Wno-unknown-pragmas"]
                    stock = self.stock(*flags, name, compiler=compiler)
                    self.assertGreater(stock.stderr.count("warning:"), 10)
                    self.assertEqual(stock.stderr, self.gcc(*flags, name, compiler=compiler).stderr)

    def test_none_about_generated_text(self) -> None:
        text = 'int f(int n) {\n#pragma omp taskgraph graph_id(n) if(n) graph_reset nogroup\n  {\n'
        text += "#pragma omp task shared(n) replayable\n    n++;\n  }\n#pragma omp taskiter unroll(2)\n"
        text += "  for (int i = 0; i < n; i++) {\n#pragma omp task shared(n)\n    n++;\n  }\n  return n;\n}\n"
        self.write("a.c", "int f(int);\n" + text)
        self.must(self.gcc(*self.COMMON, *self.OF_C, "a.c"))
        self.write("a.cpp", "int f(int);\n" + text)
        self.must(self.gcc(*self.COMMON, *self.OF_CXX, "a.cpp", compiler=GXX))

    def test_of_the_preprocessor_come_once(self) -> None:
        remarkable = "#warning hello\n#define A 1\n#define A 2\n#ifdef B\n#endif x\n"
        self.write("a.c", remarkable + "void f(void) {\n#pragma omp taskgraph\n  {}\n}\n")
        result = self.gcc("-c", "-Wall", "a.c")
        stock = self.stock("-c", "-Wall", "-Wno-unknown-pragmas", "a.c")
        self.assertEqual(result.returncode, 0)
        self.assertGreater(stock.stderr.count("warning:"), 2)
        self.assertEqual(sorted(result.stderr.splitlines()), sorted(stock.stderr.splitlines()))

    def test_as_errors(self) -> None:
        self.write("a.c", "#warning hello\nvoid f(void) {\n#pragma omp taskgraph\n  {}\n}\n")
        result = self.gcc("-c", "-Wall", "-Werror", "a.c")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.count("error:"), 1, result.stderr)  # neither ours nor about unknown pragmas
        self.write("b.c", "void f(void) {\n  int x;\n#pragma omp taskgraph\n  {}\n}\n")
        result = self.gcc("-c", "-Wall", "-Werror", "b.c")
        self.assertEqual((result.returncode, result.stderr.count("error:")), (1, 1), result.stderr)

    def test_what_rondo_does_not_need_is_no_error(self) -> None:
        text = "void f(int *x, int n) {\n#pragma omp taskgraph\n  {\n#pragma omp task firstprivate(n) depend(in: x[n])"
        self.write("a.c", text + "\n    x[n] = 0;\n  }\n}\n")
        flags = ("-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Werror")
        result = self.gcc("-c", *flags, "a.c")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(result.stderr.count("warning: OpenMP 6.0 wants"), 1)
        self.must(self.gcc("-c", *flags, "-Wno-pedantic", "a.c"))
        self.write("b.c", "int g(void) { int x; return 0; }\n" + self.read("a.c"))
        self.assertEqual(self.gcc("-c", *flags, "b.c").stderr.count("error:"), 1)  # the other warnings as before

    def test_about_options_come_once(self) -> None:
        self.write("a.c", "void f(void) {\n#pragma omp taskgraph\n  {}\n}\n")
        result = self.gcc("-c", "-std=c++17", "a.c")
        self.assertEqual((result.returncode, result.stderr.count("warning:")), (0, 1), result.stderr)

    def test_missing_header(self) -> None:
        self.write("a.c", '#include "nowhere.h"\nvoid f(void) {\n#pragma omp taskgraph\n  {}\n}\n')
        stock = self.stock("-c", "a.c")
        plugin = self.gcc("-c", "a.c")
        self.assertEqual((plugin.stderr, plugin.returncode), (stock.stderr, stock.returncode))


if __name__ == "__main__":
    unittest.main()
