# SPDX-License-Identifier: Apache-2.0
"""Files of results as one table of pandas. Where two files have the same place, the newer one counts."""

from collections.abc import Iterable
from typing import Any

import pandas

from ..measure.columns import kColumns, kStock
from ..measure.results import Document

kStockKeys = tuple(column.key for column in kStock)
kRondoKeys = tuple(column.key for column in kColumns if column.runtime == "rondo")
kLabels = {column.key: column.text for column in kColumns}

kPlace = ["suite", "row", "threads", "contender"]
_FIELDS = [*kPlace, "member", "series", "x", "unit", "larger_is_better", "median", "low", "high", "spread", "counted",
           "disturbed"]


def _frame(documents: list[Document]) -> pandas.DataFrame:
    unsaid: dict[str, Any] = {"member": "", "series": "", "x": None}  # by older files
    records = [
        {**unsaid, **result, "file": number}
        for number, content in enumerate(documents)
        for result in content["results"]
    ]
    table = pandas.DataFrame(records, columns=[*_FIELDS, "file"])
    return table.drop_duplicates(kPlace, keep="last").reset_index(drop=True)


class Data:
    def __init__(self, documents: list[Document]) -> None:
        self.documents = sorted(documents, key=lambda content: str(content["machine"]["date"]))
        self.frame = _frame(self.documents)

    def rows(
        self,
        suite: str,
        member: str | None = None,
        series: str | Iterable[str] | None = None,
        threads: int | None = None,
        contenders: Iterable[str] | None = None,
    ) -> pandas.DataFrame:
        """What was measured of a suite; narrowed by what is given."""
        found = self.frame[self.frame["suite"] == suite]
        if member is not None:
            found = found[found["member"] == member]
        if series is not None:
            found = found[found["series"].isin([series] if isinstance(series, str) else [*series])]
        if threads is not None:
            found = found[found["threads"] == threads]
        if contenders is not None:
            found = found[found["contender"].isin([*contenders])]
        return found

    def team(self, suite: str) -> int:
        """The number of threads that a figure without an axis of threads shows: the largest that has a processor for
        each thread, else the smallest that was measured."""
        counts = sorted({int(count) for count in self.rows(suite)["threads"]})
        usable = max((int(content["machine"]["usable_processors"]) for content in self.documents), default=1)
        return max((count for count in counts if count <= usable), default=counts[0] if counts else 1)

    def lengths(self) -> list[dict[str, Any]]:
        """Of METG; of the newest file that has any of a place."""
        found = {(entry["suite"], entry["program"], entry["threads"], entry["contender"]): entry
                 for content in self.documents for entry in content["lengths"]}
        return [*found.values()]

    def of_suite(self, suite: str) -> list[Document]:
        """The files that the suite's rows are from."""
        return [self.documents[int(number)] for number in sorted(set(self.rows(suite)["file"]))] or [
            content for content in self.documents if any(entry["suite"] == suite for entry in content["lengths"])
        ]


def label(key: str) -> str:
    return kLabels.get(key, key)
