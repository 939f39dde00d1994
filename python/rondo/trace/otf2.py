# SPDX-License-Identifier: Apache-2.0
"""A timeline as an OTF2 archive, for Vampir and other tools of its kind: a location for each thread, which enters and
leaves regions. By the Python library of OTF2's makers."""

from pathlib import Path
from typing import Any

import otf2

from ..errors import MeasureError
from ..graph.symbols import Name
from .timeline import Instant, Slice, Timeline, What, marks
from .words import of_slice, thread_name

_NS = 1_000_000_000
_ROLES = {What.REGION: "PARALLEL", What.SHARE: "FUNCTION", What.TASK: "TASK", What.GROUP: "FUNCTION",
          What.LOCK: "CRITICAL", What.WORK: "WORKSHARE", What.SLEEP: "ARTIFICIAL"}
_WAITS = {3: "BARRIER", 5: "TASK_WAIT"}  # others: implicit barriers


def _role(piece: Slice) -> str:
    return _WAITS.get(piece.detail, "IMPLICIT_BARRIER") if piece.what == What.WAIT else _ROLES[piece.what]


class Archive:
    """Any number of processes, in a folder that is made."""

    def __init__(self, folder: Path) -> None:
        if folder.exists():
            raise MeasureError(f"{folder} is there already; name another folder with --otf2")
        self._writer = otf2.writer.Writer(str(folder), timer_resolution=_NS)
        self._writer.creator = "rondo trace"
        self._node = self._writer.definitions.system_tree_node("machine")
        self._regions: dict[tuple[str, str], Any] = {}

    def write(self, timeline: Timeline, names: dict[int, Name]) -> None:
        process = timeline.process
        group = self._writer.definitions.location_group(f"{process.command} {process.pid}",
                                                        system_tree_parent=self._node)
        for thread in timeline.threads:
            location = self._writer.definitions.location(thread_name(thread), group=group)
            events = self._writer.event_writer_from_location(location)
            entered: list[Any] = []
            for mark in marks(thread):
                if isinstance(mark, Slice):
                    place = timeline.tasks[mark.task].place if mark.what == What.TASK else mark.place
                    entered.append(self._region(mark, names[place]))
                    events.enter(process.begin_ns + mark.begin, entered[-1])
                elif not isinstance(mark, Instant):
                    events.leave(process.begin_ns + mark, entered.pop())

    def close(self) -> None:
        self._writer.close()

    def _region(self, piece: Slice, place: Name) -> Any:
        key = of_slice(piece, place), _role(piece)
        found = self._regions.get(key)
        if found is None:
            more: dict[str, Any] = {"source_file": place.file, "begin_line_number": place.line} if place.file else {}
            found = self._regions[key] = self._writer.definitions.region(
                key[0], region_role=getattr(otf2.RegionRole, key[1]), paradigm=otf2.Paradigm.OPENMP, **more)
        return found
