#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Programs on Rondo have to run under Debian 12's valgrind, which gives up, with the program, on clang's DWARF 5."""

import os
import re
import subprocess
import unittest
from pathlib import Path

LIBRARIES = [Path(os.environ["RONDO_TEST_LIBRARY"]), *Path(os.environ["RONDO_TEST_FACES"]).glob("lib*.so*")]
NEWEST = 4


def versions(library: Path) -> set[int]:
    """Of the DWARF compile units in a library; empty if it has none."""
    out = subprocess.run(["readelf", "--debug-dump=info", "--dwarf-depth=1", library], capture_output=True, check=True)
    return {int(version) for version in re.findall(r"^\s*Version:\s+(\d+)$", out.stdout.decode(), re.MULTILINE)}


class DebugInfo(unittest.TestCase):
    def test_no_library_has_units_that_valgrind_cannot_read(self) -> None:
        for library in LIBRARIES:
            with self.subTest(library=library.name):
                self.assertLessEqual(max(versions(library), default=0), NEWEST)

    def test_the_runtime_says_where_its_functions_come_from(self) -> None:
        self.assertTrue(versions(LIBRARIES[0]), "built without -g1: stacks would have no lines")


if __name__ == "__main__":
    unittest.main()
