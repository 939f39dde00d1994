#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The installed examples: built by the wrappers as their first lines say, and every form verified."""

import unittest

from support import FORTRAN, PREFIX, DeliveryTest, Variables, run

EXAMPLES = PREFIX / "share/rondo/examples"
SMALL = ("64", "8", "5")


class Examples(DeliveryTest):
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
