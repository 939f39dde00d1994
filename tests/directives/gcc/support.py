# SPDX-License-Identifier: Apache-2.0
"""What the tests of the gcc plugin share: a folder to compile in, gcc with and without the plugin, running programs."""

import os
import subprocess
import tempfile
import textwrap
import unittest
from pathlib import Path

GCC = os.environ["RONDO_TEST_GCC"]
GXX = os.environ["RONDO_TEST_GXX"]
GFORTRAN = os.environ["RONDO_TEST_GFORTRAN"]
PLUGIN = Path(os.environ["RONDO_TEST_PLUGIN"])
FACES = Path(os.environ["RONDO_TEST_FACES"])
# What is recorded is replayed at once, and not first when that is faster.
RONDO = {"LD_LIBRARY_PATH": str(FACES), "RONDO_GRAPH_WAY": "spread"}

# Variables of the person who runs the tests must not decide their outcome.
INHERITED = {"PATH", "HOME", "TMPDIR"}

Result = subprocess.CompletedProcess[str]

# One region, one loop, tasks with clauses; prints "10 6 7". Valid C89 and C++11.
PROGRAM = """\
#include <stdio.h>
#define REGION(n) _Pragma("omp taskgraph")
#define NEXT(x) ((x) + 1)
int main(void) {
  int i, k, sum = 0, count = 0, odd = 0;
#pragma omp parallel
#pragma omp single
  {
    for (k = 0; k < 5; k++) {
      #pragma omp   taskgraph   graph_id(NEXT(k) % 2)
      {
        #pragma omp task shared(sum, k) depend(inout : sum)
        sum += k;
      }
    }
    #pragma omp taskiter
    for (i = 0; i < 6; i++) {
      #pragma omp task shared(count) depend(inout : count)
      count++;
    }
    REGION(1)
    {
      #pragma omp task shared(odd) replayable
      odd += 7;
    }
  }
  printf("%d %d %d\\n", sum, count, odd);
  return 0;
}
"""
OUTPUT = "10 6 7\n"

# The same work without directives: what stock gcc compiles.
PLAIN = """\
#include <stdio.h>
static int saved = 1; /* taskgraph, replayable: words, not directives */
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  {
    int read_only = 3;
#pragma omp task shared(sum, read_only)
    sum += read_only + saved;
#pragma omp taskwait
  }
  printf("%d\\n", sum);
  return 0;
}
"""


def run(*command: str | Path, cwd: Path, env: dict[str, str] | None = None, stdin: str | None = None) -> Result:
    environment = {name: value for name, value in os.environ.items() if name in INHERITED}
    environment |= {"LC_ALL": "C"} | (env or {})
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
    )


class CompilerTest(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rondo gcc ")  # a blank, as in many people's folders
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
        return name

    def read(self, name: str) -> str:
        return (self.folder / name).read_text(encoding="utf-8")

    def gcc(self, *arguments: str, compiler: str = GCC, stdin: str | None = None) -> Result:
        """gcc with the plugin."""
        return run(compiler, "-fopenmp", f"-fplugin={PLUGIN}", *arguments, cwd=self.folder, stdin=stdin)

    def stock(self, *arguments: str, compiler: str = GCC, stdin: str | None = None) -> Result:
        """gcc as it is."""
        return run(compiler, "-fopenmp", *arguments, cwd=self.folder, stdin=stdin)

    def must(self, result: Result) -> Result:
        """It has succeeded, without a word on standard error."""
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.args)
        return result

    def assert_runs(self, program: str = "a.out", output: str = OUTPUT) -> None:
        """On Rondo and on gcc's own runtime, with one thread and with several."""
        environments: list[dict[str, str]] = [{}, RONDO]
        for environment in environments:
            for threads in ("1", "4"):
                result = run(f"./{program}", cwd=self.folder, env=environment | {"OMP_NUM_THREADS": threads})
                self.assertEqual((result.stdout, result.stderr, result.returncode), (output, "", 0), environment)
