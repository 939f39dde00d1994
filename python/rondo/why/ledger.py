# SPDX-License-Identifier: Apache-2.0
"""What the accounting says of each moment of each thread while it adds up, for who wants more than the sums.

The entries of a thread add up to what its account has, but for what is found out about the whole run only (memory).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..trace.timeline import Slice, Thread
from .causes import Cause


@dataclass(slots=True)
class Moment:
    """A part of a thread's life in which it did one thing."""

    thread: Thread
    begin: int
    end: int
    piece: Slice | None  # the innermost; None: it is outside of regions, or there is no such thread


class Ledger:
    """Nobody wants to know."""

    edges: Sequence[int] = ()  # a wait is divided at these moments, and its causes are known for both parts

    def begin(self, wall_ns: int) -> None:
        """The run took so long; entries follow."""

    def enter(self, moment: Moment, cause: Cause | None, place: int, ns: float) -> None:
        """So much of the moment was work (cause None), or lost."""

    def take(self, thread: Thread, begin: int, end: int, cause: Cause, share: float) -> None:
        """Of the work that was entered for the thread between two looks at it, this share was lost, no matter when."""
