# SPDX-License-Identifier: Apache-2.0
"""What the tests of the delivery share: an installed Rondo that has been moved, folders to build in, and how to tell
what a program runs on.
"""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
SOURCES = FOLDER / "source"
PREFIX = Path(os.environ["RONDO_TEST_PREFIX"])
BUILD = Path(os.environ["RONDO_TEST_BUILD"])
LIBDIR = os.environ["RONDO_TEST_LIBDIR"]
FORTRAN = shutil.which("gfortran")


Variables = dict[str, str]


def environment(more: Variables) -> Variables:
    """Nothing that would lead a program or a build to Rondo by another way."""
    unwanted = ("LD_", "RONDO_", "OMP_", "CMAKE_", "CC", "CXX", "FC", "CFLAGS", "CXXFLAGS", "FFLAGS", "LDFLAGS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(unwanted)}
    return {**kept, "OMP_NUM_THREADS": "2", **more}


def run(
    *command: str | Path, cwd: Path | None = None, more: Variables | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=environment(more or {}), capture_output=True, text=True,
        timeout=200,
    )


class DeliveryTest(unittest.TestCase):
    maxDiff = None

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="rondo-delivery-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def must(self, *command: str | Path, cwd: Path | None = None, more: Variables | None = None) -> str:
        """Runs a command that has to succeed; returns its standard output."""
        result = run(*command, cwd=cwd, more=more)
        self.assertEqual(result.returncode, 0, f"{command}\n{result.stdout}{result.stderr}")
        return result.stdout

    def assert_on_rondo(self, program: Path, *, directives: bool = True, root: Path = PREFIX) -> None:
        """The program computes what it should, on the Rondo below `root` and with no other runtime in the process;
        what it has of directives was recorded and replayed."""
        report = self.folder / "report"
        output = self.must(program, more={"RONDO_GRAPH_REPORT": str(report)})
        self.assertEqual(output.splitlines()[-1], "ok", output)
        loaded = [Path(line.split(": ")[1]) for line in output.splitlines() if line.startswith("loaded: ")]
        self.assertIn("librondo.so", str(loaded), output)
        others = [path for path in loaded if not path.is_relative_to(root.resolve())]
        self.assertEqual(others, [], output)
        if directives:
            self.assert_replayed(report)

    def assert_replayed(self, report: Path) -> None:
        files = list(report.parent.glob(report.name + ".*"))
        self.assertEqual(len(files), 1, "a process that records graphs reports them")
        last = {}  # of each region: its last line counts
        for line in files[0].read_text().splitlines():
            of = json.loads(line)
            if "construct" in of:
                last[of["construct"], of["file"], of["line"], of["id"], of["region"]] = of["events"]
        for construct in ("taskgraph", "taskiter"):
            events = [events for key, events in last.items() if key[0] == construct]
            n_replays = sum(of["pure_replay"] + of["recapture"] for of in events)
            self.assertGreater(n_replays, 0, f"{construct} was not replayed: {last}")
        files[0].unlink()
