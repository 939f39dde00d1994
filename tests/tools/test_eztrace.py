#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""EZTrace 2.0, a tracer of others, on programs of both compilers: its OTF2 traces are read back, and are balanced.

Debian's package cannot be installed beside libomp-19-dev: RONDO_EZTRACE may name a folder where it has been unpacked.
"""

import os
import subprocess
import tempfile
import unittest
from collections import Counter
from pathlib import Path

try:
    import otf2
    from otf2 import registry
except ImportError:
    otf2 = None

FACES = os.environ["RONDO_TEST_FACES"]
PROGRAMS = Path(os.environ["RONDO_TEST_PROGRAMS"])
EZTRACE = Path(os.environ.get("RONDO_EZTRACE", "/")) / "usr/lib/x86_64-linux-gnu"
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_", "EZTRACE_")
N_TASKS = {"tools.replays": 200, "omp.depend.wavefront": 6400, "omp.sync.critical": 400, "omp.for.dynamic": 0}


def trace(program: str, folder: str) -> Path:
    """Runs the program; returns the file that EZTrace has written."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
    env |= {
        "LD_LIBRARY_PATH": f"{FACES}:{EZTRACE}",
        "LD_PRELOAD": f"{EZTRACE}/libeztrace-lib.so:{EZTRACE}/libeztrace-ompt.so",
        "EZTRACE_LIBRARY_PATH": str(EZTRACE),
        "EZTRACE_TRACE": "ompt",
        "EZTRACE_TRACE_DIR": folder,
        "OMP_NUM_THREADS": "4",
    }
    done = subprocess.run([str(PROGRAMS / program)], env=env, capture_output=True, text=True, timeout=200, check=False)
    if done.returncode != 0 or "ok" not in done.stdout.splitlines():
        raise AssertionError(f"{program}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return Path(folder) / f"{program}_trace" / "eztrace_log.otf2"


def accept_repeated_definitions() -> None:
    """EZTrace defines its groups twice, which otf2 refuses: the first definition counts."""
    known = registry._RefRegistry
    register = known._register

    def register_once(self: object, definition: object) -> None:
        if definition._ref not in self._elements_by_ref:  # type: ignore[attr-defined]
            register(self, definition)

    known._register = register_once


@unittest.skipUnless(otf2 is not None, "python3-otf2 is not installed")
@unittest.skipUnless((EZTRACE / "libeztrace-ompt.so").exists(), "EZTrace is not there (docs/tools.md)")
class Traces(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        accept_repeated_definitions()

    def assert_balanced(self, path: Path, n_tasks: int) -> None:
        kinds: Counter[str] = Counter()
        inside: Counter[tuple[str, str]] = Counter()  # by thread and region
        with otf2.reader.open(str(path)) as reader:
            for location, event in reader.events:
                kind = type(event).__name__
                kinds[kind] += 1
                if kind in ("Enter", "Leave"):
                    inside[location.name, event.region.name] += 1 if kind == "Enter" else -1
                    # To EZTrace a thread also leaves and enters a task when it goes from its implicit task and back.
                    least = -1 if event.region.name == "OpenMP task" else 0
                    self.assertGreaterEqual(inside[location.name, event.region.name], least)
        self.assertEqual({place: n for place, n in inside.items() if n != 0}, {})
        for pair in ("Thread", "ThreadTeam"):
            self.assertEqual(kinds[pair + "Begin"], kinds[pair + "End"])
            self.assertGreater(kinds[pair + "Begin"], 0)
        self.assertEqual(kinds["ThreadAcquireLock"], kinds["ThreadReleaseLock"])
        self.assertEqual((kinds["ThreadTaskCreate"], kinds["ThreadTaskSwitch"]), (n_tasks, 2 * n_tasks))

    def test_balance(self) -> None:
        for name, n_tasks in N_TASKS.items():
            for compiler in ("gcc", "clang"):
                program = f"{name}.{compiler}"
                with self.subTest(program=program), tempfile.TemporaryDirectory() as folder:
                    self.assert_balanced(trace(program, folder), n_tasks)


if __name__ == "__main__":
    unittest.main()
