# SPDX-License-Identifier: Apache-2.0
"""A graph small enough to be drawn: nodes of the same body on neighbouring levels become one box."""

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
    is_on_longest_path: bool = False


@dataclass(frozen=True)
class Drawing:
    boxes: list[Box]
    arrows: dict[tuple[int, int], int]  # indices of boxes -> edges that the arrow stands for


def _keys(graph: Graph, levels: list[int], limit: int) -> list[tuple[int, int]]:
    """For each node what its box is known by: (body, band of levels), or (node, -1) when each gets its own."""
    if len(graph.nodes) <= limit:
        return [(index, -1) for index in range(len(graph.nodes))]
    bodies = [node.body for node in graph.nodes]
    band = 1  # levels in a band
    while True:
        keys = [(body, level // band) for body, level in zip(bodies, levels)]
        counts = Counter(keys)
        if len(counts) <= limit:
            return keys
        if band > max(levels):
            break
        band *= 2
    # One band, and still too many: the bodies with the fewest nodes share a box.
    kept = {body for body, _ in Counter(bodies).most_common(limit - 1)}
    return [(body if body in kept else kOthers, 0) for body in bodies]


def draw(graph: Graph, limit: int) -> Drawing:
    """At most `limit` boxes (limit >= 1)."""
    levels = figures.levels(graph)
    keys = _keys(graph, levels, limit)
    longest = set(figures.longest_path(graph)[1])
    boxes: list[Box] = []
    box_of_key: dict[tuple[int, int], int] = {}
    box_of_node: list[int] = []
    for index, (node, key, level) in enumerate(zip(graph.nodes, keys, levels)):
        at = box_of_key.setdefault(key, len(boxes))
        if at == len(boxes):
            body = kOthers if key[0] == kOthers and key[1] >= 0 else node.body
            boxes.append(Box(body, level, level))
        box = boxes[at]
        box.first_level, box.last_level = min(box.first_level, level), max(box.last_level, level)
        box.n_nodes += 1
        box.ticks += node.ticks
        box.node = index
        box.is_on_longest_path |= index in longest
        box_of_node.append(at)
    arrows: Counter[tuple[int, int]] = Counter()
    for index, node in enumerate(graph.nodes):
        for successor in node.successors:
            here, there = box_of_node[index], box_of_node[successor]
            if here == there:
                boxes[here].n_inner_edges += 1
            else:
                arrows[here, there] += 1
    return Drawing(boxes, dict(arrows))


def is_wait(box: Box) -> bool:
    return box.body == kWait
