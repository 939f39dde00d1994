#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""How Rondo, libgomp and libomp behave as guests in a process, as one table: fork, plugins, quotas, refused threads,
idle threads, memory. Usage: tests/behaviour/figures.py [--build build/release]

The same program runs on the compiler's own runtime and on Rondo. A run that lasts more than half a minute hangs.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_")
ROOT = Path(__file__).resolve().parents[2]

# What figures.c calls it and what the table calls it.
FIGURES = (
    ("fork", "child of fork() after a region uses a region"),
    ("fork-inside", "child of fork() inside a region uses a region"),
    ("plugin", "plugin loaded and unloaded 20 times"),
    ("quota", "default threads under a quota of half a processor"),
    ("refused", "team of 8 where the system grants 2 threads more"),
    ("idle-now", "processors used in the 0.25 s after a region"),
    ("idle", "processors used one second later"),
    ("wake-close", "region of 2 threads that follows another at once"),
    ("wake-soon", "region of 2 threads 100 us after another"),
    ("wake-1ms", "region of 2 threads 1 ms after another"),
    ("wake-10ms", "region of 2 threads 10 ms after another"),
    ("wake-250ms", "region of 2 threads 250 ms after another"),
    ("wake-work-1ms", "region of 2 threads with 200 us of work each, 1 ms after another"),
    ("wake-work-10ms", "the same, 10 ms"),
    ("wake-work-250ms", "the same, 250 ms"),
    ("wake-task-1ms", "task created to its start on a thread that has waited 1 ms"),
    ("wake-task-10ms", "the same, 10 ms"),
    ("wake-task-250ms", "the same, 250 ms"),
    ("flood", "memory for 10 million tasks by one creator"),
    ("held", "memory left by 200 000 tasks that were held, 3 s later"),
    ("leak", "memory left by 20 000 regions"),
    ("churn", "threads started for 300 nested regions of at most 12"),
    ("deep", "tasks nested 20 000 deep on default stacks"),
)

PLUGIN = """
import _ctypes, ctypes
for round in range(20):
    library = ctypes.CDLL({extension!r})
    library.sum(ctypes.c_long(1000))
    _ctypes.dlclose(library._handle)
"""


@dataclass(frozen=True)
class Runtime:
    title: str
    compiler: str
    faces: Path | None


class Figures:
    def __init__(self, build: Path) -> None:
        self._programs = build / "tests" / "bin"
        faces = build / "lib" / "faces"
        self.runtimes = (
            Runtime("libgomp", "gcc", None),
            Runtime("Rondo, gcc's program", "gcc", faces),
            Runtime("libomp", "clang", None),
            Runtime("Rondo, clang's program", "clang", faces),
        )
        missing = [p for p in self._needed() if not p.exists()]
        if missing:
            sys.exit(f"rondo: {missing[0]} does not exist; build it (dev/build release) or name another --build")

    def _needed(self) -> list[Path]:
        return [self._program(r) for r in self.runtimes] + [self._extension(r) for r in self.runtimes]

    def _program(self, runtime: Runtime) -> Path:
        return self._programs / f"behaviour.figures.{runtime.compiler}"

    def _extension(self, runtime: Runtime) -> Path:
        return self._programs / f"behaviour.guest.extension.{runtime.compiler}"

    def of(self, name: str, runtime: Runtime) -> str:
        if name == "plugin":
            with tempfile.NamedTemporaryFile("w", suffix=".py") as script:
                script.write(PLUGIN.format(extension=str(self._extension(runtime))))
                script.flush()
                return self._run([sys.executable, script.name], runtime) or "works"
        if name == "quota":
            return in_group_with_quota(lambda prepare: self._run([str(self._program(runtime)), name], runtime, prepare))
        return self._run([str(self._program(runtime)), name], runtime)

    @staticmethod
    def _run(command: list[str], runtime: Runtime, prepare: Callable[[], None] | None = None) -> str:
        env = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
        if runtime.faces is not None:
            env["LD_LIBRARY_PATH"] = str(runtime.faces)
        try:
            result = subprocess.run(
                command, env=env, preexec_fn=prepare, capture_output=True, text=True, timeout=60, check=False
            )
        except subprocess.TimeoutExpired:
            return "hangs"
        if result.returncode < 0:
            return "crashes"
        return result.stdout.strip() if result.returncode == 0 else "ends the program"


def in_group_with_quota(run: Callable[[Callable[[], None]], str]) -> str:
    """In a new control group that may use half a processor; "-" where none can be made."""
    parent = next((p for p in map(Path, ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup")) if os.access(p, os.W_OK)), None)
    if parent is None:
        return "-"
    group = parent / f"rondo_figures_{os.getpid()}"
    try:
        group.mkdir()
        quota = group / "cpu.max"
        quota.write_text("50000 100000") if quota.exists() else (group / "cpu.cfs_quota_us").write_text("50000")
        return run(lambda: enter(group))
    except OSError:
        return "-"
    finally:
        if group.exists():
            group.rmdir()


def enter(group: Path) -> None:
    (group / "cgroup.procs").write_text(str(os.getpid()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "release", help="folder of the build")
    figures = Figures(parser.parse_args().build.resolve())
    table = Table(title=f"Guests in a process, {os.cpu_count()} processors")
    table.add_column("what")
    for runtime in figures.runtimes:
        table.add_column(runtime.title, justify="right")
    for name, title in FIGURES:
        table.add_row(title, *(figures.of(name, runtime) for runtime in figures.runtimes))
    Console(width=None if sys.stdout.isatty() else 140).print(table)


if __name__ == "__main__":
    main()
