# SPDX-License-Identifier: Apache-2.0
"""The archive for another architecture: its commands, and programs of both compilers, under qemu. `rondo run` cannot be
tried so: it starts another program, which only the kernel could do through an emulator."""

import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from .clean_root import newest, unpack

_PROGRAM = """
#include <stdio.h>
int main(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++)
#pragma omp task shared(sum) depend(inout : sum)
    sum += i;
  printf("%d\\n", sum);
}
"""


class Foreign(unittest.TestCase):
    """What the tests of each architecture have in common; no test by itself."""

    architecture: str
    machine: str  # as readelf calls it
    loader: str
    tree: Path
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.tree = unpack(newest(f"rondo-*-linux-{cls.architecture}.tar.gz"), cls.folder)

    def test_command_says_its_version(self) -> None:
        self.assertRegex(self._emulated(self.tree / "bin/rondo", "--version").stdout, r"\Arondo \d+\.\d+\.\d+\n\Z")

    def test_each_file_is_for_this_architecture(self) -> None:
        elf = [path for path in self.tree.rglob("*")
               if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
        self.assertGreater(len(elf), 4)
        for path in elf:
            self.assertRegex(_readelf("-h", path), rf"Machine: +{self.machine}\n", path.name)

    def test_library_needs_the_c_library_only(self) -> None:
        needed = set(re.findall(r"NEEDED.*\[(.*)\]", _readelf("-d", self.tree / "lib/librondo.so.0")))
        self.assertLessEqual(needed, {"libc.so.6", self.loader})

    def test_program_of_gcc_runs_on_it(self) -> None:
        self._assert_runs(f"{self.architecture}-linux-gnu-gcc-12")

    def test_program_of_clang_runs_on_it(self) -> None:
        # No libomp for this architecture is there to be linked with; the archive's own face is.
        self._assert_runs("clang-19", f"--target={self.architecture}-linux-gnu", f"-L{self.tree}/lib/rondo/faces")

    def _assert_runs(self, *compiler: str) -> None:
        source, program = self.folder / "sum.c", self.folder / "sum"
        source.write_text(_PROGRAM, encoding="utf-8")
        subprocess.run([*compiler, "-fopenmp", str(source), "-o", str(program)], check=True)
        faces = f"LD_LIBRARY_PATH={self.tree}/lib/rondo/faces"
        result = self._emulated("-E", faces, "-E", "RONDO_VERBOSE=true", program)
        self.assertEqual(result.stdout, "4950\n")
        self.assertIn("librondo.so.0", result.stderr)

    def _emulated(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        emulator = [f"qemu-{self.architecture}", "-L", f"/usr/{self.architecture}-linux-gnu"]
        result = subprocess.run([*emulator, *map(str, command)], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result


def _readelf(option: str, path: Path) -> str:
    return subprocess.run(["readelf", "-W", option, str(path)], capture_output=True, text=True, check=True).stdout
