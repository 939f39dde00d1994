# SPDX-License-Identifier: Apache-2.0
"""Which code takes longer on all threads than alone: a run on one thread is compared with the run that is examined."""

from collections import Counter
from dataclasses import dataclass

from ..trace.rings import TASKWAIT
from ..trace.timeline import Timeline
from .accounting import Account
from .causes import Cause

_LEAST = 0.05  # of a construct's time: less is what two runs differ by

Code = tuple[str, int]  # a place in each run: module and offset


@dataclass(frozen=True)
class Alone:
    """A construct's executions on one thread."""

    n: int
    work_ns: float

    @property
    def mean_ns(self) -> float:
        return self.work_ns / self.n


def _code(timeline: Timeline, place: int) -> Code | None:
    module = timeline.process.module_of(place)
    return (module.path, place - module.base) if module is not None else None


def _executions(timeline: Timeline) -> Counter[int]:
    """By place: of tasks, and of the regions and loops that a thread of a team shares."""
    found = Counter(task.place for task in timeline.explicit_tasks()
                    if task.begin >= 0 and not task.detail & TASKWAIT)
    found.update(region.place for region in timeline.regions if region.place not in found)
    return found


def alone(timeline: Timeline, account: Account, reference: Timeline, reference_account: Account) -> dict[int, Alone]:
    """By place, of the constructs that have run in both; `reference` is the run on one thread. Loops have no number of
    their own: both runs are taken to execute the same ones. Where only the end of a run is examined, it is not known
    how much of them that is, so tasks alone are compared."""
    is_whole = timeline.left_out_ns == reference.left_out_ns == 0
    compared = account.work_ns.keys() if is_whole else {task.place for task in timeline.explicit_tasks()}
    counts, reference_counts = _executions(timeline), _executions(reference)
    by_code = {_code(reference, place): (place, ns) for place, ns in reference_account.work_ns.items() if place}
    found = {}
    for place, ns in account.work_ns.items():
        there = by_code.get(_code(timeline, place))
        if place and place in compared and ns > 0 and there is not None and there[1] > 0:
            found[place] = Alone(reference_counts.get(there[0], counts.get(place, 1)), there[1])
    return found


def take_out(timeline: Timeline, account: Account, references: dict[int, Alone]) -> None:
    """What the constructs have taken longer than as many executions on one thread."""
    counts = _executions(timeline)
    for place, reference in references.items():
        ns = account.work_ns[place]
        longer_ns = ns - counts.get(place, reference.n) * reference.mean_ns
        if longer_ns >= _LEAST * ns:
            account.turn_into_loss(Cause.MEMORY, place, longer_ns)
