# SPDX-License-Identifier: Apache-2.0
"""The files that librondo writes while a process is traced (src/trace/event.hpp describes them).

Only what is complete is read: a process may have ended in the middle of an event.
"""

import mmap
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

import numpy as np

from ..errors import MeasureError
from ..launcher import Rank


class Kind(IntEnum):
    """As in src/trace/event.hpp."""

    THREAD_BEGIN = 1
    THREAD_END = 2
    PLACE = 3
    PARALLEL_BEGIN = 4
    PARALLEL_END = 5
    IMPLICIT_BEGIN = 6
    IMPLICIT_END = 7
    TASK_CREATE = 8
    TASK_BEGIN = 9
    TASK_END = 10
    TASK_FULFIL = 11
    DEPENDENCE = 12
    GROUP_BEGIN = 13
    GROUP_END = 14
    WAIT_BEGIN = 15
    WAIT_END = 16
    MUTEX_WAIT = 17
    MUTEX_ACQUIRED = 18
    MUTEX_RELEASED = 19
    WORK_BEGIN = 20
    WORK_END = 21
    CHUNK = 22
    STEAL = 23
    SLEEP = 24
    WAKE = 25
    AWAKE = 26
    EXIT = 27
    IMPLICIT_BODY = 28
    CREATOR = 29
    GRAPH_BEGIN = 30
    GRAPH_END = 31
    GRAPH_ID = 32
    UNIT = 33
    WAITED = 34
    PROCESSOR = 35
    BLOCKED = 36
    STACK = 37
    UNBLOCKED = 38
    FAULTED = 39
    RESUMED = 40
    IMPLICIT_ID = 41


UNDEFERRED, UNTIED, FINAL, TASKWAIT, TARGET, BODY_ONLY = 1, 2, 4, 8, 16, 32  # details of TASK_CREATE
FORKED = 8  # detail of THREAD_BEGIN
BLOCKED_IN_PLACE, HELD = 16, 17  # of WAIT_BEGIN
ADDRESS_BITS = 48  # of a value that is an address and a number
ID_BITS = 40
COUNT_BITS = 40

_Events = np.ndarray[tuple[int], np.dtype[np.void]]
_CHUNK_EVENTS = 16384
_EVENT = np.dtype([("head", "<u8"), ("value", "<u8")])
_CHUNK_BYTES = _CHUNK_EVENTS * _EVENT.itemsize
_RING_HEADER_BYTES = 4096
_MOST_CHUNKS = 448
_RING_MAGIC = b"RondoR02"
_PROCESS_MAGIC = b"RondoP03"
_RING_HEADER = np.dtype([("magic", "S8"), ("n_chunks", "<u8"), ("n_written", "<u8"), ("n_lost", "<u8"),
                         ("n_ids_before", "<u8", (_MOST_CHUNKS,))])
_MODULE = np.dtype([("begin", "<u8"), ("end", "<u8"), ("base", "<u8"), ("path", "S488")])
_PROCESS_HEADER = np.dtype([("magic", "S8"), ("pid", "<u8"), ("parent_pid", "<u8"), ("ticks_per_us", "<u8"),
                            ("begin_ticks", "<u8"), ("begin_ns", "<u8"), ("n_modules", "<u8"), ("n_lost", "<u8"),
                            ("rank", "<u4"), ("n_ranks", "<u4"), ("command", "S440"), ("modules", _MODULE, (255,))])


@dataclass(frozen=True)
class Ring:
    """The events of one thread, or of several that have lived one after the other."""

    number: int
    ns: "np.ndarray[tuple[int], np.dtype[np.int64]]"  # since the process's beginning
    kinds: "np.ndarray[tuple[int], np.dtype[np.uint8]]"
    details: "np.ndarray[tuple[int], np.dtype[np.uint8]]"
    values: "np.ndarray[tuple[int], np.dtype[np.uint64]]"
    first_id: int  # of the first task that is created here
    n_overwritten: int  # events that newer ones have taken the place of
    n_lost: int  # events for which there was no memory
    n_left_out: int = 0  # older events that are not wanted
    n_resumed: int = 0  # of the first events: they say what the thread had begun before

    @property
    def is_cut(self) -> bool:
        return self.n_overwritten + self.n_left_out != 0

    @property
    def processor_ns(self) -> int:
        """That its threads have used, as far as they have noted it: when they slept last, or ended."""
        ended = self.kinds == Kind.THREAD_END
        noted = np.flatnonzero(np.isin(self.kinds, (Kind.THREAD_END, Kind.EXIT, Kind.SLEEP, Kind.AWAKE)))
        last = noted[-1:][~ended[noted[-1:]]]  # of a thread that has not ended
        return int(self.values[ended].sum()) + int(self.values[last].sum())


@dataclass(frozen=True)
class Module:
    begin: int
    end: int
    base: int
    path: str


@dataclass
class Process:
    pid: int
    parent_pid: int
    command: str
    begin_ns: int  # of the monotonic clock
    modules: list[Module]
    n_lost: int  # events of threads without a ring
    rank: Rank | None = None  # that a launcher of MPI programs has given it
    rings: list[Ring] = field(default_factory=list)

    @property
    def n_missing(self) -> int:
        return self.n_lost + sum(ring.n_overwritten + ring.n_lost for ring in self.rings)

    @property
    def n_left_out(self) -> int:
        return sum(ring.n_left_out for ring in self.rings)

    @property
    def complete_from_ns(self) -> int:
        """From then on all events of all threads are there."""
        return max((int(ring.ns[0]) for ring in self.rings if ring.is_cut and len(ring.ns)), default=0)

    @property
    def n_events(self) -> int:
        """That its threads have noted, also those that are not there any more."""
        return sum(len(ring.kinds) + ring.n_overwritten + ring.n_left_out for ring in self.rings)

    @property
    def processor_ns(self) -> int:
        """As its threads have noted it."""
        return sum(ring.processor_ns for ring in self.rings)

    @property
    def end_ns(self) -> int:
        """Of the last event, since the process's beginning."""
        return max((int(ring.ns[-1]) for ring in self.rings if len(ring.ns)), default=0)

    def module_of(self, address: int) -> Module | None:
        return next((module for module in reversed(self.modules) if module.begin <= address < module.end), None)


def _read_process(content: bytes | mmap.mmap) -> tuple[Process, int, int] | None:
    """With its ticks per us and the ticks at its beginning."""
    if len(content) < _PROCESS_HEADER.itemsize or content[:8] != _PROCESS_MAGIC:
        return None
    header = np.frombuffer(content, _PROCESS_HEADER, 1)[0]
    modules = [Module(int(module["begin"]), int(module["end"]), int(module["base"]),
                      module["path"].decode(errors="replace"))
               for module in header["modules"][:header["n_modules"]]]
    rank = Rank(int(header["rank"]), int(header["n_ranks"])) if header["n_ranks"] else None
    process = Process(int(header["pid"]), int(header["parent_pid"]), header["command"].decode(errors="replace"),
                      int(header["begin_ns"]), modules, int(header["n_lost"]), rank)
    return process, max(int(header["ticks_per_us"]), 1), int(header["begin_ticks"])


@dataclass
class _Chunks:
    """The events of a ring, the oldest first, and where its chunks begin."""

    number: int
    events: _Events
    ids_before: list[int]  # of each chunk: how many ids had been handed out
    n_overwritten: int
    n_lost: int
    n_left_out: int = 0

    def ticks(self, begin_ticks: int) -> "np.ndarray[tuple[int], np.dtype[np.uint64]]":
        """The upper 16 bits of the time are lost, so it is a difference modulo 2^48."""
        return ((self.events["head"] >> np.uint64(16)) - np.uint64(begin_ticks)) & np.uint64((1 << 48) - 1)

    def leave_out(self, ticks: int, begin_ticks: int) -> None:
        """Chunks that have ended before. The last one stays: it says what the thread was in the middle of."""
        first = self.ticks(begin_ticks)[::_CHUNK_EVENTS]
        n = max(0, int(np.searchsorted(first, ticks, "right")) - 1)
        self.events, self.ids_before = self.events[n * _CHUNK_EVENTS:], self.ids_before[n:]
        self.n_left_out = n * _CHUNK_EVENTS

    def read(self, ticks_per_us: int, begin_ticks: int) -> Ring:
        is_cut = self.n_overwritten + self.n_left_out != 0
        self.events, n_resumed = _without_repetitions(self.events, is_cut)
        heads = self.events["head"]
        ns = (self.ticks(begin_ticks).astype(np.float64) * (1000 / ticks_per_us)).astype(np.int64)
        return Ring(self.number, ns, ((heads >> np.uint64(8)) & np.uint64(255)).astype(np.uint8),
                    (heads & np.uint64(255)).astype(np.uint8), self.events["value"].copy(),
                    self.ids_before[0] if is_cut else 0, self.n_overwritten, self.n_lost, self.n_left_out, n_resumed)


def _chunks_of(content: bytes | mmap.mmap, number: int) -> _Chunks | None:
    if len(content) < _RING_HEADER_BYTES or content[:8] != _RING_MAGIC:
        return None
    header = np.frombuffer(content, _RING_HEADER, 1)[0]
    n_written = int(header["n_written"])
    n_chunks = (len(content) - _RING_HEADER_BYTES) // _CHUNK_BYTES
    events = np.frombuffer(content, _EVENT, n_chunks * _CHUNK_EVENTS, _RING_HEADER_BYTES)
    oldest = 0
    if n_written <= len(events):
        events = events[:n_written].copy()
    else:
        current = (n_written - 1) // _CHUNK_EVENTS % n_chunks
        n_in_current = (n_written - 1) % _CHUNK_EVENTS + 1
        oldest = (current + 1) % n_chunks
        split = current * _CHUNK_EVENTS
        events = np.concatenate([events[split + _CHUNK_EVENTS:], events[:split + n_in_current]])
    ids_before = [int(header["n_ids_before"][(oldest + i) % n_chunks]) for i in range(n_chunks)]
    return _Chunks(number, events, ids_before, n_written - len(events), int(header["n_lost"]))


def _leave_out_old(rings: list[_Chunks], begin_ticks: int, most: int) -> None:
    """So that there are some more than `most` events, the newest ones of all threads."""
    if sum(len(ring.events) for ring in rings) <= most:
        return
    ticks = np.concatenate([ring.ticks(begin_ticks) for ring in rings])
    first = int(np.partition(ticks, len(ticks) - most)[len(ticks) - most])
    for ring in rings:
        ring.leave_out(first, begin_ticks)


def _without_repetitions(events: _Events, is_cut: bool) -> tuple[_Events, int]:
    """What a chunk says again of its thread is needed only where older chunks are gone. With the number of events that
    do so at the beginning."""
    keeps = np.ones(len(events), dtype=np.bool_)
    n_resumed = 0
    for begin in range(0, len(events), _CHUNK_EVENTS):
        if int(events["head"][begin]) >> 8 & 255 != Kind.RESUMED:
            continue
        n = 1 + (int(events["value"][begin]) & (1 << COUNT_BITS) - 1)
        if begin == 0 and is_cut:
            n_resumed = min(n, len(events))
        else:
            keeps[begin:begin + n] = False
    return events[keeps], n_resumed


def _content(path: Path) -> bytes | mmap.mmap:
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if path.stat().st_size else b""


def read(folder: Path, most_events: int | None = None) -> list[Process]:
    """All processes that have written there, the first one first. `most_events`: of each, the newest ones."""
    processes = []
    for path in folder.iterdir():
        if path.suffix:
            continue
        found = _read_process(_content(path))
        if found is None:
            if _content(path)[:5] == _PROCESS_MAGIC[:5]:
                raise MeasureError(f"{path} has another format; use the `rondo` that came with the library")
            continue
        process, ticks_per_us, begin_ticks = found
        paths = sorted(folder.glob(f"{path.name}.*"), key=lambda file: int(file.suffix[1:]))
        rings = [ring for ring in (_chunks_of(_content(path), int(path.suffix[1:])) for path in paths)
                 if ring is not None]
        if most_events is not None:
            _leave_out_old(rings, begin_ticks, most_events)
        process.rings = [ring.read(ticks_per_us, begin_ticks) for ring in rings]
        processes.append(process)
    return sorted(processes, key=lambda process: process.begin_ns)
