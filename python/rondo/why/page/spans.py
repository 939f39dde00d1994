# SPDX-License-Identifier: Apache-2.0
"""What each thread did and when, in columns: entries of the accounting, each of one kind of work or lost time."""

from array import array
from dataclasses import dataclass, replace

import numpy as np

from ...trace.timeline import Slice, Thread, What
from ..causes import Cause
from ..ledger import Ledger, Moment

kBands = 400  # of a run's time, for what all threads did together

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Floats = np.ndarray[tuple[int], np.dtype[np.float64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True)
class Kind:
    """What a thread's time is: a cause of loss, the tasks of a construct, or the program's other code."""

    cause: Cause | None
    what: What | None  # of work: TASK, SHARE (a region's own code), None outside of regions
    place: int


@dataclass(frozen=True)
class Spans:
    """Columns of one length; times are ns. Of spans of one thread that begin together each has its part of the time."""

    thread: Ints
    begin: Ints
    end: Ints
    kind: Ints
    task: Ints  # id, -1: none
    place: Ints  # of lost time, where the thread waits
    ns: Floats

    def where(self, chosen: Bools | Ints) -> "Spans":
        return Spans(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    def of_kinds(self, numbers: Ints) -> "Spans":
        """With other numbers for the kinds."""
        return replace(self, kind=numbers[self.kind])


@dataclass(frozen=True)
class Losses:
    """Of the work of a thread between two looks at it, the share that a cause took. Columns of one length, by thread
    and time."""

    thread: Ints
    begin: Ints
    end: Ints
    kind: Ints
    share: Floats

    def of_kinds(self, numbers: Ints) -> "Losses":
        return replace(self, kind=numbers[self.kind])


class Recorder(Ledger):
    """Takes the accounting's entries down."""

    def __init__(self) -> None:
        self.end_ns = 0
        self.kinds: dict[Kind, int] = {}
        self.threads: dict[int, Thread] = {}  # by id(), in the order of their first entry
        self._rows: dict[int, int] = {}
        self._columns = [array("q") for _ in range(6)]
        self._ns = array("d")
        self._losses = [array("q") for _ in range(4)]
        self._shares = array("d")

    def begin(self, wall_ns: int) -> None:
        self.end_ns = wall_ns
        self.edges = [wall_ns * band // kBands for band in range(kBands + 1)]

    def enter(self, moment: Moment, cause: Cause | None, place: int, ns: float) -> None:
        if ns <= 0:
            return
        key = id(moment.thread)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = len(self._rows)
            self.threads[key] = moment.thread
        task = -1
        if cause is not None:
            kind = Kind(cause, None, 0)
        else:
            owner = _owner(moment.piece)
            if owner is None:
                kind = Kind(None, None, 0)
            else:
                kind = Kind(None, owner.what, owner.place)
                task = owner.task if owner.what == What.TASK else -1
        for column, value in zip(self._columns, (row, moment.begin, moment.end, self._number(kind), task, place)):
            column.append(value)
        self._ns.append(ns)

    def take(self, thread: Thread, begin: int, end: int, cause: Cause, share: float) -> None:
        if share <= 0 or end <= begin:
            return
        for column, value in zip(self._losses, (self._rows[id(thread)], begin, end,
                                                self._number(Kind(cause, None, 0)))):
            column.append(value)
        self._shares.append(share)

    def _number(self, kind: Kind) -> int:
        return self.kinds.setdefault(kind, len(self.kinds))

    def spans(self) -> Spans:
        thread, begin, end, kind, task, place = (np.array(column, dtype=np.int64) for column in self._columns)
        found = Spans(thread, begin, end, kind, task, place, np.array(self._ns))
        return found.where(np.lexsort((found.begin, found.thread)))

    def losses(self) -> Losses:
        """The accounting tells of one thread after the other."""
        thread, begin, end, kind = (np.array(column, dtype=np.int64) for column in self._losses)
        return Losses(thread, begin, end, kind, np.array(self._shares))


def _owner(piece: Slice | None) -> Slice | None:
    """The task, implicit task or region whose code runs."""
    while piece is not None and piece.what not in (What.TASK, What.SHARE):
        piece = piece.parent
    return piece


def with_losses(spans: Spans, losses: Losses, is_work: Bools) -> Spans:
    """For sums: of each piece of work the part that a cause took is there once more for the cause, and once with its
    time below zero for the work. `is_work`: of each kind."""
    found = [spans]
    work = spans.where(is_work[spans.kind])
    rows = np.searchsorted(work.thread, np.arange(losses.thread.max(initial=-1) + 2))
    for row, begin, end, kind, share in zip(losses.thread, losses.begin, losses.end, losses.kind, losses.share):
        here = slice(rows[row], rows[row + 1])  # the thread's pieces of work, which follow each other
        first = rows[row] + np.searchsorted(work.end[here], begin, "right")
        last = rows[row] + np.searchsorted(work.begin[here], end, "left")
        part = work.where(np.arange(first, max(first, last)))
        begins, ends = np.maximum(part.begin, begin), np.minimum(part.end, end)
        ns = part.ns * (ends - begins) / (part.end - part.begin) * share
        part = replace(part, begin=begins, end=ends)
        found += [replace(part, kind=np.full_like(part.kind, kind), ns=ns), replace(part, ns=-ns)]
    return Spans(*(np.concatenate([getattr(one, name) for one in found]) for name in Spans.__dataclass_fields__))


def dominant(spans: Spans) -> Spans:
    """Of those of a thread that begin together only the longest, as a timeline shows one colour at a time."""
    if not len(spans.begin):
        return spans
    order = np.lexsort((-spans.ns, spans.begin, spans.thread))
    first = np.ones(len(order), dtype=bool)
    first[1:] = (np.diff(spans.thread[order]) != 0) | (np.diff(spans.begin[order]) != 0)
    return spans.where(order[first])


def joined(spans: Spans) -> Spans:
    """Neighbours of one kind and place, as a long wait that was divided, become one."""
    if not len(spans.begin):
        return spans
    continues = np.zeros(len(spans.begin), dtype=bool)
    continues[1:] = ((spans.begin[1:] == spans.end[:-1]) & (np.diff(spans.thread) == 0) & (np.diff(spans.kind) == 0)
                     & (np.diff(spans.task) == 0) & (np.diff(spans.place) == 0))
    heads = np.flatnonzero(~continues)
    lasts = np.append(heads[1:], len(continues)) - 1
    return Spans(spans.thread[heads], spans.begin[heads], spans.end[lasts], spans.kind[heads], spans.task[heads],
                 spans.place[heads], np.add.reduceat(spans.ns, heads))
