# SPDX-License-Identifier: Apache-2.0
"""All applications at a glance: Rondo's best form, at its best blocks, against the best of the stock runtimes."""

import pandas

from ...measure.columns import kTbb
from ...measure.stats import geometric_mean
from ...measure.tables import number, times
from ..data import Data, kRondoKeys, kStockKeys, label
from ..exhibit import Exhibit, Paper
from ..plots import Found, Table
from ..sentences import kEqual

_SUITES = ("kernels", "hog", "nas")
_MEMBER = "us_per_iteration"


def _application(series: str) -> tuple[str, str]:
    """"Cholesky, BLAS, tasks" -> the application, and its way."""
    name, _, way = series.rpartition(", ")
    return name, way


def _best(rows: pandas.DataFrame, keys: tuple[str, ...]) -> "pandas.Series[float] | None":
    found = rows[rows["contender"].isin(keys) & (rows["median"] > 0)]
    return found.loc[found["median"].idxmin()] if len(found) else None


def _how(row: "pandas.Series[float]", is_class: bool) -> str:
    way = _application(str(row["series"]))[1]
    return f"{label(str(row['contender']))}, {way}{'' if is_class else f', block {int(row.x)}'}"


def _places(data: Data) -> list[tuple[str, pandas.DataFrame, bool]]:
    """Application, all that was measured of it, and whether `x` is the class of a problem rather than a block."""
    found = []
    for suite in _SUITES:
        rows = data.rows(suite, _MEMBER, threads=data.team(suite))
        names = dict.fromkeys(_application(str(series))[0] for series in rows["series"])
        for name in names:
            own = rows[[_application(str(series))[0] == name for series in rows["series"]]]
            if suite == "nas":
                found += [(str(row["row"].iloc[0]).rpartition(", ")[0], row, True) for _, row in own.groupby("x")]
            else:
                found.append((name, own, False))
    return found


def _table(data: Data) -> Found | None:
    lines, gains = [], {}
    for name, rows, is_class in _places(data):
        stock, rondo = _best(rows, kStockKeys), _best(rows, kRondoKeys)
        if stock is None or rondo is None:
            continue
        gains[name] = float(stock["median"] / rondo["median"])
        lines.append({"application": name, "best stock, us": number(stock["median"]), "by": _how(stock, is_class),
                      "Rondo's best, us": number(rondo["median"]), "by ": _how(rondo, is_class),
                      "stock over Rondo": times(gains[name])})
    if not lines:
        return None
    slower = [f"{name} ({1 / gain:.2f} times)" for name, gain in gains.items() if gain < 1 - kEqual]
    where = f"in {', '.join(slower)}" if slower else "nowhere"
    mean = number(geometric_mean(gains.values()) or 1)
    return Found(Table(pandas.DataFrame(lines), "", words=1),
                 f"Rondo's best form takes 1/{mean} of the time of the best stock form in the geometric mean of "
                 f"{len(gains)} applications, and is slower by more than {kEqual:.0%} {where}.")


PAPER = Paper(
    "applications",
    "Applications",
    "All applications: the best stock form and Rondo's best",
    "any form, any blocks that were measured, loops included; " + f"{kTbb.text} is no stock runtime and left out",
    (Exhibit("best", "Best against best", _SUITES, "", _table),),
)
