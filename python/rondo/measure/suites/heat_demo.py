# SPDX-License-Identifier: Apache-2.0
"""The solver of `rondo demo`: a fixed number of sweeps, one task for each block and sweep, in blocks of six sizes."""

from ..figures import Curves, Figure, Row, Suite

kGridSize = 2048
kBlocks = (256, 128, 64, 32, 16, 8)
kQuickBlocks = (256, 64, 16, 8)


def sweeps(block: int, quick: bool) -> int:
    """Fewer where the stock runtimes need a microsecond and more for each of very many tasks."""
    full = 24 if block >= 32 else 16 if block >= 16 else 6
    return full // 2 if quick else full


def _takes_s(block: int) -> float:
    n_sweeps = sweeps(block, quick=False)
    return 0.15 + 0.008 * n_sweeps + 1e-6 * n_sweeps * (kGridSize // block) ** 2


def _figure(block: int, form: str, is_quick: bool, graph_forms: tuple[str, ...] = ()) -> Figure:
    row = Row("ms_per_sweep", f"{form}, blocks of {block}", "ms/sweep", series=form, x=block)
    return Figure(
        program="heat",
        form=form,
        rows=(row,),
        arguments=("--size", str(kGridSize), "--block", str(block), "--iterations", str(sweeps(block, quick=False))),
        quick_arguments=("--iterations", str(sweeps(block, quick=True))),
        is_quick=is_quick,
        takes_s=_takes_s(block),
        builds=("gcc", "clang") if graph_forms else ("gcc",),
        graph_forms=graph_forms,
        graph_program="heat-graph",
        agree_on="hash",  # of all cells, bit for bit: with the serial run, which comes first
        is_serial=form == "serial",
    )


def suite(blocks: tuple[int, ...], quick_blocks: tuple[int, ...]) -> Suite:
    return Suite(
        name="heat-demo",
        measures="time of the demo's heat solver, one task for each block and sweep",
        source="rondo demo",
        figures=tuple(
            figure
            for block in blocks
            for figure in (
                _figure(block, "serial", block in quick_blocks),
                _figure(block, "tasks", block in quick_blocks, ("graph", "graph-same", "taskiter")),
                _figure(block, "diagonals", block in quick_blocks),
            )
        ),
        plots=(Curves("heat-demo", "Gauss-Seidel heat: time of a sweep", "cells along a block's side", ("tasks",)),),
    )


SUITE = suite(kBlocks, kQuickBlocks)
