# SPDX-License-Identifier: Apache-2.0
"""Tasks of irregular lengths: how close their time comes to that of bodies dealt out by length."""

from ..figures import Bars, Figure, Row, Suite

_LENGTHS = {
    "rare": "1 of 200 takes 200 us, others 30 ns",
    "middle": "16 of 1 ms amid 40000 of 30 ns",
    "tail": "30 ns to 1 ms, heavy tail",
    "bursts": "500 of 30 ns, 50 of 5 us",
    "spread": "0.1 to 3 us",
    "sleeps": "1 of 500 sleeps 200 us, others 300 ns",
}
_ORDERS = ("one creator", "all threads create", "tasks create", "16 chains")


def _name(form: str, order: int) -> str:
    return f"{_ORDERS[order]}, {_LENGTHS[form]}"


def _figure(form: str, order: int) -> Figure:
    row = Row("efficiency_percent", _name(form, order), "% efficient", mean=_ORDERS[order], larger_is_better=True)
    return Figure(
        program="irregular",
        form=form,
        rows=(row,),
        arguments=("--order", str(order)),
        quick_arguments=("--repeat", "5"),
        is_quick=order == 0,
    )


SUITE = Suite(
    name="irregular",
    measures="efficiency of tasks of irregular lengths, over the bodies dealt out by length, or the longest chain",
    source="public definition: bench/irregular/lengths.h",
    figures=tuple(_figure(form, order) for order in range(len(_ORDERS)) for form in _LENGTHS),
    plots=tuple(
        Bars(f"irregular-{order}", f"Irregular tasks: {text}", tuple(_name(form, order) for form in _LENGTHS))
        for order, text in enumerate(_ORDERS)
    ),
)
