# SPDX-License-Identifier: Apache-2.0
"""The picture: time of a sweep against task length, both logarithmic. Each curve has its name at its end
instead of a legend."""

import math
from pathlib import Path

from ..measure import chart
from ..measure.palette import colour, marker
from ..measure.suites.heat_demo import kGridSize
from .contenders import Contender
from .summary import Row


def spread_labels(positions: list[float], distance: float) -> list[float]:
    """Moves ascending positions apart until neighbours are at least `distance` away, as little as that takes.

    Groups of labels that would overlap become one block, centred on the mean of what they stand for.
    """
    blocks: list[list[float]] = []  # each: the wished positions of labels that stand packed
    for position in positions:
        blocks.append([position])
        while len(blocks) > 1 and _end(blocks[-2], distance) + distance > _begin(blocks[-1], distance):
            last = blocks.pop()
            blocks[-1] += last
    return [_begin(block, distance) + index * distance for block in blocks for index in range(len(block))]


def _begin(block: list[float], distance: float) -> float:
    return sum(block) / len(block) - distance * (len(block) - 1) / 2


def _end(block: list[float], distance: float) -> float:
    return _begin(block, distance) + distance * (len(block) - 1)


def _short(value: float) -> str:
    """Two digits at least, never an exponent: 0.061, 11, 211."""
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"


def draw(rows: list[Row], contenders: list[Contender], threads: int, caption: str, folder: Path) -> list[Path]:
    """Writes heat.png and heat.svg and returns their paths."""
    from matplotlib.ticker import FuncFormatter

    pyplot = chart.make_pyplot()
    figure, axes = pyplot.subplots(figsize=(9.5, 6), layout="constrained")
    rows = sorted(rows, key=lambda row: row.task_us)
    lengths_us = [row.task_us for row in rows]
    curves = [(c.label, c.key, [row.cells[c.key].sweep_ms for row in rows]) for c in contenders]
    perfect_ms = [row.cells["serial"].sweep_ms / threads for row in rows]

    axes.plot(lengths_us, perfect_ms, color="#000000", linestyle=":", linewidth=1.2)
    for _, key, times_ms in curves:
        axes.plot(
            lengths_us,
            times_ms,
            color=colour(key),
            marker=marker(key),
            linestyle="--" if key in ("serial", "diagonals") else "-",
            linewidth=1.2 if key in ("serial", "diagonals") else 2,
            markersize=6,
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    chart.dress(axes, bare_sides=("top", "left"))
    every_ms = [time_ms for _, _, times_ms in curves for time_ms in times_ms if time_ms < math.inf] + perfect_ms
    low, high = min(every_ms) / 1.3, max(every_ms) * 1.15
    axes.set_ylim(low, high)
    # Names stand to the left of the finest tasks, where the curves lie far apart.
    # (One that did not end there is beyond the upper edge.)
    names = [(min(times_ms[0], high), label, colour(key)) for label, key, times_ms in curves]
    names.append((perfect_ms[0], f"perfect: serial / {threads}", "#000000"))
    names.sort()
    span = math.log(high / low)
    wished = [math.log(time_ms / low) / span for time_ms, _, _ in names]
    for y, (_, label, tint) in zip(spread_labels(wished, 0.04), names):
        axes.annotate(
            label,
            (-0.015, y),
            xycoords="axes fraction",
            ha="right",
            va="center",
            color=tint,
            fontweight="bold" if label.startswith("Rondo") else "normal",
            annotation_clip=False,
        )
    axes.margins(x=0.02)
    axes.yaxis.tick_right()
    axes.yaxis.set_label_position("right")
    axes.set_xticks(lengths_us)
    axes.set_xticklabels([f"{_short(row.task_us)}\n{row.block}\u00b2" for row in rows])
    axes.tick_params(axis="x", which="minor", length=0)
    axes.yaxis.set_minor_formatter(
        FuncFormatter(lambda value, _: f"{value:g}" if str(f"{value:e}")[0] in "25" else "")
    )
    axes.set_xlabel("length of a task, \u00b5s  /  cells in its block")
    axes.set_ylabel("time of one sweep, ms")
    figure.suptitle(f"Gauss-Seidel heat, {kGridSize}\u00d7{kGridSize}, OpenMP task dependences, {threads} threads")
    axes.set_title(caption, fontsize=8, color="#555555")
    return sorted(chart.save(pyplot, figure, folder / "heat"))
