# SPDX-License-Identifier: Apache-2.0
"""One program on its stock runtime and on Rondo by turns: are the numbers the same, and what does it cost?"""

import json
import os
import signal
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from catalogue import Program
from installation import Installation
from witness import Witness

PROGRAMS_FOLDER = Path(__file__).resolve().parent / "programs"
SETTINGS = ("OMP_", "KMP_", "GOMP_", "RONDO_", "LD_", "OPENBLAS_", "GMX")


class Failed(Exception):
    pass


class Hangs(Failed):
    pass


@dataclass(frozen=True)
class Run:
    result: list[float | str]
    seconds: float
    rondo_threads: int


@dataclass
class Comparison:
    program: Program
    problem: str = ""  # why there is nothing to compare
    stock: list[float] = field(default_factory=list)  # seconds, one entry a round
    rondo: list[float] = field(default_factory=list)
    is_equal: bool = False
    stock_hangs: bool = False

    @property
    def ratio(self) -> float | None:
        """Rondo's time over the stock runtime's: the median of the rounds' ratios, since a round's two runs saw the
        same weather."""
        ratios = [rondo / stock for stock, rondo in zip(self.stock, self.rondo)]
        return statistics.median(ratios) if ratios else None


class Runner:
    def __init__(self, installed: Installation, rondo: Path, threads: int | None, limit_s: float) -> None:
        self._installed = installed
        self._rondo = rondo
        self._limit_s = limit_s
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith(SETTINGS)}
        self._environment.update(installed.environment())
        if threads is not None:
            self._environment["OMP_NUM_THREADS"] = str(threads)

    def _run(self, program: Program, is_on_rondo: bool) -> Run:
        command = program.command(self._installed)
        if is_on_rondo:
            command = [str(self._rondo), "run", "--", *command]
        with subprocess.Popen(command, env=self._environment, cwd=PROGRAMS_FOLDER, text=True, start_new_session=True,
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
        printed = json.loads(out.splitlines()[-1])
        return Run(printed["result"], statistics.median(printed["seconds"]), witness.rondo_threads)

    def compare(self, program: Program, rounds: int) -> Comparison:
        """The first round warms up and is not counted."""
        comparison = Comparison(program)
        results = []
        try:
            for number in range(rounds + 1):
                for is_on_rondo in (False, True) if number % 2 == 0 else (True, False):
                    if not is_on_rondo and comparison.stock_hangs:
                        continue
                    try:
                        run = self._run(program, is_on_rondo)
                    except Hangs:
                        if is_on_rondo or not program.may_hang_stock:
                            raise
                        comparison.stock_hangs = True
                        continue
                    except Failed as problem:
                        raise Failed(f"{'on Rondo' if is_on_rondo else 'on its own runtime'} it {problem}") from None
                    if is_on_rondo != (run.rondo_threads > 0):
                        raise Failed("no thread of Rondo's ran" if is_on_rondo else "the stock run was on Rondo")
                    results.append(run.result)
                    if number > 0:
                        (comparison.rondo if is_on_rondo else comparison.stock).append(run.seconds)
        except Failed as problem:
            comparison.problem = str(problem)
        comparison.is_equal = not comparison.problem and all(result == results[0] for result in results)
        return comparison
