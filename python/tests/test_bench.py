# SPDX-License-Identifier: Apache-2.0
"""Tests of the whole script against programs that only pretend: what it runs, what it says, and how it ends."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from fake_build import FakeBuild, kPackage, load_what_takes_long
from rondo.measure import figures
from rondo.measure.columns import kColumns
from rondo.measure.results import problem_of
from rondo.measure.suites import listing1, spawn, wavefront


def setUpModule() -> None:
    load_what_takes_long()


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
        loop = figures.contender(tasks, columns["taskiter"])
        self.assertEqual(loop and loop.label, "wavefront on taskiter")
        self.assertIsNotNone(figures.contender(chains, columns["graph-gcc"]))
        # oneTBB does not read OMP_NUM_THREADS.
        self.assertIn("--threads", figures.arguments(tasks, columns["tbb"], 2, quick=False))
        self.assertNotIn("--threads", figures.arguments(tasks, columns["libgomp"], 2, quick=False))


class Script(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def written(self, build: FakeBuild) -> dict[str, Any]:
        content: dict[str, Any] = json.loads((build.output / "bench.json").read_text())
        self.assertIsNone(problem_of(content))
        return content

    def stopped(self, build: FakeBuild, by: signal.Signals) -> tuple[str, str]:
        """A run of the suite spawn that is ended while one of its programs hangs."""
        process = build.start("spawn", "--only", "libgomp", "--rounds", "1", "--again", "0", fake="hang")
        hangs = Path(f"{build.log}.hangs")
        while not hangs.exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(by)
        output, errors = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 130, errors)
        return output, errors

    def test_without_rondo_it_says_so_and_measures_the_rest(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("wavefront", "sync", "floor", "--rounds", "1")
        self.assertEqual(status, 1, errors)
        self.assertRegex(errors, r"rondo: Rondo is not built: .* build it: cmake --build --preset release")
        self.assertIn("oneTBB", output)
        self.assertIsNone(re.search(r"[\x00-\x09\x0b-\x1f\x7f]", output + errors))
        written = self.written(build)
        contenders = {result["contender"] for result in written["results"]}
        self.assertEqual(contenders - {"libiomp5"}, {"libgomp", "libomp", "tbb"})
        self.assertEqual([floor["round"] for floor in written["floor"]], [0, 1])
        self.assertEqual(written["floor"][0]["values"]["line_transfer_ns"], 8)
        for name in ("wavefront.svg", "wavefront.png", "sync.svg"):
            self.assertGreater((build.output / name).stat().st_size, 1000)

    def test_gain_and_means_on_rondo(self) -> None:
        build = FakeBuild(self.folder, with_rondo=True)
        status, output, errors = build.run("sync", "--rounds", "1", "--only", "libgomp,libomp,rondo-gcc")
        self.assertEqual((status, errors.count("rondo:")), (0, 0), errors)
        self.assertRegex(output, r"geometric mean, synchronisation, ns +8\S* .* +4\S* .*2\.00x")
        self.assertIn("gain: the best of libgomp and libomp over", output)
        self.assertIn("the machine's own floor: atomic read-modify-write", output)
        mean, in_fortran = self.written(build)["derived"]
        self.assertEqual(in_fortran["name"], "geometric mean, synchronisation in Fortran")
        self.assertNotIn("libomp", in_fortran["values"])  # of one compiler
        means = {key: round(value, 6) for key, value in mean["values"].items()}
        self.assertEqual(means, {"libgomp": 8, "libomp": 8, "rondo-gcc": 4, "gain": 2})

    def test_only_what_was_asked_for(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("spawn", "--only", "libomp", "--rounds", "2")
        self.assertEqual(status, 0, errors)
        lines = output.splitlines()
        place = lines.index("spawn: 5 figures, 1 column, threads 2; 5 s")
        self.assertTrue(lines[place + 1].startswith("in all: 2 rounds, 7 s at most"), lines[place + 1])
        written = self.written(build)
        self.assertEqual({result["suite"] for result in written["results"]}, {"spawn"})
        values = [[sample["value"] for sample in result["samples"]] for result in written["results"]]
        self.assertEqual(values, [[8, 8]] * len(spawn.SUITE.figures))

    def test_contenders_take_turns_and_warm_up_once(self) -> None:
        build = FakeBuild(self.folder)
        build.run("wavefront", "--only", "libgomp,libomp", "--rounds", "2", "--again", "0")
        runs = [line for line in build.runs() if line.startswith("wavefront") and "--n 128" in line]
        gcc, clang = (f"wavefront-{compiler} dynamic --n 128 --repeat 3" for compiler in ("gcc", "clang"))
        self.assertEqual(runs, [f"{gcc} --verify", gcc, f"{clang} --verify", clang, gcc, clang])

    def test_numbers_of_threads_are_sections(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("sync", "--only", "libgomp", "--rounds", "1", "--threads", "4,1,2")
        self.assertEqual(status, 0, errors)
        self.assertRegex(output.replace("\n", " "), r"1 thread .* 2 threads .* 4 threads ")
        threads = [result["threads"] for result in self.written(build)["results"] if result["row"] == "barrier"]
        self.assertEqual(threads, [1, 2, 4])
        self.assertTrue((build.output / "sync-threads.svg").is_file())

    def test_metg_says_when_the_shortest_task_tried_is_still_efficient(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("metg", "--only", "libgomp,tbb", "--rounds", "1")
        self.assertEqual(status, 0, errors)
        self.assertRegex(output, r"wavefront, 80 % efficient +< 0.008.* < 0.008")
        self.assertRegex(output, r"stencil, 50 % efficient +< 0.008.* < 0.008")
        lengths = self.written(build)["lengths"]
        self.assertEqual([(curve["program"], curve["contender"]) for curve in lengths[:4]],
                         [("wavefront", "libgomp"), ("wavefront", "tbb"), ("stencil", "libgomp"), ("stencil", "tbb")])
        self.assertEqual(lengths[0]["thresholds"][0]["censored"], "<")

    def test_a_wrong_result_costs_its_rows_and_the_status(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("spawn", "sync", "--only", "libgomp", "--rounds", "1", fake="fail")
        self.assertEqual(status, 1)
        self.assertIn("ended with status 1: spawn: 3 tasks executed, 4 created; reproduce: OMP_NUM_THREADS=2", errors)
        self.assertIn("barrier, ns", output)
        self.assertEqual(output.count("the machine's own floor"), 1)  # below the table that there is
        written = self.written(build)
        self.assertEqual({failure["suite"] for failure in written["failures"]}, {"spawn"})
        self.assertEqual({result["suite"] for result in written["results"]}, {"sync"})

    def test_a_floor_that_fails_costs_the_floor_alone(self) -> None:
        build = FakeBuild(self.folder)
        status, output, errors = build.run("sync", "floor", "--only", "libgomp", "--rounds", "2", fake="no-floor")
        self.assertEqual(status, 1, errors)
        self.assertIn("floor ended with status 1: floor: cannot start a thread; reproduce: ", errors)
        self.assertIn("barrier, ns", output)
        self.assertNotIn("What the machine charges", output)
        written = self.written(build)
        self.assertEqual([failure["suite"] for failure in written["failures"]], ["floor"])
        self.assertEqual((written["floor"], written["complete"]), ([], True))
        self.assertEqual([line for line in build.runs() if line.startswith("floor")], ["floor all"])

    def test_programs_that_were_not_built_are_said_once_and_left_out(self) -> None:
        build = FakeBuild(self.folder)
        for program in (*build.programs.glob("static-*"), build.programs / "epcc-fortran-gcc"):
            program.unlink()
        status, output, errors = build.run("epcc", "static", "--only", "libgomp,libomp", "--rounds", "1")
        self.assertEqual((status, errors.count("rondo:")), (0, 0), errors)
        line = r"not built, so not measured: static-cholesky-clang, .* epcc-fortran-gcc; cmake --preset"
        self.assertRegex(output.replace("\n", " "), line)
        self.assertEqual(output.count("epcc-fortran-gcc"), 1)
        self.assertEqual(self.written(build)["failures"], [])
        status, output, errors = build.run("static", "--only", "libomp", "--rounds", "1")
        self.assertEqual((status, output), (1, ""), errors)
        self.assertRegex(errors, "^rondo: there is nothing to measure: not built, .* says what they lack\n$")

    def test_another_runtime_than_the_one_meant_is_refused(self) -> None:
        intel = self.folder / ".local" / "lib" / "libiomp5.so"
        intel.parent.mkdir(parents=True)
        intel.write_bytes(b"@(#) Intel(R) OMP")
        build = FakeBuild(self.folder)
        status, output, errors = build.run("sync", "--only", "libiomp5,libgomp", "--rounds", "1")
        self.assertEqual(status, 0, errors)
        self.assertIn("libiomp5", output)
        status, output, errors = build.run("sync", "--only", "libiomp5,libgomp", "--rounds", "1", fake="not-led")
        self.assertEqual(status, 1)
        self.assertRegex(errors, r"nothing runs on libiomp5: .* ran on libomp\.so\.5, not on libiomp5; reproduce: LD_L")

    def test_who_is_ended_by_a_batch_system_reports_too(self) -> None:
        build = FakeBuild(self.folder)
        output, errors = self.stopped(build, signal.SIGTERM)
        self.assertIn("fib(24)", output)

    def test_ctrl_c_keeps_what_was_measured_and_resume_goes_on(self) -> None:
        build = FakeBuild(self.folder)
        output, errors = self.stopped(build, signal.SIGINT)
        self.assertIn(f"go on: rondo bench --resume --output {build.output}", errors)
        self.assertIn("fib(24)", output)
        self.assertFalse(self.written(build)["complete"])
        before = len([line for line in build.runs() if "spawn-gcc fib" in line])

        status, output, errors = build.run("--resume")
        self.assertEqual(status, 0, errors)
        self.assertIn("going on after", output)
        self.assertTrue(self.written(build)["complete"])
        self.assertEqual(len([line for line in build.runs() if "spawn-gcc fib" in line]), before)
        values = [result["samples"][0]["value"] for result in self.written(build)["results"]]
        self.assertEqual(values, [8] * len(spawn.SUITE.figures))

    def test_a_run_goes_on_with_the_build_that_is_named_then(self) -> None:
        build = FakeBuild(self.folder)
        self.stopped(build, signal.SIGINT)
        shutil.rmtree(build.programs)
        another = FakeBuild(self.folder / "another")
        another.output = build.output
        status, _, errors = another.run("--resume")
        self.assertEqual(status, 0, errors)
        self.assertTrue(any("spawn-gcc flat-all" in line for line in another.runs()))
        self.assertEqual(self.written(another)["options"]["rondo"], str(another.rondo))

    def test_what_the_environment_sets_of_the_runtimes_is_noted_and_told_apart(self) -> None:
        build = FakeBuild(self.folder)
        self.stopped(build, signal.SIGINT)
        with mock.patch.dict(os.environ, {"OMP_WAIT_POLICY": "active", "OMP_NUM_THREADS": "7"}):
            status, output, errors = build.run("--resume")
        self.assertEqual(status, 0, errors)
        self.assertRegex(output, r"\d+ earlier runs are left out: their program, library or settings have changed")
        self.assertIn("OMP_WAIT_POLICY=active", self.written(build)["options"]["settings"])
        self.assertNotIn("OMP_NUM_THREADS=7", self.written(build)["options"]["settings"])

    def test_bad_options_are_one_line(self) -> None:
        build = FakeBuild(self.folder)
        for arguments, status, remedy in (
            (["waves"], 2, "known are wavefront"),
            (["--threads", "x"], 2, "--help lists the options"),
            (["--rounds", "0"], 2, "--help lists the options"),
            (["--only", "lace"], 2, "is none of libgomp"),
            (["--fast"], 2, "--help lists the options"),
            (["--resume"], 1, "start without --resume"),
            (["--resume", "sync"], 2, "give it --output and --rondo only"),
            (["compare", "nowhere.json", "nothing.json"], 1, "name a bench.json"),
            (["compare", "nowhere.json"], 2, "--help lists the options"),
        ):
            done, output, errors = build.run(*arguments)
            self.assertEqual((done, output, errors.count("\n")), (status, "", 1), errors)
            self.assertTrue(errors.startswith("rondo: "), errors)
            self.assertIn(remedy, errors)

    def test_a_missing_build_is_one_line(self) -> None:
        nowhere = str(self.folder / "nowhere" / "rondo")
        command = ["/usr/bin/python3", str(kPackage), "bench", "sync", "--rondo", nowhere]  # really started
        ended = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual((ended.returncode, ended.stderr.count("\n")), (1, 1), ended.stderr)
        self.assertIn("build them: cmake --build --preset release", ended.stderr)


if __name__ == "__main__":
    unittest.main()
