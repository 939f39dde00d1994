#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The suite of real programs, without the programs: what it compares, and what it refuses to compare. `rondo run` is
played by a script that names a thread as Rondo does. What a witness is to see stays until it has looked."""

import os
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

from catalogue import PROGRAMS, Program
from comparison import PROGRAMS_FOLDER, Comparison, Runner
from disturbance import Disturbance, Weather
from installation import Installation
from runtimes import Runtime, Runtimes
from witness import Witness

LOOKS = "FAKE_LOOKS"  # the variable that names the file in which each look of the witness leaves a byte
AWAITS_A_LOOK = f"""
import os, time
looks = lambda: os.path.getsize(os.environ["{LOOKS}"])
enough = looks() + 2  # one may be under way
while looks() < enough: time.sleep(0.01)
"""
NAMES_A_THREAD = f"""\
import ctypes, json, sys
sys.argv[1:3] != ["run", "--"] and sys.exit(2)
ctypes.CDLL(None).prctl(15, b"rondo-1")
{AWAITS_A_LOOK}
exec(sys.argv[-1])
"""
PRINTS = "import json; print('noise'); print(json.dumps({'result': [1.5, 'a'], 'seconds': [3, 1, 2]}))"

OTHER_LIBRARY = Path("/lib/x86_64-linux-gnu/libm.so.6")  # plays libomp; preloading it changes nothing
# Leaves libomp's note where that is preloaded, as libomp does when it starts to serve a process.
SERVED = """\
import atexit, os, pathlib, sys
is_libomp = "libm.so" in os.environ.get("LD_PRELOAD", "")
if is_libomp:
    note = pathlib.Path(f"/dev/shm/__KMP_REGISTERED_LIB_{os.getpid()}_{os.getuid()}")
    note.touch()
    atexit.register(note.unlink)
"""
SERVED += AWAITS_A_LOOK


class CountedWitness(Witness):
    def _count(self, pid: int) -> int:
        n = super()._count(pid)
        if pid == self._pid:
            with open(os.environ[LOOKS], "ab") as looks:
                looks.write(b".")
        return n


class Comparing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.rondo = Path(folder.name) / "rondo"
        self.write_rondo(NAMES_A_THREAD)
        looks = Path(folder.name) / "looks"
        looks.touch()
        self.enterContext(mock.patch.dict(os.environ, {LOOKS: str(looks)}))
        self.enterContext(mock.patch("comparison.Witness", CountedWitness))

    def write_rondo(self, script: str) -> None:
        self.rondo.write_text("#!/usr/bin/python3\n" + script)
        self.rondo.chmod(0o755)

    def compare(self, code: str, may_hang_stock: bool = False, limit_s: float = 100,
                libomp: Path | None = None) -> Comparison:
        program = Program("fake", "fake", lambda _: ["/usr/bin/python3", "-c", code],
                          Installation.environment_of_debian, may_hang_stock)
        runner = Runner(Installation(self.rondo.parent), Runtimes(self.rondo, libomp), None, limit_s)
        return runner.compare(program, rounds=2)

    def test_same_numbers(self) -> None:
        comparison = self.compare(PRINTS)
        self.assertEqual((comparison.problem, comparison.is_equal), ("", True))
        self.assertEqual((comparison.ratio(Runtime.STOCK), comparison.ratio(Runtime.LIBOMP)), (1.0, None))
        self.assertEqual(comparison.seconds, {Runtime.STOCK: [2, 2], Runtime.LIBOMP: [], Runtime.RONDO: [2, 2]})

    def test_other_numbers(self) -> None:
        self.write_rondo(NAMES_A_THREAD.replace("sys.argv[-1]", "sys.argv[-1].replace('1.5', '1.25')"))
        comparison = self.compare(PRINTS)
        self.assertEqual((comparison.problem, comparison.is_equal), ("", False))

    def test_a_run_on_rondo_without_its_threads_is_void(self) -> None:
        self.write_rondo("import sys\nexec(sys.argv[-1])\n")
        comparison = self.compare(PRINTS)
        self.assertIn("no thread of Rondo's ran", comparison.problem)
        self.assertFalse(comparison.is_equal)

    def test_a_stock_run_with_threads_of_rondo_is_void(self) -> None:
        named = "import ctypes; ctypes.CDLL(None).prctl(15, b'rondo-2')\n"
        comparison = self.compare(named + AWAITS_A_LOOK + PRINTS)
        self.assertIn("the run on its own runtime was on Rondo", comparison.problem)

    def test_a_run_on_libomp_that_does_not_use_it_is_void(self) -> None:
        self.assertIn("libomp was not used", self.compare(PRINTS, libomp=OTHER_LIBRARY).problem)

    def test_libomp_is_a_column_of_its_own(self) -> None:
        comparison = self.compare(SERVED + PRINTS, libomp=OTHER_LIBRARY)
        self.assertEqual((comparison.problem, comparison.is_equal, comparison.ratio(Runtime.LIBOMP)), ("", True, 1.0))
        comparison = self.compare(SERVED + "if is_libomp: sys.exit(1)\n" + PRINTS, libomp=OTHER_LIBRARY)
        self.assertEqual((comparison.problem, comparison.is_equal), ("", True))
        self.assertEqual(comparison.out, {Runtime.LIBOMP: "fails"})
        other = PRINTS.replace("1.5", "1.5 + is_libomp")
        comparison = self.compare(SERVED + other, libomp=OTHER_LIBRARY)
        self.assertEqual((comparison.problem, comparison.is_equal), ("", True))
        self.assertEqual(comparison.out, {Runtime.LIBOMP: "other numbers"})
        self.assertIsNone(comparison.ratio(Runtime.LIBOMP))

    def test_a_failure_is_named(self) -> None:
        comparison = self.compare("raise SystemExit('no data')")
        self.assertEqual(comparison.problem, "on its own runtime it ends with status 1: no data")

    def test_only_the_stock_run_may_hang(self) -> None:
        hangs_stock = "import sys, time\nif sys.argv[0] == '-c': time.sleep(60)\n" + PRINTS
        self.assertIn("does not end", self.compare(hangs_stock, limit_s=1).problem)
        comparison = self.compare(hangs_stock, may_hang_stock=True, limit_s=8)  # in which the other run has to end
        self.assertEqual((comparison.problem, comparison.ratio(Runtime.STOCK)), ("", None))
        self.assertEqual(comparison.out, {Runtime.STOCK: "hangs"})
        self.assertTrue(comparison.is_equal)
        comparison = self.compare("import time; time.sleep(60)", may_hang_stock=True, limit_s=1)
        self.assertIn("does not end", comparison.problem)


class Neighbours(unittest.TestCase):
    def test_own_children_do_not_count_and_others_do(self) -> None:
        weather = Weather(busy_s=1.5, stolen_s=0)
        disturbance = Disturbance(lambda: weather)
        time.sleep(0.1)
        self.assertEqual(disturbance.processors(), 0)
        weather = Weather(busy_s=2.0, stolen_s=0.5)  # one second more, none of it ours
        self.assertGreater(disturbance.processors(), 0)


class Catalogue(unittest.TestCase):
    def test_every_program_is_there(self) -> None:
        files = {path.stem for path in PROGRAMS_FOLDER.glob("*.py")} - {"workload"}
        self.assertEqual({program.name for program in PROGRAMS}, files)


if __name__ == "__main__":
    unittest.main()
