# SPDX-License-Identifier: Apache-2.0
"""Tests of counting: whose counts are taken, and which runs are refused."""

import json
import re
import unittest
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from rondo.errors import MeasureError
from rondo.measure import counts
from rondo.measure.contender import Contender, Observation
from rondo.measure.layout import Layout

kBench = Path(__file__).resolve().parents[2] / "bench"
_LAYOUT = Layout(Path("rondo"), Path("bench"), Path("out"))
_CONSTRUCTS = {"task": {"rmw": 6}, "barrier": {"rmw": 2}}


class Counting(unittest.TestCase):
    def observed(self, form: str, files: int = 1, **graphs: int) -> counts.Counted:
        """One run of 4 executions, by a program that writes `files` files of counts."""

        def observe(who: Contender, layout: Layout, arguments: list[str], threads: int,
                    extra: Mapping[str, str]) -> Observation:
            self.arguments = arguments
            for number in range(files):
                Path(f"{extra['RONDO_COUNT']}.{number}").write_text(json.dumps({"constructs": _CONSTRUCTS}))
            return Observation({"executions": 4, **graphs})

        with mock.patch.object(counts, "observe", observe):
            return counts._observe(_LAYOUT, form, 2, 256)

    def test_is_of_all_constructs_an_execution(self) -> None:
        self.assertEqual(self.observed("task").each("rmw"), 2)
        self.assertEqual(self.arguments, ["--n", "256"])

    def test_a_replay_has_to_be_one(self) -> None:
        self.assertEqual(self.observed("replayed", records=1, pure_replays=15).form, "replayed")
        self.assertEqual(self.arguments, ["--n", str(256 * counts.kReplayFactor)])
        for records, replays in ((1, 0), (2, 15)):
            with self.assertRaisesRegex(MeasureError, f"not replayed .{records} records.*reproduce: OMP_NUM_THREADS=2"):
                self.observed("replayed_grid", records=records, pure_replays=replays)

    def test_counts_that_nobody_wrote_are_no_zeros(self) -> None:
        with self.assertRaisesRegex(MeasureError, "0 files of counts were written, not one"):
            self.observed("task", files=0)

    def test_there_is_a_row_for_each_form_of_the_program(self) -> None:
        source = (kBench / "counts.c").read_text()
        tables = source[source.index("kTaskForms[] = {") : source.index("enum {\n  kNumTaskForms")]
        self.assertEqual(set(re.findall(r'"(\w+)"', tables)), set(counts.kForms))

    def test_constructs_of_the_team_are_those_of_sync(self) -> None:
        source = (kBench / "counts.c").read_text()
        named = re.findall(r'"(\w+)"', source[source.index("kSyncForms[] = {") :].split("};")[0])
        said = re.findall(r'^\s+\{"(\w+)"', (kBench / "sync" / "constructs.c").read_text(), re.MULTILINE)
        self.assertLessEqual(set(named), set(said))


if __name__ == "__main__":
    unittest.main()
