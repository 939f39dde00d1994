# SPDX-License-Identifier: Apache-2.0
"""Which lock it is that threads wait for at a place, and where its holders had taken it."""

from collections import Counter
from dataclasses import dataclass, field

from ..trace.timeline import Timeline, What
from ..trace.words import MUTEXES

_MOST_HOLDERS = 3


@dataclass
class Mutex:
    kind: str
    address: int
    taken_at: Counter[int] = field(default_factory=Counter)  # how long it was held, by place

    @property
    def holders(self) -> list[int]:
        return [place for place, _ in self.taken_at.most_common(_MOST_HOLDERS)]


def find(timeline: Timeline) -> dict[int, Mutex]:
    """By the place of the waits, of the mutex that is waited for longest there."""
    waited: dict[int, Counter[tuple[int, int]]] = {}
    held: dict[int, Counter[int]] = {}
    for thread in timeline.threads:
        for piece in thread.slices:
            if piece.what == What.LOCK:
                key = (piece.mutex, piece.detail)
                waited.setdefault(piece.place, Counter())[key] += max(1, piece.end - piece.begin)
        for part in thread.held:
            if part.place:
                held.setdefault(part.mutex, Counter())[part.place] += part.end - part.begin
    found = {}
    for place, counts in waited.items():
        (address, kind), _ = counts.most_common(1)[0]
        found[place] = Mutex(MUTEXES.get(kind, "mutex"), address, held.get(address, Counter()))
    return found
