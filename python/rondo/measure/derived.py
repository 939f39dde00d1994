# SPDX-License-Identifier: Apache-2.0
"""Figures made of figures: gain over the rivals, quotients of rows, geometric means."""

from collections.abc import Iterable
from dataclasses import dataclass

from .columns import kStock, kUnmodified
from .figures import Quotient, Row, Suite
from .samples import Cells, rows_of
from .stats import geometric_mean

kGain = "gain"  # stands for a column's key
kMean = "geometric mean"


@dataclass(frozen=True)
class Derived:
    """One line below a suite's rows: what there is of it in each column."""

    name: str
    kind: str  # "quotient" or "geometric mean"
    unit: str
    values: dict[str, float]  # column key or kGain -> value


def best(values: Iterable[float | None], larger_is_better: bool) -> float | None:
    present = [value for value in values if value is not None]
    return (max if larger_is_better else min)(present) if present else None


def gain(cells: Cells, suite: str, row: Row, threads: int) -> float | None:
    """How many times less than the best stock runtime the better unmodified binary on Rondo takes."""

    def best_of(keys: list[str]) -> float | None:
        found = (cells.get((suite, row.name, threads, key)) for key in keys)
        return best((cell.median if cell else None for cell in found), row.larger_is_better)

    stock = best_of([column.key for column in kStock])
    rondo = best_of([column.key for column in kUnmodified])
    if stock is None or rondo is None or stock <= 0 or rondo <= 0:
        return None
    return rondo / stock if row.larger_is_better else stock / rondo


def _quotient(cells: Cells, suite: Suite, quotient: Quotient, threads: int, key: str) -> float | None:
    rows = rows_of(suite)

    def best_of(names: tuple[str, ...]) -> float | None:
        found = (cells.get((suite.name, name, threads, key)) for name in names)
        return best((cell.median if cell else None for cell in found), rows[names[0]].larger_is_better)

    over, under = best_of(quotient.over), best_of(quotient.under)
    return over / under if over is not None and under else None


def derive(cells: Cells, suite: Suite, threads: int, keys: list[str]) -> list[Derived]:
    """Quotients first, then the means of rows, then those of quotients. A mean is of all its rows or not at all: of
    fewer it would not compare."""
    found: list[Derived] = []
    for quotient in suite.quotients:
        values = {key: _quotient(cells, suite, quotient, threads, key) for key in keys}
        found.append(Derived(quotient.name, "quotient", "", {key: v for key, v in values.items() if v is not None}))
    rows = [row for row in suite.rows() if row.mean]
    for name in dict.fromkeys(row.mean for row in rows):
        members = [row for row in rows if row.mean == name]
        values = {}
        for key in keys:
            present = [cells.get((suite.name, row.name, threads, key)) for row in members]
            values[key] = _mean(cell.median if cell else None for cell in present)
        values[kGain] = _mean(gain(cells, suite.name, row, threads) for row in members)
        found.append(_derived_mean(name, members[0].unit, values))
    by_name = {derived.name: derived for derived in found}
    for name in dict.fromkeys(quotient.mean for quotient in suite.quotients if quotient.mean):
        parts = [by_name[quotient.name].values for quotient in suite.quotients if quotient.mean == name]
        found.append(_derived_mean(name, "", {key: _mean(part.get(key) for part in parts) for key in keys}))
    return [derived for derived in found if derived.values]


def _mean(values: Iterable[float | None]) -> float | None:
    values = [*values]
    return geometric_mean(value for value in values if value is not None) if None not in values else None


def _derived_mean(name: str, unit: str, values: dict[str, float | None]) -> Derived:
    present = {key: value for key, value in values.items() if value is not None}
    return Derived(f"{kMean}, {name}", kMean, unit, present)
