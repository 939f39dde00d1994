#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The tools of src/faces: reading lists, writing faces and stubs."""

import tempfile
import unittest
from pathlib import Path

from generate import face_source, version_script
from symbols import Symbol, omission_reason, parse_list
from unsupported import stubs_source

LIST = """\
# a comment
node OMP_1.0
node OMP_3.0
omp_init_lock@OMP_1.0
omp_init_lock@@OMP_3.0
omp_get_level@@OMP_3.0
omp_null_allocator@@OMP_3.0 data 8 0
kmp_ext_alloc@@OMP_3.0 data 16
"""


class Lists(unittest.TestCase):
    def test_lines_survive_reading_and_writing(self) -> None:
        symbols = parse_list(LIST, "list")
        self.assertEqual(symbols.nodes, ["OMP_1.0", "OMP_3.0"])
        self.assertEqual([symbol.to_line() for symbol in symbols.symbols], LIST.splitlines()[3:])
        self.assertEqual(symbols.symbols[0], Symbol("omp_init_lock", "OMP_1.0", is_default=False))
        self.assertEqual(symbols.symbols[3].value, 0)

    def test_malformed_lines_name_their_place(self) -> None:
        for line in ("omp_x", "omp_x@@OMP_9.9", "omp_x@@OMP_1.0 data", "omp_x@@OMP_1.0 code 8", "a b@@OMP_1.0"):
            with self.assertRaisesRegex(SystemExit, "rondo: list:2: cannot read"):
                parse_list(f"node OMP_1.0\n{line}\n", "list")

    def test_omissions(self) -> None:
        self.assertIn("OpenACC", omission_reason("acc_init") or "")
        self.assertIsNone(omission_reason("GOMP_parallel"))
        self.assertIsNone(omission_reason("omp_get_level"))


class Generated(unittest.TestCase):
    def test_a_name_in_two_nodes_is_placed_by_the_assembler(self) -> None:
        symbols = parse_list(LIST, "list")
        source = face_source(symbols, "libx.so.1", "list")
        script = version_script(symbols)
        self.assertIn('".symver version_0, omp_init_lock@OMP_1.0"', source)
        self.assertIn('".symver version_1, omp_init_lock@@OMP_3.0"', source)
        self.assertNotIn("omp_init_lock", script)
        self.assertIn("FORWARD(omp_get_level, omp_get_level)", source)
        self.assertIn("    omp_get_level;\n", script)
        # The first node has no name of its own left and is there all the same.
        self.assertIn("OMP_1.0 {\n};", script)

    def test_data(self) -> None:
        source = face_source(parse_list(LIST, "list"), "libx.so.1", "list")
        self.assertIn("const unsigned long long omp_null_allocator = 0u;", source)
        self.assertIn("unsigned char kmp_ext_alloc[16];", source)

    def test_stubs_are_functions_of_our_prefixes_once_each(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list.txt"
            path.write_text(LIST + "_You_must_link@@OMP_3.0\n", encoding="utf-8")
            stubs = [line for line in stubs_source([path, path]).splitlines() if line.startswith("STUB(")]
        self.assertEqual(stubs, ["STUB(omp_get_level)", "STUB(omp_init_lock)"])


if __name__ == "__main__":
    unittest.main()
