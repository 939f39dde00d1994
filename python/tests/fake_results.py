# SPDX-License-Identifier: Apache-2.0
"""For the tests: results of every suite as if every column had been measured, made of a rule instead of a clock."""

from typing import Any

from rondo.measure import figures, machine, results
from rondo.measure.columns import kColumns, kTbb
from rondo.measure.samples import Sample, cells
from rondo.measure.suites import kSuites

kThreads = (1, 2, 4)
_FACTORS = {"libgomp": 4.0, "libomp": 2.0}  # of time; all others take 1
_LIBRARIES = {"libgomp": "/usr/lib/libgomp.so.1", "libomp": "/usr/lib/libomp.so.5",
              "rondo": "/usr/lib/rondo/faces/libomp.so.5"}


def value(row: figures.Row, key: str, threads: int, number: int, scale: dict[str, float]) -> float:
    """Less time where nothing is lost; samples that differ a little."""
    factor = _FACTORS.get(key, 1.0) * scale.get(key, 1.0) * (1 + 0.002 * number) * (1 + len(row.name) % 7)
    return 50 / factor if row.larger_is_better else factor * 10 / threads


def made(
    rounds: int = 5, thread_counts: tuple[int, ...] = kThreads, scale: dict[str, float] | None = None, **changed: Any
) -> results.Document:
    """`scale` makes contenders slower; `changed` are members of the document."""
    content = results.document(
        "bench",
        {**machine.describe(), "processor": "Processor <X>", "usable_processors": 2,
         "threads_per_core": 1, "load_average_before": 0.0},
        {"threads": [*thread_counts], "rounds": rounds}, "9.9", {**_LIBRARIES}, complete=True)
    samples = [
        Sample((suite.name, row.name, threads, column.key), number,
               value(row, column.key, threads, number, scale or {}))
        for suite in kSuites
        for figure in suite.figures
        for column in kColumns
        if column != kTbb and column.key != "libiomp5" and figures.contender(figure, column)
        for row in figure.rows
        for threads in thread_counts
        for number in range(1, rounds + 1)
    ]
    rows = {suite.name: {row.name: row for row in suite.rows()} for suite in kSuites}
    content["results"] = results.results(rows, samples, cells(samples))
    content["compilers"] = {"gcc": "gcc 12.9", "clang": "clang 19.9"}
    content["suites"] = [{"name": suite.name, "measures": suite.measures, "source": suite.source} for suite in kSuites]
    content["lengths"] = [
        {"suite": "metg", "program": sweep.name, "contender": key, "threads": 2, "samples": 1,
         "disturbed_samples": 0,
         "thresholds": [{"efficiency": level, "length_ns": 1000 * factor, "censored": "", "by_round_ns": [1000.0]}
                        for level in (0.5, 0.8)],
         "points": [{"work_ns": work, "lengths_ns": [work], "efficiencies": [work / (work + 1000 * factor)]}
                    for work in (100.0, 1000.0, 10000.0)]}
        for suite in kSuites for sweep in suite.sweeps
        for key, factor in (("libgomp", 4.0), ("libomp", 2.0), ("rondo-gcc", 1.0), ("graph-same", 0.5))
    ]
    return {**content, **changed}
