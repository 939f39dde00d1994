# SPDX-License-Identifier: Apache-2.0
"""Tests of bench/run: which programs it runs for which column, and how it ends when something is missing or wrong."""

import json
import os
import re
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

_HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(_HERE))

from rondo_measure import figures  # noqa: E402
from rondo_measure.columns import kColumns  # noqa: E402
from rondo_measure.floor import kFloorRows  # noqa: E402
from rondo_measure.suites import kSuites, listing1, spawn, wavefront  # noqa: E402

_RUNS = [figure for suite in kSuites for figure in (*suite.figures, *(sweep.figure for sweep in suite.sweeps))]

# Stands for every program: a line with all members, all figures 8, on the library its name tells.
_FAKE_PROGRAM = r"""#!/usr/bin/python3
import json, os, sys
name = sys.argv[0]
library = "libomp.so.5" if "clang" in name else "libgomp.so.1" if "gcc" in name else "none"
if os.environ.get("FAKE") == "fail" and "spawn" in name:
    sys.exit("spawn: 3 tasks executed, 4 created")
members = "ns_per_task serial_ns_per_task efficiency overhead_ms " + os.environ["FAKE_MEMBERS"]
print(json.dumps({"openmp_library": library, "rondo_version": None, "threads": int(os.environ["OMP_NUM_THREADS"]),
                  **{member: 8 for member in members.split()}}))
"""


class Columns(unittest.TestCase):
    def test_who_runs_what(self) -> None:
        tasks, fib, chains = wavefront.SUITE.figures[0], spawn.SUITE.figures[0], listing1.SUITE.figures[0]
        columns = {column.key: column for column in kColumns}
        same = figures.contender(tasks, columns["graph-same"])
        assert same is not None
        self.assertEqual((same.program, same.form, same.on_rondo), ("wavefront-clang", "graph-same", True))
        self.assertIsNone(figures.contender(fib, columns["graph-gcc"]))
        self.assertIsNone(figures.contender(fib, columns["pattern"]))
        self.assertIsNone(figures.contender(fib, columns["tbb"]))
        self.assertIsNone(figures.contender(chains, columns["taskiter"]))
        self.assertIsNotNone(figures.contender(chains, columns["graph-gcc"]))
        # oneTBB does not read OMP_NUM_THREADS.
        self.assertIn("--threads", figures.arguments(tasks, columns["tbb"], 2, quick=False))
        self.assertNotIn("--threads", figures.arguments(tasks, columns["libgomp"], 2, quick=False))


class Script(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        programs = self.folder / "bin" / "bench"
        programs.mkdir(parents=True)
        names = [f"{figure.program}-{build}" for figure in _RUNS for build in ("gcc", "clang")]
        for name in {*names, "wavefront-tbb", "stencil-tbb", "floor"}:
            (programs / name).write_text(_FAKE_PROGRAM)
            (programs / name).chmod(stat.S_IRWXU)

    def run_script(self, *arguments: str, fake: str = "") -> tuple[int, str, str]:
        members = [row.member for figure in _RUNS for row in figure.rows]
        members += kFloorRows
        environment = {**os.environ, "FAKE": fake, "FAKE_MEMBERS": " ".join(members), "FORCE_COLOR": "1"}
        command = ["/usr/bin/python3", str(_HERE / "run"), "--rondo", str(self.folder / "bin" / "rondo")]
        command += ["--output", str(self.folder / "out"), *arguments]
        done = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=60, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_without_rondo_it_says_so_and_measures_the_rest(self) -> None:
        status, output, errors = self.run_script("wavefront", "sync", "floor", "--rounds", "1")
        self.assertEqual(status, 1, errors)
        self.assertRegex(errors, r"rondo: Rondo is not built: .* build it: cmake --build --preset release")
        self.assertIn("oneTBB", output)
        self.assertIsNone(re.search(r"[\x00-\x09\x0b-\x1f\x7f]", output + errors))
        written = json.loads((self.folder / "out" / "bench.json").read_text())
        self.assertEqual({result["contender"] for result in written["results"]}, {"libgomp", "libomp", "tbb"})
        self.assertEqual(written["floor"]["line_transfer_ns"], 8)

    def test_only_what_was_asked_for(self) -> None:
        status, _, errors = self.run_script("spawn", "--only", "libomp", "--rounds", "2")
        self.assertEqual(status, 0, errors)
        written = json.loads((self.folder / "out" / "bench.json").read_text())
        self.assertEqual({result["subset"] for result in written["results"]}, {"spawn"})
        self.assertEqual([result["samples"] for result in written["results"]], [[8.0, 8.0]] * len(spawn.SUITE.figures))

    def test_metg_says_when_the_shortest_task_tried_is_still_efficient(self) -> None:
        status, output, errors = self.run_script("metg", "--only", "libgomp,tbb", "--rounds", "1")
        self.assertEqual(status, 0, errors)
        self.assertRegex(output, r"wavefront, 80 % efficient +< 0.008.* < 0.008")
        self.assertRegex(output, r"stencil, 50 % efficient +< 0.008.* < 0.008")
        metg = json.loads((self.folder / "out" / "bench.json").read_text())["metg"]
        self.assertEqual([(curve["program"], curve["contender"]) for curve in metg],
                         [("wavefront", "libgomp"), ("wavefront", "tbb"), ("stencil", "libgomp"), ("stencil", "tbb")])
        self.assertEqual(metg[0]["thresholds"][0]["censored"], "<")

    def test_a_program_that_finds_its_result_wrong_stops_the_run(self) -> None:
        status, _, errors = self.run_script("spawn", "--only", "libgomp", "--rounds", "1", fake="fail")
        self.assertEqual(status, 1)
        self.assertIn("ended with status 1: spawn: 3 tasks executed, 4 created; reproduce: OMP_NUM_THREADS=2", errors)

    def test_bad_options_are_one_line(self) -> None:
        for arguments, status in ((["waves"], 2), (["--threads", "x"], 2), (["--only", "lace"], 1)):
            done, output, errors = self.run_script(*arguments)
            self.assertEqual((done, output, errors.count("\n")), (status, "", 1), errors)
            self.assertTrue(errors.startswith("rondo: "), errors)


if __name__ == "__main__":
    unittest.main()
