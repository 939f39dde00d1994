# SPDX-License-Identifier: Apache-2.0
"""The kinds of time that the page shows: those of the recorder, with names, and not more than can be told apart."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ...graph.symbols import Name
from ...trace.timeline import What
from ..causes import WORDS
from .spans import Floats, Ints, Kind

_MOST_SORTS_OF_WORK = 16
_WORK_OF_TASKS = "work of tasks"


@dataclass(frozen=True)
class Shown:
    name: str
    is_lost: bool
    text: str  # explains it
    is_construct: bool = False


_OTHERS = Shown("other work", False, "work at places that take less time than those listed")


class Kinds:
    def __init__(self, recorded: Iterable[Kind], ns: Floats, places: list[int], names: dict[int, Name],
                 totals_ns: dict[str, float]) -> None:
        """`ns`: of each recorded kind; `places`: of the constructs, in the document's order; `totals_ns`: by cause.
        Work stands first, each sort in the order of its time."""
        self._tasks = {place: Shown(name, False, _WORK_OF_TASKS, True)
                       for place, name in _distinct(places, names).items()}
        self._names = names
        every = [self._show(kind) for kind in recorded]
        work: defaultdict[Shown, float] = defaultdict(float)
        for shown, amount in zip(every, ns.tolist()):
            if not shown.is_lost:
                work[shown] += amount
        sorts = sorted(work, key=lambda shown: -work[shown])
        kept = sorts if len(sorts) <= _MOST_SORTS_OF_WORK else [*sorts[:_MOST_SORTS_OF_WORK - 1], _OTHERS]
        causes = sorted((cause for cause in WORDS if totals_ns.get(cause.value, 0.0) > 0),
                        key=lambda cause: -totals_ns[cause.value])
        self.all = [*kept, *(Shown(cause.value, True, WORDS[cause].what) for cause in causes)]
        self._at = {shown: number for number, shown in enumerate(self.all)}
        self.numbers: Ints = np.array([self._number(shown) for shown in every], dtype=np.int64)

    def _show(self, kind: Kind) -> Shown:
        if kind.cause is not None:
            return Shown(kind.cause.value, True, WORDS[kind.cause].what)
        if kind.what == What.TASK:
            return self._tasks.get(kind.place, Shown(self._names[kind.place].text, False, _WORK_OF_TASKS, True))
        if kind.what == What.SHARE:
            where = f" {self._names[kind.place].text}" if kind.place else ""
            return Shown(f"region{where}", False, "work in a parallel region, outside of tasks")
        return Shown("outside of parallel regions", False, "work of the thread of main")

    def _number(self, shown: Shown) -> int:
        """A cause of which the whole run has nothing left counts as work."""
        return self._at.get(shown, self._at.get(_OTHERS, 0))

    def of_construct(self, place: int) -> int:
        return self._number(self._tasks[place]) if place in self._tasks else -1

    def name_of_construct(self, place: int) -> str:
        return self._tasks[place].name if place in self._tasks else self._names[place].text


def _distinct(places: list[int], names: dict[int, Name]) -> dict[int, str]:
    """Without lines several constructs have the name of their function: they get numbers."""
    n_of_text = Counter(names[place].text for place in places)
    n_before: Counter[str] = Counter()
    found = {}
    for place in places:
        text = names[place].text
        n_before[text] += 1
        found[place] = f"{text} #{n_before[text]}" if n_of_text[text] > 1 else text
    return found
