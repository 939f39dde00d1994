#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""`rondo why` and `rondo trace` of several ranks, in front of the launcher and behind it: test_ranks.py COMMAND PROGRAM
FORM LAUNCHER...

One screen, one document, one timeline, and which rank the others wait for (ranks.c). A run in which threads had to wait
for processors is repeated."""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from collections import defaultdict
from pathlib import Path
from typing import Any

from rondo.trace import schema

COMMAND, PROGRAM, FORM, *LAUNCHER = sys.argv[1:]
_N_THREADS = 2
_TOLERANCE_S = 0.05
_TRIES = 3
_DISTURBED = 0.05
_N_BARRIERS = 5
_SLICE_NS = 10_000_000  # how long a rank may lose its processor; a barrier holds rank 0 for 40 ms


def rondo(*options: str) -> tuple[str, str]:
    """What is printed, and what goes to standard error."""
    launch, run = [*LAUNCHER, "-n", "2"], [COMMAND, *options, "--"]
    words = [*run, *launch, PROGRAM] if FORM == "front" else [*launch, *run, PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, timeout=200, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout, done.stderr


def held(path: Path) -> dict[str, list[tuple[int, int]]]:
    """By the process's name: from when to when calls have held its threads."""
    trace = schema.trace_class()()
    trace.ParseFromString(path.read_bytes())
    texts: dict[tuple[int, int], str] = {}
    names: dict[int, str] = {}
    pids: dict[int, int] = {}  # by the thread's track
    begun: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for packet in trace.packet:
        for entry in packet.interned_data.event_names:
            texts[packet.trusted_packet_sequence_id, entry.iid] = entry.name
        track, event = packet.track_descriptor, packet.track_event
        if track.HasField("process"):
            names[track.process.pid] = track.process.process_name
        elif track.HasField("thread"):
            pids[track.uuid] = track.thread.pid
        if event.track_uuid not in pids:
            continue
        if event.type == schema.SLICE_BEGIN:
            name = texts[packet.trusted_packet_sequence_id, event.name_iid]
            begun[event.track_uuid].append((name, packet.timestamp))
        elif event.type == schema.SLICE_END:
            name, begin = begun[event.track_uuid].pop()
            if name.startswith("held by a call"):
                found[names[pids[event.track_uuid]]].append((begin, packet.timestamp))
    return found


def seconds(found: Any, cause: str) -> float:
    return float(sum(item["seconds"] for item in found["causes"] if item["cause"] == cause))


def is_disturbed(found: Any) -> bool:
    return any(seconds(one, "preemption") > _DISTURBED * one["wall_seconds"] for one in found["ranks"])


class Why(unittest.TestCase):
    def test_ranks(self) -> None:
        for _ in range(_TRIES):
            with tempfile.TemporaryDirectory() as folder:
                printed, said = rondo("why", "--mpi", "--json", "--html", f"{folder}/page.html")
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
        for _ in range(_TRIES):
            text, _ = rondo("why", "--mpi")
            if "rank 1 is the slowest" in text:  # a disturbed rank 0 may seem as slow
                break
        self.assertIn("rank 1 is the slowest", text)
        self.assertIn("rank 1, which the others wait for:", text)
        self.assertEqual(text.count("of the threads' time was work"), 1)

    @unittest.skipUnless(FORM == "behind", "then one process has seen all ranks")
    def test_one_timeline(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.pftrace"
            _, said = rondo("trace", "--mpi", "-o", str(path))
            self.assertEqual([*Path(folder).iterdir()], [path])
            found = held(path)
        self.assertIn("of 2 ranks", said)
        self.assertEqual({name.partition(":")[0] for name in found}, {"rank 0", "rank 1"})
        # No rank leaves a barrier before the other one has come: so it looks only if both have one clock. A rank's wait
        # begins when MPI has its call already, so the other one may have left by then.
        for barrier in zip(*(calls[:_N_BARRIERS] for calls in found.values()), strict=True):
            self.assertLess(max(begin for begin, _ in barrier), min(end for _, end in barrier) + _SLICE_NS)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
