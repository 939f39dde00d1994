# SPDX-License-Identifier: Apache-2.0
"""Tests of the demo's Python: what it refuses, what it computes, and how it ends when something is missing."""

import json
import math
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(_HERE), str(_HERE.parent / "bench")]

from rondo_measure import stats  # noqa: E402
from rondo_measure.contender import runtime_problem  # noqa: E402
from rondo_measure.errors import MeasureError  # noqa: E402
from rondo_measure.palette import kColours, kMarkers  # noqa: E402
from rondo_measure.results import problem_of  # noqa: E402

from heat_demo import plan, summary  # noqa: E402
from heat_demo.measure import Samples, Verifier  # noqa: E402
from heat_demo.plot import spread_labels  # noqa: E402

_LIBGOMP, _LIBOMP = plan.kStock
_RONDO_GCC, _, _GRAPH, _GRAPH_SAME, _TASKITER = plan.kRondo


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
        self.assertIsNone(runtime_problem(plan.kSerial, _result(threads=1), 2))

    def test_refuses_a_graph_that_was_not_replayed(self) -> None:
        base = {"openmp_library": "librondo.so", "rondo_version": "0.1.0", "records": 1}
        fallback = _result(**base, recaptures=0, pure_replays=0)
        recaptured = _result(**base, recaptures=9, pure_replays=0)
        self.assertIn("not replayed", runtime_problem(_GRAPH, fallback, 2) or "")
        self.assertIsNone(runtime_problem(_GRAPH, recaptured, 2))
        self.assertIn("not replayed", runtime_problem(_GRAPH_SAME, recaptured, 2) or "")
        looped = _result(**base, recaptures=0, pure_replays=0, cyclic_iterations=15)
        self.assertIsNone(runtime_problem(_TASKITER, looped, 2))
        unrolled = _result(**base, recaptures=0, pure_replays=0, cyclic_iterations=0)
        self.assertIn("cyclic", runtime_problem(_TASKITER, unrolled, 2) or "")


class Verification(unittest.TestCase):
    def test_refuses_a_grid_that_differs(self) -> None:
        verifier = Verifier()
        size = plan.Size(16, 4)
        verifier.check(plan.kSerial, size, {"hash": "aa"})
        verifier.check(_LIBGOMP, size, {"hash": "aa"})
        with self.assertRaisesRegex(MeasureError, "WRONG RESULT"):
            verifier.check(_LIBGOMP, size, {"hash": "ab"})

    def test_serial_result_does_not_depend_on_the_block_size(self) -> None:
        verifier = Verifier()
        verifier.check(plan.kSerial, plan.Size(16, 4), {"hash": "aa"})
        with self.assertRaises(MeasureError):
            verifier.check(plan.kSerial, plan.Size(32, 4), {"hash": "ab"})


class Figures(unittest.TestCase):
    def test_summary(self) -> None:
        size = plan.Size(1024, 2)  # 2 x 2 blocks, 2 sweeps: 8 tasks
        times = {plan.kSerial: [0.8, 0.9, 0.7], _LIBGOMP: [0.6, 0.5, 0.7], _LIBOMP: [0.5] * 3, _RONDO_GCC: [0.4] * 3}
        samples = Samples({(contender.key, 1024): values for contender, values in times.items()})
        (row,) = summary.summarise(samples, list(times), [size], threads=2)
        self.assertAlmostEqual(row.task_us, 1e5)
        self.assertAlmostEqual(row.cells["libgomp"].sweep_ms, 300)
        self.assertAlmostEqual(row.cells["rondo-gcc"].efficiency, 1.0)
        self.assertAlmostEqual(row.cells["serial"].efficiency, 1.0)
        self.assertAlmostEqual(row.cells["rondo-gcc"].gain or 0, 0.5 / 0.4)
        self.assertAlmostEqual(row.cells["libgomp"].gain or 0, 0.5 / 0.6)

    def test_every_contender_is_drawn_in_its_own_way(self) -> None:
        ways = {(kColours[contender.key], kMarkers[contender.key]) for contender in plan.kAll}
        self.assertEqual(len(ways), len(plan.kAll))

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


# A program that stands for all four: prints a right JSON line, or what FAKE tells it.
_FAKE_PROGRAM = r"""#!/usr/bin/python3
import json, os, sys, time
form = sys.argv[1]
if os.environ.get("FAKE") == "hang":
    open(os.environ["FAKE_MARK"], "w").close(); time.sleep(60)
option = dict(zip(sys.argv[2::2], sys.argv[3::2]))
name = "libomp.so.5" if "clang" in sys.argv[0] else "libgomp.so.1"
wrong = os.environ.get("FAKE") == "wrong" and form == "tasks"
print(json.dumps({"openmp_library": name, "rondo_version": None, "threads": 1 if form == "serial" else
    int(os.environ["OMP_NUM_THREADS"]), "time_s": 0.01, "hash": "bad" if wrong else option["--iterations"]}))
"""


class Driver(unittest.TestCase):
    """The whole script against programs that only pretend, in a build tree without Rondo."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.mark = self.folder / "started"
        programs = self.folder / "bin" / "demo"
        programs.mkdir(parents=True)
        for name in ("heat-gcc", "heat-clang", "heat-graph-gcc", "heat-graph-clang"):
            (programs / name).write_text(_FAKE_PROGRAM)
            (programs / name).chmod(stat.S_IRWXU)

    def start(self, *arguments: str, fake: str = "") -> "subprocess.Popen[str]":
        command = ["/usr/bin/python3", str(_HERE / "rondo_demo.py"), "--rondo", str(self.folder / "bin" / "rondo")]
        command += ["--output", str(self.folder / "out"), *arguments]
        environment = {**os.environ, "FAKE": fake, "FAKE_MARK": str(self.mark), "FORCE_COLOR": "1"}
        return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, *arguments: str, fake: str = "") -> tuple[int, str, str]:
        process = self.start(*arguments, fake=fake)
        output, errors = process.communicate(timeout=60)
        return process.returncode, output, errors

    def test_without_rondo_it_says_so_and_shows_the_rest(self) -> None:
        status, output, errors = self.finish("--blocks", "64,256", "--rounds", "1")
        self.assertEqual(status, 1)
        self.assertRegex(errors, r"rondo: Rondo is not built: .* build it: cmake --build --preset release")
        self.assertIn("libgomp", output)
        self.assertNotIn("re-capt", output)
        written = json.loads((self.folder / "out" / "heat.json").read_text())
        self.assertIsNone(problem_of(written))
        results = written["results"]
        self.assertEqual({record["block"] for record in results}, {64, 256})
        for name in ("heat.png", "heat.svg"):
            self.assertGreater((self.folder / "out" / name).stat().st_size, 1000)
        # In a pipe, and with FORCE_COLOR set: no control characters.
        self.assertIsNone(re.search(r"[\x00-\x09\x0b-\x1f\x7f]", output + errors))

    def test_a_wrong_result_stops_the_demo(self) -> None:
        status, _, errors = self.finish("--blocks", "64", "--rounds", "1", fake="wrong")
        self.assertEqual(status, 1)
        self.assertIn("rondo: WRONG RESULT: libgomp, blocks of 64", errors)
        self.assertFalse((self.folder / "out" / "heat.json").exists())

    def test_bad_options_are_one_line(self) -> None:
        for arguments in (["--blocks", "100"], ["--threads", "0"], ["--contenders", "tbb"], ["--fast"]):
            status, output, errors = self.finish(*arguments)
            self.assertEqual((status, output, errors.count("\n")), (2, "", 1), errors)
            self.assertTrue(errors.startswith("rondo: "), errors)

    def test_missing_programs(self) -> None:
        status, _, errors = self.finish("--rondo", str(self.folder / "nowhere" / "rondo"))
        self.assertEqual((status, errors.count("\n")), (1, 1))
        self.assertIn("build them: cmake --build --preset release", errors)

    def test_ctrl_c_is_a_clean_stop(self) -> None:
        process = self.start("--contenders", "libgomp", fake="hang")
        while not self.mark.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, errors)
        self.assertEqual(errors, "rondo: stopped by Ctrl-C; no results were written\n")


if __name__ == "__main__":
    unittest.main()
