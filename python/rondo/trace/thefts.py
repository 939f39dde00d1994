# SPDX-License-Identifier: Apache-2.0
"""Both ends of each steal: only the thief notes it."""

from collections.abc import Iterator
from dataclasses import dataclass

from .timeline import Instant, Thread, Timeline, thread_of


@dataclass(frozen=True)
class Theft:
    thief: Thread
    steal: Instant
    victim: Thread
    begin: Instant  # on the victim, just before; a thread that has ended was robbed at its end


def find(timeline: Timeline) -> Iterator[Theft]:
    for thread in timeline.threads:
        for steal in thread.instants:
            if steal.what == "steal":
                victim = thread_of(timeline, steal.other, steal.ns)
                begin = Instant("robbed", max(0, min(steal.ns - 1, victim.end)), thread.ring)
                yield Theft(thread, steal, victim, begin)
