# SPDX-License-Identifier: Apache-2.0
"""Tests of the demo: which runs it refuses, what it computes, and how it ends when something is missing."""

import json
import math
import re
import signal
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from fake_build import FakeBuild, load_what_takes_long
from rondo.demo import contenders, measure, summary
from rondo.demo.plot import spread_labels
from rondo.measure import stats
from rondo.measure.contender import Contender, runtime_problem
from rondo.measure.figures import contender
from rondo.measure.palette import kColours, kMarkers
from rondo.measure.results import problem_of
from rondo.measure.samples import Sample, cells
from rondo.measure.suites import heat_demo


def setUpModule() -> None:
    load_what_takes_long()


def _who(shown: contenders.Contender) -> Contender:
    """Who runs a contender's part of the suite."""
    figure = next(figure for figure in heat_demo.SUITE.figures if figure.form == shown.form)
    found = contender(figure, shown.column)
    assert found is not None
    return found


_SERIAL = _who(contenders.kSerial)
_LIBGOMP, _LIBOMP = map(_who, contenders.kStock)
_RONDO_GCC, _, _GRAPH, _GRAPH_SAME, _TASKITER = map(_who, contenders.kRondo)


def _result(**changes: object) -> dict[str, object]:
    result: dict[str, object] = {"openmp_library": "/lib/libgomp.so.1", "rondo_version": None, "threads": 2}
    result.update(changes)
    return result


class Runtime(unittest.TestCase):
    def test_accepts_the_runtime_that_was_meant(self) -> None:
        self.assertIsNone(runtime_problem(_LIBGOMP, _result(), 2))
        self.assertIsNone(runtime_problem(_LIBOMP, _result(openmp_library="/lib/libomp.so.5"), 2))
        rondo = _result(openmp_library="/x/librondo.so.0", rondo_version="0.1.0")
        self.assertIsNone(runtime_problem(_RONDO_GCC, rondo, 2))

    def test_refuses_another_runtime(self) -> None:
        self.assertIn("not on libomp", runtime_problem(_LIBOMP, _result(), 2) or "")
        self.assertIn("not on rondo", runtime_problem(_RONDO_GCC, _result(), 2) or "")
        preloaded = _result(openmp_library="/x/librondo.so.0", rondo_version="0.1.0")
        self.assertIn("not on libgomp", runtime_problem(_LIBGOMP, preloaded, 2) or "")

    def test_refuses_another_number_of_threads(self) -> None:
        self.assertIn("1 threads, not on 2", runtime_problem(_LIBGOMP, _result(threads=1), 2) or "")
        self.assertIsNone(runtime_problem(_SERIAL, _result(threads=1), 2))

    def test_refuses_a_graph_that_was_not_recorded(self) -> None:
        rondo: dict[str, object] = {"openmp_library": "librondo.so", "rondo_version": "0.1.0"}
        base: dict[str, object] = {**rondo, "records": 1}
        refused = _result(**rondo, records=0, recaptures=0, pure_replays=0)
        recorded = _result(**base, recaptures=0, pure_replays=0)
        self.assertIn("not recorded", runtime_problem(_GRAPH, refused, 2) or "")
        self.assertIn("not recorded", runtime_problem(_GRAPH_SAME, refused, 2) or "")
        self.assertIsNone(runtime_problem(_GRAPH, recorded, 2))
        looped = _result(**base, recaptures=0, pure_replays=0, loops=1)
        self.assertIsNone(runtime_problem(_TASKITER, looped, 2))
        unrolled = _result(**base, recaptures=0, pure_replays=0, loops=0)
        self.assertIn("no loop", runtime_problem(_TASKITER, unrolled, 2) or "")


class Figures(unittest.TestCase):
    def test_summary(self) -> None:
        # 2 x 2 blocks, 24 sweeps: 96 tasks
        serial, (libgomp, libomp), rondo = contenders.kSerial, contenders.kStock, contenders.kRondo[0]
        times: dict[contenders.Contender, list[float]] = {
            serial: [9.6, 9.7, 9.5], libgomp: [6, 5, 7], libomp: [5] * 3, rondo: [4.8] * 3
        }
        samples = [
            Sample(summary.place(1024, 2, contender.key), index + 1, value)
            for contender, values in times.items()
            for index, value in enumerate(values)
        ]
        (row,) = summary.summarise(cells(samples), [*times], (1024,), threads=2, quick=False)
        self.assertEqual((row.iterations, row.tasks), (24, 96))
        self.assertAlmostEqual(row.task_us, 1e5)
        self.assertAlmostEqual(row.cells["libgomp"].sweep_ms, 250)
        self.assertAlmostEqual(row.cells["rondo-gcc"].efficiency, 1.0)
        self.assertAlmostEqual(row.cells["serial"].efficiency, 1.0)
        self.assertAlmostEqual(row.cells["rondo-gcc"].gain or 0, 5 / 4.8)
        self.assertAlmostEqual(row.cells["libgomp"].gain or 0, 5 / 6)

    def test_the_sentence_says_what_the_table_shows(self) -> None:
        def row(block: int, task_us: float, **efficiency: float) -> summary.Row:
            made = {key.replace("_", "-"): summary.Cell(1, value, None) for key, value in efficiency.items()}
            return summary.Row(block, 1, 1, task_us, made)

        rows = [row(128, 50, libgomp=0.8, libomp=0.9, rondo_gcc=0.97, rondo_clang=0.98),
                row(32, 2.2, libgomp=0.5, libomp=0.4, rondo_gcc=0.84, rondo_clang=0.8),
                row(8, 0.06, libgomp=0.1, libomp=0.05, rondo_gcc=0.3, rondo_clang=0.2)]
        self.assertEqual(
            summary.sentence(rows, 2),
            "Seen: with tasks of 2.2 us the same programs take 0.60 of the serial time on Rondo, 1.00 on libgomp and "
            "1.25 on libomp. 2 threads are faster than one with tasks down to 2.2 us on Rondo, down to 50 us on "
            "libgomp and down to 50 us on libomp.")
        self.assertIn("nowhere here on libomp", summary.sentence(
            [row(8, 0.06, libgomp=0.6, libomp=0.05, rondo_gcc=0.3)], 2))
        self.assertEqual(summary.sentence([row(8, 0.06, libgomp=0.6, rondo_gcc=0.3)], 2), "")

    def test_every_contender_is_drawn_in_its_own_way(self) -> None:
        ways = {(kColours[contender.key], kMarkers[contender.key]) for contender in contenders.kAll}
        self.assertEqual(len(ways), len(contenders.kAll))

    def test_every_contender_runs_one_figure_of_each_size(self) -> None:
        for one in contenders.kAll:
            figures = [figure for figure in heat_demo.SUITE.figures if figure.form == one.form]
            self.assertEqual(len(figures), len(heat_demo.kBlocks))
            self.assertTrue(all(contender(figure, one.column) for figure in figures), one.key)

    def test_spread(self) -> None:
        self.assertAlmostEqual(stats.spread([1.0, 2.0, 3.0, 4.0, 5.0]), 1 / 3)
        self.assertEqual(stats.spread([2.0]), 0)

    def test_labels_keep_their_distance_and_order(self) -> None:
        wished = [0.1, 0.101, 0.102, 0.13, 0.8]
        placed = spread_labels(wished, 0.04)
        self.assertEqual(placed, sorted(placed))
        for lower, upper in zip(placed, placed[1:]):
            self.assertGreaterEqual(upper - lower, 0.04 - 1e-12)
        self.assertEqual(placed[-1], 0.8)
        self.assertTrue(math.isclose(sum(placed[:4]), sum(wished[:4])))
        self.assertEqual(spread_labels([], 0.1), [])


class Driver(unittest.TestCase):
    """The whole command against programs that only pretend, in a build tree without Rondo unless said otherwise."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.build = FakeBuild(self.folder)

    def finish(self, *arguments: str, fake: str = "") -> tuple[int, str, str]:
        return self.build.run(*arguments, fake=fake, command="demo")

    def test_without_rondo_it_says_so_and_shows_the_rest(self) -> None:
        status, output, errors = self.finish("--blocks", "64,256", "--rounds", "1")
        self.assertEqual(status, 1)
        self.assertRegex(errors, r"rondo: Rondo is not built: .* build it: cmake --build --preset release")
        self.assertIn("libgomp", output)
        self.assertNotIn("re-capt", output)
        self.assertIn("Every one of 8 runs gave the serial result", output)
        written = json.loads((self.build.output / "heat.json").read_text())
        self.assertIsNone(problem_of(written))
        results = written["results"]
        self.assertEqual([record["block"] for record in results], [256] * 4 + [64] * 4)
        self.assertEqual({record["contender"] for record in results}, {"serial", "libgomp", "libomp", "diagonals"})
        self.assertEqual({round(record["median"], 6) for record in results}, {8 * 24 / 1000})
        for name in ("heat.png", "heat.svg"):
            self.assertGreater((self.build.output / name).stat().st_size, 1000)
        # In a pipe, and with FORCE_COLOR set: no control characters.
        self.assertIsNone(re.search(r"[\x00-\x09\x0b-\x1f\x7f]", output + errors))

    def test_contenders_that_were_named(self) -> None:
        self.build = FakeBuild(self.folder, with_rondo=True)
        status, output, errors = self.finish("--quick", "--contenders", "graph,graph-same-gcc")
        self.assertEqual((status, errors.count("rondo:")), (0, 0), errors)
        runs = self.build.runs()
        self.assertTrue(all("--iterations 12" in line for line in runs if "--block 256" in line))
        forms = {" ".join(line.split()[:2]) for line in runs if line.startswith("heat")}
        self.assertEqual(forms, {"heat-gcc serial", "heat-graph-clang graph", "heat-graph-gcc graph-same"})
        for heading in ("re-capt.", "same", "serial"):
            self.assertIn(heading, output)
        self.assertNotIn("Times faster", output)  # than what was not measured
        self.assertNotIn("Seen:", output)

    def test_no_round_begins_that_would_end_too_late(self) -> None:
        status, output, errors = self.finish("--blocks", "256", "--rounds", "1000", "--limit", "1")
        self.assertEqual(status, 1)
        rounds = json.loads((self.build.output / "heat.json").read_text())["options"]["rounds"]
        self.assertLess(rounds, 1000)
        self.assertIn(f"Every one of {4 * rounds} runs", output)

    def test_a_stock_runtime_that_does_not_end_is_shown(self) -> None:
        self.build = FakeBuild(self.folder, with_rondo=True)
        with mock.patch.object(measure, "kLongestRun_s", 0.5):
            status, output, errors = self.finish("--blocks", "64,256", "--rounds", "2", "--contenders",
                                                 "libgomp,libomp,rondo-gcc", fake="slow-libomp")
        self.assertEqual(status, 0, errors)
        rows = [line.split()[2:] for line in output.splitlines() if line.split()[:1] == ["64"]]
        self.assertEqual(rows, ["8.00 8.00 > 20 s* 4.00".split(), "50 % - 100 %".split(), "1.00x - 2.00x".split()])
        self.assertIn("* no run of all sweeps ended within 20 s", output)
        self.assertRegex(output, "blocks of 64: heat on libomp did not end within 0 s; reproduce: .*heat-clang tasks")
        self.assertIn("Every one of 14 runs gave", output)
        written = json.loads((self.build.output / "heat.json").read_text())
        self.assertIsNone(problem_of(written))
        self.assertEqual([failure["contender"] for failure in written["failures"]], ["libomp"])

    def test_a_wrong_result_stops_the_demo(self) -> None:
        status, _, errors = self.finish("--blocks", "64", "--rounds", "1", fake="wrong")
        self.assertEqual(status, 1)
        self.assertRegex(errors, "rondo: WRONG RESULT: heat on libgomp: hash bad, not --size .* reproduce: OMP_NUM_THR")
        self.assertFalse((self.build.output / "heat.json").exists())

    def test_bad_options_are_one_line(self) -> None:
        for arguments in (["--blocks", "100"], ["--threads", "0"], ["--contenders", "tbb"], ["--fast"]):
            status, output, errors = self.finish(*arguments)
            self.assertEqual((status, output, errors.count("\n")), (2, "", 1), errors)
            self.assertTrue(errors.startswith("rondo: "), errors)

    def test_missing_programs(self) -> None:
        self.build.rondo = self.folder / "nowhere" / "rondo"
        status, _, errors = self.finish()
        self.assertEqual((status, errors.count("\n")), (1, 1))
        self.assertIn("build them: cmake --build --preset release", errors)

    def test_ctrl_c_is_a_clean_stop(self) -> None:
        process = self.build.start("--contenders", "libgomp", fake="hang", command="demo")
        hangs = Path(f"{self.build.log}.hangs")
        while not hangs.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(errors, "rondo: stopped by Ctrl-C; no results were written\n")


if __name__ == "__main__":
    unittest.main()
