# SPDX-License-Identifier: Apache-2.0
"""The report that librondo writes (RONDO_GRAPH_REPORT; docs/graphs.md describes it), read into data classes.

A file belongs to one process number. It holds a line for each program that the process was, and behind it lines for
that program's regions; the last line of a region is the one that counts.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import MeasureError

kFormat = 1
kWait = -1  # in place of a body: the region's code waits here


@dataclass(frozen=True)
class Body:
    """The code of a task: where the runtime found it."""

    address: str
    module: str | None  # file name; None: unknown, e.g. unloaded since
    offset: int
    symbol: str | None

    @property
    def is_any(self) -> bool:
        """Of a dep_pattern, which holds for tasks of whatever code."""
        return self.address == "(nil)"


@dataclass(frozen=True)
class Node:
    body: int  # index into Graph.bodies, or kWait
    place: int  # where in its row or level, as a fraction of 65536
    priority: int
    ticks: int  # that its body took when it last ran in a replay; 0: never measured
    successors: list[int]
    crossing: list[int] = field(default_factory=list)  # of a loop: successors in the next round


@dataclass(frozen=True)
class Graph:
    n_edges: int
    n_edges_distinct: int
    n_edges_unreduced: int
    depth: int
    n_units: int  # groups of nodes that are scheduled together
    instances: dict[str, int]
    bytes: dict[str, int]
    bodies: list[Body]
    nodes: list[Node]
    iterations: int = 0  # in a round of a loop's cyclic graph; 0: not of a loop
    clock_step: int = 0  # ticks: no shorter time can be told from none

    @property
    def shortest_time(self) -> int:
        """Ticks. Reading the clock adds up to a step to a time, which would be more than half of a shorter one."""
        return 2 * self.clock_step

    def is_measured(self, ticks: float) -> bool:
        return ticks > 0 and ticks >= self.shortest_time


@dataclass(frozen=True)
class Finding:
    kind: str
    n_places: int
    node: int
    text: str
    body: Body | None
    current_body: Body | None


@dataclass(frozen=True)
class Way:
    """In which way encounters, the rounds of a loop or the blocks of a tag have run."""

    n: int
    us: float  # that one takes; 0: not known


@dataclass(frozen=True)
class Region:
    """One region and graph id, one loop or one tag: what has happened to it, and the newest graph made of it."""

    construct: str
    file: str
    line: int
    id: int
    events: dict[str, int]
    reasons: dict[str, str | None]
    findings: list[Finding]
    graph: Graph | None
    is_final: bool  # False: the process did not end by exit(), this is what was known before
    ways: dict[str, Way]  # "spread", "alone", "plain"
    is_directive: bool = False  # else written with rondo.h

    @property
    def where(self) -> str:
        if self.is_pattern:
            return f'dep_pattern "{self.file}"'
        return f"{self.file}:{self.line}" if self.line else self.file

    @property
    def is_loop(self) -> bool:
        return self.construct == "taskiter"

    @property
    def is_pattern(self) -> bool:
        return self.construct == "dep_pattern"


@dataclass(frozen=True)
class Repetition:
    """Tasks that repeat without a directive, after so many: those of one period (docs/automatic.md)."""

    code: Body | None  # of its first task; None: all tasks ran where they were created
    period: int
    n_dependences: int
    n_edges: int
    n_recorded: int  # times that a period was taken down
    n_resumed: int  # times that it was forecast again, or in the place of another one, without that
    n_forecast: int  # tasks
    misses: dict[str, int]


@dataclass(frozen=True)
class Automatic:
    n_given_up: int  # streams of tasks that are not watched any more
    repetitions: list[Repetition]


@dataclass
class Process:
    number: int
    program: str
    ticks_per_us: float
    clock_step: int = 0  # ticks
    regions: list[Region] = field(default_factory=list)
    automatic: Automatic | None = None  # None: nothing was found, or RONDO_AUTOGRAPH=false


def _body(values: dict[str, Any] | None, program: str) -> Body | None:
    if values is None:
        return None
    module = program if values["module"] == "" else values["module"]
    return Body(values["address"], module, values["offset"], values["symbol"])


def _graph(values: dict[str, Any] | None, process: Process) -> Graph | None:
    if values is None:
        return None
    bodies = [body for body in (_body(item, process.program) for item in values["bodies"]) if body is not None]
    nodes = [Node(body, place, priority, ticks, []) for body, place, priority, ticks, *_ in values["nodes"]]
    for index, row in enumerate(values["nodes"]):
        for predecessor in row[4]:
            nodes[predecessor].successors.append(index)
        for predecessor in row[5] if len(row) > 5 else []:
            nodes[predecessor].crossing.append(index)
    return Graph(values["n_edges"], values["n_edges_distinct"], values["n_edges_unreduced"], values["depth"],
                 values["n_units"], values["instances"], values["bytes"], bodies, nodes,
                 values["iterations"], process.clock_step)


def _region(values: dict[str, Any], process: Process) -> Region:
    findings = [
        Finding(item["kind"], item["n_places"], item["node"], item["text"], _body(item["body"], process.program),
                _body(item["current_body"], process.program))
        for item in values["findings"]
    ]
    ways = {name: Way(way["n"], way["ticks"] / process.ticks_per_us) for name, way in values["ways"].items()}
    return Region(values["construct"], values["file"], values["line"], values["id"], values["events"],
                  values["reasons"], findings, _graph(values["graph"], process), values["final"],
                  ways, values.get("is_directive", False))


def _automatic(values: dict[str, Any], program: str) -> Automatic:
    return Automatic(values["given_up"],
                     [Repetition(_body(row["code"], program), row["period"], row["n_dependences"], row["n_edges"],
                                 row["n_recorded"], row["n_resumed"], row["n_forecast"], row["misses"])
                      for row in values["repetitions"]])


def parse(lines: list[str]) -> list[Process]:
    """Raises MeasureError for a report of another version. A line cut off by the end of the process is left out."""
    processes: list[Process] = []
    newest: dict[tuple[str, int], Any] = {}

    def close() -> None:
        if processes:
            processes[-1].regions = [_region(values, processes[-1]) for values in newest.values()]
        newest.clear()

    for line in lines:
        try:
            values = json.loads(line)
        except json.JSONDecodeError:
            continue
        if "format" in values:
            close()
            if values["format"] != kFormat:
                raise MeasureError(f"the report has format {values['format']}, this command reads {kFormat}; "
                                   "use the `rondo` that came with the library")
            processes.append(Process(values["process"], values["program"], max(values["ticks_per_us"], 1),
                                     values.get("clock_step", 0)))
        elif processes and "automatic" in values:
            processes[-1].automatic = _automatic(values["automatic"], processes[-1].program)
        elif processes:
            newest[values["region"], values["id"]] = values
    close()
    return processes


def read(prefix: Path) -> list[Process]:
    """The reports of all processes that were started with RONDO_GRAPH_REPORT=prefix."""
    processes: list[Process] = []
    for path in sorted(prefix.parent.glob(f"{prefix.name}.*"), key=lambda path: path.stat().st_mtime_ns):
        processes += parse(path.read_text(encoding="ascii").splitlines())
    return processes
