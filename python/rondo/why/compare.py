# SPDX-License-Identifier: Apache-2.0
"""Two runs beside each other, from their documents (`rondo why --json`): wall time, efficiency, shares by cause, and
constructs, matched by their place."""

import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MeasureError
from ..screen import make_table
from ..words import count, duration
from .report import part_of

if TYPE_CHECKING:
    from rich.console import Console

Document = dict[str, Any]

_KEYS = ("program", "wall_seconds", "processor_seconds", "threads", "efficiency", "causes", "tasks")
_LEAST_SHARE = 0.001  # of a cause that is listed, in one of the runs
_MOST_CONSTRUCTS = 20


@dataclass(frozen=True)
class Cause:
    name: str
    what: str
    before: float  # share of the threads' time
    after: float


@dataclass(frozen=True)
class Construct:
    place: str  # as it is afterwards, if it is there
    before: Document | None  # None: this run has no such tasks
    after: Document | None


@dataclass(frozen=True)
class Comparison:
    before: Document
    after: Document
    causes: list[Cause]
    constructs: list[Construct]

    @property
    def speedup(self) -> float:
        return float(self.before["wall_seconds"] / max(self.after["wall_seconds"], 1e-9))


def read(path: Path) -> Document:
    """What `rondo why --json` has written."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise MeasureError(f"cannot read {path} ({error.strerror}); write it with `rondo why --json -- PROGRAM > FILE`")
    except ValueError as error:
        raise MeasureError(f"{path} is not JSON ({error}); write it with `rondo why --json -- PROGRAM > FILE`")
    if isinstance(found, dict) and "ranks" in found:
        raise MeasureError(f"{path} is of several ranks; compare one of them, as `jq .ranks[0] {path}` prints it")
    if not isinstance(found, dict) or any(key not in found for key in _KEYS):
        raise MeasureError(f"{path} is not of `rondo why`; write it with `rondo why --json -- PROGRAM > FILE`")
    return found


def _causes(before: Document, after: Document) -> list[Cause]:
    shares: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    what: dict[str, str] = {}
    for at, document in enumerate((before, after)):
        for item in document["causes"]:
            shares[item["cause"]][at] += item["share"]
            what[item["cause"]] = item["what"]
    found = [Cause(name, what[name], first, second) for name, (first, second) in shares.items()
             if max(first, second) >= _LEAST_SHARE]
    return sorted(found, key=lambda cause: -max(cause.before, cause.after))


def _without_line(place: str) -> str:
    """Function and file: lines change between two versions of a program."""
    return place.rpartition(":")[0] or place


def _match(before: list[Document], after: list[Document]) -> list[Construct]:
    """By the whole place; what then remains by function and file, in the order of lines."""
    pairs: list[tuple[Document | None, Document | None]] = []
    rest = [sorted(items, key=lambda item: str(item["place"])) for items in (before, after)]
    keys: tuple[Callable[[str], str], ...] = (str, _without_line)
    for key in keys:
        waiting: defaultdict[str, list[Document]] = defaultdict(list)
        for item in rest[1]:
            waiting[key(str(item["place"]))].append(item)
        unmatched = []
        for item in rest[0]:
            same = waiting[key(str(item["place"]))]
            if same:
                pairs.append((item, same.pop(0)))
            else:
                unmatched.append(item)
        rest = [unmatched, [item for items in waiting.values() for item in items]]
    pairs += [(item, None) for item in rest[0]] + [(None, item) for item in rest[1]]
    found = [Construct((second or first or {})["place"] or "unknown place", first, second) for first, second in pairs]
    return sorted(found, key=lambda item: -max(total_us(item.before), total_us(item.after)))


def total_us(task: Document | None) -> float:
    return float(task["mean_us"] * task["tasks"]) if task else 0.0


def compare(before: Document, after: Document) -> Comparison:
    return Comparison(before, after, _causes(before, after), _match(before["tasks"], after["tasks"]))


def document(found: Comparison) -> Document:
    """For machines."""
    return {
        "before": {key: found.before[key] for key in _KEYS[:5]},
        "after": {key: found.after[key] for key in _KEYS[:5]},
        "speedup": found.speedup,
        "causes": [{"cause": cause.name, "before": cause.before, "after": cause.after} for cause in found.causes],
        "tasks": [{"place": item.place, "before": item.before, "after": item.after} for item in found.constructs],
    }


def verdict(found: Comparison) -> str:
    ratio = found.speedup
    if 0.995 < ratio < 1.005:
        return "both take the same time"
    if ratio > 1:
        return f"the second run is {ratio:.2f} times as fast"
    return f"the second run takes {1 / ratio:.2f} times as long"


def _run(document: Document) -> str:
    return (f"{document['program']}: {duration(document['wall_seconds'] * 1e6)} on "
            f"{count(document['threads'], 'thread')}, {duration(document['processor_seconds'] * 1e6)} of processor "
            f"time; {part_of(document)}{document['efficiency']:.0%} of the threads' time was work")


def _figures(task: Document | None) -> tuple[str, str]:
    return (str(task["tasks"]), duration(task["mean_us"])) if task else ("-", "-")


def show(console: "Console", found: Comparison) -> None:
    console.print(f"before: {_run(found.before)}", markup=False, soft_wrap=True)
    console.print(f"after: {_run(found.after)}", markup=False, soft_wrap=True)
    console.print(verdict(found), markup=False)
    table = make_table("share of the threads' time", figures=["before", "after", "points"])
    for name, first, second in [("work", found.before["efficiency"], found.after["efficiency"]),
                                *((cause.what, cause.before, cause.after) for cause in found.causes)]:
        table.add_row(name, f"{first:.1%}", f"{second:.1%}", f"{(second - first) * 100:+.1f}")
    console.print(table)
    if not found.constructs:
        return
    table = make_table("tasks", figures=["before", "after", "mean before", "mean after"])
    for item in found.constructs[:_MOST_CONSTRUCTS]:
        (n_before, mean_before), (n_after, mean_after) = _figures(item.before), _figures(item.after)
        table.add_row(item.place, n_before, n_after, mean_before, mean_after)
    console.print(table)
