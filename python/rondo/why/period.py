# SPDX-License-Identifier: Apache-2.0
"""Rounds of a loop that creates the same tasks again and again, and does not wait between them."""

from collections.abc import Mapping, Sequence

from ..trace.timeline import Task

_Item = tuple[int, tuple[int, ...]]  # a task's construct, and how many tasks before it those are that it depends on
_MOSTLY = 0.5  # of the tasks: the loop's


def rounds(tasks: Mapping[int, Task], created: list[int]) -> list[list[int]]:
    """The tasks, in the order of their creation, cut where the loop's rounds begin; what is before the loop comes
    first."""
    items = _items(tasks, created)
    length, covered = _period(items)
    if length == 0:
        return [created]
    begin = len(created) - covered // length * length
    # Nothing is before the loop's first round that its tasks could depend on: it is like the others otherwise.
    begin -= length if begin >= length else 0
    before = [created[:begin]] if begin > 0 else []
    return before + [created[i:i + length] for i in range(begin, len(created), length)]


def _items(tasks: Mapping[int, Task], created: list[int]) -> list[_Item]:
    index = {task: i for i, task in enumerate(created)}
    return [(tasks[task].place, tuple(sorted({i - index[other] for other in tasks[task].predecessors
                                              if other in index}))) for i, task in enumerate(created)]


def _period(items: list[_Item]) -> tuple[int, int]:
    """The shortest of the end of the list, and how much of the list has it; 0: there is none."""
    matches = _matches(items[::-1])
    fewest = max(2, int(_MOSTLY * len(items)))
    for length, match in enumerate(matches[1:], 1):
        covered = length + match
        if covered < max(2 * length, fewest):
            continue
        if length > 1:
            return length, covered
        # All alike. A round is what lies between a task and the one that it depends on.
        distance = max(items[-1][1], default=1)
        return (distance, covered) if 1 < distance <= covered else (0, 0)
    return 0, 0


def _matches(items: Sequence[_Item]) -> list[int]:
    """Of each position, how many items from there on are those at the list's beginning (the Z-function)."""
    n = len(items)
    found = [0] * n
    begin = end = 0  # the match that reaches furthest
    for i in range(1, n):
        length = min(end - i, found[i - begin]) if i < end else 0
        while i + length < n and items[length] == items[i + length]:
            length += 1
        found[i] = length
        if i + length > end:
            begin, end = i, i + length
    return found
