# SPDX-License-Identifier: Apache-2.0
"""A heat solver that asks after each sweep whether it has converged."""

from ..columns import kRegionForms
from ..figures import Figure, Row, Suite


def _heat(block: int, form: str, text: str, graph_forms: tuple[str, ...] = ()) -> Figure:
    name = f"heat to a tolerance, {block} x {block} blocks, {text}"
    return Figure(
        program="heat-until",
        form=form,
        rows=(Row("efficiency_percent", name, "% efficient", larger_is_better=True),),
        arguments=("--block", str(block), "--tolerance", "2000", "--iterations", "1000", "--verify"),
        quick_arguments=("--size", "1024"),
        graph_forms=graph_forms,
    )


SUITE = Suite(
    name="heat",
    measures="parallel efficiency of a heat solver to a tolerance, against a serial run in the same process",
    source="Accelerating Task-based Iterative Applications: taskiter with a condition",
    figures=tuple(
        figure
        for block in (16, 64)
        for figure in (
            _heat(block, "tasks", "taskwait", (*kRegionForms, "taskiter")),
            _heat(block, "diagonals", "omp for"),
            _heat(block, "bands", "threads and flags"),
        )
    ),
)
