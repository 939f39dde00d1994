# SPDX-License-Identifier: Apache-2.0
"""The tasks that depend on each other, in columns, and two drawings of them with at most so many boxes: the whole
graph, and the surroundings of its longest path."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from ...graph import boxes, report
from ...trace.rings import TASKWAIT
from ...trace.timeline import Timeline
from .spans import Ints

_MOST_DRAWN_ONE_BY_ONE = 100_000  # tasks; of a larger graph each construct is one box
_WAIT = report.kWait


@dataclass(frozen=True)
class Tasks:
    """In an order in which each stands behind those that it depends on."""

    id: Ints
    body: Ints  # number of its construct, _WAIT: a taskwait with dependences
    ns: Ints  # of its own code
    source: Ints  # edges, as indices of tasks, in the order of `target`
    target: Ints


@dataclass
class Box:
    body: int
    tasks: list[int]  # ids
    n_tasks: int
    ns: int
    is_on_path: bool
    note: str = ""  # which of them
    column: int = -1  # boxes of one column stand above each other; -1: wherever it is best


@dataclass
class Drawing:
    boxes: list[Box] = field(default_factory=list)
    arrows: Counter[tuple[int, int]] = field(default_factory=Counter)  # indices of boxes -> edges
    path: set[tuple[int, int]] = field(default_factory=set)  # the arrows that the longest path takes


def connected(timeline: Timeline, lengths_ns: dict[int, int], body_of_place: dict[int, int]) -> Tasks:
    """Tasks without dependences are left out."""
    every = {task.id: task for task in timeline.explicit_tasks() if task.begin >= 0}
    found = sorted(task.id for task in every.values() if task.predecessors)
    wanted = sorted({*found, *(before for number in found for before in every[number].predecessors if before in every)})
    at = {number: index for index, number in enumerate(wanted)}
    edges = [(at[before], at[number]) for number in found for before in every[number].predecessors if before in at]
    body = [_WAIT if every[number].detail & TASKWAIT else body_of_place[every[number].place] for number in wanted]
    pairs = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return Tasks(np.array(wanted, dtype=np.int64), np.array(body, dtype=np.int64),
                 np.array([lengths_ns.get(number, 0) for number in wanted], dtype=np.int64), pairs[:, 0], pairs[:, 1])


def longest_path(tasks: Tasks) -> list[int]:
    """Indices of its tasks."""
    if not len(tasks.id):
        return []
    cost = (tasks.ns if tasks.ns.any() else np.ones_like(tasks.ns)).tolist()
    end, before = list(cost), [-1] * len(cost)
    for source, target in zip(tasks.source.tolist(), tasks.target.tolist()):
        until = end[source] + cost[target]
        if until > end[target]:
            end[target], before[target] = until, source
    at, path = max(range(len(end)), key=end.__getitem__), []
    while at >= 0:
        path.append(at)
        at = before[at]
    return path[::-1]


def whole(tasks: Tasks, path: list[int], limit: int) -> Drawing:
    if len(tasks.id) > _MOST_DRAWN_ONE_BY_ONE:
        return _by_construct(tasks, path)
    drawn = boxes.draw(_as_recorded(tasks), limit)
    members: list[list[int]] = [[] for _ in drawn.boxes]
    for index, box in enumerate(drawn.box_of_node):
        members[box].append(int(tasks.id[index]))
    return Drawing([Box(box.body, inside, box.n_nodes, box.ticks, box.is_on_longest_path, _note(box),
                        box.first_level if box.part else -1)
                    for box, inside in zip(drawn.boxes, members)], Counter(drawn.arrows),
                   _pairs(drawn.box_of_node[task] for task in path))


def _pairs(boxes: Iterable[int]) -> set[tuple[int, int]]:
    return {(here, there) for here, there in pairwise(boxes) if here != there}


def _note(box: boxes.Box) -> str:
    return "one after the other" if box.is_row else f"part {box.part}" if box.part else ""


def _as_recorded(tasks: Tasks) -> report.Graph:
    """As `rondo graph` has it, so that it is drawn alike."""
    n = len(tasks.id)
    successors: list[list[int]] = [[] for _ in range(n)]
    level = [0] * n
    for source, target in zip(tasks.source.tolist(), tasks.target.tolist()):
        successors[source].append(target)
        level[target] = max(level[target], level[source] + 1)
    n_of_level = Counter(level)
    n_before: Counter[int] = Counter()
    nodes = []
    for index, (body, ns) in enumerate(zip(tasks.body.tolist(), tasks.ns.tolist())):
        at = level[index]
        nodes.append(report.Node(body, (n_before[at] << 16) // n_of_level[at], 0, ns, successors[index]))
        n_before[at] += 1
    n_edges = len(tasks.source)
    return report.Graph(n_edges, n_edges, n_edges, max(level, default=0) + 1, n, {}, {}, [], nodes)


def _by_construct(tasks: Tasks, path: list[int]) -> Drawing:
    bodies, box = np.unique(tasks.body, return_inverse=True)
    counts = np.bincount(box)
    ns = np.bincount(box, weights=tasks.ns)
    on_path = set(tasks.body[path].tolist())
    found = Drawing([Box(body, [], int(n), int(total), body in on_path)
                     for body, n, total in zip(bodies.tolist(), counts, ns)])
    found.arrows = _arrows(box[tasks.source], box[tasks.target])
    found.path = _pairs(box[path].tolist())
    return found


def _arrows(source: Ints, target: Ints) -> Counter[tuple[int, int]]:
    if not len(source):
        return Counter()
    n_boxes = int(max(source.max(), target.max())) + 1
    pairs, counts = np.unique(source * n_boxes + target, return_counts=True)
    return Counter({divmod(pair, n_boxes): n for pair, n in zip(pairs.tolist(), counts.tolist())
                    if pair // n_boxes != pair % n_boxes})


def around(tasks: Tasks, path: list[int], limit: int) -> Drawing:
    """The path in steps, each a box, and what the tasks of a step wait for or are waited for by, a box a construct."""
    n_steps = max(1, min(len(path), limit // 3))
    step = np.full(len(tasks.id), -1)
    step[path] = np.arange(len(path)) * n_steps // max(1, len(path))
    ns_of: list[Counter[int]] = [Counter() for _ in range(n_steps)]
    for task in path:
        ns_of[step[task]][int(tasks.body[task])] += int(tasks.ns[task])
    found = Drawing()
    at: dict[tuple[str, int, int], int] = {}

    box_of: dict[int, int] = {}

    def add(task: int, role: str, step: int, body: int, note: str) -> None:
        if task in box_of:
            return
        box = at.setdefault((role, step, body), len(found.boxes))
        if box == len(found.boxes):
            found.boxes.append(Box(body, [], 0, 0, role == "path", note))
        box_of[task] = box
        into = found.boxes[box]
        into.tasks.append(int(tasks.id[task]))
        into.n_tasks += 1
        into.ns += int(tasks.ns[task])

    for task in path:
        add(task, "path", int(step[task]), ns_of[step[task]].most_common(1)[0][0], "")
    is_near = (step[tasks.source] >= 0) != (step[tasks.target] >= 0)
    for source, target in zip(tasks.source[is_near].tolist(), tasks.target[is_near].tolist()):
        if step[source] >= 0:
            add(target, "after", int(step[source]), int(tasks.body[target]), "")
        else:
            add(source, "before", int(step[target]), int(tasks.body[source]), "")
    known = np.full(len(tasks.id), -1)
    known[list(box_of)] = list(box_of.values())
    both = (known[tasks.source] >= 0) & (known[tasks.target] >= 0)
    # Between neighbours of the path there may be many edges; those of the path itself tell why it is as long.
    both &= (step[tasks.source] >= 0) | (step[tasks.target] >= 0)
    found.arrows = _arrows(known[tasks.source[both]], known[tasks.target[both]])
    found.path = _pairs(box_of[task] for task in path)
    return found
