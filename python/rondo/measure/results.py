# SPDX-License-Identifier: Apache-2.0
"""The file of results: one form for all that measures here, described by results.schema.json."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..errors import MeasureError
from ..files import cannot
from .figures import Row
from .samples import Cell, Cells, Sample

kSchemaVersion = 2

kSchemaFile = Path(__file__).with_name("results.schema.json")

Document = dict[str, Any]


def document(
    benchmark: str,
    machine: dict[str, Any],
    options: dict[str, Any],
    rondo_version: str | None,
    libraries: dict[str, str],
    complete: bool,
) -> Document:
    """Without results: they are added to the lists."""
    return {
        "schema": kSchemaVersion,
        "benchmark": benchmark,
        "complete": complete,
        "rondo_version": rondo_version,
        "machine": machine,
        "options": options,
        "libraries": libraries,
        "floor": [],
        "suites": [],
        "results": [],
        "derived": [],
        "lengths": [],
        "failures": [],
    }


def result(row: Row, samples: list[Sample], cell: Cell) -> dict[str, Any]:
    """All samples of one place, which `cell` sums up."""
    suite, name, threads, column = samples[0].place
    return {
        "suite": suite,
        "row": name,
        "unit": row.unit,
        "larger_is_better": row.larger_is_better,
        "member": row.member,
        "series": row.series,
        "x": row.x,
        "threads": threads,
        "contender": column,
        "median": cell.median,
        "low": cell.low,
        "high": cell.high,
        "spread": cell.spread,
        "counted": cell.n,
        "disturbed": cell.disturbed,
        "samples": [
            {"round": sample.round, "value": sample.value, "disturbed": list(sample.disturbed)} for sample in samples
        ],
    }


def results(rows: dict[str, dict[str, Row]], samples: Iterable[Sample], cells: Cells) -> list[dict[str, Any]]:
    """`rows`: suite -> name -> row."""
    by_place: dict[tuple[str, str, int, str], list[Sample]] = {}
    for sample in samples:
        by_place.setdefault(sample.place, []).append(sample)
    return [result(rows[place[0]][place[1]], taken, cells[place]) for place, taken in by_place.items()]


def write(path: Path, content: Document) -> None:
    """Whole or not at all: who reads the file meanwhile finds the old one."""
    unfinished = path.with_name(f".{path.name}.new")
    try:
        unfinished.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise cannot("write", path, error)


def problem_of(content: Any) -> str | None:
    """Where and how the content departs from the schema, in words; None when it does not."""
    import jsonschema  # not at the top: only who reads a file needs it

    validator = jsonschema.Draft7Validator(json.loads(kSchemaFile.read_text(encoding="utf-8")))
    error = jsonschema.exceptions.best_match(validator.iter_errors(content))
    if error is None:
        return None
    place = "/".join(map(str, error.absolute_path)) or "the whole"
    return f"{place}: {error.message.splitlines()[0][:200]}"


def read(path: Path) -> Document:
    """Raises MeasureError unless the file is what write() makes."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MeasureError(f"cannot read {path} ({error.strerror}); name a bench.json that rondo bench wrote")
    except ValueError:
        raise MeasureError(f"{path} is no JSON file; name a bench.json that rondo bench wrote")
    version = content.get("schema") if isinstance(content, dict) else None
    if version != kSchemaVersion:
        raise MeasureError(f"{path} has schema version {version}, not {kSchemaVersion}; measure again")
    problem = problem_of(content)
    if problem:
        raise MeasureError(f"{path} does not keep to the schema ({problem}); measure again")
    assert isinstance(content, dict)
    return content
