# SPDX-License-Identifier: Apache-2.0
"""One program on its own runtime, on libomp and on Rondo by turns: are the numbers the same, what does it cost?"""

import json
import os
import signal
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from catalogue import Program
from disturbance import TOLERATED, Disturbance
from installation import Installation
from runtimes import Runtime, Runtimes, why_void
from witness import Witness

PROGRAMS_FOLDER = Path(__file__).resolve().parent / "programs"
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_", "OPENBLAS_", "GMX")


class Failed(Exception):
    pass


class Hangs(Failed):
    pass


class Void(Failed):
    pass


@dataclass(frozen=True)
class Run:
    result: list[float | str]
    seconds: float
    disturbance: float  # processors that others used meanwhile


@dataclass
class Comparison:
    program: Program
    problem: str = ""  # why there is nothing to compare
    seconds: dict[Runtime, list[float]] = field(default_factory=lambda: {runtime: [] for runtime in Runtime})
    disturbed: int = 0  # rounds that others disturbed, which were repeated
    is_equal: bool = False
    out: dict[Runtime, str] = field(default_factory=dict)  # the rivals that do not get through, and what they do

    def ratio(self, rival: Runtime) -> float | None:
        """Rondo's time over the rival's: the median of the rounds' ratios, since runs of a round saw the same
        weather."""
        return statistics.median(ratios) if (ratios := self.ratios(rival)) else None

    def ratios(self, rival: Runtime) -> list[float]:
        if rival in self.out:
            return []
        return [rondo / theirs for theirs, rondo in zip(self.seconds[rival], self.seconds[Runtime.RONDO])]


class Runner:
    def __init__(self, installed: Installation, runtimes: Runtimes, threads: int | None, limit_s: float) -> None:
        self._installed = installed
        self._runtimes = runtimes
        self._limit_s = limit_s
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
        if threads is not None:
            self._environment["OMP_NUM_THREADS"] = str(threads)

    def _run(self, program: Program, runtime: Runtime) -> Run:
        command = self._runtimes.command(runtime, program.command(self._installed))
        disturbance = Disturbance()
        environment = {**self._environment, **program.environment(self._installed),
                       **self._runtimes.environment(runtime)}
        with subprocess.Popen(command, env=environment, cwd=PROGRAMS_FOLDER, text=True, start_new_session=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            with Witness(process.pid) as witness:
                try:
                    out, err = process.communicate(timeout=self._limit_s)
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    raise Hangs(f"does not end within {self._limit_s:.0f} s") from None
        if process.returncode != 0:
            reason = err.strip().splitlines()
            raise Failed(f"ends with status {process.returncode}: {reason[-1] if reason else 'nothing said'}")
        if reason_void := why_void(runtime, witness):
            raise Void(reason_void)
        printed = json.loads(out.splitlines()[-1])
        return Run(printed["result"], statistics.median(printed["seconds"]), disturbance.processors())

    def compare(self, program: Program, rounds: int) -> Comparison:
        """The first round warms up and is not counted; a round that others disturb is repeated, as often as there are
        rounds. What libomp makes of programs built for libgomp is told, and does not fail the comparison."""
        comparison = Comparison(program)
        results: dict[Runtime, list[list[float | str]]] = {runtime: [] for runtime in Runtime}
        try:
            self._round(comparison, results, self._runtimes.all())
            while len(comparison.seconds[Runtime.RONDO]) < rounds:
                turns = len(comparison.seconds[Runtime.RONDO]) + comparison.disturbed
                runs = self._round(comparison, results, self._runtimes.all()[:: 1 if turns % 2 else -1])
                if comparison.disturbed < rounds and any(run.disturbance > TOLERATED for run in runs.values()):
                    comparison.disturbed += 1
                    continue
                for runtime, run in runs.items():
                    comparison.seconds[runtime].append(run.seconds)
        except Failed as problem:
            comparison.problem = str(problem)
        expected = results[Runtime.RONDO]
        if expected and any(result != expected[0] for result in results[Runtime.LIBOMP]):
            comparison.out[Runtime.LIBOMP] = "other numbers"
        comparison.is_equal = not comparison.problem and all(
            result == expected[0] for runtime in (Runtime.STOCK, Runtime.RONDO) for result in results[runtime])
        return comparison

    def _round(self, comparison: Comparison, results: dict[Runtime, list[list[float | str]]],
               order: tuple[Runtime, ...]) -> dict[Runtime, Run]:
        runs = {}
        for runtime in order:
            if runtime in comparison.out:
                continue
            run = self._run_or_excuse(comparison.program, runtime, comparison)
            if run is not None:
                runs[runtime] = run
                results[runtime].append(run.result)
        return runs

    def _run_or_excuse(self, program: Program, runtime: Runtime, comparison: Comparison) -> Run | None:
        try:
            return self._run(program, runtime)
        except Void:
            raise
        except Failed as problem:
            hangs = isinstance(problem, Hangs)
            if runtime is Runtime.LIBOMP or (runtime is Runtime.STOCK and hangs and program.may_hang_stock):
                comparison.out[runtime] = "hangs" if hangs else "fails"
                return None
            raise Failed(f"on {runtime.value} it {problem}") from None
