# SPDX-License-Identifier: Apache-2.0
"""A contender is a program on a runtime. Running one yields its JSON line, checked: the runtime that was meant did
serve the program, with the threads that were asked for, and a graph that was to be replayed was replayed."""

import json
import os
import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import MeasureError
from .layout import Layout

Result = dict[str, Any]

kTimeoutSeconds = 120.0  # a run takes seconds; what takes this long hangs


@dataclass(frozen=True)
class Contender:
    key: str  # in files and on the command line
    label: str  # in messages and plots
    program: str  # file name in the folder of programs
    form: str  # the program's first argument
    runtime: str  # "libgomp", "libomp", "rondo", or "none" for a program without OpenMP
    serial: bool = False  # runs on one thread whatever it is offered
    heading: str = ""  # over a table's column, on two lines; the label when empty

    @property
    def on_rondo(self) -> bool:
        return self.runtime == "rondo"


def command_of(contender: Contender, layout: Layout, arguments: list[str]) -> list[str]:
    command = [str(layout.programs / contender.program), contender.form, *arguments]
    return [str(layout.command), "run", "--", *command] if contender.on_rondo else command


def environment_of(threads: int) -> dict[str, str]:
    """The user's own environment but for the number of threads, the same for every contender."""
    environment = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}
    environment.update(OMP_NUM_THREADS=str(threads), OMP_DYNAMIC="false")
    return environment


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def _death(status: int) -> str:
    return f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"


def run(contender: Contender, layout: Layout, arguments: list[str], threads: int) -> Result:
    """Raises MeasureError, with a command that reproduces it, unless the run was what it was meant to be."""
    command = command_of(contender, layout, arguments)
    by_hand = f"OMP_NUM_THREADS={threads} {shlex.join(command)}"
    try:
        process = subprocess.run(
            command, env=environment_of(threads), capture_output=True, text=True, timeout=kTimeoutSeconds, check=False
        )
    except OSError as error:
        raise MeasureError(f"cannot run {command[0]} ({error.strerror}); build it: cmake --build --preset release")
    except subprocess.TimeoutExpired:
        raise MeasureError(f"{contender.label} did not end within {kTimeoutSeconds:.0f} s; reproduce: {by_hand}")
    if process.returncode != 0:
        cause = f"{contender.label} {_death(process.returncode)}: {_last_line(process.stderr)}"
        raise MeasureError(f"{cause}; reproduce: {by_hand}")
    try:
        result: Result = json.loads(_last_line(process.stdout))
    except json.JSONDecodeError:
        raise MeasureError(f"{contender.label} printed no result; reproduce: {by_hand}")
    problem = runtime_problem(contender, result, threads)
    if problem:
        raise MeasureError(f"{contender.label}: {problem}; reproduce: {by_hand}")
    return result


def _serves(runtime: str, result: Result) -> bool:
    library = Path(result["openmp_library"])
    if runtime == "none":
        return True
    if runtime == "rondo":
        # A face that forwards to librondo is Rondo, too.
        return result["rondo_version"] is not None and (
            library.name.startswith("librondo") or library.parent.name == "faces"
        )
    return result["rondo_version"] is None and library.name.startswith(runtime)


def runtime_problem(contender: Contender, result: Result, threads: int) -> str | None:
    """What makes the run another one than its label says, or None."""
    if not _serves(contender.runtime, result):
        return f"ran on {result['openmp_library']}, not on {contender.runtime}"
    expected_threads = 1 if contender.serial else threads
    if result.get("threads", expected_threads) != expected_threads:
        return f"ran on {result['threads']} threads, not on {expected_threads}"
    if contender.on_rondo and contender.form in ("graph", "graph-same"):
        replays = result["recaptures"] if contender.form == "graph" else result["pure_replays"]
        if result["records"] < 1 or replays < 1:
            return f"its graph was not replayed ({result['records']} records, {replays} replays)"
    if contender.on_rondo and contender.form == "dep-pattern" and result["pattern_uses"] < 1:
        return "its pattern was not used"
    if contender.on_rondo and contender.form == "taskiter" and result["cyclic_iterations"] < 1:
        return "its loop did not become a cyclic graph"
    return None


def rondo_problem(layout: Layout, probe: Contender, arguments: list[str]) -> str | None:
    """Why nothing can run on Rondo here, or None: found by running `probe`, as any other check could be wrong."""
    if not layout.command.is_file():
        return f"Rondo is not built: {layout.command} is missing; build it: cmake --build --preset release"
    try:
        run(probe, layout, arguments, threads=1)
    except MeasureError as error:
        return f"nothing runs on Rondo: {error}"
    return None
