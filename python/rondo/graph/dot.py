# SPDX-License-Identifier: Apache-2.0
"""Graphs in the language of Graphviz, and their drawing as SVG."""

import shutil
import subprocess

from ..errors import MeasureError

from . import figures
from .boxes import Box, draw, is_wait, kOthers
from .report import Body, Graph, Process, Region
from .symbols import Name
from ..words import count, duration, iterations


def quote(text: str) -> str:
    """A string of the language; line breaks stay line breaks."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _label(box: Box, graph: Graph, names: dict[Body, Name], ticks_per_us: float) -> str:
    if box.body == kOthers:
        title = "other tasks"
    else:
        title = "wait" if is_wait(box) else names[graph.bodies[box.body]].text
    lines = [title]
    if box.n_nodes == 1:
        lines[0] = f"{box.node}: {title}"
    elif box.is_row:
        lines.append(f"{box.n_nodes} nodes one after the other")
    else:
        levels = f"level {box.first_level}"
        if box.last_level > box.first_level:
            levels = f"levels {box.first_level} to {box.last_level}"
        lines.append(f"{box.n_nodes} nodes, {levels}")
        if box.part:
            lines.append(f"part {box.part}")
        if box.n_inner_edges:
            lines.append(f"{count(box.n_inner_edges, 'edge')} inside")
    if graph.is_measured(box.ticks / box.n_nodes):
        lines.append(duration(box.ticks / ticks_per_us))
    return "\n".join(lines)


def _cluster(number: int, region: Region, graph: Graph, names: dict[Body, Name], ticks_per_us: float,
             limit: int) -> list[str]:
    drawing = draw(graph, limit)
    n_crossing = figures.n_crossing(graph)
    which = f"a round of {iterations(graph.iterations)}" if region.is_loop else f"graph id {region.id}"
    name = region.where if region.is_pattern else f"{region.where}, {which}"
    title = f"{name}: {count(len(graph.nodes), 'node')}, {count(graph.n_edges - n_crossing, 'edge')}"
    if n_crossing:
        title += f", {n_crossing} into the next round"
    if len(drawing.boxes) < len(graph.nodes):
        title += f", in {len(drawing.boxes)} {'box' if len(drawing.boxes) == 1 else 'boxes'}"
    lines = [f"  subgraph cluster_{number} {{", f"    label={quote(title)};"]
    for at, box in enumerate(drawing.boxes):
        attributes = [f"label={quote(_label(box, graph, names, ticks_per_us))}"]
        if is_wait(box):
            attributes.append("shape=ellipse")
        if box.is_on_longest_path:
            attributes.append("penwidth=2")
        lines.append(f"    g{number}_{at} [{', '.join(attributes)}];")
    for (here, there), n_edges in sorted(drawing.arrows.items()):
        label = f' [label="{n_edges}"]' if n_edges > 1 else ""
        lines.append(f"    g{number}_{here} -> g{number}_{there}{label};")
    for (here, there), n_edges in sorted(drawing.crossing.items()):
        label = f'label="{n_edges}", ' if n_edges > 1 else ""
        lines.append(f"    g{number}_{here} -> g{number}_{there} [{label}style=dashed, constraint=false];")
    return [*lines, "  }"]


def text(processes: list[Process], names: dict[Body, Name], limit: int) -> str:
    """One drawing for all graphs; bold boxes lie on the longest path, dashed arrows lead into a loop's next round."""
    lines = ["digraph rondo {", '  node [shape=box, fontname="sans-serif", fontsize=10];',
             '  edge [fontname="sans-serif", fontsize=8];', '  graph [fontname="sans-serif"];']
    number = 0
    for process in processes:
        for region in process.regions:
            if region.graph is None:
                continue
            lines += _cluster(number, region, region.graph, names, process.ticks_per_us, limit)
            number += 1
    return "\n".join([*lines, "}"]) + "\n"


def require(what: str = "--svg", otherwise: str = "write --dot and draw it elsewhere") -> str:
    """The program that draws. Raises MeasureError when it is missing."""
    program = shutil.which("dot")
    if program is None:
        raise MeasureError(f"{what} is drawn by Graphviz, which is not installed; apt-get install graphviz, "
                           f"or {otherwise}")
    return program


def svg(drawing: str) -> str:
    """Raises MeasureError when Graphviz is missing or cannot draw it."""
    program = require()
    result = subprocess.run([program, "-Tsvg"], input=drawing, capture_output=True, text=True)
    if result.returncode != 0:
        reason = (result.stderr.strip().splitlines() or ["no message"])[0]
        raise MeasureError(f"Graphviz could not draw the graph ({reason}); try fewer boxes (--boxes)")
    return result.stdout
