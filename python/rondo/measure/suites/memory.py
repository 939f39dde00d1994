# SPDX-License-Identifier: Apache-2.0
"""Memory of very many tiny tasks from one creator."""

from ..figures import Bars, Figure, Row, Suite

_SHAPES = {
    "independent": "no dependences",
    "own": "one address each",
    "chain": "one chain",
    "chains": "64 chains",
    "readers": "1000 readers, a writer",
    "eight": "eight dependences",
}
# libomp takes 0.9 GB for a million in some shapes; ten million are for --tasks by hand.
_TASKS = 1_000_000


def _peak(form: str, name: str) -> Figure:
    return Figure(
        program="shapes",
        form=form,
        rows=(
            Row("peak_mb", f"peak, {name}", "MB", mean="peak memory"),
            Row("growth_mb", f"growth from first to third round, {name}", "MB"),
        ),
        arguments=("--tasks", str(_TASKS), "--repeat", "3"),
        quick_arguments=("--tasks", str(_TASKS // 10)),
    )


SUITE = Suite(
    name="memory",
    measures="resident memory above what the program itself takes, of 1e6 tiny tasks from one creator, in three rounds",
    source="public definition: VmHWM and VmRSS of /proc/self/status",
    figures=tuple(_peak(form, name) for form, name in _SHAPES.items()),
    plots=(Bars("memory", "Peak memory of 1e6 tasks", tuple(f"peak, {name}" for name in _SHAPES.values())),),
)
