# SPDX-License-Identifier: Apache-2.0
"""Which tasks a task waits for: the rules of OpenMP for depend clauses (5.2, section 15.9.5), on what the program gave.

For each address there is the newest generation of tasks and the one before. Tasks of a generation do not wait for each
other, but for all of the generation before. An `out` is a generation of its own.
"""

from collections.abc import Iterable

OUT, IN_OUT, ALL_MEMORY = 2, 3, 34  # ompt_dependence_type_t; other kinds share a generation with their like
_ALONE = (OUT, IN_OUT)


class _Address:
    def __init__(self, before: list[int]) -> None:
        self.kind = OUT
        self.newest: list[int] = before
        self.before: list[int] = []


class Siblings:
    """The tasks that one task creates, in the order of their creation."""

    def __init__(self) -> None:
        self._addresses: dict[int, _Address] = {}
        self._whole: list[int] = []  # the last task that depends on all memory

    def enter(self, task: int, dependences: Iterable[tuple[int, int]]) -> list[int]:
        """With pairs of kind and address; returns the tasks that it waits for, unless they have ended before."""
        found: dict[int, None] = {}
        for kind, address in dependences:
            if kind == ALL_MEMORY:
                for entry in self._addresses.values():
                    found.update(dict.fromkeys(entry.newest))
                found.update(dict.fromkeys(self._whole))
                self._addresses.clear()
                self._whole = [task]
                continue
            if address not in self._addresses:
                self._addresses[address] = _Address(self._whole)
            entry = self._addresses[address]
            if kind in _ALONE or kind != entry.kind:
                if entry.newest != [task]:  # else: the same address twice in one clause
                    entry.before = entry.newest
                    entry.newest = [task]
                entry.kind = kind
            elif task not in entry.newest[-1:]:
                entry.newest.append(task)
            found.update(dict.fromkeys(entry.before))
        found.pop(task, None)
        return list(found)
