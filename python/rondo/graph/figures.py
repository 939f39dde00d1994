# SPDX-License-Identifier: Apache-2.0
"""Figures of a graph: levels, width, work, span, memory; and how its region or loop was executed, and why.

Of a loop's cyclic graph levels, width, work and span are those of one round.
"""

from dataclasses import dataclass

from ..words import count, duration, iterations
from .report import Graph, Region


@dataclass(frozen=True)
class Times:
    work_us: float  # of all bodies
    span_us: float  # of the longest path
    parallelism: float


@dataclass(frozen=True)
class Memory:
    per_node: float  # without captured data: the graph's nodes and one instance
    per_edge: float
    data: int  # captured bytes, of the graph and of all instances
    total: int


@dataclass(frozen=True)
class Mode:
    name: str
    why: str
    notes: list[str]


def levels(graph: Graph) -> list[int]:
    """Of each node: edges on the longest path that leads to it. Nodes stand in topological order."""
    result = [0] * len(graph.nodes)
    for index, node in enumerate(graph.nodes):
        for successor in node.successors:
            result[successor] = max(result[successor], result[index] + 1)
    return result


def width(graph: Graph) -> int:
    """Most nodes on one level."""
    counts: dict[int, int] = {}
    for level in levels(graph):
        counts[level] = counts.get(level, 0) + 1
    return max(counts.values(), default=0)


def longest_path(graph: Graph) -> tuple[float, list[int]]:
    """Its ticks and its nodes; without measured times every node counts alike."""
    is_measured = any(graph.is_measured(node.ticks) for node in graph.nodes)
    cost = [node.ticks if is_measured else 1 for node in graph.nodes]
    end = list(cost)  # ticks of the longest path that ends with the node
    before = [-1] * len(cost)
    for index, node in enumerate(graph.nodes):
        for successor in node.successors:
            if end[index] + cost[successor] > end[successor]:
                end[successor] = end[index] + cost[successor]
                before[successor] = index
    if not end:
        return 0, []
    at = max(range(len(end)), key=end.__getitem__)
    length, path = end[at], []
    while at >= 0:
        path.append(at)
        at = before[at]
    return length, path[::-1]


def times(graph: Graph, ticks_per_us: float) -> Times | None:
    """None when no replay has measured the nodes, or when most of their time may be what the clock cannot tell."""
    work = sum(node.ticks for node in graph.nodes)
    n_short = sum(0 < node.ticks < graph.shortest_time for node in graph.nodes)
    if work == 0 or 2 * n_short * graph.shortest_time > work:
        return None
    span, _ = longest_path(graph)
    return Times(work / ticks_per_us, span / ticks_per_us, work / span)


def n_crossing(graph: Graph) -> int:
    """Edges into the next round of a loop."""
    return sum(len(node.crossing) for node in graph.nodes)


def memory(graph: Graph) -> Memory:
    n_nodes = max(len(graph.nodes), 1)
    sizes, instances = graph.bytes, graph.instances
    n_instances = instances["pure"] + instances["recapture"]
    per_recapture = sizes["recapture_descriptors"] if instances["recapture"] else 0
    data = sizes["data"] + instances["recapture"] * sizes["recapture_data"]
    total = (sizes["nodes"] + sizes["edges"] + data + n_instances * sizes["instance"]
             + instances["recapture"] * sizes["recapture_descriptors"])
    one = sizes["nodes"] + sizes["instance"] + per_recapture
    return Memory(one / n_nodes, sizes["edges"] / max(graph.n_edges, 1), data, total)


_PLAIN = {
    "plain_if": "the if clause was false",
    "plain_off": "RONDO_GRAPH=false",
    "plain_nested": "it is part of another region's graph",
    "plain_busy": "another thread was recording it",
    "plain_refused": "it cannot be recorded",
    "plain_task": "the encountering task is final, or has detachable children",
    "plain_short": "there was no iteration after the recorded ones",
}


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _verdict(plain_us: float, graph_us: float) -> str:
    if abs(plain_us - graph_us) * 32 < graph_us:  # less may be chance, as for the runtime (way_trial.cpp)
        return "take as long here"
    return "are faster here" if plain_us < graph_us else "are slower here"


def _ways(region: Region) -> list[str]:
    """How its tasks have run where that was a choice; nothing if all were spread over the threads."""
    spread, alone, plain = (region.ways[name] for name in ("spread", "alone", "plain"))
    what = "round" if region.is_loop else "block" if region.is_pattern else "encounter"
    all_of_them = count(alone.n + spread.n + plain.n, what)
    notes = []
    if alone.n:
        text = f"on one thread, in creation order: {alone.n} of {all_of_them}"
        if alone.us and spread.us:
            text += f"; {duration(alone.us)} each against {duration(spread.us)} when spread over the threads"
        notes.append(text)
    if plain.n:
        text = f"as ordinary tasks, beside the graph: {plain.n} of {all_of_them}"
        graph = min((way.us for way in (spread, alone) if way.us), default=0)
        if plain.us and graph:
            verdict = _verdict(plain.us, graph)
            text += f"; plain tasks {verdict}: {duration(plain.us)} against the graph's {duration(graph)}"
        notes.append(text)
    return notes


def _notes(region: Region) -> list[str]:
    events, reasons = region.events, region.reasons
    notes = []
    if region.is_loop and events["loop"] > 1:
        notes.append(f"encountered {events['loop']} times, became a cyclic graph {_times(events['recorded'])}")
    elif events["recorded"] > 1 and not region.is_loop:
        notes.append(f"recorded {_times(events['recorded'])}: its record was reset or dropped")
    if reasons.get("not_kept"):
        notes.append(f"each encounter records it anew: {reasons['not_kept']}")
    notes += _ways(region)
    if events["loaded"]:
        notes.append("loaded from a file" if region.is_pattern else "made at compile time")
    if events["mismatch"]:
        what = "did not repeat itself" if region.is_loop else "did not fit its record"
        notes.append(f"{what} {_times(events['mismatch'])}, at last because {reasons['mismatch']}")
    if (region.is_loop or region.is_pattern) and events["refused"] and n_replays(region):
        notes.append(f"ordinary tasks {_times(events['refused'])}: {reasons['refused']}")
    if events["left_early"]:
        notes.append(f"left early while recording {_times(events['left_early'])}: nothing was kept")
    notes += [f"ordinary tasks {_times(events[key])}: {why}" for key, why in _PLAIN.items() if events[key]]
    if not region.is_final:
        notes.append("the process did not end by exit(): counts and times are those of its first record")
    return notes


def _loop_mode(region: Region, notes: list[str]) -> Mode:
    """Of a loop of which iterations have gone round a cyclic graph."""
    events = region.events
    if events["pure_replay"] >= events["recapture"]:
        return Mode("cyclic", f"the loop's code ran for {iterations(region.id)} only", notes)
    return Mode("cyclic, re-capture", f"the loop's code runs for every iteration: {region.reasons['not_pure']}", notes)


def mode(region: Region) -> Mode:
    """How most of its encounters were executed."""
    events, reasons, notes = region.events, region.reasons, _notes(region)
    if not region.is_final and events["recorded"] + events["loaded"] and not events["checked"]:
        return Mode("recorded", "whether it has been replayed is not known", notes)
    if region.is_loop and n_replays(region):
        return _loop_mode(region, notes)
    if region.is_pattern and n_replays(region):
        return Mode("pattern", "blocks take the dependences of their tasks from it", notes)
    if events["checked"]:
        return Mode("checked", "RONDO_CHECK=graph: ordinary tasks, compared with the record", notes)
    if events["pure_replay"] and events["pure_replay"] >= events["recapture"]:
        if events["recapture"]:
            notes.append(f"re-captured {_times(events['recapture'])}: {reasons['not_pure']}")
        return Mode("pure", reasons.get("pure") or "its data is known to be the same", notes)
    if events["recapture"]:
        if events["pure_replay"]:
            notes.append(f"replayed purely {_times(events['pure_replay'])}")
        return Mode("re-capture", f"data is captured anew: {reasons['not_pure']}", notes)
    if events["refused"]:
        return Mode("ordinary tasks", f"it cannot be recorded: {reasons['refused']}", notes)
    if events["recorded"]:
        who = "iteration" if region.is_loop else "encounter"
        return Mode("recorded", f"no later {who} has used the record", notes)
    why = next((why for key, why in _PLAIN.items() if events[key]), "no encounter was executed to its end")
    return Mode("ordinary tasks", why, notes)


def has_counts(region: Region) -> bool:
    """False: the process ended before it could say what became of the record."""
    return region.is_final or bool(region.events["checked"]) or n_replays(region) > 0


def n_replays(region: Region) -> int:
    """Of a loop: the iterations that ran from a cyclic graph."""
    return region.events["pure_replay"] + region.events["recapture"]
