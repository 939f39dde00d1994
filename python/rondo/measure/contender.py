# SPDX-License-Identifier: Apache-2.0
"""A contender is a program on a runtime. Running one yields its JSON line, checked: the runtime that was meant did
serve the program, with the threads that were asked for, and a graph that was to be replayed was replayed."""

import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..errors import HangError, MeasureError
from .child import DidNotEnd, Ended, run_to_end
from .layout import Layout
from .machine import usable_processors
from .runtimes import environment_for
from .weather import disturbances

Result = dict[str, Any]

kTimeoutSeconds = 120.0  # a run takes seconds; what takes this long hangs


# Of the environment that runtimes read; what we set ourselves for every run is no setting of the user's.
_PREFIXES = ("OMP_", "GOMP_", "KMP_", "LIBOMP_", "RONDO_")
_OURS = ("OMP_NUM_THREADS", "OMP_DYNAMIC", "RONDO_COMMAND")

# What starts the ranks of a program, by MPI library: threads may go wherever there is a processor.
_LAUNCHERS = {"openmpi": ("mpirun.openmpi", "--oversubscribe", "--bind-to", "none"), "mpich": ("mpirun.mpich",)}
# Open MPI refuses to start anything for root unless it is told that this is meant.
_OF_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

# The form that times the encounter which makes the graph: ordinary tasks might be faster, and it would make none.
_SETTINGS_OF_FORM = {"second": {"RONDO_GRAPH_WAY": "spread"}}


@dataclass(frozen=True)
class Contender:
    key: str  # in files and on the command line
    label: str  # in messages and plots
    program: str  # file name in the folder of programs
    form: str  # the program's first argument
    runtime: str  # "libgomp", "libomp", "libiomp5", "rondo", or "none" for a program without OpenMP
    serial: bool = False  # runs on one thread whatever it is offered
    settings: tuple[tuple[str, str], ...] = ()  # of the environment
    mpi: str = ""  # the MPI library of a program that mpirun starts
    ranks: int = 1  # that it has then; they share the threads

    def threads_of_rank(self, threads: int) -> int:
        return max(threads // self.ranks, 1)

    @property
    def on_rondo(self) -> bool:
        return self.runtime == "rondo"


@dataclass(frozen=True)
class Observation:
    """One run: what the program found, and what is to be thought of it."""

    result: Result
    disturbed: list[str] = field(default_factory=list)  # by what; empty for a sample in good order
    switches_per_s: float = 0.0  # involuntary
    elapsed_s: float = 0.0


def command_of(contender: Contender, layout: Layout, arguments: list[str]) -> list[str]:
    command = [str(layout.programs / contender.program), contender.form, *arguments]
    if contender.on_rondo:
        command = [str(layout.command), "run", "--", *command]
    return [*_LAUNCHERS[contender.mpi], "-n", str(contender.ranks), *command] if contender.mpi else command


def _own_settings(contender: Contender, layout: Layout) -> dict[str, str]:
    """What the contender's form and column need in the environment."""
    own = {name: value.replace("FOLDER", str(layout.output)) for name, value in contender.settings}
    return {**_SETTINGS_OF_FORM.get(contender.form, {}), **own}


def settings() -> tuple[str, ...]:
    """How the user has set the runtimes, each as NAME=value: results depend on it."""
    names = (name for name in os.environ if name.startswith(_PREFIXES) and name not in _OURS)
    return tuple(f"{name}={os.environ[name]}" for name in sorted(names))


def environment_of(contender: Contender, layout: Layout, threads: int) -> dict[str, str]:
    """The user's own environment but for the number of threads, and what a form needs, the same for every contender;
    the runtimes that the dynamic linker would not find are put before the others."""
    environment = {name: value for name, value in os.environ.items() if name != "RONDO_COMMAND"}
    environment.update(OMP_NUM_THREADS=str(contender.threads_of_rank(threads)), OMP_DYNAMIC="false")
    if contender.mpi:
        environment.setdefault("OMP_MAX_TASK_PRIORITY", "1")  # messages come first
    if contender.mpi and os.geteuid() == 0:
        environment.update(_OF_ROOT)
    environment.update(_own_settings(contender, layout))
    return environment_for(layout.runtimes.get(contender.runtime), environment)


def by_hand(contender: Contender, layout: Layout, arguments: list[str], threads: int) -> str:
    """What to type to see the run again."""
    runtime = layout.runtimes.get(contender.runtime)
    path = f"LD_LIBRARY_PATH={shlex.quote(str(runtime.folder))} " if runtime else ""
    names = "".join(f"{name}={value} " for name, value in _own_settings(contender, layout).items())
    command = shlex.join(command_of(contender, layout, arguments))
    return f"{path}{names}OMP_NUM_THREADS={contender.threads_of_rank(threads)} {command}"


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


def _death(status: int) -> str:
    return f"was killed by signal {-status}" if status < 0 else f"ended with status {status}"


def _run(contender: Contender, command: list[str], environment: dict[str, str], longest_s: float, again: str) -> Ended:
    try:
        ended = run_to_end(command, environment, longest_s)
    except OSError as error:
        raise MeasureError(f"cannot run {command[0]} ({error.strerror}); build it: cmake --build --preset release")
    except DidNotEnd:
        raise HangError(f"{contender.label} did not end within {longest_s:.0f} s; reproduce: {again}")
    if ended.status != 0:
        cause = f"{contender.label} {_death(ended.status)}: {_last_line(ended.errors)}"
        raise MeasureError(f"{cause}; reproduce: {again}")
    return ended


def observe(
    contender: Contender,
    layout: Layout,
    arguments: list[str],
    threads: int,
    extra: Mapping[str, str] = MappingProxyType({}),
    longest_s: float = kTimeoutSeconds,
) -> Observation:
    """Raises MeasureError, with a command that reproduces it, unless the run was what it was meant to be; HangError
    after `longest_s`. `extra` is added to the environment."""
    again = by_hand(contender, layout, arguments, threads)
    environment = {**environment_of(contender, layout, threads), **extra}
    ended = _run(contender, command_of(contender, layout, arguments), environment, longest_s, again)
    try:
        result: Result = json.loads(_last_line(ended.output))
    except json.JSONDecodeError:
        raise MeasureError(f"{contender.label} printed no result; reproduce: {again}")
    problem = runtime_problem(contender, result, threads, layout)
    if problem:
        raise MeasureError(f"{contender.label}: {problem}; reproduce: {again}")
    used = 1 if contender.serial else threads
    disturbed = disturbances(
        ended.before, ended.after, ended.elapsed_s, ended.cpu_s, used, usable_processors()
    )
    # Threads that have to share processors take them from each other: their switches are their own.
    crowded = used > usable_processors()
    rate = 0.0 if crowded else ended.involuntary_switches / max(ended.elapsed_s, 1e-3)
    return Observation(result, disturbed, rate, ended.elapsed_s)


def _serves(runtime: str, result: Result, layout: Layout | None) -> bool:
    library = Path(result["openmp_library"])
    if runtime == "none":
        return True
    if runtime == "rondo":
        # A face that forwards to librondo is Rondo, too.
        return result["rondo_version"] is not None and (
            library.name.startswith("librondo") or library.parent.name == "faces"
        )
    if result["rondo_version"] is not None:
        return False
    # A library can be called by another's name: what counts is the file that the name leads to.
    led_to = layout.runtimes.get(runtime) if layout else None
    if led_to is not None:
        return library.resolve() == led_to.library
    return library.resolve().name.startswith(runtime)


def runtime_problem(contender: Contender, result: Result, threads: int, layout: Layout | None = None) -> str | None:
    """What makes the run another one than its label says, or None."""
    if not _serves(contender.runtime, result, layout):
        return f"ran on {result['openmp_library']}, not on {contender.runtime}"
    expected_threads = 1 if contender.serial else contender.ranks * contender.threads_of_rank(threads)
    if result.get("threads", expected_threads) != expected_threads:
        return f"ran on {result['threads']} threads, not on {expected_threads}"
    # A recorded region or block runs in the way that is faster, which may be as ordinary tasks. So does a loop.
    if contender.on_rondo and contender.form in ("graph", "graph-same", "graph-nowait") and result["records"] < 1:
        return "its graph was not recorded"
    if contender.on_rondo and contender.form in ("static-first", "static"):
        if result["records"] > 0 or result["pure_replays"] < 1:
            return f"its tasks were not known at compile time ({result['records']} records)"
    if contender.on_rondo and contender.form in ("record", "second") and result["records"] < 1:
        return "its graph was not recorded"
    if contender.on_rondo and contender.form == "dep-pattern" and result["patterns"] < 1:
        return "its pattern was not recorded"
    if contender.on_rondo and contender.form == "taskiter" and result["loops"] < 1:
        return "it entered no loop"
    return None
