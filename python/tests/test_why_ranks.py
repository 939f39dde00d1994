# SPDX-License-Identifier: Apache-2.0
"""Several ranks of an MPI program beside each other, and where the `rondo why` of ranks meet."""

import io
import os
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from fake_rings import make_process, make_ring
from rich.console import Console
from rondo import launcher
from rondo.launcher import Rank
from rondo.meeting import Meeting
from rondo.trace.program import Outcome
from rondo.trace.rings import Kind
from rondo.trace.watch import Seen
from rondo.why import ranks
from rondo.why.page import render
from rondo.page import d3
from test_why_compare import run

_MS = 1_000_000
_WHOLE: dict[str, Any] = {"longest_chain": {"seconds": 0, "work_seconds": 0, "tasks": 0, "places": [], "steps": []},
                          "graph": None, "predictions": []}


def _rank(number: int, wall_s: float = 1.0, n_ranks: int = 2, **causes: float) -> ranks.Document:
    found = run(wall_s, causes, **_WHOLE)
    for item in found["causes"]:
        item |= {"advice": "", "places": []}
    return ranks.with_rank(Rank(number, n_ranks), found)


def _screen(*documents: ranks.Document) -> str:
    text = io.StringIO()
    ranks.show(Console(file=text, width=120), ranks.document([*documents]))
    return text.getvalue()


class Ranks(unittest.TestCase):
    def test_the_slowest(self) -> None:
        found = ranks.document([_rank(0, held=0.5, serial=0.1), _rank(1, held=0.05, blocked=0.05)])
        self.assertEqual((found["slowest"], found["n_ranks"], found["wall_seconds"]), (1, 2, 1.0))
        self.assertEqual([one["own_seconds"] for one in found["ranks"]], [0.5, 0.9])
        self.assertEqual(found["processor_seconds"], 4.0)

    def test_none_is_slowest(self) -> None:
        found = ranks.document([_rank(0, held=0.50), _rank(1, held=0.495)])
        self.assertIsNone(found["slowest"])
        self.assertEqual(ranks.verdict(found), "no rank is slower than the others")

    def test_screen(self) -> None:
        text = _screen(_rank(0, held=0.5), _rank(1, held=0.25, mutex=0.25))
        self.assertIn("program: 2 ranks, 1 s, 4 s of processor time\n", text)
        self.assertIn("rank 1 is the slowest: of 1 s it does not wait for others for 750 ms, the other ranks for "
                      "500 ms on average", text)
        self.assertRegex(text, r"rank 0 +rank 1")
        self.assertRegex(text, r"held +50\.0% +25\.0%")
        self.assertRegex(text, r"mutex +0\.0% +25\.0%")
        self.assertIn("rank 1, which the others wait for:\n/a/program: ", text)

    def test_calls_that_nobody_sees(self) -> None:
        text = _screen(_rank(0, serial=0.5), _rank(1, serial=0.6))
        self.assertIn("--mpi shows calls of MPI", text)
        self.assertIn("rank 1, whose threads work least:", text)

    def test_many_ranks(self) -> None:
        text = _screen(*(_rank(number, n_ranks=64, held=0.1 + number / 100) for number in range(64)))
        heading = next(line for line in text.splitlines() if "rank 0 " in line and "rank 1 " in line)
        self.assertEqual(heading.split(), [word for number in (0, 1, 2, 3, 60, 61, 62, 63)
                                           for word in ("rank", str(number))])
        self.assertIn("--json has all", text)

    def test_ranks_of_a_run(self) -> None:
        """That `rondo why` has started with their launcher: each has the time of its own process."""
        process = make_process(make_ring([(0, Kind.THREAD_BEGIN, 1, 10), (40_000, Kind.EXIT, 0, 20 * _MS)]))
        processes = [replace(process, pid=pid, begin_ns=100 * _MS, rank=rank)
                     for pid, rank in ((5, Rank(1, 3)), (6, Rank(0, 3)), (7, None), (8, Rank(2, 3)))]
        seen = {5: Seen(90 * _MS, 30 * _MS), 6: Seen(80 * _MS, 10 * _MS), 7: Seen(0)}  # 8 ended before
        found = ranks.find(Outcome(0, processes, 500 * _MS, 99 * _MS, seen=seen))
        self.assertEqual([(one.rank, one.process.pid, one.outcome.wall_ns, one.outcome.processor_ns) for one in found],
                         [(Rank(0, 3), 6, 60 * _MS, 20 * _MS), (Rank(1, 3), 5, 50 * _MS, 30 * _MS),
                          (Rank(2, 3), 8, 40 * _MS, 20 * _MS)])

    def test_page(self) -> None:
        with mock.patch.object(d3, "source", return_value=""):
            text = render.ranks(ranks.document([_rank(0, held=0.5), _rank(1, mutex=0.25)]), {0: "p.0.html",
                                                                                            1: "p.1.html"})
        self.assertIn('<a href="p.1.html">rank 1</a>', text)
        self.assertIn('title="rank 0, held: 50\u00a0%"', text)
        self.assertIn("rank 1 is the slowest", text)


class Launcher(unittest.TestCase):
    def test_ranks(self) -> None:
        self.assertEqual(launcher.rank({"OMPI_COMM_WORLD_RANK": "3", "OMPI_COMM_WORLD_SIZE": "8"}), Rank(3, 8))
        self.assertEqual(launcher.rank({"PMI_RANK": "0", "PMI_SIZE": "2"}), Rank(0, 2))
        self.assertIsNone(launcher.rank({"PMI_RANK": "0"}))

    def test_other_machines(self) -> None:
        for here, is_elsewhere in (("4", False), ("3", True), ("x", False)):
            variables = {"PMI_RANK": "0", "PMI_SIZE": "4", "MPI_LOCALNRANKS": here}
            with mock.patch.dict(os.environ, variables, clear=True):
                self.assertEqual(launcher.has_ranks_elsewhere(), is_elsewhere)

    def test_this_process(self) -> None:
        self.assertEqual(launcher.rank_of(os.getpid()), launcher.rank_here())
        self.assertRegex(launcher.launcher(), r"\A\d+-\d+\Z")


class Meetings(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def meet(self, number: int) -> Meeting:
        return Meeting("why", Rank(number, 3), f"{os.getpid()}-1", self.root)

    def test_the_last_one_has_all(self) -> None:
        first, second, third = (self.meet(number) for number in (2, 0, 1))
        self.assertIsNone(first.end({"rank": 2}))
        self.assertIsNone(second.end(None))  # its program has not called OpenMP
        self.assertEqual(third.end({"rank": 1}), [{"rank": 1}, {"rank": 2}])
        self.assertEqual([*self.root.iterdir()], [])

    def test_one_alone(self) -> None:
        self.assertEqual(self.meet(1).end({"rank": 1}), [{"rank": 1}])

    def test_one_that_was_killed_is_not_expected(self) -> None:
        first, second = self.meet(0), self.meet(1)
        for path in self.root.glob("*/1.here"):
            path.write_text("999999999")
        self.assertEqual(first.end({"rank": 0}), [{"rank": 0}])
        self.assertEqual(second.end({"rank": 1}), [{"rank": 1}])

    def test_a_second_program_of_the_same_ranks(self) -> None:
        first, other = self.meet(0), self.meet(1)
        self.assertIsNone(first.end({"rank": 0}))
        again = self.meet(0)
        self.assertEqual(other.end({"rank": 1}), [{"rank": 0}, {"rank": 1}])
        self.assertEqual(again.end({"rank": 0}), [{"rank": 0}])

    def test_what_old_launchers_left_goes(self) -> None:
        (self.root / f"rondo-why-{os.getuid()}-999999999-1-0").mkdir()
        self.assertIsNone([self.meet(0), self.meet(1)][0].end({}))
        self.assertEqual(len([*self.root.iterdir()]), 1)


if __name__ == "__main__":
    unittest.main()
