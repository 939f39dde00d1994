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


_CROWD = 4  # threads for each processor


def _name(piece: str, n_neighbours: int, per_processor: int = 0) -> str:
    crowd = f", {per_processor} threads a processor" if per_processor else ""
    return f"{_PIECES[piece]}{crowd}, {_NEIGHBOURS[n_neighbours]}"


def _figure(piece: str, n_neighbours: int, per_processor: int = 0) -> Figure:
    crowd = f", {per_processor} threads a processor" if per_processor else ""
    return Figure(
        program="neighbours",
        form=piece,
        rows=(
            Row("piece_us", _name(piece, n_neighbours, per_processor), "us", mean=_NEIGHBOURS[n_neighbours] + crowd),
        ),
        arguments=("--neighbours", str(n_neighbours), "--per-processor", str(per_processor)),
        quick_arguments=("--repeat", "3", "--sample-ms", "100"),
        is_quick=n_neighbours == 1 and per_processor == 0,
        takes_s=1.6,
        quick_takes_s=0.9,
    )


SUITE = Suite(
    name="neighbours",
    measures="us for small pieces of a program (regions, barriers, loops, tasks), alone and beside busy processes",
    source="public definition: bench/neighbours.c",
    figures=tuple(_figure(piece, n) for n in _NEIGHBOURS for piece in _PIECES)
    + tuple(_figure(piece, n, _CROWD) for n in (0, 2) for piece in _PIECES),
    plots=tuple(
        Bars(f"neighbours-{n}", f"Pieces of a program: {text}", tuple(_name(piece, n) for piece in _PIECES))
        for n, text in _NEIGHBOURS.items()
    ),
)
