# SPDX-License-Identifier: Apache-2.0
"""The stacks that a thread works on where tasks may be blocked (src/sched/run/suspend.hpp), as its events tell of them.

They lie on top of each other, as waits and what the thread runs meanwhile do, until the thread leaves one whose task is
blocked, or goes back to one below: then what is left is gone from the thread's row, and comes again at another time.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .timeline import Slice

OWN = 0  # the thread's, at the bottom


class Stacks:
    def __init__(self) -> None:
        self.is_top_blocked = False
        self._numbers = [OWN]
        self._bottoms = [(0, 0)]  # of each: how many slices and running tasks are below it
        self._left: dict[int, tuple[list["Slice"], list[int]]] = {}

    def leave(self, to: int, slices: list["Slice"], running: list[int]) -> Iterator["Slice"]:
        """Those that are on `to` or below stay; if `to` does not lie here, all but what is blocked."""
        keeps = self._numbers.index(to) + 1 if to in self._numbers else len(self._numbers) - self.is_top_blocked
        self.is_top_blocked = False
        while len(self._numbers) > max(1, keeps):
            n_slices, n_running = self._bottoms.pop()
            number = self._numbers.pop()
            if len(slices) > n_slices:
                self._left[number] = slices[n_slices:], running[n_running:]
                yield from slices[n_slices:]
            del slices[n_slices:], running[n_running:]

    def come(self, to: int, slices: list["Slice"], running: list[int]) -> list["Slice"]:
        """What has to go on, the outermost first; its tasks are among the running ones already."""
        if to in self._numbers:
            return []
        self._numbers.append(to)
        self._bottoms.append((len(slices), len(running)))
        found, tasks = self._left.pop(to, ([], []))
        running += tasks
        return found

    def left(self) -> list["Slice"]:
        """What has not gone on yet."""
        return [piece for found, _ in self._left.values() for piece in found]
