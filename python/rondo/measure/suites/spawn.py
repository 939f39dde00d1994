# SPDX-License-Identifier: Apache-2.0
"""Tasks without dependences, from one creator and from many."""

from ..figures import Bars, Figure, Row, Suite
from ..floor import kTaskFloor


def _spawn(form: str, name: str, mean: str = "") -> Figure:
    return Figure(program="spawn", form=form, rows=(Row("ns_per_task", name, "ns/task", mean=mean),))


SUITE = Suite(
    name="spawn",
    measures="ns for a task without dependences: recursive, and in flat loops",
    source="fib and queens as in BOTS and Cilk; flat loops as in EPCC's task microbenchmarks",
    figures=(
        _spawn("fib", "fib(24), a task for each call", mean="recursive"),
        _spawn("fib-half", "fib(24), a task and a call in each call", mean="recursive"),
        _spawn("queens", "9 queens, a task for each call", mean="recursive"),
        _spawn("flat-one", "2e5 independent tasks, one creator"),
        _spawn("flat-all", "2e5 independent tasks, all create"),
    ),
    floor=kTaskFloor,
    plots=(Bars("spawn", "Tasks without dependences"),),
)
