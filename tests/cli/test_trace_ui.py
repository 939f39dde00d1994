#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The files of `rondo trace` in the Perfetto UI: trace_processor imports all of them without a complaint."""

import tempfile
import unittest
from pathlib import Path

import perfetto_ui
from support import PROGRAMS, CommandLineTest, rondo

_N_TASKS = 8 * 8 + 3  # traced.c, "counts"
_N_EDGES = 2 * 8 * 7


@unittest.skipIf(perfetto_ui.missing() != "", f"not there: {perfetto_ui.missing()}")
class TracesInTheUi(CommandLineTest):
    def test_counts(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for compiler in ("gcc", "clang"):
                path = Path(folder) / f"{compiler}.pftrace"
                result = rondo("trace", "-o", str(path), "--", str(PROGRAMS / f"traced.{compiler}"), "counts")
                self.assertEqual(result.returncode, 0, result.stderr)
            with perfetto_ui.PerfettoUi(Path(folder)) as ui:
                for compiler in ("gcc", "clang"):
                    with self.subTest(compiler=compiler):
                        ui.open(f"{compiler}.pftrace")
                        self.check(ui)

    def check(self, ui: perfetto_ui.PerfettoUi) -> None:
        faults = ui.query("select name, value from stats where severity != 'info' and value > 0", "name", "value")
        self.assertEqual(faults, [])
        rows = ui.query("select category, count(*) as n from slice group by 1", "category", "n")
        counts = {category: int(n) for category, n in rows}
        self.assertEqual(counts["task"], _N_TASKS)
        self.assertEqual(counts["parallel region"], 2)
        self.assertEqual(counts["implicit task"], 5)
        self.assertEqual(counts["taskgroup"], 3)
        self.assertEqual(ui.query("select count(*) as n from slice where dur < 0", "n"), [["0"]])
        arrows = "select count(*) as n from flow join slice on slice_out = slice.id where category = 'task'"
        self.assertEqual(ui.query(arrows, "n"), [[str(_N_EDGES)]])
        self.assertEqual(ui.query("select count(distinct utid) as n from thread_track", "n"), [["3"]])


if __name__ == "__main__":
    unittest.main()
