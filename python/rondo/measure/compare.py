# SPDX-License-Identifier: Apache-2.0
"""`rondo bench compare A.json B.json`: what changed from one run to another, and whether that is more than noise.

A difference is more than noise by a rank test and the bootstrap interval of the quotient of the medians
(significance.py), of the samples that count. `rondo report --compare` shows the same.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from .results import Document
from .significance import change, Change
from .stats import geometric_mean
from .tables import number, times


def counted(result: dict[str, Any]) -> list[float]:
    """The samples that its median is of: the undisturbed ones, where they are not too few."""
    samples = result["samples"]
    return [sample["value"] for sample in samples if result["disturbed"] or not sample["disturbed"]]


@dataclass(frozen=True)
class Difference:
    suite: str
    row: str
    unit: str
    threads: int
    contender: str
    before: dict[str, Any]
    after: dict[str, Any]

    @property
    def ratio(self) -> float | None:
        """Above 1: better than before."""
        old, new = float(self.before["median"]), float(self.after["median"])
        if old <= 0 or new <= 0:
            return None
        return new / old if self.before["larger_is_better"] else old / new

    @cached_property
    def change(self) -> Change | None:
        return change(counted(self.before), counted(self.after))

    @property
    def verdict(self) -> str:
        if self.change is None:
            return "too few samples"
        if not self.change.is_real:
            return "within the noise"
        rises = self.after["median"] > self.before["median"]
        return "better" if rises == self.before["larger_is_better"] else "worse"


def _by_place(content: Document) -> dict[tuple[str, str, int, str], dict[str, Any]]:
    return {(r["suite"], r["row"], r["threads"], r["contender"]): r for r in content["results"]}


def differences(before: Document, after: Document) -> list[Difference]:
    """Of all that both files have, in the order of the first."""
    new = _by_place(after)
    return [
        Difference(suite, row, old["unit"], threads, contender, old, new[suite, row, threads, contender])
        for (suite, row, threads, contender), old in _by_place(before).items()
        if (suite, row, threads, contender) in new
    ]


def _one_sided(before: Document, after: Document) -> int:
    return len(_by_place(before).keys() ^ _by_place(after).keys())


def warnings(before: Document, after: Document) -> list[str]:
    """What makes the comparison less than one of like with like."""
    found = []
    for name in ("processor", "usable_processors", "kernel"):
        if before["machine"][name] != after["machine"][name]:
            found.append(f"the machines differ: {name} {before['machine'][name]} and {after['machine'][name]}")
    if before["options"].get("quick") != after["options"].get("quick"):
        found.append("one of the two was a quick run, the other was not")
    old, new = (content["options"].get("settings") for content in (before, after))
    if old is not None and new is not None and old != new:  # older files do not say
        only = [", ".join(name for name in these if name not in those) for these, those in ((old, new), (new, old))]
        found.append(f"the runtimes were set otherwise: {only[0] or 'nothing'} before, {only[1] or 'nothing'} after")
    if _one_sided(before, after):
        found.append(f"{_one_sided(before, after)} results are in one file only and not shown")
    return found


def sentence(found: list[Difference]) -> str:
    n = {verdict: sum(difference.verdict == verdict for difference in found) for verdict in ("better", "worse")}
    if not any(n.values()):
        return f"Of {len(found)} figures none changed by more than noise."
    return f"Of {len(found)} figures {n['better']} became better and {n['worse']} worse by more than noise."


_STYLES = {"better": "green", "worse": "red"}


def _text(result: dict[str, Any]) -> str:
    mark = "!" if result["disturbed"] else ""
    return f"{number(result['median'])}{mark} [dim]±{100 * result['spread']:.0f}%[/dim]"


def show(console: Console, names: tuple[str, str], before: Document, after: Document) -> None:
    found = differences(before, after)
    for name, path, content in zip(("before", "after"), names, (before, after)):
        console.print(f"{name}: {path}, {content['machine']['date']}", soft_wrap=True)
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("what")
    table.add_column("threads", justify="right")
    table.add_column("contender")
    for name in ("before", "after"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("gain", justify="right")
    table.add_column("verdict")
    for difference in found:
        style = _STYLES.get(difference.verdict, "dim")
        table.add_row(
            f"{difference.row}, {difference.unit}", str(difference.threads), difference.contender,
            _text(difference.before), _text(difference.after), times(difference.ratio),
            f"[{style}]{difference.verdict}[/{style}]",
        )
    console.print(table)
    for contender in dict.fromkeys(difference.contender for difference in found):
        every = (difference.ratio for difference in found if difference.contender == contender)
        ratios = [ratio for ratio in every if ratio is not None]
        mean = geometric_mean(ratios)
        if mean is not None and len(ratios) > 1:
            console.print(f"{contender}: {times(mean)}, geometric mean of {len(ratios)} rows")
    console.print(sentence(found))
    console.print("gain: above 1x it became better; better, worse: by more than noise (rank test, 1 %)")
    for warning in warnings(before, after):
        console.print(warning, style="yellow")
