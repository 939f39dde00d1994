# SPDX-License-Identifier: Apache-2.0
"""rondo-filter between the two halves of compilers that have no plugin, here played by the stock ones."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

FILTER = os.environ["RONDO_TEST_FILTER"]
FACES = os.environ["RONDO_TEST_FACES"]

PROGRAM = """\
#include <stdio.h>
#define ADD(x, y)   ((x) + (y))
int main(void) {
  int sum = 0, k;
#pragma omp parallel
#pragma omp single
  for (k = 0; k < 4; k++) {
    #pragma omp   taskgraph   graph_id(k % 2)
    {
      #pragma omp task shared(sum, k)
      sum = ADD(sum, k);
    }
  }
  printf("%d\\n", sum);
  return 0;
}
"""


def run(*command: str, stdin: str = "", cwd: str | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"} | env
    return subprocess.run(command, input=stdin, cwd=cwd, env=environment, capture_output=True, text=True, timeout=200)


class Filter(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        Path(self.folder, "a.c").write_text(PROGRAM)

    def in_folder(self, *command: str, stdin: str = "", **env: str) -> str:
        result = run(*command, stdin=stdin, cwd=self.folder, **env)
        self.assertEqual((result.returncode, result.stderr), (0, ""), command)
        return result.stdout

    def assert_runs(self) -> None:
        self.assertEqual(self.in_folder("./a.out", OMP_NUM_THREADS="3"), "6\n")
        self.assertEqual(self.in_folder("./a.out", OMP_NUM_THREADS="3", LD_LIBRARY_PATH=FACES), "6\n")

    def test_a_pipe(self) -> None:
        for compiler in ("gcc-12", "clang-19"):
            text = self.in_folder(compiler, "-fopenmp", "-E", "a.c")
            filtered = self.in_folder(FILTER, stdin=text)
            self.assertNotIn("omp taskgraph", filtered)
            self.assertIn("rondo_directive_taskgraph(__rondo_frame.words", filtered)
            self.in_folder(compiler, "-fopenmp", "-Wall", "-Wextra", "-x", "cpp-output", "-", stdin=filtered)
            self.assert_runs()

    def test_files_of_cxx(self) -> None:
        for compiler in ("g++-12", "clang++-19"):
            self.in_folder(compiler, "-fopenmp", "-x", "c++", "-E", "a.c", "-o", "a.ii")
            self.assertEqual(self.in_folder(FILTER, "a.ii", "-o", "b.ii"), "")
            self.in_folder(compiler, "-fopenmp", "-Wall", "-Wextra", "-std=c++17", "b.ii")
            self.assert_runs()
            text = Path(self.folder, "a.ii").read_text()
            filtered = self.in_folder(FILTER, "-x", "c++", "-", stdin=text)
            self.assertEqual(filtered.count('extern "C" {'), text.count('extern "C" {') + 1)

    def test_text_without_directives_goes_through(self) -> None:
        text = "# 1 \"x.c\"\n  int   saved  ;\t\n\n#pragma omp task\n"
        self.assertEqual(self.in_folder(FILTER, stdin=text), text)

    def test_mistakes(self) -> None:
        Path(self.folder, "a.c").write_text("void f(void) {\n  #pragma omp   taskgraph   wrong\n  {}\n}\n")
        text = self.in_folder("clang-19", "-fopenmp", "-E", "a.c")
        result = run(FILTER, stdin=text, cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, r"\Aa\.c:2:29: error: 'wrong' .*\n\Z")

    def test_usage(self) -> None:
        self.assertIn("usage: rondo-filter", run(FILTER, "--help").stdout)
        for arguments, words in (
            (["-x"], "needs a value"),
            (["-x", "java"], "java"),
            (["--what"], "no such option"),
            (["a", "b"], "one file"),
            (["missing.i"], "cannot read missing.i"),
            (["-o", "missing/x", "-"], "cannot write missing/x"),
        ):
            result = run(FILTER, *arguments, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertRegex(result.stderr, rf"\Arondo-filter: .*{words}.*\n\Z")


if __name__ == "__main__":
    unittest.main()
