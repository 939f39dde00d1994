# SPDX-License-Identifier: Apache-2.0
"""Suites of one program that creates empty tasks in some shape: only the tasks themselves cost."""

from ..columns import kAllGraphForms
from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor


def empty_tasks(program: str, *, measures: str, source: str, row: str, title: str) -> Suite:
    """A suite named like its program; its one row is in ns a task, in every form that replays and on oneTBB."""
    figure = Figure(
        program=program,
        form="dynamic",
        rows=(Row("ns_per_task", row, "ns/task"),),
        arguments=("--repeat", "3"),
        quick_arguments=("--repeat", "1"),
        verify_arguments=("--verify",),
        graph_forms=kAllGraphForms,
        tbb_form="graph-same",
    )
    return Suite(
        name=program,
        measures=measures,
        source=source,
        figures=(figure,),
        floor=kTaskFloor,
        plots=(Bars(program, title),),
    )
