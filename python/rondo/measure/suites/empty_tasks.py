# SPDX-License-Identifier: Apache-2.0
"""Suites of one program that creates empty tasks in some shape: only the tasks themselves cost."""

from dataclasses import dataclass

from ..columns import kAllGraphForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor

kOverhead = "overhead"  # the rows' series, over the number of dependences


@dataclass(frozen=True)
class Size:
    row: str
    arguments: tuple[str, ...]
    dependences: int  # of all sweeps together


def empty_tasks(program: str, *, measures: str, source: str, sizes: tuple[Size, ...], title: str) -> Suite:
    """A suite named like its program; its rows are in ns a task, in every form that replays and on oneTBB."""
    figures = tuple(
        Figure(
            program=program,
            form="dynamic",
            rows=(Row("ns_per_task", size.row, "ns/task", series=kOverhead, x=size.dependences),),
            arguments=(*size.arguments, "--repeat", "3"),
            quick_arguments=("--repeat", "1"),
            quick_takes_s=0.25,
            verify_arguments=("--verify",),
            graph_forms=kAllGraphForms,
            tbb_form="graph-same",
        )
        for size in sizes
    )
    return Suite(
        name=program,
        measures=measures,
        source=source,
        figures=figures,
        floor=kTaskFloor,
        plots=(Bars(program, title),),
    )
