# SPDX-License-Identifier: Apache-2.0
"""Tests of the mark "disturbed": what the kernel's accounts are read as, and what counts as too much."""

import os
import sys
import unittest
from pathlib import Path

from rondo.measure.child import DidNotEnd, run_to_end
from rondo.measure.weather import Weather, disturbances, read_stat, stands_out

_STAT = """cpu  900 90 90 900 9 9 9 9 0 0
cpu0 100 10 20 500 7 3 4 5 0 0
cpu1 200 0 30 400 1 0 0 6 0 0
cpu2 600 80 40 0 1 6 5 7 0 0
intr 12345
"""


class Reading(unittest.TestCase):
    def test_only_the_processors_that_may_be_used_count(self) -> None:
        self.assertEqual(read_stat(_STAT, {0, 1}, 100), Weather(busy_s=3.67, stolen_s=0.11))
        self.assertEqual(read_stat(_STAT, {2}, 100), Weather(busy_s=7.31, stolen_s=0.07))

    def test_this_machine_has_accounts(self) -> None:
        text = Path("/proc/stat").read_text()
        weather = read_stat(text, os.sched_getaffinity(0), os.sysconf("SC_CLK_TCK"))
        self.assertGreater(weather.busy_s, 0)


def marks(others_s: float, stolen_s: float = 0.0, threads: int = 2, processors: int = 2) -> list[str]:
    """Of a run of one second that used all the time of its threads."""
    cpu_s = float(min(threads, processors))
    after = Weather(100 + cpu_s + others_s, 7 + stolen_s)
    return disturbances(Weather(100, 7), after, 1.0, cpu_s, threads, processors)


class Marks(unittest.TestCase):
    def test_a_machine_to_oneself_is_not_disturbed(self) -> None:
        self.assertEqual(marks(0), [])
        self.assertEqual(marks(0.02), [])  # within what the ticks can tell

    def test_who_used_our_processors_is_counted(self) -> None:
        self.assertEqual(marks(0.3), ["others used 0.30 processors"])
        self.assertEqual(marks(0, stolen_s=0.2), ["the hypervisor took 0.20 processors"])
        self.assertEqual(len(marks(0.3, stolen_s=0.2)), 2)

    def test_processors_that_the_run_leaves_alone_are_free_for_others(self) -> None:
        self.assertEqual(marks(1.0, threads=1), [])
        self.assertEqual(len(marks(1.1, threads=1)), 1)
        self.assertEqual(marks(60, threads=2, processors=64), [])
        self.assertEqual(len(marks(0.3, threads=16, processors=2)), 1)

    def test_switches_are_judged_by_their_equals(self) -> None:
        self.assertFalse(stands_out(5000, [4000, 6000, 5000]))  # a runtime that wakes its own threads
        self.assertTrue(stands_out(5000, [10, 20, 4000]))
        self.assertFalse(stands_out(40, [1, 1, 1]))  # few, however many times more
        self.assertFalse(stands_out(5000, [10]))  # nothing to compare with


class Child(unittest.TestCase):
    def test_tells_output_status_and_use(self) -> None:
        program = "import sys, time\nend = time.process_time() + 0.2\nwhile time.process_time() < end: pass\n"
        program += "print('out'); sys.exit('wrong')"
        ended = run_to_end([sys.executable, "-c", program], dict(os.environ), 30)
        self.assertEqual((ended.status, ended.output, ended.errors), (1, "out\n", "wrong\n"))
        self.assertGreaterEqual(ended.cpu_s, 0.19)
        self.assertGreaterEqual(ended.elapsed_s, 0.19)
        self.assertGreaterEqual(ended.after.busy_s, ended.before.busy_s)

    def test_a_signal_is_a_negative_status(self) -> None:
        self.assertEqual(run_to_end(["/bin/sh", "-c", "kill -9 $$"], dict(os.environ), 30).status, -9)

    def test_what_does_not_end_is_killed(self) -> None:
        with self.assertRaises(DidNotEnd):
            run_to_end(["/bin/sleep", "60"], dict(os.environ), 0.05)


if __name__ == "__main__":
    unittest.main()
