# SPDX-License-Identifier: Apache-2.0
"""Draws what it is given, computes nothing: groups of bars, panels of curves, quotients in colours. A picture is an SVG
and a PNG. In the SVG what belongs to a contender has an id that begins with its key (mark_id), for pages that show it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .palette import colour, marker

kMostColumns = 4  # of panels beside each other
kLegendColumns = 6
kMostInches = 24.0  # that a picture is high


@dataclass(frozen=True)
class Point:
    x: float
    y: float
    low: float  # quartiles
    high: float


@dataclass(frozen=True)
class Group:
    label: str
    bars: dict[str, Point]  # column key -> height


@dataclass(frozen=True)
class Panel:
    title: str
    curves: dict[str, list[Point]]  # by column key


@dataclass(frozen=True)
class Heat:
    """A quotient for each pair of coordinates: above 1 is better."""

    title: str
    xs: list[str]
    ys: list[str]  # from above
    values: dict[tuple[str, str], float]  # (x, y) -> quotient


@dataclass(frozen=True)
class Style:
    title: str
    x_label: str
    y_label: str
    log_y: bool
    levels: tuple[float, ...] = ()


def make_pyplot() -> Any:
    import matplotlib  # not at the top: it takes a second that an error message should not wait for

    matplotlib.use("Agg")
    from matplotlib import pyplot

    # No date and no random ids: the same figures give the same file.
    matplotlib.rcParams["svg.hashsalt"] = "rondo"
    matplotlib.rcParams["svg.fonttype"] = "none"  # text that can be searched, in a third of the bytes
    return pyplot


def mark_id(key: str, place: int) -> str:
    """Of what stands for a contender in a panel or in a group of bars, by its number."""
    return f"{key}.{place}"


def save(pyplot: Any, figure: Any, path: Path) -> list[Path]:
    files = [path.with_name(f"{path.name}.svg"), path.with_name(f"{path.name}.png")]
    figure.savefig(files[0], metadata={"Date": None})
    figure.set_layout_engine("none")  # it stands; laying out takes half of the time
    figure.savefig(files[1], dpi=144)
    pyplot.close(figure)
    return files


def dress(axes: Any, bare_sides: tuple[str, str] = ("top", "right")) -> None:
    from matplotlib.ticker import FuncFormatter, NullFormatter

    axes.grid(True, which="major", color="#dddddd")
    axes.set_axisbelow(True)
    for side in bare_sides:
        axes.spines[side].set_visible(False)
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() == "log":
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            axis.set_minor_formatter(NullFormatter())


def _frame(figure: Any, title: str, caption: str, handles: dict[str, Any]) -> None:
    """Title and caption above, the legend below, the axes between them."""
    lines = -(-len(handles) // kLegendColumns)
    height = figure.get_size_inches()[1]
    bottom, top = (0.22 * lines + 0.1) / height, 0.55 / height
    if handles:
        figure.legend(handles.values(), handles.keys(), loc="lower center", ncol=min(len(handles), kLegendColumns),
                      frameon=False, fontsize=8)
    figure.text(0.5, 1 - 0.08 / height, title, ha="center", va="top", fontsize=11)
    figure.text(0.5, 1 - 0.32 / height, caption, ha="center", va="top", fontsize=8, color="#555555")
    figure.get_layout_engine().set(rect=(0, bottom, 1, 1 - bottom - top))


def bars(
    groups: list[Group], labels: dict[str, str], title: str, unit: str, caption: str, path: Path, log: bool = True
) -> list[Path]:
    """Lying, a group for each row: names of rows are long."""
    pyplot = make_pyplot()
    keys = [key for key in labels if any(key in group.bars for group in groups)]
    height = min(max(2.5, 0.17 * len(groups) * (len(keys) + 1) + 1.5), kMostInches)
    figure, axes = pyplot.subplots(figsize=(8, height), layout="constrained")
    thick = 1 / (len(keys) + 1)
    for index, key in enumerate(keys):
        places = [row + index * thick for row, group in enumerate(groups) if key in group.bars]
        rows = [row for row, group in enumerate(groups) if key in group.bars]
        points = [groups[row].bars[key] for row in rows]
        errors = [[max(p.y - p.low, 0) for p in points], [max(p.high - p.y, 0) for p in points]]
        drawn = axes.barh(
            places, [p.y for p in points], thick, xerr=errors, color=colour(key), label=labels[key],
            error_kw={"elinewidth": 0.8, "ecolor": "#333333"},
        )
        for row, patch in zip(rows, drawn.patches):
            patch.set_gid(mark_id(key, row))
        for part in drawn.errorbar.lines[2]:
            part.set_gid(f"{key}.spread")
    if log and all(point.y > 0 for group in groups for point in group.bars.values()):
        axes.set_xscale("log")
    axes.set_yticks([row + (len(keys) - 1) * thick / 2 for row in range(len(groups))])
    axes.set_yticklabels([group.label for group in groups])
    axes.invert_yaxis()
    axes.set_xlabel(unit)
    dress(axes)
    _frame(figure, title, caption, dict(zip(*reversed(axes.get_legend_handles_labels()))))
    return save(pyplot, figure, path)


def curves(panels: list[Panel], labels: dict[str, str], style: Style, caption: str, path: Path) -> list[Path]:
    pyplot = make_pyplot()
    wide = min(len(panels), kMostColumns)
    high = -(-len(panels) // wide)
    size = (max(7.0, 3.4 * wide), min(3.2 * high + 1.3, kMostInches) if wide > 1 else 5.5)
    figure, grid = pyplot.subplots(high, wide, figsize=size, layout="constrained", squeeze=False)
    flat = [axes for line in grid for axes in line]
    for place, (axes, panel) in enumerate(zip(flat, panels)):
        for key in (key for key in labels if key in panel.curves):
            points = sorted(panel.curves[key], key=lambda point: point.x)
            axes.plot([p.x for p in points], [p.y for p in points], color=colour(key), marker=marker(key),
                      markersize=5, linewidth=1.6, label=labels[key], gid=mark_id(key, place))
            axes.fill_between([p.x for p in points], [p.low for p in points], [p.high for p in points],
                              color=colour(key), alpha=0.15, linewidth=0, gid=f"{key}.{place}.spread")
        every = [point for points in panel.curves.values() for point in points]
        if all(point.x > 0 for point in every):
            axes.set_xscale("log", base=2 if style.x_label == "threads" else 10)
        if style.log_y and all(point.low > 0 for point in every):
            axes.set_yscale("log")
        elif not style.log_y:
            axes.set_ylim(bottom=0)
        for level in style.levels:
            axes.axhline(level, color="#000000", linestyle=":", linewidth=1)
        axes.set_title(panel.title, fontsize=9)
        axes.set_xlabel(style.x_label, fontsize=8)
        axes.set_ylabel(style.y_label, fontsize=8)
        dress(axes)
    for axes in flat[len(panels):]:
        axes.set_visible(False)
    by_label = {label: handle for axes in flat for handle, label in zip(*axes.get_legend_handles_labels())}
    _frame(figure, style.title, caption, by_label)
    return save(pyplot, figure, path)


def heat_maps(maps: list[Heat], axes_labels: tuple[str, str], title: str, caption: str, path: Path) -> list[Path]:
    """Purple where the quotient is above 1, orange below; each cell says its number."""
    pyplot = make_pyplot()
    from matplotlib.colors import LogNorm

    wide = min(len(maps), kMostColumns)
    high = -(-len(maps) // wide)
    figure, grid = pyplot.subplots(high, wide, figsize=(max(7.0, 2.6 * wide), 2.5 * high + 0.9), layout="constrained",
                                   squeeze=False)
    flat = [axes for line in grid for axes in line]
    for place, (axes, found) in enumerate(zip(flat, maps)):
        norm, shades = LogNorm(1 / 8, 8), pyplot.get_cmap("PuOr")
        for (x, y), value in found.values.items():
            at = (found.xs.index(x), found.ys.index(y))
            shade = shades(float(norm(min(max(value, 1 / 8), 8))))
            number = at[0] + at[1] * len(found.xs)
            axes.add_patch(pyplot.Rectangle(at, 1, 1, facecolor=shade, edgecolor="#ffffff", linewidth=0.8,
                                            gid=f"cell.{place}.{number}"))
            dark = 0.299 * shade[0] + 0.587 * shade[1] + 0.114 * shade[2] < 0.5
            axes.text(at[0] + 0.5, at[1] + 0.5, f"{value:.2f}", ha="center", va="center", fontsize=8,
                      color="#fefefe" if dark else "#010101")
        axes.set_xlim(0, len(found.xs))
        axes.set_ylim(len(found.ys), 0)
        axes.set_xticks([index + 0.5 for index in range(len(found.xs))], found.xs, fontsize=8)
        axes.set_yticks([index + 0.5 for index in range(len(found.ys))], found.ys, fontsize=8)
        axes.set_title(found.title, fontsize=9)
        axes.set_xlabel(axes_labels[0], fontsize=8)
        axes.set_ylabel(axes_labels[1], fontsize=8)
        axes.tick_params(length=0)
        for side in axes.spines.values():
            side.set_visible(False)
    for axes in flat[len(maps):]:
        axes.set_visible(False)
    _frame(figure, title, caption, {})
    return save(pyplot, figure, path)
