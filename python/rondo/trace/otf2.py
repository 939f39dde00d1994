# SPDX-License-Identifier: Apache-2.0
"""A timeline as an OTF2 archive, for Vampir and other tools of its kind: a location for each thread, which enters and
leaves regions, and messages between them. By the Python library of OTF2's makers.

OTF2 has no arrows between regions. What its readers draw as a line from one thread to another is a message that one
sends and the other receives; so each arrow is a message without content, in a communicator for arrows of its kind.
"""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import otf2

from ..errors import MeasureError
from ..graph.symbols import Name
from . import thefts
from .rings import BLOCKED_IN_PLACE, HELD
from .timeline import Instant, Slice, Thread, Timeline, What, marks
from .words import of_slice, process_name, thread_name

_NS = 1_000_000_000
_ROLES = {What.REGION: "PARALLEL", What.SHARE: "FUNCTION", What.TASK: "TASK", What.GROUP: "FUNCTION",
          What.LOCK: "CRITICAL", What.WORK: "WORKSHARE", What.SLEEP: "ARTIFICIAL"}
_WAITS = {3: "BARRIER", 5: "TASK_WAIT", BLOCKED_IN_PLACE: "ARTIFICIAL", HELD: "WRAPPER"}  # others: implicit barriers


def _role(piece: Slice) -> str:
    return _WAITS.get(piece.detail, "IMPLICIT_BARRIER") if piece.what == What.WAIT else _ROLES[piece.what]


@dataclass(frozen=True)
class _End:
    """Of an arrow."""

    is_first: bool
    kind: Any  # communicator
    other: int  # the rank of the thread at the other end
    number: int  # that both ends have


class _Arrows:
    """The ends of a process's arrows, by what they are at."""

    def __init__(self, n_before: int) -> None:
        self.n = n_before
        self.at_beginning: defaultdict[int, list[_End]] = defaultdict(list)  # of a task
        self.at_end: defaultdict[int, list[_End]] = defaultdict(list)
        self.at_instant: defaultdict[int, list[_End]] = defaultdict(list)  # by identity
        self.thefts: defaultdict[int, list[Instant]] = defaultdict(list)  # by rank: where something was stolen

    def add(self, kind: Any, ranks: tuple[int, int], out_of: list[_End], into: list[_End]) -> None:
        self.n += 1
        out_of.append(_End(True, kind, ranks[1], self.n))
        into.append(_End(False, kind, ranks[0], self.n))


def _write(events: Any, ns: int, ends: list[_End]) -> None:
    for end in ends:
        (events.mpi_send if end.is_first else events.mpi_recv)(ns, end.other, end.kind, end.number % (1 << 32), 0)


class Archive:
    """Any number of processes, in a folder that is made. It is written at the end: ranks are those of all threads."""

    def __init__(self, folder: Path) -> None:
        if folder.exists():
            raise MeasureError(f"{folder} is there already; name another folder with --otf2")
        self._writer = otf2.writer.Writer(str(folder), timer_resolution=_NS)
        self._writer.creator = "rondo trace"
        self._node = self._writer.definitions.system_tree_node("machine")
        self._regions: dict[tuple[str, str], Any] = {}
        self._processes: list[tuple[Timeline, dict[int, Name]]] = []
        self._locations: list[Any] = []  # a rank is a position here
        self._n_arrows = 0

    def write(self, timeline: Timeline, names: dict[int, Name]) -> None:
        process = timeline.process
        group = self._writer.definitions.location_group(f"{process_name(process)} {process.pid}",
                                                        system_tree_parent=self._node)
        self._locations += [self._writer.definitions.location(thread_name(thread), group=group)
                            for thread in timeline.threads]
        self._processes.append((timeline, names))

    def close(self) -> None:
        definitions = self._writer.definitions
        # Readers look for ranks in MPI's groups, and for names in communicators.
        for kind in (otf2.GroupType.COMM_LOCATIONS, otf2.GroupType.COMM_GROUP):
            group = definitions.group("threads", kind, otf2.Paradigm.MPI, members=tuple(self._locations))
        self._dependences, self._moves, self._steals = (
            definitions.comm(name, group) for name in ("dependences", "created elsewhere", "steals"))
        first = 0
        for timeline, names in self._processes:
            arrows = self._arrows(timeline, first)
            for rank, thread in enumerate(timeline.threads, first):
                self._write_thread(timeline, rank, names, arrows, thread)
            first += len(timeline.threads)
        self._writer.close()

    def _arrows(self, timeline: Timeline, first: int) -> _Arrows:
        arrows = _Arrows(self._n_arrows)
        rank_of = {id(thread): rank for rank, thread in enumerate(timeline.threads, first)}
        rank_of_task = {piece.task: rank_of[id(thread)] for thread in timeline.threads for piece in thread.slices
                        if piece.what == What.TASK}
        for task in timeline.tasks.values():
            for before in task.predecessors:
                if before in rank_of_task and task.id in rank_of_task:
                    arrows.add(self._dependences, (rank_of_task[before], rank_of_task[task.id]),
                               arrows.at_end[before], arrows.at_beginning[task.id])
        for thread in timeline.threads:
            here = rank_of[id(thread)]
            for mark in thread.instants:
                if mark.what == "create" and mark.other in rank_of_task:
                    arrows.add(self._moves, (here, rank_of_task[mark.other]), arrows.at_instant[id(mark)],
                               arrows.at_beginning[mark.other])
        for theft in thefts.find(timeline):
            victim = rank_of[id(theft.victim)]
            arrows.thefts[victim].append(theft.begin)
            arrows.add(self._steals, (victim, rank_of[id(theft.thief)]), arrows.at_instant[id(theft.begin)],
                       arrows.at_instant[id(theft.steal)])
        self._n_arrows = arrows.n
        return arrows

    def _write_thread(self, timeline: Timeline, rank: int, names: dict[int, Name], arrows: _Arrows,
                      thread: Thread) -> None:
        events = self._writer.event_writer_from_location(self._locations[rank])
        begin_ns = timeline.process.begin_ns
        entered: list[tuple[Any, Slice]] = []
        for mark in marks(thread, arrows.thefts[rank]):
            if isinstance(mark, Slice):
                place = timeline.tasks[mark.task].place if mark.what == What.TASK else mark.place
                entered.append((self._region(mark, names[place]), mark))
                events.enter(begin_ns + mark.begin, entered[-1][0])
                _write(events, begin_ns + mark.begin, arrows.at_beginning.pop(mark.task, []))
            elif isinstance(mark, Instant):
                _write(events, begin_ns + mark.ns, arrows.at_instant.pop(id(mark), []))
            else:
                region, piece = entered.pop()
                if not piece.is_left:
                    _write(events, begin_ns + mark, arrows.at_end.pop(piece.task, []))
                events.leave(begin_ns + mark, region)

    def _region(self, piece: Slice, place: Name) -> Any:
        key = of_slice(piece, place), _role(piece)
        found = self._regions.get(key)
        if found is None:
            more: dict[str, Any] = {"source_file": place.file, "begin_line_number": place.line} if place.file else {}
            found = self._regions[key] = self._writer.definitions.region(
                key[0], region_role=getattr(otf2.RegionRole, key[1]), paradigm=otf2.Paradigm.OPENMP, **more)
        return found
