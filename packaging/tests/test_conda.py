# SPDX-License-Identifier: Apache-2.0
"""The conda packages: put into an environment by the library that conda's successors use, without any other channel;
there, lib/libgomp.so.1 is Rondo's; removed, nothing is left."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from .clean_root import BUILT

_PROGRAM = """
#include <stdio.h>
int main(void) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  printf("%d\\n", sum);
}
"""
_TOOLS = BUILT / "venv/bin"
_SCRIPT = Path(__file__).resolve().parents[1] / "conda/environment.py"


class Conda(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.prefix = self.folder / "environment"

    def make(self, *specs: str) -> str:
        command = [str(_TOOLS / "python"), str(_SCRIPT), str(BUILT / "conda"), str(self.prefix), *specs]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def run_program(self, *before: str) -> "subprocess.CompletedProcess[str]":
        source = self.folder / "program.c"
        source.write_text(_PROGRAM, encoding="utf-8")
        # As the compilers of an environment link: the run path leads to its lib/.
        subprocess.run(["gcc-12", "-fopenmp", str(source), "-o", str(self.folder / "program"),
                        f"-Wl,-rpath,{self.prefix}/lib"], check=True)
        return subprocess.run([*before, str(self.folder / "program")], check=True, capture_output=True, text=True,
                              env={"RONDO_VERBOSE": "true"})

    def test_an_environment_with_the_mutex_runs_its_programs_on_rondo(self) -> None:
        installed = self.make("rondo", "_openmp_mutex ==4.5 *_rondo")
        self.assertRegex(installed, r"_openmp_mutex 4\.5 \d+_rondo\n")
        result = self.run_program()
        self.assertEqual(result.stdout, "4950\n")
        self.assertIn(f"from {self.prefix}/lib/librondo.so.0, in place of: libgomp.so.1", result.stderr)
        self.make()
        left = [str(path) for path in self.prefix.rglob("*") if path.is_file()]
        self.assertEqual(sorted(Path(path).name for path in left), ["CACHEDIR.TAG", "history"])

    def test_without_it_the_command_does(self) -> None:
        self.make("rondo")
        self.assertFalse((self.prefix / "lib/libgomp.so.1").exists())
        self.assertEqual(self.run_program().stderr, "")
        self.assertIn("in place of: libgomp.so.1", self.run_program(str(self.prefix / "bin/rondo"), "run", "--").stderr)
