# SPDX-License-Identifier: Apache-2.0
"""All exhibits of all papers, as far as the results have them: what page and terminal both show."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pandas

from ..measure.columns import kColumns
from ..measure.stats import median
from ..words import count
from .data import Data
from .exhibit import Exhibit, Paper
from .papers import kPapers
from .plots import Found
from .trust import Doubt, doubts

kFlags = "-O3"  # of all programs (bench/common/stock_program.cmake)


@dataclass(frozen=True)
class Shown:
    exhibit: Exhibit
    found: Found
    caption: str
    machine: str  # in the picture


@dataclass
class Chapter:
    paper: Paper
    shown: list[Shown] = field(default_factory=list)
    missing: list[Exhibit] = field(default_factory=list)


@dataclass(frozen=True)
class Report:
    chapters: list[Chapter]
    doubts: list[Doubt]
    machines: list[str]

    @property
    def is_wrong(self) -> bool:
        return any(doubt.is_wrong for doubt in self.doubts)


def _listed(values: Iterable[object]) -> str:
    return ", ".join(dict.fromkeys(map(str, values)))


def _machine(data: Data, suite: str) -> str:
    threads = _listed(sorted({int(value) for value in data.rows(suite)["threads"]}))
    of = [f"{it['processor']}, {it['date'][:10]}" for it in (content["machine"] for content in data.of_suite(suite))]
    return f"{_listed(of)}{f', {threads} threads' if threads else ''}"


def caption(data: Data, suite: str) -> str:
    """Machine, compilers, runtimes, repeats and spread of a suite's figures."""
    documents = data.of_suite(suite)
    keys = {str(key) for key in data.rows(suite)["contender"]}
    keys |= {entry["contender"] for entry in data.lengths() if entry["suite"] == suite}
    columns = [column for column in kColumns if column.key in keys]
    compilers = {build: name for content in documents for build, name in content.get("compilers", {}).items()}
    builds = [f"{compilers.get(column.build, column.build)} {kFlags}" for column in columns if column.build != "tbb"]
    versions = {content["rondo_version"] for content in documents}
    runtimes = [f"Rondo {_listed(versions)}" if column.runtime == "rondo" else column.text for column in columns]
    machines = [f"{it['processor']} with {count(it['usable_processors'], 'processor')}, Linux {it['kernel']}, "
                f"{it['date'][:10]}" for it in (content["machine"] for content in documents)]
    rounds = [count(content["options"]["rounds"], "interleaved round") for content in documents]
    rows: pandas.DataFrame = data.rows(suite)
    spreads = [float(value) for value in rows[rows["counted"] > 1]["spread"]]
    spread = f", spread ±{median(spreads):.1%} in the median cell" if spreads else ""
    threads = _listed(sorted({int(value) for value in rows["threads"]})) or "2"
    return (f"{_listed(machines)}; {_listed(builds)}; {_listed(runtimes)}; {threads} threads; "
            f"median of {_listed(rounds)}{spread}")


def collect(data: Data) -> Report:
    chapters = []
    for paper in kPapers:
        chapter = Chapter(paper)
        for exhibit in paper.exhibits:
            found = exhibit.find(data)
            if found is None:
                chapter.missing.append(exhibit)
            else:
                chapter.shown.append(Shown(exhibit, found, caption(data, exhibit.suites[0]),
                                           _machine(data, exhibit.suites[0])))
        chapters.append(chapter)
    machines = [f"{it['processor']}, {count(it['usable_processors'], 'processor')}, {it['date'][:16]}"
                for it in (content["machine"] for content in data.documents)]
    return Report(chapters, doubts(data.documents), list(dict.fromkeys(machines)))


def missing_line(exhibit: Exhibit) -> str:
    return f"{exhibit.title}: not in these results; measure it: rondo bench {' '.join(exhibit.suites)}"
