# SPDX-License-Identifier: Apache-2.0
"""Takes the samples: each figure by turns on every contender, in rounds. A program that crashes, hangs or is ended by
its runtime is a result, too."""

import contextlib
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rondo.measure.child import DidNotEnd, run_to_end
from rondo.measure.contender import Contender, runtime_problem
from rondo.measure.layout import Layout
from rondo.measure.machine import usable_processors
from rondo.measure.weather import disturbances
from results import Cell, Sleep, kOutcome
from rows import Figure

kTimeout_s = 20.0  # the longest run takes five seconds
kAgain = 2  # times that a disturbed sample is taken again, except for tests

_SETTINGS = ("OMP_", "GOMP_", "KMP_", "LIBOMP_", "RONDO_")

kContenders = (
    Contender("libgomp", "libgomp", "gcc", "", "libgomp"),
    Contender("libomp", "libomp", "clang", "", "libomp"),
    Contender("rondo-gcc", "Rondo, gcc's program", "gcc", "", "rondo"),
    Contender("rondo-clang", "Rondo, clang's program", "clang", "", "rondo"),
)
kLoadedFile = {"libgomp": "libgomp.so.1", "libomp": "libomp.so.5", "rondo-gcc": "libgomp.so.1",
               "rondo-clang": "libomp.so.5"}


class Wrong(Exception):
    """The run was not what it was meant to be."""


class Taking:
    def __init__(self, layout: Layout, is_quick: bool) -> None:
        self._layout = layout
        self._programs = layout.programs / "complaints"
        self._is_quick = is_quick

    def command(self, figure: Figure, who: Contender) -> list[str]:
        build = "" if figure.way == "loaded" else f"-{who.program}"
        arguments = [kLoadedFile[who.key]] if figure.way == "loaded" else [*self._arguments(figure)]
        command = [str(self._programs / f"{figure.program}{build}"), *arguments]
        if figure.way == "why":
            return [str(self._layout.command), "why", "--json", "--", *command]
        # A runtime that the program loads must not be there before.
        return [str(self._layout.command), "run", "--", *command] if self._is_run(figure, who) else command

    def _arguments(self, figure: Figure) -> tuple[str, ...]:
        return figure.quick if self._is_quick else figure.arguments

    @staticmethod
    def _is_run(figure: Figure, who: Contender) -> bool:
        return who.on_rondo and figure.way != "loaded"

    def environment(self, figure: Figure, who: Contender, setting: str) -> dict[str, str]:
        """The user's, without what is set of runtimes: a page is about defaults, and about what it names."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith(_SETTINGS)}
        if figure.threads is not None:
            environment["OMP_NUM_THREADS"] = str(figure.threads)
        if figure.way == "loaded":
            environment["LD_LIBRARY_PATH"] = str(self._faces() if who.on_rondo else "/usr/lib/llvm-19/lib")
        if figure.way == "sanitizer":
            environment["TSAN_OPTIONS"] = "exitcode=0"
        environment.update(figure.environment)
        environment.update(figure.rondo_environment if who.on_rondo else ())
        if setting:
            name, value = setting.split("=")
            environment[name] = value
        return environment

    def _faces(self) -> Path:
        root = self._layout.command.parent.parent
        return next((p for p in (root / "lib" / "faces", *root.glob("lib/**/faces")) if p.is_dir()), root / "lib")

    def take(self, figure: Figure, who: Contender, cell: Cell, setting: str = "") -> dict[str, Any]:
        """Adds one sample to the cell; the program's line is returned, empty where it printed none."""
        for _ in range(1 if self._is_quick else kAgain + 1):
            result, disturbed = self._run(figure, who, setting)
            if not disturbed:
                break
        if kOutcome in result and figure.member == kOutcome or figure.member not in result:
            cell.words.append(str(result[kOutcome]))
        else:
            cell.values.append(float(result[figure.member]))
        cell.n_disturbed += bool(disturbed)
        return result

    def sleep(self, pause_us: int, kept: Sleep) -> None:
        """Adds what the machine charges for a thread that sleeps through such a pause."""
        command = [str(self._programs / "sleep_cost"), "3" if self._is_quick else "0", str(pause_us)]
        result = json.loads(run_to_end(command, dict(os.environ), kTimeout_s).output)
        kept.late_us.append(float(result["late_us"]))
        kept.processor_us.append(float(result["processor_us"]))

    def _run(self, figure: Figure, who: Contender, setting: str) -> tuple[dict[str, Any], list[str]]:
        command = self.command(figure, who)
        environment = self.environment(figure, who, setting)
        with _WAYS.get(figure.way, _plain)() as prefix:
            try:
                ended = run_to_end([*prefix, *command], environment, kTimeout_s)
            except DidNotEnd:
                return {kOutcome: "hangs"}, []
        if figure.way == "why":
            return _cause(ended.output), []
        used = min(figure.threads or usable_processors(), usable_processors())
        disturbed = disturbances(ended.before, ended.after, ended.elapsed_s, ended.cpu_s, used, usable_processors())
        lines = [line for line in ended.output.splitlines() if line.startswith("{")]
        if figure.way == "sanitizer":
            return {"reports": ended.errors.count("WARNING: ThreadSanitizer")}, []
        if ended.status in (-14, 142):
            return {kOutcome: "hangs"}, []
        if not lines:
            return {kOutcome: "crashes" if ended.status < 0 or ended.status > 128 else "ends the program"}, []
        result: dict[str, Any] = json.loads(lines[-1])
        problem = None if figure.way in ("loaded", "bare") else runtime_problem(who, result, 0, self._layout)
        if problem:
            raise Wrong(f"{' '.join(command)}: {problem}")
        result["processor_s"] = ended.cpu_s
        return result, disturbed


def _cause(output: str) -> dict[str, Any]:
    """What `rondo why` names as the largest; the program's own output is around it."""
    found, _ = json.JSONDecoder().raw_decode(output, output.index('{\n'))
    return {kOutcome: found["causes"][0]["cause"]}


# ---- Ways to run ---------------------------------------------------------------------------------------------------

@contextlib.contextmanager
def _plain() -> Iterator[list[str]]:
    yield []


@contextlib.contextmanager
def _quota() -> Iterator[list[str]]:
    """In a control group that may use half a processor. Raises OSError where none can be made."""
    places = map(Path, ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup"))
    parent = next((place for place in places if (place / "cgroup.procs").exists()), None)
    if parent is None:
        raise OSError("no control groups")
    group = parent / f"rondo_complaints_{os.getpid()}"
    group.mkdir()
    try:
        quota = group / "cpu.max"
        quota.write_text("50000 100000") if quota.exists() else (group / "cpu.cfs_quota_us").write_text("50000")
        yield ["/bin/sh", "-c", f'echo $$ > {group}/cgroup.procs && exec "$@"', "sh"]
    finally:
        group.rmdir()


@contextlib.contextmanager
def _bare() -> Iterator[list[str]]:
    """Empty folders in place of /dev/shm, /proc and /sys."""
    hide = "mount -t tmpfs -o ro none /dev/shm && mount -t tmpfs none /sys && mount -t tmpfs none /proc"
    yield ["unshare", "-m", "--propagation", "private", "/bin/sh", "-c", f'{hide} && exec "$@"', "sh"]


_WAYS: dict[str, Callable[[], contextlib.AbstractContextManager[list[str]]]] = {"quota": _quota, "bare": _bare}


def can(way: str) -> bool:
    """Whether programs can be run in this way here: some need root."""
    if way not in _WAYS:
        return True
    try:
        with _WAYS[way]() as prefix:
            return subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False
