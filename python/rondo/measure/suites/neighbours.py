# SPDX-License-Identifier: Apache-2.0
"""Constructs while other programs compute on the same processors."""

from ..figures import Bars, Figure, Row, Suite

_PIECES = {
    "regions": "parallel regions",
    "barriers": "barriers",
    "loops": "static loops",
    "dynamic": "dynamic loops",
    "critical": "critical sections",
    "tasks": "independent tasks",
    "waits": "tasks and taskwaits",
    "wavefront": "dependent tasks",
}
_NEIGHBOURS = {0: "alone", 1: "one neighbour", 2: "two neighbours"}


def _name(piece: str, n_neighbours: int) -> str:
    return f"{_PIECES[piece]}, {_NEIGHBOURS[n_neighbours]}"


def _figure(piece: str, n_neighbours: int) -> Figure:
    return Figure(
        program="neighbours",
        form=piece,
        rows=(Row("piece_us", _name(piece, n_neighbours), "us", mean=_NEIGHBOURS[n_neighbours]),),
        arguments=("--neighbours", str(n_neighbours)),
        quick_arguments=("--repeat", "3", "--sample-ms", "100"),
        is_quick=n_neighbours == 1,
        takes_s=1.6,
        quick_takes_s=0.9,
    )


SUITE = Suite(
    name="neighbours",
    measures="us for small pieces of a program (regions, barriers, loops, tasks), alone and beside busy processes",
    source="public definition: bench/neighbours.c",
    figures=tuple(_figure(piece, n) for n in _NEIGHBOURS for piece in _PIECES),
    plots=tuple(
        Bars(f"neighbours-{n}", f"Pieces of a program: {text}", tuple(_name(piece, n) for piece in _PIECES))
        for n, text in _NEIGHBOURS.items()
    ),
)
