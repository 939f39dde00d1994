# SPDX-License-Identifier: Apache-2.0
"""What `rondo why` has found, as a document for machines and as a screen for people."""

from typing import Any

from rich.console import Console

from ..graph.symbols import Name
from ..screen import make_table
from ..trace.timeline import Timeline
from ..words import count, duration
from .accounting import Account
from .causes import WORDS, Cause
from .constructs import Chain, Construct

_LEAST_SHARE = 0.01  # of what is listed for people
_MOST_PLACES = 3
_MOST_CONSTRUCTS = 10


def document(timeline: Timeline, account: Account, processor_ns: int, constructs: list[Construct], chain: Chain,
             names: dict[int, Name]) -> dict[str, Any]:
    def where(place: int) -> str | None:
        return names[place].text if place else None

    causes = []
    for cause, ns in account.by_cause().items():
        places = [{"place": where(place), "share": part / account.total_ns}
                  for place, part in account.places(cause) if place]
        causes.append({"cause": cause.value, "share": ns / account.total_ns, "seconds": ns / 1e9,
                       "what": WORDS[cause].what, "advice": WORDS[cause].advice, "places": places})
    return {
        "program": timeline.process.command,
        "wall_seconds": account.wall_ns / 1e9,
        "processor_seconds": processor_ns / 1e9,
        "threads": account.n_threads,
        "efficiency": account.work_ns / account.total_ns,
        "causes": causes,
        "tasks": [{"place": where(item.place), "tasks": item.n, "mean_us": item.mean_ns / 1e3,
                   "p10_us": item.low_ns / 1e3, "p90_us": item.high_ns / 1e3, "moved": item.n_moved}
                  for item in constructs],
        "overhead_us_per_task": _overhead_us(account, constructs),
        "longest_chain": {"seconds": chain.ns / 1e9, "work_seconds": chain.work_ns / 1e9,
                          "places": [where(place) for place, _ in chain.places.most_common(_MOST_PLACES)]},
        "events_missing": timeline.process.n_missing,
    }


def _overhead_us(account: Account, constructs: list[Construct]) -> float | None:
    """What handing out takes, for each task."""
    n = sum(item.n for item in constructs)
    return account.by_cause().get(Cause.HANDING_OUT, 0.0) / n / 1e3 if n else None


def show(console: Console, found: dict[str, Any]) -> None:
    console.print(f"{found['program']}: {duration(found['wall_seconds'] * 1e6)} on "
                  f"{count(found['threads'], 'thread')}, {duration(found['processor_seconds'] * 1e6)} of processor "
                  f"time; {found['efficiency']:.0%} of the threads' time was work", markup=False, soft_wrap=True)
    listed = [cause for cause in found["causes"] if cause["share"] >= _LEAST_SHARE]
    if not listed:
        console.print("nothing else took more than 1 % of it")
        return
    table = make_table("where the rest went", figures=["share"])
    for cause in listed:
        table.add_row(cause["what"], f"{cause['share']:.1%}")
        for place in cause["places"][:_MOST_PLACES]:
            if place["share"] >= _LEAST_SHARE:
                table.add_row(f"    {place['place']}", f"{place['share']:.1%}")
    console.print(table)
    console.print(f"{listed[0]['what']}: {listed[0]['advice']}", markup=False, soft_wrap=True)
    _show_tasks(console, found)


def _show_tasks(console: Console, found: dict[str, Any]) -> None:
    if not found["tasks"]:
        return
    table = make_table("tasks", figures=["number", "mean", "10 % below", "10 % above", "on another thread"])
    for item in found["tasks"][:_MOST_CONSTRUCTS]:
        table.add_row(item["place"] or "unknown place", str(item["tasks"]), duration(item["mean_us"]),
                      duration(item["p10_us"]), duration(item["p90_us"]), f"{item['moved'] / item['tasks']:.0%}")
    console.print(table)
    chain = found["longest_chain"]
    if chain["seconds"] > 0:
        console.print(f"the longest chain of tasks that depend on each other takes {duration(chain['seconds'] * 1e6)} "
                      f"of {duration(chain['work_seconds'] * 1e6)}: at best "
                      f"{chain['work_seconds'] / chain['seconds']:.1f} threads are busy with tasks", soft_wrap=True)
