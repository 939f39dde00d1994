# SPDX-License-Identifier: Apache-2.0
"""What a thread was occupied with at each time, and how much of its work the system has taken."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from ..trace.watch import Sample, intervals


class State(IntEnum):
    WORK = 0
    WAITING = 1  # awake
    ASLEEP = 2


@dataclass(frozen=True)
class Taken:
    """Of a thread's time between two looks at it."""

    begin: int
    end: int
    work_ns: float  # as it seemed
    queued_ns: float  # of this it had no processor
    fault_ns: float  # the kernel handled its page faults
    places: dict[int, float]  # whose work, in shares of 1
    starved_ns: dict[int, float]  # by wait: while tasks were ready it had no processor to take one


@dataclass
class Occupation:
    """A thread's time in pieces, in their order."""

    _begins: list[int] = field(default_factory=list)
    _ends: list[int] = field(default_factory=list)
    _states: list[State] = field(default_factory=list)
    _places: list[int] = field(default_factory=list)  # of work: its construct; of a wait for tasks its place
    _ready_ns: list[float] = field(default_factory=list)  # of a wait for tasks: for how long some were ready

    def add(self, state: State, begin: int, end: int, place: int = 0, ready_ns: float = 0.0) -> None:
        self._begins.append(begin)
        self._ends.append(end)
        self._states.append(state)
        self._places.append(place)
        self._ready_ns.append(ready_ns)

    def taken(self, samples: list[Sample], begin: int, fault_cost_ns: float) -> Iterator[Taken]:
        """`samples` with the times of the pieces, and from `begin` on. A thread that had no processor was waiting for
        something else anyway, as far as it waited, and nothing is lost by that unless there was a task for it; the rest
        seemed to be work."""
        begins, ends = np.array(self._begins, dtype=np.int64), np.array(self._ends, dtype=np.int64)
        states, places = np.array(self._states, dtype=np.int8), np.array(self._places, dtype=np.uint64)
        ready_shares = np.array(self._ready_ns) / np.maximum(ends - begins, 1)
        scale = _fault_scale(samples, fault_cost_ns)
        for look in intervals(samples, begin):
            first, last = np.searchsorted(ends, look.begin, "right"), np.searchsorted(begins, look.end, "left")
            here = slice(first, max(first, last))
            lengths = np.minimum(ends[here], look.end) - np.maximum(begins[here], look.begin)
            is_work = states[here] == State.WORK
            work_ns = float(lengths[is_work].sum())
            is_wait = states[here] == State.WAITING
            waiting_ns = float(lengths[is_wait].sum())
            starved_ns: defaultdict[int, float] = defaultdict(float)
            starved = min(1.0, max(0.0, look.queued_ns) / waiting_ns) if waiting_ns > 0 else 0.0
            ready_ns = lengths[is_wait] * ready_shares[here][is_wait] * starved
            for place, ns in zip(places[here][is_wait].tolist(), ready_ns.tolist()):
                if ns > 0:
                    starved_ns[place] += ns
            queued_ns = min(work_ns, max(0.0, look.queued_ns - waiting_ns))
            fault_ns = min(work_ns - queued_ns, look.n_faults * scale)
            if queued_ns + fault_ns <= 0 and not starved_ns:
                continue
            shares: defaultdict[int, float] = defaultdict(float)
            for place, ns in zip(places[here][is_work].tolist(), lengths[is_work].tolist()):
                shares[place] += ns / work_ns
            yield Taken(look.begin, look.end, work_ns, queued_ns, fault_ns, dict(shares), dict(starved_ns))


class Starvation:
    """For how long a thread was ready to run, but had no processor."""

    def __init__(self, samples: list[Sample], begin: int) -> None:
        looks = intervals(samples, begin)
        self._times = np.array([0, *(look.begin for look in looks), *(look.end for look in looks)], dtype=np.float64)
        self._times.sort()
        sums = np.cumsum([0.0, *(look.queued_ns for look in looks)])
        # Looks follow each other, maybe with pauses: from the begin to the end of each the sum rises.
        self._sums = np.concatenate([[0.0], np.column_stack([sums[:-1], sums[1:]]).ravel()])

    def between(self, begin: int, end: int) -> float:
        first, last = np.interp([begin, end], self._times, self._sums)
        return float(last - first)


def _fault_scale(samples: list[Sample], cost_ns: float) -> float:
    """What one fault of this thread has taken, at most all of its time in the kernel. The program's last words are
    silent about that time, so the look before them counts as well."""
    most_ns = max((look.system_ns / look.minor_faults for look in samples[-2:] if look.minor_faults != 0), default=0.0)
    return min(cost_ns, most_ns)
