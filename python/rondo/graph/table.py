# SPDX-License-Identifier: Apache-2.0
"""Graphs on the screen: a table with a row for each, and some lines about each of the first ones."""

from collections import Counter
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from ..screen import make_table
from ..words import count, duration, iterations
from . import figures
from .report import Automatic, Body, Graph, Process, Region, Repetition, kWait
from .symbols import Name

kMostRows = 40
kMostDetails = 8
kMostBodies = 8
kMisses = {  # why tasks were not forecast, or no longer
    "number": "a task had another number of dependences",
    "kind": "a dependence was of another kind",
    "address": "a dependence was on another address",
    "asked": "there was a wait with dependences, or an undeferred task",
    "unsuited": "mutexinoutset, omp_all_memory or a task with more than 32 dependences is not forecast",
    "unfinished": "earlier tasks, of which the period's tasks come after some, were unfinished",
    "too_many": "the tasks have too many predecessors",
    "unordered": "no task has a predecessor, so a forecast saves nothing",
}


def _bytes(n: float) -> str:
    for unit in ("B", "kB", "MB"):
        if n < 10000:
            return f"{n:.0f} {unit}"
        n /= 1000
    return f"{n:.0f} GB"


def _where(region: Region, *, is_short: bool = False) -> str:
    where = f"{Path(region.file).name}:{region.line}" if is_short and region.line else region.where
    if region.is_loop:
        return where if region.id == 1 else f"{where} (unroll {region.id})"
    return where if not region.id else f"{where} (id {region.id})"


def _overview(console: Console, process: Process) -> None:
    headings = ("nodes", "edges", "depth", "width", "work", "span", "par.", "replays")
    table = make_table("region", figures=headings, padding=(0, 0))
    table.columns[0].overflow = "fold"
    table.add_column("mode", no_wrap=True)
    for region in process.regions[:kMostRows]:
        cells = ["-"] * 7
        if region.graph:
            times = figures.times(region.graph, process.ticks_per_us)
            shape = [len(region.graph.nodes), region.graph.n_edges, region.graph.depth, figures.width(region.graph)]
            measured = ["-"] * 3
            if times:
                measured = [duration(times.work_us), duration(times.span_us), f"{times.parallelism:.3g}"]
            cells = [*map(str, shape), *measured]
        table.add_row(escape(_where(region, is_short=True)), *cells,
                      str(figures.n_replays(region)) if figures.has_counts(region) else "-",
                      figures.mode(region).name)
    console.print(table)
    if len(process.regions) > kMostRows:
        console.print(f"and {count(len(process.regions) - kMostRows, 'more graph')} (--json shows all)")


def _bodies(graph: Graph, names: dict[Body, Name], ticks_per_us: float) -> list[str]:
    counts = Counter(node.body for node in graph.nodes)
    ticks: Counter[int] = Counter()
    for node in graph.nodes:
        ticks[node.body] += node.ticks
    lines = []
    for body, n in counts.most_common(kMostBodies):
        what = count(n, "wait") if body == kWait else f"{count(n, 'task')} {names[graph.bodies[body]].text}"
        each = " each" if n > 1 else ""
        mean = ""
        if graph.is_measured(ticks[body] / n):
            mean = f", {duration(ticks[body] / n / ticks_per_us)}{each}"
        elif ticks[body]:
            mean = f", less than {duration(graph.shortest_time / ticks_per_us)}{each}: two steps of the clock"
        lines.append(f"{what}{mean}")
    n_others = len(counts) - kMostBodies
    if n_others > 0:
        lines.append(f"and {n_others} other {'body' if n_others == 1 else 'bodies'}")
    return lines


def _why_no_times(region: Region, graph: Graph) -> str:
    if region.is_pattern:
        return "a pattern's tasks are ordinary ones"
    if any(node.ticks for node in graph.nodes):
        return "most of the tasks are shorter than two steps of the clock"
    return "no replay has run" if region.is_final else "the process did not end by exit()"


def _details(console: Console, region: Region, names: dict[Body, Name], ticks_per_us: float) -> None:
    mode = figures.mode(region)
    console.print(escape(_where(region)), style="bold")
    lines = [f"{mode.name}: {mode.why}", *mode.notes]
    if region.graph:
        graph, memory = region.graph, figures.memory(region.graph)
        lines += _bodies(graph, names, ticks_per_us)
        if region.is_loop:
            n_crossing = figures.n_crossing(graph)
            lines.append(f"edges: {graph.n_edges - n_crossing} in a round of {iterations(graph.iterations)}, "
                         f"{n_crossing} into the next round")
        else:
            lines.append(f"edges: {graph.n_edges_unreduced} from dependences, {graph.n_edges_distinct} without "
                         f"duplicates, {graph.n_edges} after reduction")
        if graph.n_units != len(graph.nodes):
            units = count(graph.n_units, "unit")
            lines.append(f"scheduled as {units}: neighbouring small nodes run one after the other")
        recaptures = count(graph.instances["recapture"], "re-capture instance")
        lines.append(f"memory: {memory.per_node:.0f} bytes a node, {memory.per_edge:.0f} an edge, "
                     f"{_bytes(memory.data)} captured data, {_bytes(memory.total)} in all "
                     f"({graph.instances['pure']} pure and {recaptures})")
        if figures.times(graph, ticks_per_us) is None:
            lines.append(f"times: not measured, {_why_no_times(region, graph)}")
    for line in lines:
        console.print(f"  {escape(line)}", soft_wrap=True)


def _repetition(repetition: Repetition) -> list[str]:
    lines = [f"repeats after {count(repetition.period, 'task')} with {count(repetition.n_dependences, 'dependence')} "
             f"and {count(repetition.n_edges, 'edge')}: {count(repetition.n_forecast, 'task')} forecast, taken down "
             f"{count(repetition.n_recorded, 'time')}" +
             (f", resumed {count(repetition.n_resumed, 'time')}" if repetition.n_resumed else "")]
    for kind, n in repetition.misses.items():
        if n:
            lines.append(f"ended {count(n, 'time')}: {kMisses.get(kind, kind)}")
    return lines


def _show_automatic(console: Console, automatic: Automatic, names: dict[Body, Name]) -> None:
    console.print("tasks that repeat, found without a directive", style="bold")
    rows = sorted(automatic.repetitions, key=lambda row: -row.n_forecast)
    for row in rows[:kMostDetails]:
        where = names[row.code].text if row.code else "tasks that ran where they were created"
        console.print(f"  {escape(where)}", soft_wrap=True)
        for line in _repetition(row):
            console.print(f"    {line}", soft_wrap=True)
    if len(rows) > kMostDetails:
        console.print(f"  and {len(rows) - kMostDetails} more: --json")
    if automatic.n_given_up:
        console.print(f"  {count(automatic.n_given_up, 'creator')} not watched any more: no period, or too many misses")


def show(console: Console, processes: list[Process], names: dict[Body, Name]) -> None:
    for process in processes:
        console.print(f"{escape(process.program)} (process {process.number})", style="bold", soft_wrap=True)
        if process.regions:
            _overview(console, process)
        for region in process.regions[:kMostDetails]:
            _details(console, region, names, process.ticks_per_us)
        if len(process.regions) > kMostDetails:
            console.print(f"details of {count(len(process.regions) - kMostDetails, 'more graph')}: --json")
        if process.automatic:
            _show_automatic(console, process.automatic, names)
