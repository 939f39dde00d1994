# SPDX-License-Identifier: Apache-2.0
"""Whom threads wait for at a barrier: the one that arrives last. It may have come late into the region, or it may have
had no processor; then the work is not unevenly distributed."""

from dataclasses import dataclass

from ..trace.timeline import Slice, Thread, Timeline, barriers


@dataclass(frozen=True)
class _Arrival:
    """Of a thread at a barrier."""

    thread: Thread
    wait: Slice
    late_ns: int  # when its share of the region began, after the region; 0 from the second barrier on


@dataclass
class _Others:
    last: Thread  # that arrives
    late_ns: float  # how much later than this one it has begun, as far as not taken yet


class Lateness:
    def __init__(self, timeline: Timeline) -> None:
        meetings: dict[tuple[int, int], list[_Arrival]] = {}  # by identity of the region, and number of its barrier
        for thread in timeline.threads:
            n_seen: dict[int, int] = {}  # by identity of the share
            for share, piece in barriers(thread):
                if share.region is None:
                    continue
                number = n_seen.get(id(share), 0)
                n_seen[id(share)] = number + 1
                late_ns = max(0, share.begin - share.region.begin) if number == 0 else 0
                meetings.setdefault((id(share.region), number), []).append(_Arrival(thread, piece, late_ns))
        self._others: dict[int, _Others] = {}  # by the identity of the wait
        for arrivals in meetings.values():
            last = max(arrivals, key=lambda arrival: arrival.wait.begin)
            for arrival in arrivals:
                if arrival is not last:
                    self._others[id(arrival.wait)] = _Others(last.thread, max(0, last.late_ns - arrival.late_ns))

    def take(self, wait: Slice, ns: float) -> float:
        """How much of these `ns` of the wait the last thread is late."""
        others = self._others.get(id(wait))
        if others is None:
            return 0.0
        late_ns = min(ns, others.late_ns)
        others.late_ns -= late_ns
        return late_ns

    def last(self, wait: Slice) -> Thread | None:
        """None: there is no other thread, or it is not a barrier."""
        others = self._others.get(id(wait))
        return others.last if others is not None else None
