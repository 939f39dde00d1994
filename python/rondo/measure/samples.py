# SPDX-License-Identifier: Apache-2.0
"""From samples to cells. A sample in good order counts; where fewer than half of a cell's samples are, all count and
the cell is marked."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from .figures import Row, Suite

# (suite, row, threads, column key)
Place = tuple[str, str, int, str]


@dataclass(frozen=True)
class Sample:
    place: Place
    round: int
    value: float
    disturbed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    median: float
    low: float  # quartiles
    high: float
    n: int  # samples that count
    disturbed: bool = False

    @property
    def spread(self) -> float:
        """Half the distance between the quartiles, relative to the median."""
        return (self.high - self.low) / 2 / abs(self.median) if self.median else 0.0


Cells = dict[Place, Cell]


def cells(samples: Iterable[Sample]) -> Cells:
    import pandas  # not at the top: it takes a second that an error message should not wait for

    records = [(*sample.place, sample.value, bool(sample.disturbed)) for sample in samples]
    if not records:
        return {}
    keys = ["suite", "row", "threads", "column"]
    table = pandas.DataFrame(records, columns=[*keys, "value", "disturbed"])
    by_place = table.groupby(keys)["disturbed"]
    table["marked"] = by_place.transform("mean") > 0.5
    counting = table[~table["disturbed"] | table["marked"]]
    grouped = counting.groupby(keys)
    summary = grouped["value"].quantile([0.25, 0.5, 0.75]).unstack()
    summary["n"] = grouped.size()
    summary["marked"] = grouped["marked"].any()
    found: Cells = {}
    for (suite, row, threads, column), cell in zip(summary.index, summary.itertuples(index=False)):
        low, median, high, n, marked = cell
        found[suite, row, int(threads), column] = Cell(float(median), float(low), float(high), int(n), bool(marked))
    return found


def value_of(result: dict[str, Any], row: Row) -> float | None:
    """None where the program says null: the runtime cannot do it."""
    value = result[row.member]
    return None if value is None else float(value)


def rows_of(suite: Suite) -> dict[str, Row]:
    return {row.name: row for row in suite.rows()}
