# SPDX-License-Identifier: Apache-2.0
"""What is known of each graph as one JSON document, for programs (docs/graphs.md describes it)."""

from typing import Any

from . import figures
from .report import Automatic, Body, Finding, Graph, Process, Region, kWait
from .symbols import Name

kSchema = 1


def _body(body: Body, names: dict[Body, Name]) -> dict[str, Any]:
    name = names[body]
    return {"name": name.text, "function": name.function, "file": name.file, "line": name.line,
            "module": body.module, "offset": body.offset}


def _finding(finding: Finding, names: dict[Body, Name]) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "places": finding.n_places,
        "node": finding.node,
        "text": finding.text,
        "body": _body(finding.body, names) if finding.body else None,
        "current_body": _body(finding.current_body, names) if finding.current_body else None,
    }


def _graph(graph: Graph, names: dict[Body, Name], ticks_per_us: float) -> dict[str, Any]:
    times = figures.times(graph, ticks_per_us)
    memory = figures.memory(graph)
    return {
        "nodes": len(graph.nodes),
        "units": graph.n_units,
        "edges": {"created": graph.n_edges_unreduced, "distinct": graph.n_edges_distinct, "kept": graph.n_edges,
                  "crossing": figures.n_crossing(graph)},
        "iterations": graph.iterations,
        "depth": graph.depth,
        "width": figures.width(graph),
        "work_us": times.work_us if times else None,
        "span_us": times.span_us if times else None,
        "parallelism": times.parallelism if times else None,
        "instances": graph.instances,
        "bytes": {"per_node": memory.per_node, "per_edge": memory.per_edge, "data": memory.data,
                  "total": memory.total},
        "bodies": [_body(body, names) for body in graph.bodies],
        "node_list": [
            {"body": None if node.body == kWait else node.body, "level": level, "priority": node.priority,
             "us": node.ticks / ticks_per_us if graph.is_measured(node.ticks) else None, "successors": node.successors,
             "crossing": node.crossing}
            for node, level in zip(graph.nodes, figures.levels(graph))
        ],
    }


def _region(region: Region, names: dict[Body, Name], ticks_per_us: float) -> dict[str, Any]:
    mode = figures.mode(region)
    return {
        "construct": region.construct,
        "file": region.file,
        "line": region.line,
        "id": region.id,
        "mode": mode.name,
        "why": mode.why,
        "notes": mode.notes,
        "written_as": "directive" if region.is_directive else "rondo.h",
        "replays": figures.n_replays(region) if figures.has_counts(region) else None,
        "ways": {name: {"n": way.n, "us": way.us or None} for name, way in region.ways.items()},
        "events": region.events,
        "findings": [_finding(finding, names) for finding in region.findings],
        "graph": _graph(region.graph, names, ticks_per_us) if region.graph else None,
    }


def _automatic(automatic: Automatic, names: dict[Body, Name]) -> dict[str, Any]:
    return {
        "given_up": automatic.n_given_up,
        "repetitions": [
            {"body": _body(row.code, names) if row.code else None, "period": row.period,
             "dependences": row.n_dependences, "edges": row.n_edges, "recorded": row.n_recorded,
             "resumed": row.n_resumed, "forecast": row.n_forecast, "misses": row.misses}
            for row in automatic.repetitions
        ],
    }


def make(processes: list[Process], names: dict[Body, Name]) -> dict[str, Any]:
    return {
        "schema": kSchema,
        "processes": [
            {"process": process.number, "program": process.program,
             "clock_step_us": process.clock_step / process.ticks_per_us,
             "regions": [_region(region, names, process.ticks_per_us) for region in process.regions],
             "automatic": _automatic(process.automatic, names) if process.automatic else None}
            for process in processes
        ],
    }
