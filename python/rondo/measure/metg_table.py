# SPDX-License-Identifier: Apache-2.0
"""METG for a suite: sweeps all contenders by turns, and shows the thresholds as a table and as JSON."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from ..errors import MeasureError
from ..screen import make_table
from ..words import count
from . import figures, stats
from .campaign import Campaign, Failure
from .columns import Column
from .contender import Contender
from .figures import LengthSweep, Suite
from .metg import Sweep, Threshold, kLevels
from .present import Present
from .tables import has_room, kMark, with_spread


@dataclass(frozen=True)
class Place:
    suite: str
    program: str
    threads: int
    column: str


class Measure:
    """One contender's answer to a length, in the round that is under way."""

    def __init__(self, campaign: Campaign, sweep: LengthSweep, column: Column, who: Contender, threads: int) -> None:
        self._campaign = campaign
        self._sweep = sweep
        self._column = column
        self._who = who
        self._threads = threads
        self.round = 0
        self.n_samples = 0
        self.n_disturbed = 0

    def __call__(self, work_ns: int) -> tuple[float, float]:
        arguments = tuple(figures.sweep_arguments(self._sweep, self._column, self._threads, work_ns))
        key = self._campaign.key_of(self._who, arguments, self._threads)
        observation = self._campaign.settled(key, self.round)
        self.n_samples += 1
        self.n_disturbed += bool(observation.disturbed)
        return float(observation.result["body_ns"]), float(observation.result["efficiency"])

    @property
    def is_disturbed(self) -> bool:
        return self.n_disturbed > self.n_samples / 2


@dataclass
class Swept:
    measure: Measure
    sweep: Sweep


Sweeps = dict[Place, Swept]


def plan_sweeps(
    suite: Suite, present: Present, thread_counts: list[int], campaign: Campaign, quick: bool = False
) -> Sweeps:
    planned: Sweeps = {}
    for threads in thread_counts:
        for wanted in suite.sweeps:
            if quick and not wanted.figure.is_quick:
                continue
            for column in present.columns:
                who = present.contender(wanted.figure, column)
                if who is None:
                    continue
                measure = Measure(campaign, wanted, column, who, threads)
                place = Place(suite.name, wanted.name, threads, column.key)
                planned[place] = Swept(measure, Sweep(measure, figures.expected_length_ns(column)))
    return planned


def round_of_sweeps(sweeps: Sweeps, number: int, failures: list[Failure], begin: Callable[[Place], None]) -> None:
    """A contender that fails is taken out."""
    for place, swept in [*sweeps.items()]:
        begin(place)
        swept.measure.round = number
        try:
            swept.sweep.round()
        except MeasureError as error:
            failures.append(Failure(place.suite, place.column, place.threads, (place.program,), str(error)))
            del sweeps[place]


def _spread(thresholds: list[Threshold]) -> float:
    return stats.spread([threshold.length_ns for threshold in thresholds]) if thresholds else 0.0


def show_sweeps(console: Console, suite: Suite, sweeps: Sweeps, columns: list[Column]) -> bool:
    """Whether there is anything to show."""
    measured = {place: swept for place, swept in sweeps.items() if place.suite == suite.name and swept.sweep.points}
    keys = {place.column for place in measured}
    columns = [column for column in columns if column.key in keys]
    beside = has_room(console, len(columns))
    for threads in dict.fromkeys(place.threads for place in measured):
        table = make_table("shortest task, us", figures=[column.label for column in columns], padding=(0, 0))
        for program in dict.fromkeys(place.program for place in measured):
            for level in kLevels:
                cells = []
                for column in columns:
                    swept = measured.get(Place(suite.name, program, threads, column.key))
                    if swept is None:
                        cells.append("")
                        continue
                    text = swept.sweep.threshold(level).text() + (kMark if swept.measure.is_disturbed else "")
                    by_round = swept.sweep.threshold_by_round(level)
                    cells.append(with_spread(text, _spread(by_round), beside) if len(by_round) > 1 else text)
                table.add_row(f"{program}, {100 * level:.0f} % efficient", *cells)
        console.print(f"{suite.name}: {suite.measures}", style="bold")
        console.print(f"{count(threads, 'thread')}, by the medians of all rounds")
        console.print(table)
    if measured:
        console.print("efficiency: what all threads take for the same bodies without tasks, over the elapsed time")
        console.print("< and >: beyond what was tried")
    return bool(measured)


def sweeps_as_json(sweeps: Sweeps) -> list[dict[str, Any]]:
    return [
        {
            "suite": place.suite,
            "program": place.program,
            "contender": place.column,
            "threads": place.threads,
            "samples": swept.measure.n_samples,
            "disturbed_samples": swept.measure.n_disturbed,
            "thresholds": [
                {
                    "efficiency": level,
                    "length_ns": swept.sweep.threshold(level).length_ns,
                    "censored": swept.sweep.threshold(level).censored,
                    "by_round_ns": [threshold.length_ns for threshold in swept.sweep.threshold_by_round(level)],
                }
                for level in kLevels
            ],
            "points": [
                {
                    "work_ns": work_ns,
                    "lengths_ns": [*point.lengths_ns.values()],
                    "efficiencies": [*point.efficiencies.values()],
                }
                for work_ns, point in sorted(swept.sweep.points.items())
            ],
        }
        for place, swept in sweeps.items()
        if swept.sweep.points
    ]
