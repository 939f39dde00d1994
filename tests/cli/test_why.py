#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo why` on programs with one planted cause each, and on healthy ones, of both compilers.

The programs sleep where others work, so their times are known. A run in which the threads had to wait for processors,
or that took longer than it sleeps, because the machine has other things to do, is repeated; if it is too busy for all
tries, the test is skipped."""

import json
import unittest
from typing import Any

from support import PROGRAMS, CommandLineTest, rondo

_COMPILERS = ("gcc", "clang")
_TRIES = 3
_DISTURBED = 0.05
_LONGEST_S = 0.6  # they sleep for 0.45 to 0.5
_TOLERANCE = 0.10
# Cause -> seconds of threads' time that planted.c loses by it, and a function that is named as the place.
_PLANTED = {
    "serial": (0.30, None),
    "fewer threads": (0.30, None),
    "creator": (0.30, "creator planted.c:"),
    "dependences": (0.45, "dependences planted.c:"),
    "imbalance": (0.35, "imbalance planted.c:"),
    "mutex": (0.39, "critical planted.c:"),
}


def why(name: str, compiler: str) -> Any:
    result = rondo("why", "--json", "--", str(PROGRAMS / f"planted.{compiler}"), name)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def share(found: Any, cause: str) -> float:
    return sum(item["share"] for item in found["causes"] if item["cause"] == cause)


class Why(CommandLineTest):
    def undisturbed(self, name: str, compiler: str) -> Any:
        for _ in range(_TRIES):
            found = why(name, compiler)
            self.assertAlmostEqual(found["efficiency"] + sum(item["share"] for item in found["causes"]), 1, places=6)
            if share(found, "preemption") < _DISTURBED and found["wall_seconds"] < _LONGEST_S:
                return found
        self.skipTest("the machine is too busy")

    def test_planted_causes(self) -> None:
        for compiler in _COMPILERS:
            for cause, (lost_s, place) in _PLANTED.items():
                with self.subTest(compiler=compiler, cause=cause):
                    found = self.undisturbed(cause, compiler)
                    first = found["causes"][0]
                    self.assertEqual(first["cause"], cause, found)
                    self.assertAlmostEqual(first["share"], lost_s / found["wall_seconds"] / found["threads"],
                                           delta=_TOLERANCE)
                    if place is not None:
                        self.assertTrue(first["places"][0]["place"].startswith(place), first)
                    self.assertEqual(found["threads"], 2)

    def test_more_threads_than_processors(self) -> None:
        for compiler in _COMPILERS:
            with self.subTest(compiler=compiler):
                found = why("preemption", compiler)
                self.assertEqual(found["causes"][0]["cause"], "preemption", found)
                self.assertGreater(found["causes"][0]["share"], 0.55)  # three of four, on an idle machine

    def test_healthy_programs(self) -> None:
        for compiler in _COMPILERS:
            for name in ("healthy loop", "healthy tasks", "healthy chains"):
                with self.subTest(compiler=compiler, name=name):
                    found = self.undisturbed(name, compiler)
                    self.assertGreater(found["efficiency"], 0.80)
                    self.assertEqual([item for item in found["causes"] if item["share"] > 0.10], [], found)

    def test_screen(self) -> None:
        result = rondo("why", "--", str(PROGRAMS / "planted.gcc"), "dependences")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        for words in ("of the threads' time was work", "where the rest went", "dependences leave nothing ready",
                      "dependences planted.c:", "Shorten the chain", "at best 1.0 threads are busy with tasks"):
            self.assertIn(words, result.stdout)

    def test_tasks(self) -> None:
        found = why("healthy chains", "gcc")
        [tasks] = found["tasks"]
        self.assertEqual(tasks["tasks"], 50)
        self.assertGreater(tasks["p10_us"], 19_000)
        chain = found["longest_chain"]
        self.assertGreater(chain["seconds"], 25 * 0.019)
        self.assertGreater(chain["work_seconds"] / chain["seconds"], 1.2)
        self.assertEqual(found["events_missing"], 0)

    def test_mistakes(self) -> None:
        self.assert_error(rondo("why"), 2, "no program to run", "rondo why -- PROGRAM")
        self.assert_error(rondo("why", "--", str(PROGRAMS / "traced.gcc"), "nothing"), 0, "has not called OpenMP")


if __name__ == "__main__":
    unittest.main()
