# SPDX-License-Identifier: Apache-2.0
"""Takes the samples: rounds outermost, contenders by turns within a figure, so that all of them see the same weather.

Every contender runs once unmeasured before its first sample, and where a program can check more than it does on the
clock, it does so then. A disturbed sample is taken again at the end of its round, a limited number of times. All runs
go through the journal, so a campaign that was stopped goes on where it stood.
"""

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import HangError, MeasureError
from . import figures
from .columns import Column
from .contender import Contender, Observation, by_hand, kTimeoutSeconds, observe, settings
from .figures import Figure, Suite
from .floor import kFloor, kFloorRows, kFloorThreads
from .journal import Journal, Key
from .present import Present
from .samples import Sample, value_of
from .weather import stands_out

kAgainShare = 0.5  # of all samples, at most, are taken again

kSwitchesReason = "far more involuntary switches than its equals"


@dataclass(frozen=True)
class Step:
    """A figure in a column: what is run once a round."""

    suite: Suite
    figure: Figure
    column: Column
    who: Contender
    threads: int
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Failure:
    suite: str
    column: str
    threads: int
    rows: tuple[str, ...]
    message: str
    is_hang: bool = False  # a run did not end, or was left out because of one that did not

    def as_json(self) -> dict[str, Any]:
        return {"suite": self.suite, "contender": self.column, "threads": self.threads, "rows": [*self.rows],
                "message": self.message}


def plan(
    suites: Iterable[Suite], present: Present, thread_counts: list[int], quick: bool, usual: list[int] | None = None
) -> list[Step]:
    """`usual`: the numbers of threads of figures that are not over threads; None: as the others."""
    return [
        Step(suite, figure, column, who, threads, tuple(figures.arguments(figure, column, threads, quick)))
        for suite in suites
        for threads in thread_counts
        for figure in suite.figures
        if figure.is_quick or not quick
        if figure.is_over_threads or usual is None or threads in usual
        for column in present.columns
        if (who := present.contender(figure, column)) is not None
    ]


class Campaign:
    def __init__(self, present: Present, journal: Journal, rounds: int, planned: int, again: int,
                 longest_run_s: float = kTimeoutSeconds) -> None:
        self._present = present
        self._journal = journal
        self._longest_run_s = longest_run_s
        self._rounds = range(1, rounds + 1)
        self._again = again  # times that one sample is taken again at most
        self._warm: set[tuple[str, ...]] = set()
        self._agreed: dict[tuple[str, ...], Any] = {}  # program, member and arguments -> value
        self._contents: dict[tuple[str, str], str] = {}
        self._again_left = max(2, int(kAgainShare * planned))
        self._failed: set[Step] = set()
        self._floor_failed = False
        self._hangs: set[tuple[Contender, int]] = set()  # with the number of threads
        self.failures: list[Failure] = []

    def round(self, steps: list[Step], number: int, begin: Callable[[Step, bool], None]) -> None:
        """`begin` hears of each step, and whether it is taken again."""
        for step in steps:
            begin(step, False)
            if step not in self._failed:
                self._try(step, number, again=False)
        for step in steps:
            while step not in self._failed and self._wants_again(self.key(step), number):
                begin(step, True)
                self._try(step, number, again=True)

    def sample(self, step: Step, number: int) -> Observation | None:
        """The one that counts of a round; None when it was not taken."""
        return self._best(self.key(step), number)

    def samples(self, steps: list[Step]) -> list[Sample]:
        """What was found, of each row of each step."""
        taken = []
        for step in steps:
            for number in self._rounds:
                observation = self.sample(step, number)
                for row in step.figure.rows if observation else ():
                    assert observation is not None
                    value = value_of(observation.result, row)
                    if value is not None:
                        place = (step.suite.name, row.name, step.threads, step.column.key)
                        taken.append(Sample(place, number, value, tuple(observation.disturbed)))
        return taken

    def settled(self, key: Key, number: int) -> Observation:
        """Takes a sample, again at once while it is disturbed: for sweeps, which decide by it what comes next,
        and for the floor."""
        if not self._journal.attempts(key, number):
            self._run(key, number)
        while self._wants_again(key, number):
            self._again_left -= 1
            self._run(key, number)
        best = self._best(key, number)
        assert best is not None
        return best

    def floor(self, number: int) -> None:
        """The machine's own prices; what they were before the first round has number 0. A floor that fails costs itself
        alone, and is not asked again."""
        if self._floor_failed:
            return
        try:
            self.settled(self._floor_key(), number)
        except MeasureError as error:
            self._floor_failed = True
            self.failures.append(Failure(kFloor.key, kFloor.key, kFloorThreads, (*kFloorRows.values(),), str(error)))

    def floor_taken(self, number: int) -> dict[str, float | None] | None:
        """What floor() found; None when it was not reached, or failed."""
        taken = self._best(self._floor_key(), number)
        return {key: taken.result[key] for key in kFloorRows} if taken else None

    def _floor_key(self) -> Key:
        return self.key_of(kFloor, (), kFloorThreads)

    def key(self, step: Step) -> Key:
        return self.key_of(step.who, step.arguments, step.threads)

    def key_of(self, who: Contender, arguments: tuple[str, ...], threads: int) -> Key:
        place = (who.program, who.runtime)
        if place not in self._contents:
            try:
                self._contents[place] = self._present.contents_of(who)
            except OSError:
                self._contents[place] = ""  # cannot be read: running it will say why
        return Key(who, arguments, threads, self._contents[place], settings())

    def _try(self, step: Step, number: int, again: bool) -> None:
        key = self.key(step)
        if again:
            self._again_left -= 1
        elif self._journal.attempts(key, number):
            return
        if (step.who, step.threads) in self._hangs and not self._has_run(key):
            # It would take the whole time limit, too.
            self._fail(step, f"{step.who.label}: left out with {step.threads} threads, as one of its runs did not end",
                       is_hang=True)
            return
        try:
            self._run(key, number, step.figure)
        except MeasureError as error:
            if isinstance(error, HangError):
                self._hangs.add((step.who, step.threads))
            self._fail(step, str(error), isinstance(error, HangError))

    def _has_run(self, key: Key) -> bool:
        return any(self._journal.attempts(key, number) for number in self._rounds)

    def _fail(self, step: Step, message: str, is_hang: bool = False) -> None:
        rows = tuple(row.name for row in step.figure.rows)
        self._failed.add(step)
        self.failures.append(Failure(step.suite.name, step.column.key, step.threads, rows, message, is_hang))

    def _run(self, key: Key, number: int, figure: Figure | None = None) -> Observation:
        who, layout = key.contender, self._present.layout
        verify = figure.verify_arguments if figure else ()
        # A program that verifies is warmed up with each of its arguments, others once.
        warm = (who.key, who.program, *((who.form, *key.arguments, str(key.threads)) if verify else ()))
        if warm not in self._warm and who != kFloor:
            observe(who, layout, [*key.arguments, *verify], key.threads, longest_s=self._longest_run_s)
            self._warm.add(warm)
        observation = observe(who, layout, [*key.arguments], key.threads, longest_s=self._longest_run_s)
        if figure is not None and figure.agree_on:
            self._compare(figure, key, observation)
        self._journal.append(key, number, observation)
        return observation

    def _compare(self, figure: Figure, key: Key, observation: Observation) -> None:
        """With the program's first run of these arguments, whoever's it was."""
        member = figure.agree_on
        value = observation.result[member]
        expected = self._agreed.setdefault((figure.program, member, *key.arguments), value)
        if value != expected:
            again = by_hand(key.contender, self._present.layout, [*key.arguments], key.threads)
            wrong = f"WRONG RESULT: {key.contender.label}: {member} {value}, not {expected}"
            raise MeasureError(f"{wrong}; reproduce: {again}")

    def _marked(self, key: Key, number: int) -> list[Observation]:
        """The attempts, with what only a comparison shows."""
        attempts = self._journal.attempts(key, number)
        if not attempts:
            return []
        equals = [self._journal.attempts(key, other) for other in self._rounds if other != number]
        rates = [others[-1].switches_per_s for others in equals if others]
        return [
            dataclasses.replace(attempt, disturbed=[*attempt.disturbed, kSwitchesReason])
            if stands_out(attempt.switches_per_s, rates)
            else attempt
            for attempt in attempts
        ]

    def _wants_again(self, key: Key, number: int) -> bool:
        if self._again_left <= 0 or not 0 < len(self._journal.attempts(key, number)) <= self._again:
            return False
        return all(attempt.disturbed for attempt in self._marked(key, number))

    def _best(self, key: Key, number: int) -> Observation | None:
        attempts = self._marked(key, number)
        undisturbed = [attempt for attempt in attempts if not attempt.disturbed]
        return undisturbed[0] if undisturbed else attempts[-1] if attempts else None
