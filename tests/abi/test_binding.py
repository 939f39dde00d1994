#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Where references end: the loader's own log of bindings, handles of faces, programs linked with a face."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

FACES = Path(os.environ["RONDO_TEST_FACES"])
PROGRAMS = Path(os.environ["RONDO_TEST_PROGRAMS"])
PRELOAD = ":".join(str(FACES / name) for name in ("libgomp.so.1", "libomp.so.5", "libomp.so", "libiomp5.so"))

SOURCE = """
#include <omp.h>
#include <stdio.h>
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  {
#pragma omp barrier
    sum += 1;
#pragma omp critical
    sum += omp_get_num_threads() > 0;
  }
  printf("%s\\n", sum >= 2 ? "done" : "no region");
  return 0;
}
"""

# What gcc 13 and later may call.
LATER_SOURCE = """
#include <stdio.h>
int omp_in_explicit_task(void);
void* omp_get_mapped_ptr(const void*, int);
int omp_get_num_interop_properties(const void*);
void GOMP_taskwait_depend_nowait(void**);
int main(void) {
  int x = 0, inside = 0;
  void* depend[] = {(void*)1, (void*)1, &x};
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(inout : x) shared(inside)
    inside = omp_in_explicit_task();
    GOMP_taskwait_depend_nowait(depend);
#pragma omp task depend(inout : x)
    x = inside;
  }
  int is_right = x == 1 && !omp_in_explicit_task() && omp_get_mapped_ptr(&x, 0) == &x &&
                 omp_get_num_interop_properties(NULL) == 0;
  puts(is_right ? "done" : "wrong");
  return 0;
}
"""


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], **variables}
    return subprocess.run(
        [str(word) for word in command], env=environment, capture_output=True, text=True, timeout=200
    )


def bindings(log: str) -> dict[str, str]:
    """Symbol -> file that it was bound to, for references to an OpenMP runtime."""
    found = re.findall(r"binding file (\S+) \[\d+\] to (\S+) \[\d+\]: normal symbol `(\w+)'", log)
    return {symbol: file for _, file, symbol in found if re.match(r"GOMP_|__kmpc_|omp_|kmp_", symbol)}


class Binding(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "program.c").write_text(SOURCE, encoding="utf-8")

    def build(self, compiler: str, *flags: str) -> Path:
        program = self.folder / f"program-{compiler}"
        built = run(compiler, "-O1", "-fopenmp", self.folder / "program.c", "-o", program, *flags)
        self.assertEqual(built.returncode, 0, built.stderr)
        return program

    def assert_bound_to_librondo(self, log: str, *symbols: str) -> None:
        found = bindings(log)
        for symbol in symbols:
            self.assertIn(symbol, found)
        for symbol, file in found.items():
            self.assertRegex(file, r"/librondo\.so\.0$", symbol)

    def test_every_reference_ends_in_librondo(self) -> None:
        for compiler, symbol in (("gcc-12", "GOMP_parallel"), ("clang-19", "__kmpc_fork_call")):
            program = self.build(compiler)
            for variable, value in (("LD_LIBRARY_PATH", str(FACES)), ("LD_PRELOAD", PRELOAD)):
                for bind_now in ("", "1"):
                    with self.subTest(compiler=compiler, variable=variable, bind_now=bind_now):
                        result = run(program, LD_DEBUG="bindings", LD_BIND_NOW=bind_now, **{variable: value})
                        self.assertEqual((result.returncode, result.stdout), (0, "done\n"), result.stderr[-500:])
                        self.assert_bound_to_librondo(result.stderr, symbol, "omp_get_num_threads")

    def test_handles_of_faces(self) -> None:
        for face, node in (
            ("libgomp.so.1", "OMP_1.0"),
            ("libomp.so.5", "VERSION"),
            ("libomp.so", "OMP_1.0"),
            ("libiomp5.so", "VERSION"),
        ):
            for where in ({"LD_LIBRARY_PATH": str(FACES)}, {"LD_LIBRARY_PATH": str(FACES), "LD_PRELOAD": PRELOAD}):
                with self.subTest(face=face, **where):
                    result = run(PROGRAMS / "by_handle", face, node, **where)
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                    self.assertEqual(len(re.findall(r"/librondo\.so\.0 \d+$", result.stdout, re.M)), 2, result.stdout)

    def test_programs_linked_with_a_face(self) -> None:
        for compiler, soname in (("gcc-12", "libgomp.so.1"), ("clang-19", "libomp.so")):
            with self.subTest(compiler=compiler):
                program = self.build(compiler, f"-L{FACES}", f"-Wl,-rpath,{FACES}")
                needed = run("readelf", "--dynamic", program).stdout
                self.assertIn(f"[{soname}]", needed)
                self.assertNotIn("librondo", needed)
                result = run(program, LD_DEBUG="bindings")
                self.assertEqual((result.returncode, result.stdout), (0, "done\n"), result.stderr[-500:])
                self.assert_bound_to_librondo(result.stderr, "omp_get_num_threads")

    def test_programs_of_later_compilers_find_their_nodes(self) -> None:
        (self.folder / "program.c").write_text(LATER_SOURCE, encoding="utf-8")
        program = self.build("gcc-12", f"-L{FACES}")
        needs = run("readelf", "--version-info", "--wide", program).stdout
        for node in ("OMP_5.1.1", "OMP_5.2", "GOMP_5.1.1", "GOMP_5.1.3"):
            self.assertRegex(needs, rf"Name: {re.escape(node)} ")
        result = run(program, LD_LIBRARY_PATH=str(FACES))
        self.assertEqual((result.returncode, result.stdout), (0, "done\n"), result.stderr[-500:])

    def test_missing_librondo_is_named(self) -> None:
        program = self.build("gcc-12")
        alone = self.folder / "lib" / "rondo" / "faces"  # it looks up to two folders above
        alone.mkdir(parents=True)
        (alone / "libgomp.so.1").write_bytes((FACES / "libgomp.so.1").read_bytes())
        result = run(program, LD_LIBRARY_PATH=str(alone))
        self.assertEqual(result.returncode, 127)
        self.assertIn("librondo.so.0: cannot open shared object file", result.stderr)


if __name__ == "__main__":
    unittest.main()
