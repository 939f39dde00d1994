#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""docs/symbols.md says what librondo is, and each function that is not implemented has a reason."""

import os
import unittest
from pathlib import Path

import symbols as lists
from symbols import UNSUPPORTED, unsupported_reason
from table import NO_REASON, by_reason, exports, missing, page

LIBRARY = Path(os.environ["RONDO_TEST_LIBRARY"])
PAGE = Path(lists.__file__).parents[2] / "docs" / "symbols.md"


class Table(unittest.TestCase):
    maxDiff = None

    def test_page_is_up_to_date(self) -> None:
        again = "write it again: src/faces/table.py build/release/lib/librondo.so > docs/symbols.md"
        self.assertEqual(PAGE.read_text(encoding="utf-8"), page(exports(LIBRARY)), again)

    def test_each_missing_function_has_a_reason(self) -> None:
        self.assertEqual([name for name in missing(exports(LIBRARY)) if unsupported_reason(name) is None], [])

    def test_each_reason_is_needed(self) -> None:
        needed = by_reason(missing(exports(LIBRARY)))
        self.assertEqual([reason for _, reason in UNSUPPORTED if reason not in needed], [])

    def test_a_function_without_reason_shows(self) -> None:
        self.assertEqual(by_reason(["GOMP_unheard_of"]), {NO_REASON: ["GOMP_unheard_of"]})
        self.assertIn(f"| `GOMP_unheard_of` | {NO_REASON} |", page({"GOMP_unheard_of": "W"}))


if __name__ == "__main__":
    unittest.main()
