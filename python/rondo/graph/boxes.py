# SPDX-License-Identifier: Apache-2.0
"""A graph small enough to be drawn: the nodes of a long row become one box, and in a large graph neighbouring nodes of
the same body."""

from collections import Counter
from dataclasses import dataclass

from . import figures
from .report import Graph, kWait

kOthers = -2  # in place of a body: bodies that would have needed a box each


@dataclass
class Box:
    body: int  # index into Graph.bodies, kWait or kOthers
    first_level: int
    last_level: int
    n_nodes: int = 0
    ticks: int = 0
    n_inner_edges: int = 0
    node: int = -1  # the newest of its nodes
    part: str = ""  # "2 of 8": which part of its levels, when they are divided
    is_on_longest_path: bool = False
    is_row: bool = False  # its nodes come one after the other, and nothing else depends on those inside


@dataclass(frozen=True)
class Drawing:
    boxes: list[Box]
    arrows: dict[tuple[int, int], int]  # indices of boxes -> edges that the arrow stands for
    crossing: dict[tuple[int, int], int]  # the same for edges into the next round; from a box to itself as well
    box_of_node: list[int]


_Key = tuple[int, int, int]  # what a box is known by: body, band of levels, part of the levels

_SHORTEST_ROW = 8  # nodes; a shorter one is drawn node by node
_FEWEST_BANDS = 16  # in a drawing that divides levels as well


def _row_starts(graph: Graph) -> list[int]:
    """Of each node: the first node of its row, itself if it is in none."""
    predecessors: list[list[int]] = [[] for _ in graph.nodes]
    is_crossed = [bool(node.crossing) for node in graph.nodes]
    for index, node in enumerate(graph.nodes):
        for successor in node.successors:
            predecessors[successor].append(index)
        for successor in node.crossing:
            is_crossed[successor] = True
    starts = list(range(len(graph.nodes)))
    for index, before in enumerate(predecessors):
        if len(before) != 1 or is_crossed[index] or is_crossed[before[0]]:
            continue
        node, only = graph.nodes[index], graph.nodes[before[0]]
        if len(only.successors) == 1 and node.body == only.body != kWait:
            starts[index] = starts[before[0]]
    lengths = Counter(starts)
    return [start if lengths[start] >= _SHORTEST_ROW else index for index, start in enumerate(starts)]


def _banded(graph: Graph, levels: list[int], parts: int, limit: int) -> list[_Key] | None:
    """Keys with as many bands of levels as the limit allows; None if it allows none."""
    band = 1  # levels in a band
    while True:
        keys = [(node.body, level // band, node.place * parts >> 16) for node, level in zip(graph.nodes, levels)]
        if len(set(keys)) <= limit:
            return keys
        if band > max(levels):
            return None
        band *= 2


def _keys(graph: Graph, levels: list[int], limit: int) -> tuple[list[_Key], int]:
    """The key of each node, and the number of parts."""
    # A deep graph, such as a wavefront, keeps its shape: its levels are divided as they are among slots.
    for parts in (8, 4, 2):
        keys = _banded(graph, levels, parts, limit)
        if keys is not None and len({band for _, band, _ in keys}) >= _FEWEST_BANDS:
            return keys, parts
    keys = _banded(graph, levels, 1, limit)
    if keys is not None:
        return keys, 1
    # One band, and still too many: the bodies with the fewest nodes share a box.
    kept = {body for body, _ in Counter(node.body for node in graph.nodes).most_common(limit - 1)}
    return [(node.body if node.body in kept else kOthers, 0, 0) for node in graph.nodes], 1


def draw(graph: Graph, limit: int) -> Drawing:
    """At most `limit` boxes (limit >= 1)."""
    levels = figures.levels(graph)
    starts = _row_starts(graph)
    has_rows = len(set(starts)) <= limit
    if has_rows:  # a box for each row, and for each node that is in none
        keys, parts = [(node.body, start, 0) for node, start in zip(graph.nodes, starts)], 1
    else:
        keys, parts = _keys(graph, levels, limit)
    longest = set(figures.longest_path(graph)[1])
    boxes: list[Box] = []
    box_of_key: dict[_Key, int] = {}
    box_of_node: list[int] = []
    for index, (node, key, level) in enumerate(zip(graph.nodes, keys, levels)):
        at = box_of_key.setdefault(key, len(boxes))
        if at == len(boxes):
            boxes.append(Box(key[0], level, level, part=f"{key[2] + 1} of {parts}" if parts > 1 else ""))
        box = boxes[at]
        box.first_level, box.last_level = min(box.first_level, level), max(box.last_level, level)
        box.n_nodes += 1
        box.is_row = has_rows and box.n_nodes > 1
        box.ticks += node.ticks
        box.node = index
        box.is_on_longest_path |= index in longest
        box_of_node.append(at)
    arrows: Counter[tuple[int, int]] = Counter()
    crossing: Counter[tuple[int, int]] = Counter()
    for index, node in enumerate(graph.nodes):
        for successor in node.successors:
            here, there = box_of_node[index], box_of_node[successor]
            if here == there:
                boxes[here].n_inner_edges += 1
            else:
                arrows[here, there] += 1
        for successor in node.crossing:
            crossing[box_of_node[index], box_of_node[successor]] += 1
    return Drawing(boxes, dict(arrows), dict(crossing), box_of_node)


def is_wait(box: Box) -> bool:
    return box.body == kWait
