# SPDX-License-Identifier: Apache-2.0
"""What slices and threads are called."""

from ..graph.symbols import Name
from .rings import BLOCKED_IN_PLACE, HELD, Process
from .timeline import Slice, Thread, Use, What

WAITS = {3: "barrier", 4: "barrier of the implementation", 5: "taskwait", 6: "end of taskgroup", 7: "reduction",
         8: "barrier of a worksharing construct", 9: "barrier at the region's end", BLOCKED_IN_PLACE: "blocked",
         HELD: "held by a call"}
MUTEXES = {1: "lock", 2: "lock", 3: "nestable lock", 4: "nestable lock", 5: "critical", 6: "atomic", 7: "ordered"}
_WORK = {1: "loop", 2: "sections", 3: "single", 4: "single of another thread", 6: "distribute", 7: "taskloop",
         8: "scope", 10: "static loop", 11: "dynamic loop", 12: "guided loop", 13: "loop"}
_STATUS = {1: "complete", 3: "cancelled", 4: "detached", 8: "taskwait with dependences"}


def of_slice(piece: Slice, place: Name) -> str:
    """With its place, `place`."""
    if piece.what == What.TASK:
        return place.text
    if piece.what == What.SLEEP:
        return "sleep"
    what = piece.what.value
    if piece.what == What.WAIT:
        what = WAITS.get(piece.detail, "wait")
    elif piece.what == What.LOCK:
        what = f"wait for {MUTEXES.get(piece.detail, 'a mutex')}"
    elif piece.what == What.WORK:
        what = _WORK.get(piece.detail, "worksharing")
    return f"{what}: {place.text}" if piece.place else what


# As in src/trace/event.hpp (GraphDetail) and src/region/execution.hpp.
_CONSTRUCTS = {0: "taskgraph", 16: "taskiter", 32: "dep_pattern"}
_USES = {0: "ordinary tasks", 1: "recorded", 2: "checked", 3: "replayed, filled by the code", 4: "in order",
         5: "ordinary tasks, which is faster", 6: "replayed with the same data", 7: "replayed with refreshed data",
         8: "replayed, known at compile time", 9: "round the graph that is kept", 10: "with the pattern"}


def of_use(use: Use, place: Name) -> str:
    """With its place, `place`."""
    construct = _CONSTRUCTS.get(use.detail & 0xf0, "task graph")
    text = f"{construct} ({_USES.get(use.detail & 0xf, 'unknown')})"
    text += f", id {use.graph_id}" if use.graph_id else ""
    return f"{text}: {place.text}" if use.place else text


def of_status(status: int) -> str:
    return _STATUS.get(status, str(status))


def thread_name(thread: Thread) -> str:
    if thread.is_forked:
        return "thread that called fork"
    return f"worker {thread.ring}" if thread.is_worker else f"initial thread {thread.ring}"


def process_name(process: Process) -> str:
    return process.command if process.rank is None else f"rank {process.rank.number}: {process.command}"
