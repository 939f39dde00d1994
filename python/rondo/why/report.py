# SPDX-License-Identifier: Apache-2.0
"""What `rondo why` has found, as a document for machines and as a screen for people."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..graph.symbols import Name
from ..screen import make_table
from ..trace.program import Outcome
from ..words import count, duration
from . import mutexes
from .accounting import Account
from .causes import WORDS, Cause
from .constructs import Construct
from .examined import Examined
from .memory import Alone
from .mutexes import Mutex
from .overheads import Overhead
from .predictions import Outlook

if TYPE_CHECKING:
    from rich.console import Console

_LEAST_SHARE = 0.01  # of what is listed for people
_MOST_PLACES = 3
_MOST_CONSTRUCTS = 10
_MOST_ADVICE = 3
_WORTH_TELLING = 0.97
_SHORT_TASKS = 4.0  # times the length at which half of the time is lost: a fifth is lost there
_MOST_STEPS = 20  # of the longest chain
_SHOWN_STEPS = 6
_WIDE = 100  # columns of a terminal that has room for what a task's price consists of
_CHANGES = {"merged": "tasks of twice the length", "taskgraph": "with taskgraph", "taskiter": "with taskiter"}


def document(run: Examined, references: dict[int, Alone], alone: Examined | None, outlook: Outlook | None,
             outcome: Outcome, names: dict[int, Name]) -> dict[str, Any]:
    account, chain = run.account, run.chain

    def where(place: int) -> str | None:
        return names[place].text if place else None

    locks = mutexes.find(run.timeline)
    causes = []
    for cause, ns in account.by_cause().items():
        places = [{"place": where(place), "share": part / account.total_ns}
                  | (_lock(locks[place], where) if cause == Cause.MUTEX and place in locks else {})
                  for place, part in account.places(cause) if place]
        causes.append({"cause": cause.value, "share": ns / account.total_ns, "seconds": ns / 1e9,
                       "what": WORDS[cause].what, "advice": WORDS[cause].advice, "places": places})
    return {
        "program": run.timeline.process.command,
        "wall_seconds": outcome.wall_ns / 1e9,
        "examined_seconds": account.wall_ns / 1e9,
        "processor_seconds": outcome.processor_ns / 1e9,
        "threads": account.n_threads,
        "efficiency": account.total_work_ns / account.total_ns,
        "causes": causes,
        "tasks": [{"place": where(item.place), "tasks": item.n, "mean_us": item.mean_ns / 1e3,
                   "p10_us": item.low_ns / 1e3, "p90_us": item.high_ns / 1e3, "moved": item.n_moved,
                   **_overhead(run.overheads.get(item.place), account.n_threads),
                   "alone_us": references[item.place].mean_ns / 1e3 if item.place in references else None}
                  for item in run.constructs],
        "overhead_us_per_task": _overhead_us(account, run.constructs),
        "longest_chain": {"seconds": chain.ns / 1e9, "work_seconds": chain.work_ns / 1e9,
                          "tasks": sum(n for _, n in chain.steps),
                          "places": [where(place) for place, _ in chain.places.most_common(_MOST_PLACES)],
                          "steps": [{"place": where(place), "tasks": n} for place, n in chain.steps[:_MOST_STEPS]]},
        "graph": _graph(outlook) if outlook is not None else None,
        "predictions": [{"change": item.change, "threads": item.n_threads,
                         "seconds": item.ns / 1e9 if item.ns is not None else None,
                         "speedup": outlook.as_it_is_ns / item.ns if item.ns else None}
                        for item in outlook.predictions] if outlook is not None else [],
        "page_faults": _faults(run),
        "alone": {"wall_seconds": alone.account.wall_ns / 1e9, "efficiency": alone.account.total_work_ns
                  / alone.account.total_ns} if alone is not None else None,
        "events_missing": run.timeline.process.n_missing,
    }


def _us(ns: float | None) -> float | None:
    return ns / 1e3 if ns is not None else None


def _overhead(overhead: Overhead | None, n_threads: int) -> dict[str, float | None]:
    if overhead is None:
        return {"create_us": None, "start_us": None, "metg_us": None}
    return {"create_us": _us(overhead.create_ns), "start_us": _us(overhead.start_ns),
            "metg_us": _us(overhead.metg_ns(n_threads))}


def _graph(outlook: Outlook) -> dict[str, float]:
    return {"tasks": outlook.n_tasks, "edges": outlook.n_edges, "work_seconds": outlook.work_ns / 1e9,
            "span_seconds": outlook.span_ns / 1e9, "parallelism": outlook.work_ns / max(1.0, outlook.span_ns),
            "as_it_is_seconds": outlook.as_it_is_ns / 1e9}


def _faults(run: Examined) -> dict[str, Any]:
    last = {thread: found[-1] for thread, found in run.samples.items()}
    threads = [{"thread": thread, "minor": sample.minor_faults, "major": sample.major_faults,
                "system_seconds": sample.system_ns / 1e9} for thread, sample in last.items()]
    return {"minor": sum(sample.minor_faults for sample in last.values()),
            "major": sum(sample.major_faults for sample in last.values()), "cost_us": run.fault_ns / 1e3,
            "threads": threads}


def _lock(lock: Mutex, where: Callable[[int], str | None]) -> dict[str, Any]:
    return {"kind": lock.kind, "mutex": f"{lock.address:#x}", "holders": [where(place) for place in lock.holders]}


def _overhead_us(account: Account, constructs: list[Construct]) -> float | None:
    """What handing out takes, for each task."""
    n = sum(item.n for item in constructs)
    return account.by_cause().get(Cause.HANDING_OUT, 0.0) / n / 1e3 if n else None


def show(console: "Console", found: dict[str, Any]) -> None:
    console.print(f"{found['program']}: {duration(found['wall_seconds'] * 1e6)} on "
                  f"{count(found['threads'], 'thread')}, {duration(found['processor_seconds'] * 1e6)} of processor "
                  f"time; {part_of(found)}{found['efficiency']:.0%} of the threads' time was work", markup=False,
                  soft_wrap=True)
    listed = [cause for cause in found["causes"] if cause["share"] >= _LEAST_SHARE]
    if not listed:
        console.print("nothing else took more than 1 % of it")
        return
    table = make_table("where the rest went", figures=["share"])
    for cause in listed:
        table.add_row(cause["what"], f"{cause['share']:.1%}")
        for place in cause["places"][:_MOST_PLACES]:
            if place["share"] >= _LEAST_SHARE:
                table.add_row(f"    {text_of(place)}", f"{place['share']:.1%}")
    console.print(table)
    for cause in listed[:_MOST_ADVICE]:
        console.print(f"{cause['what']}: {cause['advice']}", markup=False, soft_wrap=True)
    _show_tasks(console, found)
    _show_predictions(console, found)


def part_of(found: dict[str, Any]) -> str:
    """Of the run, where the events of its beginning had no room."""
    examined_s = found.get("examined_seconds", found["wall_seconds"])
    return "" if examined_s == found["wall_seconds"] else f"of the last {duration(examined_s * 1e6)}, "


def text_of(place: dict[str, Any]) -> str:
    holders = ", ".join(holder for holder in place.get("holders", []) if holder not in (None, place["place"]))
    return " ".join(filter(None, (place.get("kind"), place["place"], f"(held at {holders})" if holders else "")))


def _show_tasks(console: "Console", found: dict[str, Any]) -> None:
    if not found["tasks"]:
        return
    is_wide = console.width >= _WIDE
    nameless = "unknown place" if not part_of(found) else "created before that"  # before the part that is examined
    table = make_table("tasks", figures=["number", "mean", "most take", *(["to create", "to begin"] if is_wide else []),
                                         "half lost below", "moved"])
    for item in found["tasks"][:_MOST_CONSTRUCTS]:
        most = f"{duration(item['p10_us'])} to {duration(item['p90_us'])}"
        prices = [_duration(item["create_us"]), _duration(item["start_us"])] if is_wide else []
        table.add_row(item["place"] or nameless, str(item["tasks"]), duration(item["mean_us"]), most, *prices,
                      _duration(item["metg_us"]), f"{item['moved'] / item['tasks']:.0%}")
    console.print(table)
    for item in found["tasks"][:_MOST_CONSTRUCTS]:
        if item["metg_us"] is not None and item["mean_us"] < _SHORT_TASKS * item["metg_us"]:
            console.print(f"tasks of {item['place'] or nameless} take {duration(item['mean_us'])}; below "
                          f"{duration(item['metg_us'])} half of the time is lost here; merge several, or record them "
                          "with taskgraph", markup=False, soft_wrap=True)
    chain = found["longest_chain"]
    if chain["tasks"] > 1 and chain["seconds"] > 0:  # one task alone holds nobody up
        console.print(f"the longest chain of tasks that depend on each other takes {duration(chain['seconds'] * 1e6)} "
                      f"of {duration(chain['work_seconds'] * 1e6)}: at best "
                      f"{chain['work_seconds'] / chain['seconds']:.1f} threads are busy with tasks", soft_wrap=True)
        steps = [f"{step['tasks']} x {step['place'] or nameless}" for step in chain["steps"][:_SHOWN_STEPS]]
        console.print(f"it goes through {', then '.join(steps)}{' ...' if chain['tasks'] > _told(chain) else ''}",
                      markup=False, soft_wrap=True)


def _told(chain: dict[str, Any]) -> int:
    return sum(step["tasks"] for step in chain["steps"][:_SHOWN_STEPS])


def _duration(us: float | None) -> str:
    return duration(us) if us is not None else ""


def telling(predictions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without numbers of threads that change nothing any more."""
    threads = [item for item in predictions if item["change"] == "threads"]
    told = [item for i, item in enumerate(threads)
            if i < 2 or item["seconds"] < _WORTH_TELLING * threads[i - 1]["seconds"]]
    return [*told, *([threads[-1]] if threads[-1] not in told else []),
            *(item for item in predictions if item["change"] != "threads")]


def name_of(prediction: dict[str, Any]) -> str:
    return _CHANGES.get(prediction["change"], count(prediction["threads"], "thread"))


def _show_predictions(console: "Console", found: dict[str, Any]) -> None:
    graph = found["graph"]
    if graph is None:
        return
    table = make_table("what the recorded tasks would take", figures=["time", "speedup"])
    for item in telling(found["predictions"]):
        change = name_of(item)
        if item["seconds"] is None:
            table.add_row(change, "nothing to change", "")
        else:
            table.add_row(change, duration(item["seconds"] * 1e6), f"{item['speedup']:.2f}")
    console.print(table)
    console.print(f"work {duration(graph['work_seconds'] * 1e6)}, longest path "
                  f"{duration(graph['span_seconds'] * 1e6)}: parallelism {graph['parallelism']:.1f}", soft_wrap=True)
