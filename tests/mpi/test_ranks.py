#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo why` of several ranks, in front of the launcher and behind it: test_ranks.py COMMAND PROGRAM FORM LAUNCHER...

One screen, one document, and which rank the others wait for (ranks.c). A run in which threads had to wait for
processors is repeated."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

COMMAND, PROGRAM, FORM, *LAUNCHER = sys.argv[1:]
_N_THREADS = 2
_TOLERANCE_S = 0.05
_TRIES = 3
_DISTURBED = 0.05


def why(*options: str) -> tuple[str, str]:
    """What is printed, and what goes to standard error."""
    launch, run = [*LAUNCHER, "-n", "2"], [COMMAND, "why", *options, "--"]
    words = [*run, *launch, PROGRAM] if FORM == "front" else [*launch, *run, PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout, done.stderr


def seconds(found: Any, cause: str) -> float:
    return float(sum(item["seconds"] for item in found["causes"] if item["cause"] == cause))


def is_disturbed(found: Any) -> bool:
    return any(seconds(one, "preemption") > _DISTURBED * one["wall_seconds"] for one in found["ranks"])


class Why(unittest.TestCase):
    def test_ranks(self) -> None:
        for _ in range(_TRIES):
            with tempfile.TemporaryDirectory() as folder:
                printed, said = why("--mpi", "--json", "--html", f"{folder}/page.html")
                found = json.loads(printed)
                self.assertEqual(sorted(path.name for path in Path(folder).iterdir()),
                                 ["page.0.html", "page.1.html", "page.html"])
            if not is_disturbed(found):
                break
        else:
            self.skipTest("the machine is too busy")
        self.assertEqual([one["rank"] for one in found["ranks"]], [0, 1])
        self.assertEqual((found["n_ranks"], found["slowest"]), (2, 1))
        # Both threads wait for the calls, which are outside of regions.
        measured_s = {int(rank): float(text) for rank, text in re.findall(r"rank (\d) held (\S+)", said)}
        for one in found["ranks"]:
            self.assertAlmostEqual(one["efficiency"] + sum(item["share"] for item in one["causes"]), 1, places=6)
            own_s = measured_s[one["rank"]]
            self.assertAlmostEqual(seconds(one, "held") / _N_THREADS, own_s, delta=_TOLERANCE_S)
            self.assertAlmostEqual(one["wall_seconds"] - one["own_seconds"], own_s, delta=_TOLERANCE_S)
        places = next(item["places"] for item in found["ranks"][0]["causes"] if item["cause"] == "held")
        self.assertTrue(places[0]["place"].startswith("main ranks.c:"), places)

    @unittest.skipUnless(FORM == "behind", "the screen is the same")
    def test_screen(self) -> None:
        text, _ = why("--mpi")
        self.assertIn("rank 1 is the slowest", text)
        self.assertIn("rank 1, which the others wait for:", text)
        self.assertEqual(text.count("of the threads' time was work"), 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
