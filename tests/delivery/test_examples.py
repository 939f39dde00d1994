#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The installed examples: each is built and run as its first comment says; of the heat solver, every form."""

import os
import re
import unittest
from unittest import mock

import run_examples
from support import FORTRAN, LIBDIR, PREFIX, DeliveryTest, Variables, environment, run

EXAMPLES = PREFIX / "share/rondo/examples"
SMALL = ("64", "8", "5")


class Examples(DeliveryTest):
    def test_each_does_what_it_says(self) -> None:
        more = {"PATH": f"{PREFIX}/bin:{os.environ['PATH']}", "PKG_CONFIG_PATH": f"{PREFIX}/{LIBDIR}/pkgconfig",
                "CMAKE_PREFIX_PATH": str(PREFIX)}
        named = run_examples.examples(EXAMPLES)
        self.assertGreater(len(named), 12)
        with mock.patch.dict(os.environ, environment(more), clear=True):
            for name, commands in named.items():
                if name.startswith("python/"):  # packaging/tests/test_wheel.py
                    continue
                with self.subTest(name):
                    absent = run_examples.missing(commands, EXAMPLES)
                    if absent - {"gfortran-12"}:
                        self.fail(f"{absent}")
                    if not absent:
                        self.assertEqual(run_examples.fault(EXAMPLES, name, commands), "")

    def test_the_list_is_complete(self) -> None:
        text = (EXAMPLES / "README.md").read_text()
        listed = set(re.findall(r"\[`([^`]+)`\]", text))
        self.assertEqual(listed, {name if "." in name and "/" not in name else name.split("/")[0] + "/"
                                  for name in run_examples.examples(EXAMPLES)})

    def check(self, wrapper: str, source: str, more: Variables | None = None) -> None:
        heat = self.folder / "heat"
        self.must(PREFIX / "bin" / wrapper, "-O2", "-Wall", "-Wextra", "-Werror", EXAMPLES / source, "-o", heat,
                  cwd=self.folder, more=more)  # fmt: skip
        for threads in ("1", "2", "4"):
            output = self.must(heat, "all", *SMALL, more={"OMP_NUM_THREADS": threads})
            self.assertEqual([line.split()[0] for line in output.splitlines()], ["tasks", "taskgraph", "taskiter"])
            self.assertEqual(output.count("verified"), 3, output)
        self.assertEqual(len(self.must(heat, "taskgraph", *SMALL).splitlines()), 1)
        self.assertEqual(run(heat, "nonsense").returncode, 2)
        self.assertEqual(run(heat, "tasks", "10", "3").returncode, 2)

    def test_c_by_clang(self) -> None:
        self.check("rondo-cc", "heat_taskgraph.c")

    def test_c_by_gcc(self) -> None:
        self.check("rondo-cc", "heat_taskgraph.c", more={"RONDO_CC": "gcc-12"})

    @unittest.skipUnless(FORTRAN, "gfortran was not found")
    def test_fortran(self) -> None:
        self.check("rondo-fc", "heat_taskgraph.f90")


if __name__ == "__main__":
    unittest.main()
