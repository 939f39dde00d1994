# SPDX-License-Identifier: Apache-2.0
"""Several ranks of an MPI program beside each other: where the time of each went, and for which one the others wait."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..launcher import Rank
from ..screen import make_table
from ..trace.program import Outcome
from ..trace.rings import Process
from ..trace.watch import Seen
from ..words import count, duration
from . import report
from .causes import Cause

if TYPE_CHECKING:
    from rich.console import Console

Document = dict[str, Any]

_OF_OTHERS = (Cause.HELD.value, Cause.BLOCKED.value)
_LONGER = 1.02  # than the mean of the others: then a rank is the one that they wait for
_LEAST_SHARE = 0.01  # of a cause that is listed, in one of the ranks
_MOST_COLUMNS = 8
_WORST_COLUMNS = 4  # of more ranks


@dataclass(frozen=True)
class Found:
    rank: Rank
    process: Process
    outcome: Outcome  # of this process


def find(outcome: Outcome) -> list[Found]:
    """Those that one launcher has started here, by their number. Of several processes of a rank the one with most
    events counts; its time ends with its last event."""
    best: dict[Rank, Process] = {}
    for process in outcome.processes:
        rank = process.rank
        if rank is not None and (rank not in best or process.n_events > best[rank].n_events):
            best[rank] = process
    return [Found(rank, process, _own(outcome, process)) for rank, process in sorted(best.items())]


def _own(outcome: Outcome, process: Process) -> Outcome:
    """One that ended before anybody looked at it begins with its trace."""
    seen = outcome.seen.get(process.pid, Seen(process.begin_ns))
    begin_ns = min(seen.begin_ns, process.begin_ns)
    return replace(outcome, wall_ns=process.begin_ns - begin_ns + process.end_ns,
                   processor_ns=max(seen.processor_ns, process.processor_ns))


def with_rank(rank: Rank, found: Document) -> Document:
    """`own_seconds`: of the wall time, as far as the rank's threads did not wait for what comes from elsewhere."""
    waits = sum(item["share"] for item in found["causes"] if item["cause"] in _OF_OTHERS)
    return {"rank": rank.number, "n_ranks": rank.n_ranks, "own_seconds": found["wall_seconds"] * (1 - waits), **found}


def _slowest(documents: list[Document]) -> Document | None:
    slowest = max(documents, key=lambda one: float(one["own_seconds"]))
    others = [one["own_seconds"] for one in documents if one is not slowest]
    return slowest if others and slowest["own_seconds"] > _LONGER * sum(others) / len(others) else None


def document(documents: list[Document]) -> Document:
    """For machines; `documents` as with_rank() has made them."""
    slowest = _slowest(documents)
    return {"n_ranks": documents[0]["n_ranks"], "slowest": slowest["rank"] if slowest is not None else None,
            "wall_seconds": max(one["wall_seconds"] for one in documents),
            "processor_seconds": sum(one["processor_seconds"] for one in documents), "ranks": documents}


def worst(found: Document) -> Document:
    """Which the others wait for; else the one that works least."""
    for one in found["ranks"]:
        if one["rank"] == found["slowest"]:
            return dict(one)
    return dict(min(found["ranks"], key=lambda one: float(one["efficiency"])))


def sees_calls(found: Document) -> bool:
    return any(item["cause"] in _OF_OTHERS for one in found["ranks"] for item in one["causes"])


def verdict(found: Document) -> str:
    if not sees_calls(found):
        return ("how long ranks wait for each other is not known: --mpi shows calls of MPI, but nobody has called, or "
                "waited, where librondo-mpi sees it")
    if found["slowest"] is None:
        return "no rank is slower than the others"
    slowest = worst(found)
    others = [one["own_seconds"] for one in found["ranks"] if one["rank"] != slowest["rank"]]
    return (f"rank {slowest['rank']} is the slowest: of {duration(slowest['wall_seconds'] * 1e6)} it does not wait for "
            f"others for {duration(slowest['own_seconds'] * 1e6)}, the other ranks for "
            f"{duration(sum(others) / len(others) * 1e6)} on average")


def causes(documents: list[Document]) -> dict[str, list[float]]:
    """The share of each cause in each rank, the worst cause first."""
    shares: defaultdict[str, list[float]] = defaultdict(lambda: [0.0] * len(documents))
    for at, one in enumerate(documents):
        for item in one["causes"]:
            shares[item["cause"]][at] += item["share"]
    return dict(sorted(shares.items(), key=lambda pair: -sum(pair[1])))


def title(found: Document) -> str:
    ranks = found["ranks"]
    n_here = "" if len(ranks) == found["n_ranks"] else f"{len(ranks)} of "
    return (f"{Path(ranks[0]['program']).name}: {n_here}{count(found['n_ranks'], 'rank')}, "
            f"{duration(found['wall_seconds'] * 1e6)}, {duration(found['processor_seconds'] * 1e6)} of processor time")


def _columns(documents: list[Document]) -> tuple[list[str], Callable[[list[Any]], list[Any]]]:
    """Headings, and which of all ranks' values stand below them."""
    if len(documents) <= _MOST_COLUMNS:
        return [f"rank {one['rank']}" for one in documents], lambda values: values
    order = sorted(range(len(documents)), key=lambda at: -documents[at]["own_seconds"])
    chosen = sorted(order[:_WORST_COLUMNS] + order[-_WORST_COLUMNS:])
    return [f"rank {documents[at]['rank']}" for at in chosen], lambda values: [values[at] for at in chosen]


def show(console: "Console", found: Document) -> None:
    documents = found["ranks"]
    console.print(title(found), markup=False, soft_wrap=True)
    console.print(verdict(found), markup=False, soft_wrap=True)
    headings, choose = _columns(documents)
    table = make_table("", figures=headings)

    def add(name: str, values: list[str]) -> None:
        table.add_row(name, *choose(values))

    for name, key in (("wall time", "wall_seconds"), ("without waits for others", "own_seconds"),
                      ("processor time", "processor_seconds")):
        add(name, [duration(one[key] * 1e6) for one in documents])
    add("threads", [str(one["threads"]) for one in documents])
    add("work", [f"{one['efficiency']:.1%}" for one in documents])
    for name, shares in causes(documents).items():
        if max(shares) >= _LEAST_SHARE:
            add(name, [f"{share:.1%}" for share in shares])
    console.print(table)
    if len(documents) > len(headings):
        console.print(f"shown are the {_WORST_COLUMNS} ranks that wait least for others, and the {_WORST_COLUMNS} that "
                      "wait most; --json has all", soft_wrap=True)
    shown = worst(found)
    why = "which the others wait for" if shown["rank"] == found["slowest"] else "whose threads work least"
    console.print(f"\nrank {shown['rank']}, {why}:", markup=False)
    report.show(console, shown)
