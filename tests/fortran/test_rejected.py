#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Rejected Fortran programs: every message, with its line and column, is the one of the golden file beside the program.

`RONDO_UPDATE=1` rewrites the golden files; look at the difference before it is committed.
"""

import os
import subprocess
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "rejected"
COMPILER = [os.environ["RONDO_TEST_GFORTRAN"], "-fopenmp", f"-fplugin={os.environ['RONDO_TEST_PLUGIN']}"]
SUFFIXES = {".f90", ".F90", ".f"}


class Rejected(unittest.TestCase):
    maxDiff = None

    def test_messages(self) -> None:
        programs = sorted(path for path in FOLDER.iterdir() if path.suffix in SUFFIXES)
        self.assertGreater(len(programs), 5)
        for program in programs:
            with self.subTest(program=program.name):
                result = subprocess.run(
                    [*COMPILER, "-Wpedantic", "-c", program.name, "-o", os.devnull],
                    cwd=FOLDER, capture_output=True, text=True, timeout=200, env={**os.environ, "LC_ALL": "C"},
                )  # fmt: skip
                self.assertEqual(result.returncode, 1)
                golden = program.with_name(program.name + ".expected")
                messages = "".join(line + "\n" for line in result.stderr.splitlines() if line)
                if os.environ.get("RONDO_UPDATE"):
                    golden.write_text(messages)
                self.assertEqual(messages, golden.read_text())


if __name__ == "__main__":
    unittest.main()
