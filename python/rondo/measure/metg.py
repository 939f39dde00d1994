# SPDX-License-Identifier: Apache-2.0
"""METG, the minimum effective task granularity: how long must a task be for a given parallel efficiency?

The length of tasks is swept, and where efficiency crosses the level is interpolated in the logarithm of the length.
A length is the work in a task, as timed in the same run while all threads work. Task Bench, where the measure comes
from, counts a task's whole share of the elapsed time instead, overhead included: that is the length over the
efficiency, so twice as much at 50 %.

Nobody is measured over the whole range. In the first round each contender walks from where it is expected to the
lengths that enclose all levels; the rounds after measure these lengths again, by turns, and walk on where the medians
say so.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from . import stats

kLevels = (0.5, 0.8)
kLengths_ns = (25, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600)


@dataclass
class Point:
    """What was measured at one nominal length. Not every round measures every length."""

    lengths_ns: dict[int, float] = field(default_factory=dict)  # round -> the work, as timed
    efficiencies: dict[int, float] = field(default_factory=dict)

    def median(self) -> tuple[float, float]:
        return stats.median([*self.lengths_ns.values()]), stats.median([*self.efficiencies.values()])

    def in_round(self, number: int) -> tuple[float, float]:
        """The median where the round measured other lengths only."""
        length_ns, efficiency = self.median()
        return self.lengths_ns.get(number, length_ns), self.efficiencies.get(number, efficiency)


@dataclass(frozen=True)
class Threshold:
    """The shortest task at a level. Censored: no length was short enough ("<") or long enough (">") to cross it."""

    length_ns: float
    censored: str = ""  # "", "<" or ">"

    def text(self) -> str:
        sign = f"{self.censored} " if self.censored else ""
        length_us = self.length_ns / 1000
        return sign + (f"{length_us:.1f}" if length_us >= 10 else f"{length_us:.2g}")


def crossing(curve: list[tuple[float, float]], level: float) -> Threshold:
    """From (length, efficiency) in ascending order: from which length on is efficiency at least `level`?

    What counts is the last crossing: a short length that happens to be efficient proves nothing.
    """
    for index in range(len(curve) - 1, -1, -1):
        length, efficiency = curve[index]
        if efficiency >= level:
            continue
        if index + 1 == len(curve):
            return Threshold(length, ">")
        next_length, next_efficiency = curve[index + 1]
        part = (level - efficiency) / (next_efficiency - efficiency)
        return Threshold(float(length * (next_length / length) ** part))
    return Threshold(curve[0][0], "<")


class Sweep:
    """One contender's lengths."""

    def __init__(self, measure: Callable[[int], tuple[float, float]], expected_ns: int) -> None:
        self._measure = measure  # nominal length -> length as timed, efficiency
        self._start_ns = min(kLengths_ns, key=lambda length_ns: abs(length_ns - expected_ns))
        self._rounds = 0
        self.points: dict[int, Point] = {}

    def round(self) -> None:
        for length_ns in self._enclosing():
            self._sample(length_ns)
        while self._efficiency(self._longest()) < max(kLevels) and self._longest() != kLengths_ns[-1]:
            self._sample(kLengths_ns[kLengths_ns.index(self._longest()) + 1])
        while self._efficiency(self._shortest()) >= min(kLevels) and self._shortest() != kLengths_ns[0]:
            self._sample(kLengths_ns[kLengths_ns.index(self._shortest()) - 1])
        self._rounds += 1

    def threshold(self, level: float) -> Threshold:
        """By the medians of all rounds."""
        return crossing([self.points[length_ns].median() for length_ns in sorted(self.points)], level)

    def threshold_by_round(self, level: float) -> list[Threshold]:
        lengths_ns = sorted(self.points)
        return [
            crossing([self.points[length_ns].in_round(number) for length_ns in lengths_ns], level)
            for number in range(self._rounds)
        ]

    def _shortest(self) -> int:
        return min(self.points)

    def _longest(self) -> int:
        return max(self.points)

    def _efficiency(self, length_ns: int) -> float:
        return self.points[length_ns].median()[1]

    def _sample(self, length_ns: int) -> None:
        timed_ns, efficiency = self._measure(length_ns)
        point = self.points.setdefault(length_ns, Point())
        point.lengths_ns[self._rounds] = timed_ns
        point.efficiencies[self._rounds] = efficiency

    def _enclosing(self) -> list[int]:
        """The lengths on both sides of each level, by what is known so far; the first guess when nothing is."""
        if not self.points:
            return [self._start_ns]
        lengths_ns = sorted(self.points)
        chosen: set[int] = set()
        for level in kLevels:
            too_short = [k for k, length_ns in enumerate(lengths_ns) if self._efficiency(length_ns) < level]
            last = too_short[-1] if too_short else 0
            chosen.update(lengths_ns[last : last + 2])
        return sorted(chosen)
