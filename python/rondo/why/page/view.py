# SPDX-License-Identifier: Apache-2.0
"""What the page's scripts draw: kinds of time, bands, the threads' spans or cells, and the graphs' boxes.

Its size has a limit, whatever ran: of spans that are too many the short ones become cells, a large graph few boxes.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...graph.symbols import Name
from ...trace.timeline import What
from ...trace.words import thread_name
from ..examined import Examined
from . import bands, graph
from .drawing import svg
from .kinds import Kinds, Shown
from .spans import Bools, Floats, Ints, Losses, Recorder, Spans, dominant, joined, kBands, with_losses

_MOST_SPANS = 150_000  # shown one by one
_MOST_BANDS_OF_ALL = 120_000  # bands x threads, in place of more spans
_MOST_CELLS = 500_000  # a band has several, one for each kind of time in it
_FEWEST_BANDS, _MOST_BANDS = 100, 2000
_MOST_BOXES = 60  # of a drawing
_MOST_LINKED = 100_000  # tasks that know their box


@dataclass(frozen=True)
class View:
    data: dict[str, Any]
    drawings: dict[str, str]  # SVG


def _corrected(matrix: bands.Matrix, kinds: list[Shown], totals_ns: dict[str, float], work_ns: float) -> bands.Matrix:
    """With the sums of the document: what the accounting has found out about the whole run only, such as the cost of
    memory, is spread over the time that it was taken from."""
    has = matrix.sum(axis=1)
    is_work = np.array([not kind.is_lost for kind in kinds])
    wanted = np.array([totals_ns.get(kind.name, 0.0) if kind.is_lost else 0.0 for kind in kinds])
    wanted[is_work] = has[is_work] * (work_ns / max(has[is_work].sum(), 1.0))
    kept = np.minimum(1.0, wanted / np.maximum(has, 1.0))
    freed = (matrix * (1 - kept)[:, None]).sum(axis=0)
    missing = np.maximum(wanted - has, 0)
    if freed.sum() <= 0 or missing.sum() <= 0:
        return matrix * kept[:, None]
    return matrix * kept[:, None] + np.outer(missing / missing.sum(), freed)


def _columns(**columns: Any) -> dict[str, list[int]]:
    return {name: np.asarray(column).round().astype(np.int64).tolist() for name, column in columns.items()}


def thin(spans: Spans, losses: Losses, is_work: Bools, n_threads: int, end_ns: int) -> tuple[Spans, bands.Cells]:
    """What is shown of each thread; cells only if there are too many spans."""
    every = dominant(spans)
    shown = joined(every)
    if len(shown.begin) <= _MOST_SPANS:
        return shown, bands.no_cells(end_ns)
    n_bands = int(np.clip(_MOST_BANDS_OF_ALL // max(n_threads, 1), _FEWEST_BANDS, _MOST_BANDS))
    while True:
        cells = bands.cells(spans, losses, is_work, n_threads, end_ns, n_bands)
        if len(cells.kind) <= _MOST_CELLS:
            return joined(bands.wide(every, end_ns, n_bands)), cells
        n_bands = max(1, n_bands // 2)


def _lengths(spans: Spans, is_task: list[bool]) -> dict[int, int]:
    """Of each task's own code, by its id."""
    of_tasks = spans.where(np.array(is_task, dtype=bool)[spans.kind])
    ids, at = np.unique(of_tasks.task, return_inverse=True)
    return dict(zip(ids.tolist(), np.bincount(at, weights=of_tasks.ns, minlength=len(ids)).astype(np.int64).tolist()))


def _draw(tasks: graph.Tasks, places: list[int], kinds: Kinds, number_of: dict[int, int]) -> tuple[
        dict[str, Any], dict[str, str]]:
    """The two drawings' boxes, and their SVG."""
    path = graph.longest_path(tasks)
    boxes: dict[str, Any] = {}
    drawings: dict[str, str] = {}
    for name, drawing in (("whole", graph.whole(tasks, path, _MOST_BOXES)),
                          ("path", graph.around(tasks, path, _MOST_BOXES))):
        titles = ["taskwait" if box.body < 0 else kinds.name_of_construct(places[box.body]) for box in drawing.boxes]
        of_boxes = [-1 if box.body < 0 else kinds.of_construct(places[box.body]) for box in drawing.boxes]
        has_links = sum(len(box.tasks) for box in drawing.boxes) <= _MOST_LINKED
        boxes[name] = [{"kind": kind, "tasks": [number_of[task] for task in box.tasks] if has_links else []}
                       for kind, box in zip(of_boxes, drawing.boxes)]
        drawings[name] = svg(name, drawing, titles, of_boxes)
    return boxes, drawings


def _timeline(spans: Spans, places: Ints, names: dict[int, Name], number_of: dict[int, int]) -> dict[str, Any]:
    """The columns of what is shown one by one."""
    return _columns(thread=spans.thread, begin=spans.begin, length=spans.end - spans.begin, kind=spans.kind,
                    task=[number_of.get(task, -1) for task in spans.task.tolist()],
                    place=np.searchsorted(places, spans.place))


def _losses(losses: Losses) -> dict[str, Any]:
    """Those of a thread that begin together stand one below the other, so each has the sum of those above it."""
    sums = np.cumsum(losses.share) - losses.share
    is_next = (np.diff(losses.thread, prepend=-1) != 0) | (np.diff(losses.begin, prepend=-1) != 0)
    above = sums - sums[np.maximum.accumulate(np.where(is_next, np.arange(len(sums)), 0))]
    return _columns(thread=losses.thread, begin=losses.begin, length=losses.end - losses.begin, kind=losses.kind,
                    share=losses.share * 1000, above=above * 1000)


def make(recorder: Recorder, examined: Examined, names: dict[int, Name], document: dict[str, Any]) -> View:
    recorded = recorder.spans()
    totals_ns = {item["cause"]: item["seconds"] * 1e9 for item in document["causes"]}
    ns: Floats = np.bincount(recorded.kind, weights=recorded.ns, minlength=len(recorder.kinds)).astype(np.float64)
    kinds = Kinds(recorder.kinds, ns, [item.place for item in examined.constructs], names, totals_ns)
    spans = recorded.of_kinds(kinds.numbers)
    losses = recorder.losses().of_kinds(kinds.numbers)
    is_work: Bools = np.array([not kind.is_lost for kind in kinds.all])
    n_threads, end_ns = len(recorder.threads), recorder.end_ns
    work_ns = document["efficiency"] * document["examined_seconds"] * document["threads"] * 1e9
    sums = bands.sums(with_losses(spans, losses, is_work), len(kinds.all), np.array(recorder.edges, dtype=np.float64))
    matrix = _corrected(sums, kinds.all, totals_ns, work_ns)
    shown, cells = thin(spans, losses, is_work, n_threads, end_ns)
    number_of = {task: number for number, task in enumerate(sorted(task.id for task in
                                                                   examined.timeline.explicit_tasks()))}
    places = np.unique(shown.place)
    data: dict[str, Any] = {
        "end_ns": end_ns,
        "threads": [thread_name(thread) for thread in recorder.threads.values()],
        "kinds": [{"name": kind.name, "lost": kind.is_lost, "text": kind.text, "is_construct": kind.is_construct,
                   "ns": round(float(matrix[at].sum()))}
                  for at, kind in enumerate(kinds.all)],
        "constructs": [kinds.of_construct(item.place) for item in examined.constructs],
        "bands": {"width_ns": end_ns / kBands, "ns": matrix.round().astype(np.int64).tolist()},
        "spans": _timeline(shown, places, names, number_of),
        "losses": _losses(losses),
        "places": [names[place].text if place in names and place else "" for place in places.tolist()],
        "cells": {"width_ns": cells.width_ns, **_columns(thread=cells.thread, band=cells.band, kind=cells.kind,
                                                         share=cells.ns / cells.width_ns * 1000)},
        "graphs": {},
    }
    lengths_ns = _lengths(recorded, [kind.cause is None and kind.what == What.TASK for kind in recorder.kinds])
    bodies = {place: body for body, place in enumerate(dict.fromkeys(
        task.place for task in examined.timeline.explicit_tasks()))}
    tasks = graph.connected(examined.timeline, lengths_ns, bodies)
    if not len(tasks.id):
        return View(data, {})
    data["graphs"], drawings = _draw(tasks, list(bodies), kinds, number_of)
    return View(data, drawings)
